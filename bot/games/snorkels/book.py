"""Snorkels' rule book."""

from __future__ import annotations

from typing import Final

from bot.games.core import Diagram, Page, Seat

from .actions import BOARD, PURPLE
from .view import Cell, SnorkelsView

CELLS: Final[dict[str, Cell]] = {".": "", "x": "", "P": "purple", "G": "green", "#": "stone"}


def position(diagram: str, to_act: Seat = PURPLE) -> SnorkelsView:
    """The view that a text diagram draws: P, G, # and . as in :func:`.text.text`."""
    cells = BOARD.from_diagram(diagram)
    board = tuple(CELLS[cells[square]] for square in range(len(BOARD.names)))
    turn = sum(cell in ("purple", "green") for cell in board)
    return SnorkelsView(None, (to_act,), None, "play", board, None, (), (), turn)


TUBES = position("""
. . . . . . P
. . . . . . G
. . . . . . .
. . . G . . .
. . G P G . .
. . . G . . .
. . . . . . .
""")

SHARED = position("""
. . . . . . .
. . G G . . .
. G P P G . .
. G P G . . .
. . . . . . .
. . . . . . .
. . . . . . .
""")

SELF = position("""
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
G . . . . . .
P G . . . . .
x G . . . . .
""")

MUTUAL = position(
    """
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
G G . . . . .
P P G . . . .
x P G . . . .
""",
    Seat("green"),
)

STONES = position("""
. . . . . . .
. . # . . . .
. . P G . . .
. . . . . . .
. . . . . # .
. # . . . . .
. . . . . . .
""")

BOOK: Final[tuple[Page[SnorkelsView], ...]] = (
    Page(
        "goal",
        "Snorkels",
        "Two tribes of friendly aliens share a square crater of 7 by 7. You take turns to place "
        "**one snorkel** of your colour on any empty square. Nothing ever moves, and nobody may pass.\n\n"
        "The first player who leaves an enemy group without air **wins at once**.",
    ),
    Page(
        "opening",
        "The opening: one cuts, the other chooses",
        "With the **pie rule** on (it is, unless the host turned it off), the *host* places the first "
        "purple snorkel. The *guest* looks at it and takes purple or green. Whoever has green now moves "
        "next.\n\nSo do not open with the best square: the guest would take it. A snorkel in the corner is "
        "hopeless, one in the middle very strong; something between the two is fair. The first snorkel must "
        "have at least one open tube.\n\nWith the pie rule off, purple simply begins.",
    ),
    Page(
        "capture",
        "Tubes and capture",
        "A snorkel breathes through four tubes: up, down, left and right, never diagonally. The crater’s "
        "wall, a stone or an enemy snorkel blocks a tube; an empty square keeps it open.\n\n"
        "When the last tube is blocked the snorkel is captured, and its side has lost.",
        (
            Diagram(
                TUBES,
                "The purple snorkel on d3 is captured: enemies block all four tubes. The one in "
                "the corner g7 still breathes through f7.",
            ),
        ),
    ),
    Page(
        "sharing",
        "Sharing tubes",
        "Snorkels of one colour that touch along a side form a **group** and share their tubes. A group is "
        "captured only when none of its members has an open tube left; then all of it is.",
        (Diagram(SHARED, "The purple group c4, c5, d5 lives: one tube is open, at c3."),),
    ),
    Page(
        "self-capture",
        "Self-capture",
        "You may place a snorkel where your own group then has no open tube. You should not: unless the "
        "same snorkel captures an enemy group, **you lose**.",
        (
            Diagram(
                SELF,
                "If purple places on the ✕ at a1, its two snorkels have no tube left, and green wins.",
                ("a1",),
            ),
        ),
    ),
    Page(
        "mutual-blockage",
        "Mutual blockage",
        "If one snorkel blocks the last tube of an enemy group **and** of an own group, whoever placed it "
        "wins: the enemy is captured first.\n\nSince the crater fills up, a game always ends. On a crater "
        "without stones even the 49th square can be filled; that is a mutual blockage, too, and whoever "
        "fills it wins.",
        (
            Diagram(
                MUTUAL,
                "Green places on the ✕ at a1: its snorkel has no tube, but neither has purple’s group. "
                "Green wins.",
                ("a1",),
            ),
        ),
    ),
    Page(
        "stones",
        "Stones",
        "For a harder game the host may choose one to three **stones**. Chance drops them before the "
        "opening. A stone blocks tubes like the wall does, stays for good and belongs to nobody.",
        (Diagram(STONES, "Three stones. The purple snorkel on c5 has lost its upper tube to a stone."),),
    ),
)
