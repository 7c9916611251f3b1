"""What people choose for themselves: seen, changed, kept, and heeded by whoever shows tables."""

from __future__ import annotations

from typing import Any

import pytest

from bot.features.forced_moves.preferences import FORCED
from bot.people import settings
from bot.people.preferences import OWN_SIDE, PINGS
from bot.people.settings import Chosen

from .simulation import Seen, Simulation


async def opened(sim: Simulation) -> None:
    """Ann challenges Bob to Snorkels, who joins: ann is to act."""
    lobby = await sim.say(sim.ann, "snorkels start", opponent=sim.bob)
    await sim.press(sim.bob, lobby, "Join")


async def place(sim: Simulation, who: Any, square: str) -> None:
    await sim.say(who, "move", sim.place(), action=square)


def pinged(sim: Simulation, place: Any) -> list[int]:
    """Whom the newest message that was posted in ``place`` may notify."""
    path = f"/channels/{place.id}/messages"
    sent = [each for each in sim.env.http_requests if each.method == "POST" and each.path.endswith(path)]
    body: Any = sent[-1].json
    return [int(number) for number in body["allowed_mentions"].get("users", [])]


def letters(who: Any) -> list[str]:
    """The texts of the direct messages that ``who`` got."""
    return [Seen(message).text for message in who.user.dm_channel.history()]


async def test_settings_show_the_present_values_and_each_button_changes_one(sim: Simulation) -> None:
    card = await sim.say(sim.ann, "settings")
    assert card.message.ephemeral
    for line in (
        "standard colours (only in pictures that just you see).",
        "at the bottom of your view.",
        "yes, preview each move first.",
        "you always play it yourself.",
        "in the game’s channel.",
        "none (UTC).",
    ):
        assert line in card.text
    for label in ("Palette", "Own Side", "Confirm", "Forced Moves", "Pings", "Reminders", "Quiet Hours"):
        await sim.press(sim.ann, card, label)
    for line in (
        "colour-blind friendly (only in pictures that just you see).",
        "same way up as the public board.",
        "no, the last step plays the move.",
        "played for you if you have just one.",
        "by direct message.",
        "**Reminders**: only near the end.",
    ):
        assert line in card.text
    assert "22:00 to 07:00 (UTC)." in card.text
    stored = await settings.load(sim.bot.store, sim.ann.id)
    assert stored.stored == {
        "palette": "colour-blind",
        "own_side_at_bottom": False,
        "confirm": False,
        "forced": True,
        "pings": "direct",
        "reminders": "end",
        "quiet": "22:00-07:00",
    }
    await sim.press(sim.ann, card, "Quiet Hours")
    assert "(no reminders): none (UTC)." in card.text
    assert await settings.load(sim.bot.store, sim.bob.id) == Chosen()


