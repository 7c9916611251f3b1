"""Ratings on Discord: in the lobby, at the end, in rankings and profiles, and for finding opponents."""

from __future__ import annotations

from typing import Any

from bot.tables.people import preferences
from bot.tables.ratings import rated_games
from bot.tables.ratings.method import METHOD, MONTH
from data.store.queries import ratings
from data.store.queries.ratings import RatedGame

from .sea import Sea, Seen


async def known(sea: Sea, *results: tuple[Any, Any]) -> None:
    """Rated games of Snorkels whose tables are gone by now: winner and loser of each."""
    now, ladder = sea.bot.context.tables.now(), rated_games.ladder_of("snorkels")
    facts = [
        RatedGame(
            9000 + number,
            ladder,
            (ladder, ladder),
            ((winner.id,), (loser.id,)),
            1,
            sea.guild.id,
            now - MONTH + number,
        )
        for number, (winner, loser) in enumerate(results)
    ]
    await ratings.recompute(sea.bot.store, facts, (), METHOD)


def newcomer(sea: Sea) -> Any:
    """Somebody else in the server."""
    return sea.guild.add_member(sea.env.create_user("eve"))


async def hide(sea: Sea, who: Any, **chosen: bool) -> None:
    await preferences.change(sea.bot.store, who.id, **chosen)


async def test_a_game_between_people_shows_what_it_changed(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "snorkels start")
    assert "This game is rated." in lobby.text
    await sea.press(sea.bob, lobby, "Join")
    for who, square in ((sea.ann, "d4"), (sea.bob, "take purple"), (sea.ann, "c3"), (sea.bob, "f6")):
        await sea.say(who, "move", sea.place(), action=square)
    for who, square in ((sea.ann, "c5"), (sea.bob, "g2")):
        await sea.say(who, "move", sea.place(), action=square)
    table = await sea.bot.context.tables.get(1)
    await sea.bot.context.tables.resign(1, table.people[1])
    await sea.settled()
    text = sea.card().text
    assert f"<@{sea.ann.id}> 1500 → **" in text
    assert "(+" in text
    assert "(−" in text


async def test_ratings_stand_beside_names_in_the_lobby_of_those_who_show_them(sea: Sea) -> None:
    await known(sea, (sea.ann, sea.bob))
    lobby = await sea.say(sea.ann, "snorkels start")
    assert f"<@{sea.ann.id}> (15" in lobby.text
    await hide(sea, sea.ann, public=False)
    lobby = await sea.say(sea.ann, "snorkels start")
    assert f"<@{sea.ann.id}> (" not in lobby.text
    await hide(sea, sea.ann, ratings=False)
    lobby = await sea.say(sea.ann, "snorkels start")
    assert "isn’t rated, because somebody here has ratings off" in lobby.text
    lobby = await sea.say(sea.bob, "snorkels start", rated=False)
    assert "rated" not in lobby.text


async def test_a_profile_tells_in_words_what_its_picture_shows(sea: Sea) -> None:
    await known(sea, (sea.ann, sea.bob), (sea.ann, sea.cid), (sea.bob, sea.ann))
    told = await sea.say(sea.bob, "profile", member=sea.ann, words=True)
    assert "Snorkels: 15" in told.text
    assert "2 won, 1 lost." in told.text
    assert "Against somebody: 1 won, 1 lost." in told.text
    shown = await sea.say(sea.bob, "profile", member=sea.ann)
    assert "2 won, 1 lost." in str(shown.message.components)
    assert shown.message.ephemeral


async def test_a_private_profile_shows_nothing_to_others(sea: Sea) -> None:
    await known(sea, *[(sea.ann, sea.bob), (sea.bob, sea.cid), (sea.cid, sea.ann)] * 12)
    await hide(sea, sea.ann, public=False)
    eve = newcomer(sea)
    refused = await sea.say(sea.bob, "profile", member=sea.ann)
    nobody = await sea.say(sea.bob, "profile", member=eve)
    assert refused.text == nobody.text
    assert "There’s no profile to see" in refused.text
    own = await sea.say(sea.ann, "profile", words=True)
    assert "Only you can see this" in own.text
    theirs = await sea.say(sea.bob, "profile", words=True)
    assert theirs.text.count("Against") == 1
    ranking = await sea.say(sea.bob, "rank", words=True)
    assert str(sea.ann.id) not in ranking.text
    assert f"<@{sea.bob.id}>" in ranking.text
    await hide(sea, sea.ann, public=True)
    ranking = await sea.say(sea.bob, "rank", words=True, game="snorkels")
    assert f"<@{sea.ann.id}>" in ranking.text


async def test_a_ranking_without_settled_ratings_says_so(sea: Sea) -> None:
    await known(sea, (sea.ann, sea.bob))
    ranking = await sea.say(sea.ann, "rank")
    assert "Nobody’s rating is settled here yet." in ranking.text
    assert "You in Snorkels: **15" in ranking.text
    assert "not listed" in ranking.text


async def test_play_joins_the_table_that_fits_best_by_rating(sea: Sea) -> None:
    await known(sea, *[(sea.ann, sea.bob)] * 6, *[(sea.cid, sea.bob)] * 6)
    await sea.say(sea.bob, "snorkels start")
    await sea.say(sea.ann, "snorkels start")
    reply = await sea.say(sea.cid, "play")
    assert "Table 2" in reply.text
    assert "the game begins" in reply.text
    assert (await sea.bot.context.tables.get(2)).status == "playing"
    assert (await sea.bot.context.tables.get(1)).status == "lobby"


async def test_play_heeds_the_game_and_the_time_limit(sea: Sea) -> None:
    eve = newcomer(sea)
    await sea.say(sea.ann, "snorkels start", pace="1h")
    await sea.say(sea.bob, "checkers start", pace="7d")
    reply = await sea.say(sea.cid, "play", pace="5d")
    assert "Table 2" in reply.text
    await sea.say(sea.cid, "play", game="snorkels", pace="10d")
    opened = await sea.bot.context.tables.get(3)
    assert (opened.game.key, opened.header.host, opened.header.pace) == ("snorkels", sea.cid.id, "10d")
    await sea.say(eve, "play", game="snorkels", pace="2h")
    assert (await sea.bot.context.tables.get(1)).status == "playing"


async def test_play_brings_nobody_together_who_refuses_the_other(sea: Sea) -> None:
    await preferences.change(sea.bot.store, sea.ann.id, refuse=sea.bob.id)
    await sea.say(sea.ann, "snorkels start")
    result = await sea.bob.slash(sea.channel, "play")
    assert any("No open table fits" in Seen(each).text for each in result.followups)
    assert (await sea.bot.context.tables.get(2)).header.host == sea.bob.id


async def test_a_list_of_tables_can_show_one_game_or_open_tables_only(sea: Sea) -> None:
    await sea.say(sea.ann, "snorkels start")
    await sea.say(sea.bob, "checkers start")
    playing = await sea.say(sea.cid, "snorkels start")
    await sea.press(sea.bob, playing, "Join")
    await sea.bot.context.tables.store.set_server_settings(
        sea.guild.id, f'{{"board_channel": {sea.channel.id}, "board_game": "snorkels", "board_open": true}}'
    )
    await sea.bot.lists.refresh(sea.guild.id)
    listed = sea.card(sea.channel)
    assert listed.buttons == ["Join Table 1"]
    assert "Captain’s Checkers" not in listed.text
    assert "Table 3" not in listed.text
