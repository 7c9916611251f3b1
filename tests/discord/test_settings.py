"""What people choose for themselves: seen, changed, kept, and heeded by whoever shows tables."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.people import preferences
from bot.tables.people.preferences import Preferences

from .sea import Sea, Seen


async def opened(sea: Sea) -> None:
    """Ann challenges Bob to Snorkels, who joins: ann is to act."""
    lobby = await sea.say(sea.ann, "snorkels start", opponent=sea.bob)
    await sea.press(sea.bob, lobby, "Join")


async def place(sea: Sea, who: Any, square: str) -> None:
    await sea.say(who, "move", sea.place(), action=square)


def pinged(sea: Sea, place: Any) -> list[int]:
    """Whom the newest message that was posted in ``place`` may notify."""
    path = f"/channels/{place.id}/messages"
    sent = [each for each in sea.env.http_requests if each.method == "POST" and each.path.endswith(path)]
    body: Any = sent[-1].json
    return [int(number) for number in body["allowed_mentions"].get("users", [])]


def letters(who: Any) -> list[str]:
    """The texts of the direct messages that ``who`` got."""
    return [Seen(message).text for message in who.user.dm_channel.history()]


async def test_settings_show_the_present_values_and_each_button_changes_one(sea: Sea) -> None:
    card = await sea.say(sea.ann, "settings")
    assert card.message.ephemeral
    for line in (
        "only you see: standard colours.",
        "view: yes.",
        "played: yes.",
        "in the game’s channel.",
        "none (UTC).",
    ):
        assert line in card.text
    for label in ("Palette", "Own Side", "Confirm", "Pings", "Reminders", "Quiet Hours"):
        await sea.press(sea.ann, card, label)
    for line in (
        "only you see: colour-blind friendly.",
        "view: no.",
        "played: no.",
        "by direct message.",
        "runs out: no.",
    ):
        assert line in card.text
    assert "22:00 to 07:00 (UTC)." in card.text
    stored = await preferences.load(sea.bot.store, sea.ann.id)
    assert stored == Preferences("colour-blind", False, False, "direct", False, "22:00-07:00")
    await sea.press(sea.ann, card, "Quiet Hours")
    assert "(no reminders): none (UTC)." in card.text
    assert await preferences.load(sea.bot.store, sea.bob.id) == Preferences()


def test_a_setting_that_was_stored_under_its_older_name_still_holds() -> None:
    assert not preferences.read({"turn": False}).own_side_at_bottom
    assert preferences.read({"turn": False, "own_side_at_bottom": True}).own_side_at_bottom


async def test_the_pings_button_goes_round(sea: Sea) -> None:
    card = await sea.say(sea.ann, "settings")
    seen = []
    for _ in range(4):
        await sea.press(sea.ann, card, "Pings")
        seen.append((await preferences.load(sea.bot.store, sea.ann.id)).pings)
    assert seen == ["direct", "both", "none", "table"]


async def test_settings_are_typed_too_and_survive_a_restart(sea: Sea) -> None:
    typed = {
        "palette": "high-contrast",
        "bottom": False,
        "pings": "both",
        "quiet": "23-6:30",
        "zone": "asia/tokyo",
    }
    await sea.say(sea.ann, "settings", **typed)
    await sea.restart()
    card = await sea.say(sea.ann, "settings", confirm=False)
    for line in ("high contrast.", "view: no.", "played: no.", "23:00 to 06:30 (Asia/Tokyo)."):
        assert line in card.text


async def test_what_cannot_be_read_is_refused_in_a_sentence_and_changes_nothing(sea: Sea) -> None:
    assert (
        "Write your quiet hours like `22:00-07:00`"
        in (await sea.say(sea.ann, "settings", quiet="at night")).text
    )
    refused = await sea.say(sea.ann, "settings", zone="Atlantis", palette="colour-blind")
    assert "I don’t know that time zone" in refused.text
    assert await preferences.load(sea.bot.store, sea.ann.id) == Preferences()


async def test_time_zones_are_offered_as_one_types(sea: Sea) -> None:
    offered = [each["value"] for each in await sea.ann.autocomplete(sea.channel, "settings", "zone", "new y")]
    assert offered == ["America/New_York"]
    assert len(await sea.ann.autocomplete(sea.channel, "settings", "zone", "")) == 25


async def test_a_button_of_an_old_card_means_what_it_said(sea: Sea) -> None:
    card = await sea.say(sea.ann, "settings")
    await sea.say(sea.ann, "settings", palette="high-contrast")
    await sea.restart()
    await sea.press(sea.ann, card, "Palette")
    assert "only you see: colour-blind friendly." in card.text


async def test_whoever_wants_no_ping_gets_none(sea: Sea) -> None:
    await sea.say(sea.ann, "settings", pings="none")
    await opened(sea)
    assert f"<@{sea.ann.id}>, it’s your turn (host)" in sea.card().text
    assert pinged(sea, sea.place()) == []
    assert sea.card().message.flags.suppress_notifications, "a card that calls nobody is silent"
    assert letters(sea.ann) == []
    await place(sea, sea.ann, "a1")
    assert pinged(sea, sea.place()) == [sea.bob.id], "the other one is called as before"


async def test_a_ping_by_direct_message_links_to_the_table_and_leaves_the_table_silent(sea: Sea) -> None:
    await sea.say(sea.ann, "settings", pings="direct")
    await opened(sea)
    assert pinged(sea, sea.place()) == []
    (letter,) = letters(sea.ann)
    assert letter.startswith("It’s your turn in [Snorkels · Table 1](https://discord.com/channels/")
    assert letter.endswith(") with bob.")
    assert str(sea.place().id) in letter


async def test_both_means_both_and_each_once(sea: Sea) -> None:
    await sea.say(sea.bob, "settings", pings="both")
    lobby = await sea.say(sea.ann, "snorkels start", opponent=sea.bob)
    assert "ann challenges you" in letters(sea.bob)[0]
    await sea.press(sea.bob, lobby, "Join")
    await place(sea, sea.ann, "a1")
    assert pinged(sea, sea.place()) == [sea.bob.id]
    assert len(letters(sea.bob)) == 2
    sea.bot.publisher.wake(1)
    await sea.settled()
    assert len(letters(sea.bob)) == 2


@pytest.mark.parametrize("code", [50007, 50278])
async def test_a_refused_direct_message_falls_back_to_the_table(sea: Sea, code: int) -> None:
    await sea.say(sea.ann, "settings", pings="direct")
    letters_to = f"/channels/{sea.ann.user.dm_channel.id}/messages"
    sea.env.inject_error("POST", letters_to, status=403, code=code)
    await opened(sea)
    assert pinged(sea, sea.place()) == [sea.ann.id]
    assert sea.bot.publisher.notifications.refused == {sea.ann.id}
    await place(sea, sea.ann, "a1")
    await sea.say(sea.bob, "move", sea.place(), action="take green")
    await place(sea, sea.bob, "g7")
    assert sea.bot.publisher.notifications.refused == set(), "it is tried again the next time"
    await place(sea, sea.ann, "c3")
    await place(sea, sea.bob, "e1")
    assert pinged(sea, sea.place()) == []


async def test_without_the_confirm_step_the_last_button_plays(sea: Sea) -> None:
    await sea.say(sea.ann, "settings", confirm=False)
    await opened(sea)
    await sea.play(sea.ann, "d", "d4")
    assert "The host placed the first purple snorkel on d4." in sea.card().text


async def test_palette_and_side_change_what_only_oneself_sees(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "checkers start", opponent=sea.bob, side="red")
    await sea.press(sea.bob, lobby, "Join")
    pictures = []
    for chosen in ({}, {"palette": "high-contrast"}, {"palette": "default", "bottom": False}):
        for who in (sea.ann, sea.bob):
            if chosen:
                await sea.say(who, "settings", **chosen)
            mine = await sea.say(who, "board", sea.place())
            pictures.append(await mine.message.attachments[0].read())
    ann, bob = pictures[::2], pictures[1::2]
    assert ann[0] != bob[0], "each sees the own side at the bottom"
    assert ann[0] != ann[1] != bob[1]
    assert ann[2] == bob[2], "who does not care for that sees the same"
