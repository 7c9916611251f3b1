"""How a game of Snorkels ends: rulings 5 and 6, drawn."""

from __future__ import annotations

import pytest

from bot.games.core import Seat
from bot.games.snorkels import GAME
from bot.games.snorkels.actions import BOARD, GREEN, PURPLE
from tests.games.playing import begun, legal, played, refusal, verdict

from .drawing import drawn, placed

# Rulings 3 to 5: tubes, and the end

RULED = {
    "a stone blocks like the wall": ("""
        . . . . . . .
        . . . . . . .
        . . . # . . .
        . . # P x . .
        . . . G . . .
        . . . . . . .
        . . . . . . .
    """, GREEN, "green capture", "d4", "Green wins: purple is out of air on d4."),
    "corners do not touch": ("""
        . . . . . . .
        . . . . . . .
        . . P . P . .
        . . . G . . .
        . . P . P . .
        . . . x . . .
        . . . . . . .
    """, PURPLE, "", "", ""),
    "a lone snorkel in the middle": ("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . G . . .
        . . G P x . .
        . . . G . . .
        . . . . . . .
    """, GREEN, "green capture", "d3", "Green wins: purple is out of air on d3."),
    "a lone snorkel at the wall": ("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . x . . .
        . . G P G . .
    """, GREEN, "green capture", "d1", "Green wins: purple is out of air on d1."),
    "a lone snorkel in the corner": ("""
        . . . . . x P
        . . . . . . G
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """, GREEN, "green capture", "g7", "Green wins: purple is out of air on g7."),
    "two in the corner": ("""
        . . . . x P P
        . . . . . G G
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """, GREEN, "green capture", "f7 g7", "Green wins: purple is out of air on f7 and g7."),
    "a group lives by its last tube": ("""
        . . . . . . .
        . . G G . . .
        . G P P x . .
        . G P G . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """, GREEN, "", "", ""),
    "a group dies with its last tube": ("""
        . . . . . . .
        . . G G . . .
        . G P P G . .
        . G P G . . .
        . . x . . . .
        . . . . . . .
        . . . . . . .
    """, GREEN, "green capture", "c4 c5 d5", "Green wins: purple is out of air on c4, c5 and d5."),
    "the last tube of an own group": ("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        G . . . . . .
        P G . . . . .
        x G . . . . .
    """, PURPLE, "green self-capture", "a1 a2", "Green wins: purple cut off its own air on a1 and a2."),
    "joined to another group in time": ("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        G G . . . . .
        P x P . . . .
        G G . . . . .
    """, PURPLE, "", "", ""),
    "several groups at once": ("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . G . . .
        . . G P G . .
        . . G x G . .
        . . G P G . .
    """, GREEN, "green capture", "d1 d3", "Green wins: purple is out of air on d1 and d3."),
    "both colours at once": ("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        G G . . . . .
        P P G . . . .
        x P G . . . .
    """, GREEN, "green capture", "a1 a2 b1 b2",
        ("Green wins: purple is out of air on a2, b1 and b2. Both colours ran out of air at once, so the "
         "player who moved last wins.")),
}  # fmt: skip
"""Where x is placed: who moves, who wins and how, whose air is gone, and what is said of it."""


@pytest.mark.parametrize(("diagram", "mover", "won", "blocked", "said"), RULED.values(), ids=RULED)
def test_a_placed_snorkel_ends_the_game_as_ruled(
    diagram: str, mover: Seat, won: str, blocked: str, said: str
) -> None:
    state = placed(diagram, mover)
    view = state.view_for(None)
    assert (verdict(state), " ".join(view.blocked)) == (won, blocked)
    if won:
        assert GAME.ending(view) == said
        assert GAME.page_for(view) == ("mutual-blockage" if "Both" in said else won.removeprefix("green "))


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
