"""The rulings of Snorkels up to the placing of a snorkel, one by one, drawn."""

from __future__ import annotations

from itertools import combinations

import pytest

from bot.games.core import CHANCE, GUEST, HOST, NotationError, OptionError
from bot.games.snorkels.actions import BOARD, GREEN, PURPLE, Stones, parse
from bot.games.snorkels.view import group
from tests.games.playing import begun, legal, played, refusal, verdict

from .drawing import drawn

# Ruling 1: stones


@pytest.mark.parametrize(("stones", "ways"), [(1, 49), (2, 1176), (3, 18424)])
def test_stones_fall_first_on_any_distinct_squares(stones: int, ways: int) -> None:
    state = begun("snorkels", stones=str(stones))
    assert state.to_act == {CHANCE}
    assert state.legal(CHANCE) == tuple(Stones(squares) for squares in combinations(range(49), stones))
    assert len(state.legal(CHANCE)) == ways


def test_without_stones_nothing_falls() -> None:
    assert begun("snorkels").to_act == {HOST}
    assert begun("snorkels", pie="off").to_act == {PURPLE}


def test_four_stones_do_not_exist() -> None:
    with pytest.raises(OptionError):
        begun("snorkels", stones="4")


# Ruling 2: the opening


def test_the_host_opens_the_guest_takes_a_colour_and_green_goes_on() -> None:
    state = played(begun("snorkels"), "host d4")
    assert state.to_act == {GUEST}
    assert {*legal(state)} == {"take purple", "take green"}
    for colour, slots in (("purple", (GUEST, HOST)), ("green", (HOST, GUEST))):
        after = played(state, f"guest take {colour}")
        assert after.to_act == {GREEN}
        assert (after.slot(PURPLE), after.slot(GREEN)) == slots


def test_the_opening_snorkel_must_record_heartbeat() -> None:
    state = drawn("""
        . . . . . # .
        . . . . . . #
        . . . . . . .
        # . . . . . .
        . # . . . . .
        # . . . . . .
        . . . . . . .
    """, HOST)  # fmt: skip
    assert {*legal(state)} == {BOARD.names[square] for square in range(49) if not state.cells[square]} - {
        "g7",
        "a3",
    }
    assert refusal(state, "host g7").startswith("A snorkel on g7 would have no air")


def test_with_the_pie_off_an_opening_that_cannot_breathe_is_legal_and_loses() -> None:
    state = played(begun("snorkels", pie="off", stones="2"), "chance stones a2 b1")
    assert "a1" in legal(state)
    assert verdict(played(state, "purple a1")) == "green self-capture"


# Ruling 3: tubes


def test_a_group_shares_its_tubes_and_counts_each_once() -> None:
    state = drawn("""
        . . . . . . .
        . . . . . . .
        . . P . . . .
        . P . P . . .
        . . P P G . .
        . . . . . . .
        . . . . . . .
    """)  # fmt: skip
    members, tubes = group(state.cells, BOARD.read("c3"))
    assert BOARD.list(members) == ("c3", "d3", "d4")
    assert BOARD.list(tubes) == ("b3", "c2", "c4", "d2", "d5", "e4")


# Ruling 4: placing


def test_a_snorkel_goes_on_any_empty_square_and_nobody_passes() -> None:
    state = played(begun("snorkels"), "host d4", "guest take green", "green d5")
    assert {*legal(state)} == set(BOARD.names) - {"d4", "d5"}
    for word in ("pass", "", "-"):
        with pytest.raises(NotationError):
            parse(word)


def test_a_square_without_a_tube_is_legal() -> None:
    state = drawn("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        G . . . . . .
        . G . . . . .
    """)  # fmt: skip
    assert "a1" in legal(state)
    assert verdict(played(state, "purple a1")) == "green self-capture"
