"""Captain's Checkers' rule book."""

from __future__ import annotations

from typing import Final

from bot.games.core import Diagram, Page

from .drawing import position
from .view import CheckersView

SETUP: Final = """
bb bb bb bb bb bb bb bb
bb bb bb bb bb bb bb bb
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
rr rr rr rr rr rr rr rr
rr rr rr rr rr rr rr rr
"""

REACH: Final = """
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  b  .  .  .  .  .
.  .  rrr bb .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
"""

CAPTURE: Final = """
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  bbb .  .  .  .
.  .  .  .  .  .  .  .
.  rr .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
"""

SPLIT: Final = """
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  rrrb .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
"""

FREED: Final = """
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  b  .  .  .
.  .  .  .  rrbbr .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
"""

NEAR: Final = """
.  .  .  .  .  .  .  bbbrrr
.  .  bb .  .  .  bbb .
.  .  .  .  .  .  .  .
.  .  bbbbrrr .  .  .  rrrrrrbbbbbb .
.  .  .  .  .  .  .  .
.  .  rr .  .  rrrrrrrrrbbb .  .
.  .  .  .  .  .  .  .
.  rrrrrrrr .  .  rbbbbbbbbbbb .  .  .
"""

BOOK: Final[tuple[Page[CheckersView], ...]] = (
    Page(
        "in-30-seconds",
        "In 30 Seconds",
        "**2 players · 15 minutes or a lot longer**\n\n"
        "Red and black start with 32 checkers each, in stacks of two. No checker ever leaves the board: "
        "stacks land on each other, and the checker **on top** decides who controls the whole stack.\n\n"
        "**Goal:** control 48 of the 64 checkers (75%).\n\n"
        "**Your turn:** do one of two things with one stack that you control.\n"
        "- **Move** all of it in a straight line, diagonals included, exactly as many squares as it has "
        "checkers. It jumps over whatever is in between.\n"
        "- **Split** it: lift some checkers off its top onto the next square up, down, left or right.\n\n"
        "Land on an enemy stack and all of it is yours, until somebody lands on you.\n\n"
        "**Winning:** as soon as you control 48 checkers, you’ve won.",
        (
            Diagram(
                position(CAPTURE),
                "Red’s stack of 2 moves exactly 2 squares, so it can land on the ✕ and capture black’s 3.",
                ("d6",),
            ),
        ),
    ),
    Page(
        "setup",
        "The Start",
        "The board has 8 by 8 squares. A stack of two checkers stands on every square of the two rows "
        "nearest to each player. Red is at the bottom and moves first.\n\n"
        "Your own view of the board always shows your side at the bottom.",
        (Diagram(position(SETUP), "The start. The number on a stack is its height."),),
    ),
    Page(
        "moving",
        "Moving",
        "A stack moves **exactly as many squares as it has checkers**, along its column, along its row or "
        "diagonally: a single checker moves 1 square, a stack of 2 moves 2 squares, a stack of 5 moves 5.\n\n"
        "- It flies over anything in between.\n"
        "- It can’t leave the board, so some directions are closed.\n"
        "- A stack of 8 or more is too high to move at all. It can only be split.\n\n"
        "If you type your move, `b2-d4` moves the stack on b2 to d4.",
        (
            Diagram(
                position(REACH),
                "The red stack on c4 is 3 high. It can move to the five squares with an ✕, even over c5 and "
                "d4. Its other three directions lead off the board.",
                ("c1", "c7", "f1", "f4", "f7"),
            ),
        ),
    ),
    Page(
        "control",
        "Landing and Control",
        "A stack may land on any square. If there’s another stack on it, red or black, the two become one: "
        "higher, and so with a different reach.\n\n"
        "**The top checker decides** who controls a stack, all the way down. Land on an enemy stack and "
        "you’ve captured all of it.\n\n"
        "The order inside never changes. That matters as soon as somebody splits the stack.",
        (
            Diagram(
                position(CAPTURE), "Red’s stack of 2 on b4 can reach d6, where there’s a black stack of 3."
            ),
            Diagram(
                position(CAPTURE, "b4-d6"),
                "It has landed: one stack of 5 on d6, and red controls all of it. Red has captured 3 "
                "checkers.",
            ),
        ),
    ),
    Page(
        "splitting",
        "Splitting",
        "Instead of moving, you can lift the **top part** of one of your stacks onto a square **beside** "
        "it: up, down, left or right, never diagonally. The square can be empty or occupied. Lift as many "
        "checkers as you like, but leave at least one.\n\n"
        "The checker that’s now on top decides who controls what you leave behind. If it’s an enemy’s, "
        "you’ve freed it, so look inside before you split. A split can capture, too, like any landing.\n\n"
        "If you type your move, `b2-b3/1` lifts the top 1 of b2 onto b3.\n\n"
        "If the host set `split` to `halves`, you can only lift half a stack: of 5 checkers, the top 2 or 3.",
        (
            Diagram(
                position(SPLIT, "e4-d4/1"),
                "Red lifted the top 1 of e4 onto d4. The 3 left behind have red on top, so red keeps them.",
            ),
            Diagram(
                position(FREED, "e4-e5/2"),
                "Red lifted the top 2 of e4 onto e5 and captured 1. But the 3 left behind have black on top: "
                "they’re free.",
            ),
        ),
    ),
    Page(
        "winning",
        "Winning",
        "You win as soon as you control **75%** of all the checkers: 48 of 64. It doesn’t matter whose "
        "turn it is, so a careless split can hand your opponent the game.\n\n"
        "The host may choose any share from 51% (33 checkers, where the first capture nearly decides) to "
        "100% (all 64). The pile beside the board shows both shares and how much each side needs.\n\n"
        "A player with a stack always has a move, so nobody ever gets stuck.",
        (
            Diagram(
                position(NEAR),
                "Red controls 46 checkers, and it’s red’s turn. Red needs 48: c3 lands on c5 and wins.",
                ("c5",),
            ),
        ),
    ),
    Page(
        "quiet",
        "Quiet Games",
        "Nobody can be forced to attack, so a game that stands still is a draw:\n\n"
        "- after **100 turns in a row** (both players’ turns count) in which nothing changed hands, or\n"
        "- when **the same position** comes up for the third time with the same player to move.\n\n"
        "A turn that captures as many checkers as it frees is quiet, too. A win comes before a draw.\n\n"
        "The host may choose another number of turns; 0 turns both draws off.",
        (
            Diagram(
                position(SETUP, "d2-d4", "e2-e4"),
                "Two quiet turns of red (black’s are left out). Both sides still control 32 checkers.",
            ),
        ),
    ),
    Page(
        "plans",
        "Three Opening Plans",
        "Here are three ways for red to start. If you’re black, mirror them: row 7 for row 2. Before each "
        "step, check what your opponent can reach, and don’t take it if you’d lose something.\n\n"
        "1. **Outposts:** `d2-d3/1`, `e2-e3/1`, `c2-c3/1`. Three single checkers in front. They cost "
        "little, and the stacks behind can recapture anything that lands on them.\n"
        "2. **The march:** `d2-d4`, `e2-e4`, `d1-d3`. Two stacks hold the middle of the board, a third one "
        "supports them.\n"
        "3. **Towers:** `d1-d2/1`, `e1-e2/1`. Stacks of 3 reach across the middle. Don’t send one to row 5 "
        "yet: a black stack of 2 can land on it.\n\n"
        "After a few games you’ll have plans of your own. Players of this game have argued about openings "
        "for years.",
        (
            Diagram(
                position(SETUP, "d2-d3/1", "e2-e3/1", "c2-c3/1"),
                "Outposts: single checkers on c3, d3 and e3. Black’s turns are left out.",
            ),
            Diagram(
                position(SETUP, "d2-d4", "e2-e4", "d1-d3"),
                "The march: d4 and e4 hold the middle, d3 supports them. Black’s turns are left out.",
            ),
            Diagram(
                position(SETUP, "d1-d2/1", "e1-e2/1"),
                "Towers: 3 high on d2 and e2. Black’s turns are left out.",
            ),
        ),
    ),
)
