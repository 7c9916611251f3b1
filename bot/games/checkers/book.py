"""Captain's Checkers' rule book; its last page, the opening plans, is in ``plans``."""

from __future__ import annotations

from typing import Final

from bot.games.core import Diagram, Page

from .drawing import position
from .plans import PLANS
from .view import CheckersView

SETUP: Final = position("""
bb bb bb bb bb bb bb bb
bb bb bb bb bb bb bb bb
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
rr rr rr rr rr rr rr rr
rr rr rr rr rr rr rr rr
""")

REACH: Final = position("""
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  b  .  .  .  .  .
.  .  rrr bb .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
""")

BEFORE: Final = position("""
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  bbb .  .  .  .
.  .  .  .  .  .  .  .
.  rr .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
""")

CAPTURED: Final = position(
    """
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  rrbbb .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
""",
    "b4-d6",
    "bbb",
)

SPLIT: Final = position(
    """
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  r  rrb .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
""",
    "e4-d4/1",
)

FREED: Final = position(
    """
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  rrb .  .  .
.  .  .  .  bbr .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
""",
    "e4-e5/2",
    "b",
)

NEAR: Final = position("""
.  .  .  .  .  .  .  bbbrrr
.  .  bb .  .  .  bbb .
.  .  .  .  .  .  .  .
.  .  bbbbrrr .  .  .  rrrrrrbbbbbb .
.  .  .  .  .  .  .  .
.  .  rr .  .  rrrrrrrrrbbb .  .
.  .  .  .  .  .  .  .
.  rrrrrrrr .  .  rbbbbbbbbbbb .  .  .
""")

BOOK: Final[tuple[Page[CheckersView], ...]] = (
    Page(
        "goal",
        "Captain’s Checkers",
        "Two players, **red** and **black**, on a board of 8 by 8 squares. Each begins with sixteen stacks "
        "of two checkers on its two home ranks: 32 checkers a side. Red begins.\n\n"
        "No checker ever leaves the board: stacks land on one another, and **the colour on top owns them "
        "all**. Who owns **48 of the 64 checkers** (75 %) wins at once; the host may set another share.\n\n"
        "On your turn you do one of two things with one stack of yours:\n"
        "- **move** all of it, or\n- **split** it: lift some checkers off its top onto the next square.",
        (Diagram(SETUP, "The beginning. The numbers tell how high each stack is."),),
    ),
    Page(
        "moving",
        "Moving: as far as it is high",
        "A stack moves **exactly as many squares as it has checkers**, along its file, its rank or a "
        "diagonal: a single checker goes 1 square, a stack of 2 goes 2 squares, a stack of 5 goes 5.\n\n"
        "- It flies over whatever stands in between.\n"
        "- It may not leave the board, so not every direction will do.\n"
        "- A stack of 8 or more is too high to move anywhere: it can only be split.\n\n"
        "In writing: `b2-d4` moves the stack on b2 to d4.",
        (
            Diagram(
                REACH,
                "The red stack on c4 is 3 high: it can go to the five squares with an ✕, passing over c5 or "
                "d4 without a trace. Its other three ways lead off the board.",
                ("c1", "c7", "f1", "f4", "f7"),
            ),
        ),
    ),
    Page(
        "control",
        "Landing and control",
        "A stack may land on any square. If another stack stands there, friend or foe, the newcomer lies on "
        "top of it and both are one stack from now on: higher, and so with another reach.\n\n"
        "**The top checker decides** who owns a stack, down to the bottom. Land on an enemy stack and you "
        "have captured all of it, until somebody lands on you.\n\n"
        "The order inside stays as it is. It matters as soon as someone splits.",
        (
            Diagram(BEFORE, "Red’s stack of 2 on b4 reaches d6, where a black stack of 3 stands."),
            Diagram(
                CAPTURED, "It has landed: one stack of 5 on d6, all of it red’s. Red has won 3 checkers."
            ),
        ),
    ),
    Page(
        "splitting",
        "Splitting, and what it frees",
        "Instead of moving, lift the **top part** of a stack of yours onto a square **beside** it: up, down, "
        "left or right, never diagonally; empty or not. Lift as many as you like, but leave at least one.\n\n"
        "What you leave behind goes by *its own* new top. If that is an enemy, you have freed it, so "
        "look inside before you split. A split can also capture, like any landing.\n\n"
        "In writing: `b2-b3/1` lifts the top 1 of b2 onto b3.\n\n"
        "With the option `split=halves` only a half may be lifted: of 5 checkers, the top 2 or the top 3.",
        (
            Diagram(
                SPLIT, "Red lifted the top 1 of e4 onto d4. The 3 that stay have red on top: still red’s."
            ),
            Diagram(
                FREED,
                "Red lifted the top 2 of e4 onto e5 and captured 1, but the 3 left on e4 have "
                "black on top: freed.",
            ),
        ),
    ),
    Page(
        "winning",
        "Winning",
        "Own **75 %** of all checkers, 48 of 64, and you have won at once. That can happen on "
        "either side’s turn: a careless split may hand the enemy the game.\n\n"
        "The host may choose any share from 51 % (33 checkers, where the first capture all but decides) to "
        "100 % (all 64). The pile beside the board shows both shares and where each side wins.\n\n"
        "Whoever has a stack can always do something, so nobody is ever stuck.",
        (
            Diagram(
                NEAR,
                "Red controls 46 checkers and is to act. It needs 48: c3 lands on c5 and wins.",
                ("c5",),
            ),
        ),
    ),
    Page(
        "quiet",
        "Quiet games",
        "Nobody can be forced to attack, so a game that stands still is drawn:\n\n"
        "- after **100 turns in a row** (both players’ count) in which both shares stayed as they were, or\n"
        "- when **a position comes up for the third time**, the same side being on turn.\n\n"
        "A turn that wins as much as it frees leaves the shares alone and counts as quiet. A win goes before "
        "a draw.\n\nThe host may choose another number of turns; 0 turns both draws off.",
    ),
    PLANS,
)
