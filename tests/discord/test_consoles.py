"""Private cards that stay: one a person and table, refreshed on the next turn while Discord allows it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.model.table import Person
from bot.tables.people import preferences

from .sea import Sea, Seen
from .test_curse import press_twice
from .test_fewer_taps import crackers, played, snorkels

QUARTER = 16 * 60
"""Seconds after which no token of an interaction is good any more."""


def private(sea: Sea, who: Any) -> list[Any]:
    """The private cards that ``who`` sees at the table."""
    messages = sea.env.backend.messages[sea.place().id].values()
    return [each for each in messages if each.is_ephemeral and each.visible_to(who.id)]


async def elsewhere(sea: Sea, who: Any, *moves: str) -> None:
    """``who`` plays ``moves``, and nothing of it is seen here but the table."""
    for move in moves:
        await sea.bot.context.tables.play(1, Person(who.id, who.name), move)
    await sea.settled()


async def answered(sea: Sea) -> Seen:
    """Ann plays from her private card, and Bob answers; her card."""
    await snorkels(sea)
    console = await sea.play(sea.ann, "d", "d4", "Confirm")
    assert console.buttons == []
    assert f"<@{sea.bob.id}>, it’s your turn" in console.text
    await elsewhere(sea, sea.bob, "take green", "a1")
    return console


async def test_the_card_on_which_one_played_shows_the_next_turn_by_itself(sea: Sea) -> None:
    console = await answered(sea)
    assert {"a", "g", "Close"} <= set(console.buttons)
    assert "a1" in console.text, "it says what happened"
    assert console.alt
    await sea.press(sea.ann, console, "g")
    await sea.press(sea.ann, console, "g7")
    await sea.press(sea.ann, console, "Confirm")
    assert await played(sea) == ["d4", "take green", "a1", "g7"]
    assert len(private(sea, sea.ann)) == 1


async def test_a_press_on_the_public_card_takes_the_place_of_the_private_card(sea: Sea) -> None:
    await snorkels(sea)
    for label in ("a", "b", "My View", "More", "c"):
        newest = await sea.press(sea.ann, sea.card(), label)
        assert [each.id for each in private(sea, sea.ann)] == [newest.message.id]
    await sea.press(sea.bob, sea.card(), "My View")
    assert [len(private(sea, who)) for who in (sea.ann, sea.bob)] == [1, 1], "each has their own"


async def test_typed_moves_leave_one_private_card(sea: Sea) -> None:
    await snorkels(sea)
    await sea.press(sea.ann, sea.card(), "d")
    await sea.say(sea.ann, "move", sea.place(), action="d4")
    assert len(private(sea, sea.ann)) == 1
    for move in ("take green", "a1"):
        await sea.say(sea.bob, "move", sea.place(), action=move)
    await sea.settled()
    assert len(private(sea, sea.bob)) == 1
    (mine,) = private(sea, sea.ann)
    assert Seen(mine).buttons == [], "whoever types needs no buttons"


@pytest.mark.parametrize("restart", [False, True])
async def test_after_a_quarter_of_an_hour_or_a_restart_the_public_card_leads_on(
    sea: Sea, restart: bool
) -> None:
    await snorkels(sea)
    console = await sea.play(sea.ann, "d", "d4", "Confirm")
    if restart:
        await sea.restart()
    else:
        await sea.env.advance_time(QUARTER)
    await elsewhere(sea, sea.bob, "take green", "a1")
    assert console.buttons == []
    fresh = await sea.play(sea.ann, "g", "g7", "Confirm")
    assert fresh.message.id != console.message.id
    assert (await played(sea))[-1] == "g7"


async def test_a_console_whose_time_is_over_plays_nothing_stale(sea: Sea) -> None:
    await snorkels(sea)
    console = await sea.play(sea.ann, "d", "d4")
    await sea.env.advance_time(QUARTER)
    await elsewhere(sea, sea.ann, "e5")
    assert "Confirm" in console.buttons
    await sea.press(sea.ann, console, "Confirm")
    assert await played(sea) == ["e5"]
    assert "Confirm" not in console.buttons


async def test_what_leaves_the_choice_as_it_is_leaves_the_card_as_it_is(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "checkers start", opponent=sea.bob)
    await sea.press(sea.bob, lobby, "Join")
    console = await sea.play(sea.ann, "b", "b2 (2 High)")
    before = console.buttons
    await sea.say(sea.bob, "table draw", sea.place())
    await sea.settled()
    assert console.buttons == before
    assert console.message.id in [each.id for each in private(sea, sea.ann)]


async def test_a_move_made_elsewhere_takes_the_question_off_the_card(sea: Sea) -> None:
    await snorkels(sea)
    console = await sea.play(sea.ann, "d", "d4")
    await elsewhere(sea, sea.ann, "e5")
    assert console.buttons == []
    assert "e5" in console.text


async def test_the_end_takes_the_private_cards_away(sea: Sea) -> None:
    await answered(sea)
    assert len(private(sea, sea.ann)) == 1
    await sea.bot.context.tables.resign(1, Person(sea.bob.id, "bob"), "k")
    await sea.settled()
    assert private(sea, sea.ann) == []


async def test_in_words_stays_what_it_is(sea: Sea) -> None:
    await snorkels(sea)
    await elsewhere(sea, sea.ann, "d4")
    more = await sea.press(sea.ann, sea.card(), "More")
    words = await sea.press(sea.ann, more, "Board in Words")
    before = words.text
    await elsewhere(sea, sea.bob, "take green", "a1")
    assert words.text == before
    assert words.buttons == []


async def test_a_closed_card_stays_closed(sea: Sea) -> None:
    await snorkels(sea)
    console = await sea.play(sea.ann, "d", "d4", "Confirm")
    await elsewhere(sea, sea.bob, "take green", "a1")
    await sea.press(sea.ann, console, "Close")
    await elsewhere(sea, sea.ann, "g7")
    await elsewhere(sea, sea.bob, "a2")
    assert private(sea, sea.ann) == []


async def test_without_a_preview_a_double_press_on_the_console_plays_once(sea: Sea) -> None:
    console = await answered(sea)
    await preferences.change(sea.bot.context.tables.store, sea.ann.id, confirm=False)
    await sea.press(sea.ann, console, "g")
    press_twice(sea, sea.ann, console, "g7")
    await sea.env.settle()
    assert await played(sea) == ["d4", "take green", "a1", "g7"]


async def test_a_captain_is_asked_on_the_card_of_the_round_before(sea: Sea) -> None:
    await crackers(sea)
    for _ in range(3):
        await elsewhere(sea, sea.ann, "e1")
    console = await sea.play(sea.bob, "Pump a4", "Pump a4 to b4", "Pump a4 to a5", "Confirm")
    for _ in range(3):
        await elsewhere(sea, sea.ann, "e1")
    assert any(label.startswith("Pump") for label in console.buttons)
    assert len(private(sea, sea.bob)) == 1