async def test_a_press_on_only_move_looks_at_nobody_else_s_tables(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in (sim.ann, sim.bob):
        lobby = await sim.say(each, "snorkels start")
        await sim.press(sim.cid, lobby, "Join")
    await settings.change(sim.bot.store, sim.bob.id, {FORCED: True})
    card, looked = await sim.say(sim.ann, "settings"), list[int]()
    monkeypatch.setattr(sim.bot.turns, "look", looked.append)
    await sim.press(sim.ann, card, "Forced Moves")
    assert looked == [1]


def test_a_setting_that_was_stored_under_its_older_name_still_holds() -> None:
    assert not Chosen({"turn": False})[OWN_SIDE]
    assert Chosen({"turn": False, "own_side_at_bottom": True})[OWN_SIDE]


async def test_the_pings_button_goes_round(sim: Simulation) -> None:
    card = await sim.say(sim.ann, "settings")
    seen = []
    for _ in range(4):
        await sim.press(sim.ann, card, "Pings")
        seen.append((await settings.load(sim.bot.store, sim.ann.id))[PINGS])
    assert seen == ["direct", "both", "none", "table"]


async def test_settings_are_typed_too_and_survive_a_restart(sim: Simulation) -> None:
    typed = {
        "palette": "high-contrast",
        "bottom": False,
        "pings": "both",
        "quiet": "23-6:30",
        "zone": "asia/tokyo",
    }
    await sim.say(sim.ann, "settings", **typed)
    await sim.restart()
    card = await sim.say(sim.ann, "settings", confirm=False)
    for line in ("high contrast (", "public board", "no, the last step", "23:00 to 06:30 (Asia/Tokyo)."):
        assert line in card.text


async def test_what_cannot_be_read_is_refused_in_a_sentence_and_changes_nothing(sim: Simulation) -> None:
    assert (
        "Write your quiet hours like `22:00-07:00`"
        in (await sim.say(sim.ann, "settings", quiet="at night")).text
    )
    refused = await sim.say(sim.ann, "settings", zone="Atlantis", palette="colour-blind")
    assert "The bot doesn’t know that time zone" in refused.text
    assert await settings.load(sim.bot.store, sim.ann.id) == Chosen()


async def test_an_absence_stops_the_clocks_and_every_table_shows_it(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "snorkels start", opponent=sim.bob, pace="1d")
    await sim.press(sim.bob, lobby, "Join")
    assert "Deadline: " in sim.card().text
    assert "like `5d`" in (await sim.say(sim.ann, "settings", away="a while")).text
    settings = await sim.say(sim.ann, "settings", away="3d")
    assert "**Away**: until <t:" in settings.text
    assert settings.buttons.index("I’m Back") == 10, "the first one in the last row"
    await sim.settled()
    assert f"<@{sim.ann.id}> is away until <t:" in sim.card().text
    assert "Their clock isn’t running." in sim.card().text
    assert "Deadline: " not in sim.card().text
    await sim.restart()
    invitation = await sim.say(sim.bob, "checkers start", opponent=sim.ann)
    assert f"<@{sim.ann.id}> is away until <t:" in invitation.text
    await sim.press(sim.bob, invitation, "Cancel")
    await sim.press(sim.ann, settings, "I’m Back")
    assert "**Away**" not in settings.text
    assert "I’m Back" not in settings.buttons
    await sim.settled()
    assert "is away" not in sim.card().text
    assert "Deadline: " in sim.card().text


async def test_durations_are_offered_to_those_who_leave(sim: Simulation) -> None:
    for typed, meant in (("", ["1d", "3d", "7d", "14d", "none"]), ("1", ["1d", "14d"]), ("9h", ["9h"])):
        offered = await sim.ann.autocomplete(sim.channel, "settings", "away", typed)
        assert [each["value"] for each in offered] == meant


async def test_somebody_can_ask_for_the_last_reminder_alone(sim: Simulation) -> None:
    card = await sim.say(sim.ann, "settings", reminders="end")
    assert "**Reminders**: only near the end." in card.text


async def test_time_zones_are_offered_as_one_types(sim: Simulation) -> None:
    offered = [each["value"] for each in await sim.ann.autocomplete(sim.channel, "settings", "zone", "new y")]
    assert offered == ["America/New_York"]
    assert len(await sim.ann.autocomplete(sim.channel, "settings", "zone", "")) == 25


async def test_a_button_of_an_old_card_means_what_it_said(sim: Simulation) -> None:
    card = await sim.say(sim.ann, "settings")
    await sim.say(sim.ann, "settings", palette="high-contrast")
    await sim.restart()
    await sim.press(sim.ann, card, "Palette")
    assert "colour-blind friendly (only in pictures that just you see)." in card.text


async def test_whoever_wants_no_ping_gets_none(sim: Simulation) -> None:
    await sim.say(sim.ann, "settings", pings="none")
    await opened(sim)
    assert f"<@{sim.ann.id}>, it’s your turn (host)" in sim.card().text
    assert pinged(sim, sim.place()) == []
    assert sim.card().message.flags.suppress_notifications, "a card that calls nobody is silent"
    assert letters(sim.ann) == []
    await place(sim, sim.ann, "a1")
    assert pinged(sim, sim.place()) == [sim.bob.id], "the other one is called as before"


async def test_a_ping_by_direct_message_links_to_the_table_and_leaves_the_table_silent(
    sim: Simulation,
) -> None:
    await sim.say(sim.ann, "settings", pings="direct")
    await opened(sim)
    assert pinged(sim, sim.place()) == []
    (letter,) = letters(sim.ann)
    assert letter.startswith("It’s your turn in [Snorkels · Table 1](https://discord.com/channels/")
    assert letter.endswith(") with bob.")
    assert str(sim.place().id) in letter


async def test_both_means_both_and_each_once(sim: Simulation) -> None:
    await sim.say(sim.bob, "settings", pings="both")
    lobby = await sim.say(sim.ann, "snorkels start", opponent=sim.bob)
    assert "ann has challenged you" in letters(sim.bob)[0]
    await sim.press(sim.bob, lobby, "Join")
    await place(sim, sim.ann, "a1")
    assert pinged(sim, sim.place()) == [sim.bob.id]
    assert len(letters(sim.bob)) == 2
    sim.bot.publisher.wake(1)
    await sim.settled()
    assert len(letters(sim.bob)) == 2


@pytest.mark.parametrize("code", [50007, 50278])
async def test_a_refused_direct_message_falls_back_to_the_table(sim: Simulation, code: int) -> None:
    await sim.say(sim.ann, "settings", pings="direct")
    letters_to = f"/channels/{sim.ann.user.dm_channel.id}/messages"
    sim.env.inject_error("POST", letters_to, status=403, code=code)
    await opened(sim)
    assert pinged(sim, sim.place()) == [sim.ann.id]
    assert sim.bot.publisher.notifications.refused == {sim.ann.id}
    await place(sim, sim.ann, "a1")
    await sim.say(sim.bob, "move", sim.place(), action="take green")
    await place(sim, sim.bob, "g7")
    assert sim.bot.publisher.notifications.refused == set(), "it is tried again the next time"
    await place(sim, sim.ann, "c3")
    await place(sim, sim.bob, "e1")
    assert pinged(sim, sim.place()) == []


async def test_without_the_confirm_step_the_last_button_plays(sim: Simulation) -> None:
    await sim.say(sim.ann, "settings", confirm=False)
    await opened(sim)
    await sim.play(sim.ann, "d", "d4")
    assert "The host placed the first purple snorkel on d4." in sim.card().text


@pytest.mark.usefixtures("painted")
async def test_palette_and_side_change_what_only_oneself_sees(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "checkers start", opponent=sim.bob, side="red")
    await sim.press(sim.bob, lobby, "Join")
    pictures = []
    for chosen in ({}, {"palette": "high-contrast"}, {"palette": "default", "bottom": False}):
        for who in (sim.ann, sim.bob):
            if chosen:
                await sim.say(who, "settings", **chosen)
            mine = await sim.say(who, "board", sim.place())
            pictures.append(await mine.message.attachments[0].read())
    ann, bob = pictures[::2], pictures[1::2]
    assert ann[0] != bob[0], "each sees the own side at the bottom"
    assert ann[0] != ann[1] != bob[1]
    assert ann[2] == bob[2], "who does not care for that sees the same"
