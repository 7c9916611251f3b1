"""Ratings on Discord: in the lobby, at the end, in rankings and profiles, and for finding opponents."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest

from bot.components.cards import table_cards
from bot.features.daily.scores import scores_of
from bot.features.ratings import history, profile_cards, rank_cards, rated_games, standings
from bot.features.ratings.method import ACTIVE, MONTH, PUBLIC, RATINGS, SHOWN_FROM
from bot.features.ratings.profile_cards import rating_title
from bot.features.ratings.rated_games import RatedGame
from bot.features.server_lists.table_list import ServerTableLists
from bot.games import GAMES
from bot.people import settings
from bot.people.preferences import REFUSED
from bot.people.settings import Setting
from bot.tables import lists
from bot.tables.model.table import Table
from data.store.queries import ratings, servers
from data.store.queries.ratings import Wins
from data.store.records import Address
from tests.databases import put_settings
from tests.tables.harness import play_on, played_out

from .simulation import Member, Simulation


async def known(sim: Simulation, *results: tuple[Any, Any], ago: int = MONTH, server: int = 0) -> None:
    """Rated games of Snorkels whose tables are gone by now: winner and loser of each."""
    now, ladder = sim.tables.now(), rated_games.ladder_of("snorkels")
    facts = [
        RatedGame(
            9000 + number,
            ladder,
            (ladder, ladder),
            ((winner.id,), (loser.id,)),
            1,
            server or sim.guild.id,
            now - ago + number,
        )
        for number, (winner, loser) in enumerate(results)
    ]
    await history.recompute(sim.store, facts, ())


async def rated_game(sim: Simulation, number: int = 1) -> Table:
    """A game that ann wins against bob, as they play."""
    here = Address(guild=sim.guild.id, home=sim.channel.id)
    table = await sim.tables.open("snorkels", sim.ann.person, {}, here)
    table = await sim.tables.join(table.id, sim.bob.person, None)
    assert table.id == number
    for _ in range(4):
        table = await play_on(sim.tables, table, Random(number))
    return await sim.tables.resign(table.id, sim.bob.person)


async def hide(sim: Simulation, who: Member, chosen: dict[Setting[bool], bool]) -> None:
    settle = sim.bot.context.features.settle_settings(who.id, chosen)
    await settings.change(sim.store, who.id, chosen, settle=settle)


async def test_a_profile_tells_in_words_what_its_picture_shows(sim: Simulation) -> None:
    await known(sim, *[(sim.ann, sim.bob), (sim.ann, sim.cid), (sim.bob, sim.ann)] * 2)
    told = await sim.bob.say("profile", member=sim.ann, words=True)
    assert "Snorkels: 15" in told
    assert "4 won, 2 lost." in told
    assert "Against somebody: 2 won, 2 lost." in told
    shown = await sim.bob.say("profile", member=sim.ann)
    assert "4 won, 2 lost." in str(shown.components)
    assert shown.ephemeral
    assert shown.buttons == ["Challenge ann", "In Words"]
    again = await sim.bob.press(shown, "In Words")
    assert again.ephemeral
    assert again.text == told.text
    games = await sim.bob.press(shown, "Challenge ann")
    await sim.bob.press(games, "Snorkels")
    table = await sim.table()
    assert (table.header.host, table.header.opponent) == (sim.bob.id, sim.ann.id)


async def test_a_first_win_counts_though_its_game_is_not_rated(sim: Simulation) -> None:
    await sim.begin("snorkels", rated=False)
    await sim.tables.resign(1, sim.bob.person)
    await sim.settled()
    profile = await sim.ann.say("profile", words=True)
    assert "- ann: 1 game, 1 win." in profile
    assert "- Snorkels: 1 win of 1 game." in profile
    assert "- Last games, the latest first: won (Snorkels)." in profile
    assert f"1. <@{sim.ann.id}> · 1 win" in await sim.bob.say("rank", words=True)
    await hide(sim, sim.ann, {RATINGS: False})
    assert "win" not in await sim.ann.say("profile", words=True)
    assert str(sim.ann.id) not in await sim.bob.say("rank", words=True)


async def test_a_game_alone_counts_though_it_is_not_ranked(sim: Simulation) -> None:
    await sim.ann.say("curse start", filled=2)
    table = await played_out(sim.tables, await sim.table(), Random(1))
    points = scores_of(table.game).score(table.view_for(None)).points
    profile = await sim.ann.say("profile", words=True)
    assert f"- Captain’s Curse: {points}, unranked." in profile
    why = (
        "Captain’s Curse: Abandoned games don’t count, nor do games with a `seed`, `filled` columns or a hint"
    )
    assert f"- {why}." in profile
    won = table.winners == {sim.ann.id}
    assert f"- ann: 1 game{', 1 win' * won}." in profile
    assert f"the latest first: {'won' if won else 'lost'} (Captain’s Curse)." in profile
    assert "Favourite game: Captain’s Curse (1 game)." in profile
    with patch.object(table_cards, "painted", return_value=None) as painted:
        assert f"\n-# {why}" in await sim.ann.say("profile")
    assert painted.call_args.args[2].board[0] == "curse"
    await sim.begin()
    await sim.finish(2)
    profile = await sim.ann.say("profile", words=True)
    assert "- ann: 2 games" in profile
    assert "Favourite" not in profile, "each of the two was played once"
    with patch.object(table_cards, "painted", return_value=None) as painted:
        await sim.ann.say("profile")
    assert painted.call_args.args[2].board is None


async def test_where_much_was_played_wins_are_of_the_games_that_are_known(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profile_cards, "FEW", 1)
    await rated_game(sim)
    await sim.begin("snorkels", rated=False)
    await sim.tables.resign(2, sim.bob.person)
    assert "- ann: 2 games, rated: 1 of 1 won." in await sim.ann.say("profile", words=True)


async def test_a_win_over_somebody_who_never_moved_is_told_as_no_first_win(sim: Simulation) -> None:
    await sim.begin("snorkels", rated=False)
    await sim.tables.resign(1, sim.bob.person)
    await sim.settled()
    assert "ann won" in sim.card().text.replace(f"<@{sim.ann.id}>", "ann")
    assert "First win" not in sim.card()
    await rated_game(sim, 2)
    await sim.settled()
    assert "First win in Snorkels for " in sim.card()
    assert "This game was rated" in sim.card(), "nobody’s rating is shown yet"


async def test_where_much_was_played_the_first_games_are_the_rated_ones(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rank_cards, "FEW", 1)
    await rated_game(sim)
    await sim.begin("snorkels", rated=False)
    await sim.tables.resign(2, sim.ann.person)
    told = await sim.bob.say("rank", words=True)
    assert f"1. <@{sim.ann.id}> · 1 win" in told
    assert f"<@{sim.bob.id}> · 1 game" in told, "the unrated win isn't looked up"


async def test_others_see_a_rating_from_the_fifth_rated_game_on(sim: Simulation) -> None:
    await known(sim, *[(sim.bob, sim.ann)] * 4)
    own = await sim.ann.say("profile", words=True)
    assert "Snorkels: 1" in own, "to oneself always"
    others = await sim.bob.say("profile", member=sim.ann, words=True)
    assert "Snorkels: 0 wins of 4 games." in others
    assert "?" not in others
    picture = await sim.bob.say("profile", member=sim.ann)
    assert "A rating for a game appears after 5 rated games of it." in picture
    assert "?" not in str(picture.components)
    await sim.store.write(ratings.remove_rows, "snorkels")
    await known(sim, *[(sim.bob, sim.ann)] * 5)
    assert "Snorkels: 1" in await sim.bob.say("profile", member=sim.ann, words=True)


async def test_the_end_of_a_game_tells_no_rating_before_the_fifth_game(
    sim: Simulation,
) -> None:
    for number in range(1, 7):
        table = await rated_game(sim, number)
        told = "\n".join((await standings.extras(sim.tables, table)).lines)
        assert ("Ratings:" in told) is (number >= SHOWN_FROM), number
        assert ("(−" in told) is (number > SHOWN_FROM), number


def test_unequal_sides_have_a_title_each() -> None:
    titles = [rating_title(GAMES["crackers"], part) for part in (rated_games.LONE, rated_games.CREW)]
    assert [title.rpartition(" · ")[2] for title in titles] == ["Captain Crackers", "The Crew"]


async def test_a_private_profile_shows_nothing_to_others(sim: Simulation) -> None:
    eve, dan = sim.newcomer("eve"), sim.newcomer("dan")
    round_table = [(sim.ann, sim.bob), (sim.bob, sim.cid), (sim.cid, dan), (dan, sim.ann)]
    await known(sim, *combinations((dan, sim.ann, sim.bob, sim.cid), 2), *round_table * 9)
    await hide(sim, sim.ann, {PUBLIC: False})
    refused = await sim.bob.say("profile", member=sim.ann)
    nobody = await sim.bob.say("profile", member=eve)
    assert refused.text == nobody.text
    assert "There’s no profile to show" in refused
    own = await sim.ann.say("profile", words=True)
    assert "Only you can see this" in own
    theirs = await sim.bob.say("profile", words=True)
    assert theirs.text.count("Against") == 2
    ranking = await sim.bob.say("rank", words=True)
    assert str(sim.ann.id) not in ranking
    assert f"<@{sim.bob.id}>" in ranking
    await hide(sim, sim.ann, {PUBLIC: True})
    ranking = await sim.bob.say("rank", words=True, game="snorkels")
    assert f"<@{sim.ann.id}>" in ranking
    await hide(sim, sim.ann, {RATINGS: False})
    assert "somebody here has turned ratings off" in await sim.ann.say("snorkels start")


async def test_a_profile_is_for_those_who_share_a_server_or_a_table(sim: Simulation) -> None:
    await known(sim, *[(sim.ann, sim.bob)] * 5, server=1)
    zoe = sim.newcomer("zoe")
    for who in (sim.ann, sim.bob):
        sim.guild.remove_member(who)
    refused = await zoe.say("profile", member=sim.ann)
    assert "There’s no profile to show" in refused
    sim.env.world.set_membership(sim.ann.account, member=True)
    told = await zoe.say("profile", member=sim.ann, words=True)
    assert "Snorkels: 1" in told
    assert "Against" not in told, "the opponent isn't in this server"
    here = Address(guild=sim.guild.id, home=sim.channel.id)
    table = await sim.tables.open("snorkels", zoe.person, {}, here)
    await sim.tables.join(table.id, sim.bob.person, None)
    told = await zoe.say("profile", member=sim.ann, words=True)
    assert "Against bob: 5 won, 0 lost." in told
    told = await zoe.say("profile", member=sim.bob, words=True)
    assert "Snorkels: 1" in told


async def test_a_ranking_says_why_a_rating_that_was_settled_has_its_sign_again(sim: Simulation) -> None:
    games = [(sim.ann, sim.bob), (sim.bob, sim.cid), (sim.cid, sim.ann)] * 12
    await known(sim, *games, ago=ACTIVE - MONTH // 30)
    ranking = (await sim.ann.say("rank", words=True)).text
    assert "?**" in ranking
    assert "A rating with a “?” is provisional." in ranking


async def test_whoever_is_below_the_best_has_a_row_of_their_own(
    sim: Simulation, drawn: list[tuple[Any, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rank_cards, "SHOWN", 3)
    eve = sim.newcomer("eve")
    best_first = (sim.ann, sim.bob, sim.cid, eve)
    pairs = list(combinations(best_first, 2))
    await known(sim, *[*pairs, *pairs, *((loser, winner) for winner, loser in pairs)] * 8)
    for who, places in ((sim.ann, "123"), (eve, "1234")):
        await who.say("rank")
        view = drawn.pop()[0].view
        rows = (*view.podium, *view.rows)
        assert [row.place for row in rows] == [*places]
        assert [row.own for row in rows] == [person is who for person in best_first[: len(places)]]
        assert not any(row.apart for row in rows), "no place is left out between the third and the fourth"


async def test_whoever_is_below_the_first_winners_has_a_row_and_their_own_rating(
    sim: Simulation, drawn: list[tuple[Any, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rank_cards, "SHOWN", 2)
    await known(sim, (sim.ann, sim.cid))
    won = [Wins(sim.ann.id, 2, 2), Wins(sim.bob.id, 0, 2), Wins(sim.newcomer("eve").id, 0, 1)]
    monkeypatch.setattr(rank_cards, "_wins", AsyncMock(return_value=[*won, Wins(sim.cid.id, 0, 1)]))
    card = await sim.cid.say("rank")
    ((scene, _),) = drawn
    view = scene.view
    assert [(row.place, row.own, row.apart) for row in view.rows] == [("–", False, False), ("–", True, True)]
    assert "Only you see your own ratings: Snorkels: **1" in card
    assert f"<@{sim.cid.id}> · 1 game" in await sim.cid.say("rank", words=True)


async def test_a_ranking_says_how_far_one_is_from_the_next(sim: Simulation) -> None:
    best_first = (sim.ann, sim.bob, sim.cid)
    await known(sim, *list(combinations(best_first, 2)) * 4)
    ranking = await sim.cid.say("rank")
    assert "You’re third, " in ranking
    assert "points behind somebody." in ranking
    assert "You’re second, " in await sim.bob.say("rank")
    assert "You’re first, " in await sim.ann.say("rank", game="snorkels")
    assert "points ahead of somebody." in await sim.ann.say("rank", words=True)
    eve = sim.newcomer("eve")
    assert "You’re not on this list yet" in await eve.say("rank")
    assert ranking.buttons == ["Start a Game", "In Words"]
    told = await sim.cid.press(ranking, "In Words")
    assert f"3. <@{sim.cid.id}> · **1" in told.text
    assert (await sim.cid.say("rank", words=True)).text == told.text


async def test_a_ranking_is_never_empty(sim: Simulation) -> None:
    empty = await sim.ann.say("rank")
    assert "All three places are open" in empty
    assert "Wins so far." in str(empty.components)
    await rated_game(sim)
    first = await sim.bob.say("rank")
    assert "Second place is open: win a game to take it." in first
    assert "1 ann, 1 win; bob, 1 game." in str(first.components)
    own = await sim.ann.say("rank")
    assert "2 places are still open to anybody who wins a game." in own
    assert "win a game to take it" not in own
    told = await sim.bob.say("rank", words=True)
    assert f"1. <@{sim.ann.id}> · 1 win" in told
    assert "Only you see your own ratings: Snorkels: **1" in told
    await hide(sim, sim.ann, {PUBLIC: False})
    assert str(sim.ann.id) not in await sim.bob.say("rank", words=True)
    start = await sim.bob.press(first, "Start a Game")
    assert "Captain’s Checkers" in start.buttons


async def test_the_menu_below_a_ranking_chooses_another(sim: Simulation) -> None:
    await known(sim, *list(combinations((sim.ann, sim.bob, sim.cid), 2)) * 4)
    card = await sim.ann.say("rank")
    assert "Snorkels · 3 players." in str(card.components)
    for value, about in (
        ("all", "Wins so far."),
        ("checkers", "Captain’s Checkers · Wins so far."),
        ("snorkels", "Snorkels · 3 players."),
    ):
        result = await sim.ann.select(card, [value])
        assert about in str(result.seen.components)


@pytest.mark.parametrize(
    ("first", "hidden", "joined"),
    [
        ("bob", (), 2),
        # Both fit equally well, and the first waits longer.
        ("bob", ("ann", "bob"), 1),
        # Whose rating is unknown sits down with those who have none.
        ("eve", ("cid",), 1),
    ],
)
async def test_play_joins_the_table_that_fits_best_by_ratings_that_are_not_hidden(
    sim: Simulation, first: str, hidden: tuple[str, ...], joined: int
) -> None:
    await known(sim, *[(sim.ann, sim.bob)] * 6, *[(sim.cid, sim.bob)] * 6)
    people = {who.name: who for who in (sim.ann, sim.bob, sim.cid, sim.newcomer("eve"))}
    for host in (first, "ann"):
        await people[host].say("snorkels start")
    for name in hidden:
        await hide(sim, people[name], {PUBLIC: False})
    reply = await sim.cid.say("play")
    assert f"Table {joined}" in reply
    assert "the game begins" in reply
    assert [(await sim.table(number)).status == "playing" for number in (1, 2)] == [joined == 1, joined == 2]


async def test_play_passes_over_a_table_that_is_gone_by_now(sim: Simulation) -> None:
    await sim.ann.say("snorkels start")
    headers = await servers.headers_in(sim.store, sim.guild.id, ("lobby",), 1)
    listed = AsyncMock(return_value=[headers[0]._replace(id=99), *headers])
    with patch.object(servers, "headers_in", listed):
        assert "Table 1" in await sim.bob.say("play")


async def test_play_heeds_the_game_and_the_time_limit(sim: Simulation) -> None:
    eve = sim.newcomer("eve")
    await sim.ann.say("snorkels start", pace="1h")
    await sim.bob.say("checkers start", pace="7d")
    reply = await sim.cid.say("play", pace="5d")
    assert "Table 2" in reply
    await sim.cid.say("play", game="snorkels", pace="10d")
    opened = await sim.table(3)
    assert (opened.game.key, opened.header.host, opened.header.pace) == ("snorkels", sim.cid.id, "10d")
    await eve.say("play", game="snorkels", pace="2h")
    assert (await sim.table()).status == "playing"


async def test_play_opens_no_second_table_for_somebody_who_waits_at_one(sim: Simulation) -> None:
    await sim.ann.slash(sim.channel, "play", game="snorkels", pace="1d")
    other = sim.guild.create_text_channel("tavern")
    link = f"[Snorkels · Table 1](https://discord.com/channels/{sim.guild.id}/{sim.channel.id}/"
    for options in ({}, {"game": "snorkels"}, {"pace": "2d"}):
        reply = await sim.ann.say("play", other, **options)
        assert reply.text.startswith(f"You’re already waiting at {link}")
        assert reply.ephemeral
    await sim.ann.slash(other, "play", game="checkers")
    await sim.ann.slash(other, "play", game="snorkels", pace="1m")
    service = sim.tables
    assert len(await lists.tables_of(service, sim.ann.id)) == 3, "another game, and another time limit"
    await sim.bob.say("snorkels start", opponent=sim.cid)
    await sim.cid.slash(other, "play", game="snorkels")
    assert (await service.get(1)).seating.side_of(sim.cid.id) is not None


async def test_play_opens_what_one_played_last_with_its_options(sim: Simulation) -> None:
    for number, (key, option, first) in enumerate([("snorkels", "pie", "off"), ("checkers", "win", 62)], 1):
        await sim.cid.slash(sim.channel, "play", game=key)
        assert (await sim.table(number)).options[option] == first, "as for a first game"
        await sim.cid.say("table cancel", table=number)
    for key, given in (("checkers", {"win": 55}), ("snorkels", {"stones": 2})):
        await sim.ann.say(f"{key} start", **given)
        await sim.bob.slash(sim.channel, "play", game=key)
    await sim.ann.slash(sim.channel, "play")
    latest = await sim.table(5)
    assert (latest.game.key, latest.options["stones"], latest.options["pie"]) == ("snorkels", 2, "on")
    await sim.ann.slash(sim.channel, "play", game="checkers")
    assert (await sim.table(6)).options["win"] == 55


async def test_play_brings_nobody_together_who_refuses_the_other(sim: Simulation) -> None:
    await settings.change(sim.store, sim.ann.id, {REFUSED: sim.bob.id})
    await sim.ann.say("snorkels start")
    result = await sim.bob.slash(sim.channel, "play")
    assert any("No open table was a good fit" in each.text for each in result.followups)
    assert (await sim.table(2)).header.host == sim.bob.id


async def test_a_list_of_tables_can_show_one_game_or_open_tables_only(sim: Simulation) -> None:
    await sim.ann.say("snorkels start")
    await sim.bob.say("checkers start")
    playing = await sim.cid.say("snorkels start")
    await sim.bob.press(playing, "Join")
    chosen = f'{{"board_channel": {sim.channel.id}, "board_game": "snorkels", "board_open": true}}'
    await put_settings(sim.store, "server", sim.guild.id, chosen)
    await sim.part(ServerTableLists).refresh(sim.guild.id)
    listed = sim.card(sim.channel)
    assert listed.buttons == ["Join Table 1"]
    assert "Captain’s Checkers" not in listed
    assert "Table 3" not in listed
