"""Following games of others, muting tables and games, and notes that open when a game is over."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.features.following import follow_cards
from bot.local.world.model import Overwrite, Permission

from .limits import parts
from .simulation import Member, Seen, Simulation


async def more(sim: Simulation, who: Member, *labels: str) -> Seen:
    """What **More** and these buttons of its card lead to."""
    card = await who.press(sim.card(), "More")
    for label in labels:
        card = await who.press(card, label)
    return card


async def ended(sim: Simulation) -> None:
    await sim.tables.resign(1, sim.ann.person, "k")
    await sim.settled()


async def test_who_follows_finds_the_game_in_their_list_and_hears_of_its_end_if_wanted(
    sim: Simulation,
) -> None:
    await sim.begin(pie="off")
    dan = sim.newcomer("dan")
    card = await more(sim, sim.cid, "Follow")
    assert "You’re following this game: it’s in your list" in card
    await more(sim, dan, "Follow")
    await sim.cid.press(card, "Message Me at the End")
    assert "When it’s over, you’ll get a direct message." in card
    listed = await sim.cid.say("games")
    assert "**You’re following**" in listed
    assert "Waiting for" in listed
    assert "following" not in await sim.ann.say("games")
    await sim.ann.move("d4")
    await sim.settled()
    assert sim.cid.letters == []
    await sim.restart()
    await ended(sim)
    (letter,) = sim.cid.letters
    assert "The game is over in" in letter
    assert dan.letters == []
    assert {sim.cid.id, dan.id}.isdisjoint(sim.pinged())
    assert "following" not in await sim.cid.say("games")
    await sim.restart()
    assert len(sim.cid.letters) == 1


async def test_a_game_to_follow_is_found_in_the_list_of_ones_games(sim: Simulation) -> None:
    await sim.begin(pie="off")
    sim.channel = sim.channel_for(sim.ann, sim.bob)
    await sim.begin(pie="off")
    dan, third = sim.newcomer("dan"), sim.guild.create_text_channel("third")
    card = await dan.press(await dan.say("games", third), "Follow a Game")
    assert card.buttons == ["Follow Table 1", "Close"], "the other one can’t be seen"
    await dan.press(card, "Follow Table 1")
    assert "You’re following this game" in card
    assert "**You’re following**" in await dan.say("games", third)
    again = await dan.press(await dan.say("games", third), "Follow a Game")
    assert "no other games here to follow" in again
    listed = await sim.ann.press(await sim.ann.say("games", third), "Follow a Game")
    assert "no other games here to follow" in listed, "one’s own games are listed already"


async def test_games_that_nobody_else_sees_hide_none_that_can_be_followed(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow_cards, "MAX_READ", 1)
    await sim.begin(pie="off")
    await sim.bob.say("curse daily")
    card = await sim.cid.press(await sim.cid.say("games"), "Follow a Game")
    assert card.buttons == ["Follow Table 1", "Close"]


async def test_who_unfollows_hears_nothing(sim: Simulation) -> None:
    await sim.begin(pie="off")
    card = await more(sim, sim.cid, "Follow")
    await sim.cid.press(card, "Message Me at the End", "Unfollow")
    assert "not following" in card
    await ended(sim)
    assert sim.cid.letters == []


async def test_a_follower_whose_messages_are_closed_is_called_nowhere(sim: Simulation) -> None:
    await sim.begin(pie="off")
    await sim.cid.say("settings", pings="direct")
    await sim.cid.press(await more(sim, sim.cid, "Follow"), "Message Me at the End")
    sim.refuse("POST", "/users/@me/channels", 403, 50007, times=None)
    before = len(sim.public())
    await ended(sim)
    assert len(sim.public()) <= before + 1, "the card of the end alone"
    assert sim.cid.id not in sim.pinged()


async def test_players_dont_follow_and_watchers_arent_called_anyway(sim: Simulation) -> None:
    await sim.begin(pie="off")
    assert "Follow" not in (await more(sim, sim.ann)).buttons
    assert "Mute…" not in (await more(sim, sim.cid)).buttons
    assert "You’re playing in this game yourself" in await sim.ann.say("table follow")
    assert "You’re not playing" in await sim.cid.say("table mute", table=1)


async def test_a_muted_table_calls_nobody(sim: Simulation) -> None:
    await sim.begin(pie="off")
    card = await more(sim, sim.bob, "Mute…")
    await sim.bob.press(card, "Mute Table 1")
    assert "You’ve muted Table 1" in card
    await sim.ann.move("d4")
    await sim.settled()
    assert sim.pinged() == []
    assert f"<@{sim.bob.id}>, it’s your turn" in sim.card(), "the card still says it"
    await sim.bob.press(card, "Unmute Table 1")
    await sim.bob.move("a1")
    await sim.ann.move("g7")
    await sim.settled()
    assert sim.pinged() == [sim.bob.id]


async def test_only_a_card_that_says_what_is_muted_speaks_of_the_time_limit(sim: Simulation) -> None:
    await sim.begin(pie="off", pace="1d")
    card = await more(sim, sim.bob, "Mute…")
    await sim.bob.press(card, "Mute Table 1")
    assert "The time limit still applies." in card
    sim.channel = sim.guild.create_text_channel("second")
    await sim.begin(pie="off", pace="1d")
    assert "The time limit still applies." not in await more(sim, sim.bob, "Mute…")


async def test_a_muted_game_calls_nobody_at_any_table_of_it(sim: Simulation) -> None:
    await sim.ann.say("settings", pings="direct")
    await sim.begin(pie="off")
    await sim.ann.press(await more(sim, sim.ann, "Mute…"), "Mute Snorkels")
    before = len(sim.ann.letters)
    await sim.ann.move("d4")
    await sim.bob.move("a1")
    await sim.settled()
    assert len(sim.ann.letters) == before
    sim.channel = sim.guild.create_text_channel("second")
    await sim.begin(pie="off")
    await sim.ann.move("d4")
    await sim.bob.move("a1")
    await sim.settled()
    assert len(sim.ann.letters) == before


async def test_a_press_that_comes_twice_mutes_once(sim: Simulation) -> None:
    await sim.begin(pie="off")
    card = await more(sim, sim.bob, "Mute…")
    custom_id = button(card, "Mute Table 1")
    for _ in range(2):
        sim.emit_press(sim.bob, custom_id, card)
        await sim.settled()
    assert "You’ve muted Table 1" in card


async def noted(who: Member, card: Seen, text: str) -> Seen:
    """What somebody hears after writing this in the form of **Note**."""
    return await who.fill_in(card, button(card, "Note"), {"text": text})


def button(card: Seen, label: str) -> str:
    """The custom_id of a button."""
    return next(str(part["custom_id"]) for part in parts(card.components) if part.get("label") == label)


async def test_a_note_opens_with_the_end_and_never_before(sim: Simulation) -> None:
    await sim.begin(pie="off")
    sentence = "I’d have played *e5* @everyone"
    for who, text in ((sim.cid, sentence), (sim.ann, "first"), (sim.ann, "second"), (sim.bob, "mine")):
        card = await more(sim, who)
        answer = await noted(who, card, text)
        assert "Noted." in answer
    assert "Your note has been removed" in await noted(sim.bob, card, "")
    await sim.restart()
    record = await more(sim, sim.bob, "Record")
    assert "note after" not in file_of(sim, record)
    await ended(sim)
    assert f"📝 <@{sim.cid.id}>: “I’d have played \\*e5\\* \\@everyone”" in sim.card()
    assert f"<@{sim.ann.id}>: “second”" in sim.card()
    assert "first" not in sim.card()
    assert "mine" not in sim.card()
    assert "# note after 0 by cid: I’d have played *e5* @everyone" in file_of(
        sim, await more(sim, sim.bob, "Record")
    )
    assert sim.cid.id not in sim.pinged()


def file_of(sim: Simulation, seen: Seen) -> str:
    """The file of a message."""
    (upload,) = sim.env.http_requests[-1].files
    assert seen is not None
    return upload.data.decode()


async def test_who_is_forgotten_leaves_neither_note_nor_list(sim: Simulation) -> None:
    await sim.begin(pie="off")
    await noted(sim.cid, await more(sim, sim.cid), "a secret")
    await sim.cid.press(await more(sim, sim.cid, "Follow"), "Message Me at the End")
    await sim.cid.press(await sim.cid.say("privacy forget"), "Yes, Forget Me")
    await ended(sim)
    assert "a secret" not in sim.card()
    assert sim.cid.letters == []


async def test_a_note_keeps_all_that_fits_into_its_form(sim: Simulation) -> None:
    await sim.begin(pie="off")
    sentence = "Ahoy 🦜 " * 21
    assert "Noted." in await noted(sim.cid, await more(sim, sim.cid), sentence)
    assert "Your note has been removed" in await noted(sim.bob, await more(sim, sim.bob), "\u200b \u200b")
    await ended(sim)
    assert f"“{sentence.strip()}”" in sim.card()
    assert f"📝 <@{sim.bob.id}>" not in sim.card()


@pytest.mark.parametrize("how", ["left", "hidden", "deleted"])
async def test_who_cant_see_the_channel_any_more_isnt_told_of_the_end(sim: Simulation, how: str) -> None:
    await sim.begin(pie="off")
    dan = sim.newcomer("dan")
    for who in (sim.cid, dan):
        await who.press(await more(sim, who, "Follow"), "Message Me at the End")
    if how == "left":
        sim.env.world.set_membership(sim.cid.account, member=False)
    elif how == "hidden":
        denied = Permission(discord.Permissions(view_channel=True).value)
        sim.env.set_overwrite(sim.channel.id, sim.cid.id, Overwrite(deny=denied))
        elsewhere = sim.guild.create_text_channel("lighthouse")
        assert "following" not in await sim.cid.say("games", elsewhere)
    else:
        await sim.lose_channel()
    await ended(sim)
    assert sim.cid.letters == []
    assert len(dan.letters) == (how != "deleted")


async def test_a_follower_is_told_later_if_discord_doesnt_say_now_who_may_see_it(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.begin(pie="off")
    await sim.cid.press(await more(sim, sim.cid, "Follow"), "Message Me at the End")
    asked: list[object] = []
    known = discord.Guild.query_members

    async def once(guild: discord.Guild, **given: Any) -> list[discord.Member]:
        asked.append(given)
        if len(asked) == 1:
            raise discord.ClientException
        return await known(guild, **given)

    monkeypatch.setattr(discord.Guild, "query_members", once)
    await ended(sim)
    assert len(asked) == 2
    assert len(sim.cid.letters) == 1
