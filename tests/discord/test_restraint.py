"""What costs is counted, for each person and channel; a turn is never in anybody's way."""

from __future__ import annotations

import pytest

from bot.components.boundary.pressing import HANDLERS
from bot.components.boundary.restraint import COMMANDS, KEPT, PRESSES, USUAL, Allowance, Restraint
from bot.games import GAMES
from bot.sessions.refusals import TableError
from tests.discord.sea import Sea
from tests.discord.test_hard_cases import opened
from tests.fuzz.test_presses import press

TIGHT = {"picture": Allowance(3, 5, 20)}
NOW = 1_767_225_600_000


def test_a_person_is_asked_to_wait_and_told_until_when() -> None:
    counts = Restraint(TIGHT)
    for _ in range(3):
        counts.require("picture", 1, 10, NOW)
    with pytest.raises(TableError, match=r"a lot in a short time\. Try again <t:1767225620:R>\."):
        counts.require("picture", 1, 10, NOW)
    counts.require("picture", 2, 10, NOW)
    counts.require("picture", 1, 10, NOW + 20_001)


def test_a_channel_is_counted_over_all_its_people() -> None:
    counts = Restraint(TIGHT)
    for person in range(5):
        counts.require("picture", person, 10, NOW)
    with pytest.raises(TableError, match="in this channel"):
        counts.require("picture", 9, 10, NOW)
    counts.require("picture", 8, 11, NOW)
    counts.require(None, 8, 10, NOW)


def test_somebody_who_has_to_wait_takes_nothing_from_the_others_in_the_channel() -> None:
    counts = Restraint(TIGHT)
    for _ in range(3):
        counts.require("picture", 1, 10, NOW)
    for _ in range(10):
        with pytest.raises(TableError, match=r"short time\."):
            counts.require("picture", 1, 10, NOW)
    counts.require("picture", 2, 10, NOW)
    counts.require("picture", 2, 10, NOW)


def test_a_clock_that_is_set_back_keeps_nobody_waiting() -> None:
    counts = Restraint(TIGHT)
    for _ in range(3):
        counts.require("picture", 1, 10, NOW)
    counts.require("picture", 1, 10, NOW - 3_600_000)


def test_a_crowd_of_strangers_takes_no_memory() -> None:
    counts = Restraint()
    for person in range(KEPT + 500):
        counts.require("picture", person, person, NOW)
    assert len(counts) == KEPT


def test_one_film_at_a_time_for_each_person_and_table() -> None:
    counts = Restraint()
    with counts.filming(1, 7):
        for person, table in ((1, 8), (2, 7)):
            with pytest.raises(TableError, match="painted already"), counts.filming(person, table):
                pass
        with counts.filming(2, 8), pytest.raises(TableError, match="Other replays"), counts.filming(3, 9):
            pass
    with counts.filming(1, 7):
        pass


def test_what_costs_is_known_and_no_turn_is_counted(sea: Sea) -> None:
    assert set(PRESSES) <= set(HANDLERS)
    names = {command.qualified_name for command in sea.bot.tree.walk_commands()}
    assert set(COMMANDS) <= names
    assert {*PRESSES.values(), *COMMANDS.values()} <= set(USUAL)
    for verb in ("move", "pick", "play", "put", "scatter", "clear", "lay", "claim", "agree", "resign"):
        assert verb not in PRESSES
    assert "move" not in COMMANDS


async def test_my_view_can_be_pressed_too_often_and_a_turn_can_not(sea: Sea, quick: None) -> None:
    await opened(sea)
    card = sea.card()
    presses = USUAL["picture"].person
    for _ in range(presses):
        press(sea, sea.ann, sea.place(), "ct:view:1:3:", message=None)
    await sea.env.settle()
    refused = await sea.press(sea.ann, card, "My View")
    assert "Try again <t:" in refused.text
    assert refused.message.flags.ephemeral
    assert "Try again <t:" in (await sea.say(sea.ann, "board", sea.place())).text
    assert "Try again" not in (await sea.press(sea.bob, card, "My View")).text
    await sea.play(sea.ann, "d", "d4", "Play d4")
    assert (await sea.bot.house.sessions.snapshot(1)).turns
    await sea.env.advance_time(21)
    assert "Try again" not in (await sea.press(sea.ann, sea.card(), "My View")).text


async def test_tables_are_not_opened_and_closed_for_ever(sea: Sea) -> None:
    for number in range(1, USUAL["table"].person + 1):
        lobby = await sea.say(sea.ann, "snorkels start")
        assert "Join" in lobby.buttons
        await sea.bot.house.sessions.close(
            number, (await sea.bot.house.sessions.snapshot(number)).people[0], f"close{number}"
        )
    refused = await sea.say(sea.ann, "checkers start")
    assert "Try again <t:" in refused.text
    assert refused.message.flags.ephemeral
    assert "Join" in (await sea.say(sea.bob, "snorkels start")).buttons
    assert all(f"{key} start" in {c.qualified_name for c in sea.bot.tree.walk_commands()} for key in GAMES)
