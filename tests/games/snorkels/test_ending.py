"""How a game of Snorkels ends: rulings 5 and 6, drawn."""

from __future__ import annotations

import pytest

from bot.games.snorkels import GAME
from bot.games.snorkels.actions import BOARD, GREEN, PURPLE
from tests.games.playing import begun, legal, played, refusal, verdict

from .drawing import drawn, placed

# Ruling 5: the end


def test_taking_the_last_tube_of_an_own_group_loses() -> None:
    state = placed("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        G . . . . . .
        P G . . . . .
        x G . . . . .
    """)  # fmt: skip
    assert verdict(state) == "green self-capture"
    assert state.view_for(None).blocked == ("a1", "a2")


def test_a_snorkel_that_saves_its_group_by_joining_another_does_not_lose() -> None:
    state = placed("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        G G . . . . .
        P x P . . . .
        G G . . . . .
    """)  # fmt: skip
    assert verdict(state) == ""


def test_who_blocks_both_colours_at_once_wins() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        G G . . . . .
        P P G . . . .
        x P G . . . .
    """
    state = placed(diagram, GREEN)
    assert verdict(state) == "green capture"
    assert state.view_for(None).blocked == ("a1", "a2", "b1", "b2")


def test_one_snorkel_may_block_several_groups() -> None:
    state = placed("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . G . . .
        . . G P G . .
        . . G x G . .
        . . G P G . .
    """, GREEN)  # fmt: skip
    assert verdict(state) == "green capture"
    assert state.view_for(None).blocked == ("d1", "d3")


def test_nothing_is_played_after_the_end() -> None:
    state = played(begun("snorkels", pie="off"), "purple a1", "green a2", "purple d4", "green b1")
    assert verdict(state) == "green capture"
    assert state.to_act == frozenset()
    assert {*legal(state)} == set()
    assert refusal(state, "purple g7") == "This game is over."


# Ruling 6: supply


FULL = """
    P P P P G G G
    P P P P G G G
    P P P P G G G
    P P P x G G G
    P P P P G G G
    P P P P G G G
    P P P P G G G
"""


@pytest.mark.parametrize(("mover", "winner"), [(PURPLE, "purple"), (GREEN, "green")])
def test_who_fills_the_49th_square_blocks_both_and_wins(mover: str, winner: str) -> None:
    state = placed(FULL, PURPLE if mover == PURPLE else GREEN)
    assert verdict(state) == f"{winner} capture"
    assert set(state.view_for(None).blocked) == set(BOARD.names)
    assert "Both colours ran out of air at once" in GAME.ending(state.view_for(None))
    assert GAME.page_for(state.view_for(None)) == "mutual-blockage"


def test_who_fills_the_last_square_beside_stones_wins_too() -> None:
    state = placed(FULL.replace("P P P P G G G", "P P P # G G G", 3))
    assert verdict(state) == "purple capture"


def test_a_25th_snorkel_is_not_refused() -> None:
    state = drawn("""
        P P P P P P P
        . G . G . G .
        P P P P P P P
        . G . . . G .
        P P P P P P P
        . G . G . G .
        P P P P . . .
    """)  # fmt: skip
    assert state.cells.count("purple") == 25
    assert "e1" in legal(state)
    assert played(state, "purple e1").cells.count("purple") == 26
