"""Captain's Checkers' rule book."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.games.core import Diagram, Page

from .actions import BOARD, RED, parse
from .rules import CheckersTerms, Stacks, begin
from .view import CheckersView, mixed


def stacks(diagram: str) -> Stacks:
    """The stacks drawn by a text diagram: each from its top in letters r and b, ``.`` for none."""
    cells = BOARD.from_diagram(diagram)
    return tuple(cells[square].replace(".", "") for square in range(len(BOARD.names)))


def position(diagram: str, *turns: str) -> CheckersView:
    """The view of a drawn position after ``turns`` of red, black's being left out; 48 checkers win."""
    state = begin(stacks(diagram), RED, CheckersTerms(win=100))
    for turn in turns:
        state = replace(state, mover=RED).play(RED, parse(turn))
    black = sum(map(len, state.stacks)) - state.red
    return replace(state.view_for(None), black=black, goal=48, win=75)


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
        "in-a-minute",
        "In a Minute",
        "**2 players · 15 minutes or a lot longer**\n\n"
        "Red and black start with 32 checkers each, in stacks of two. No checker ever leaves the board. "
        "When one stack lands on another, they merge, and the checker **on top** decides who controls the "
        "whole stack.\n\n"
        "**Goal:** control 48 of the 64 checkers (75%). Every checker in a stack counts for the player who "
        "controls it.\n\n"
        "**Your turn:** choose one stack you control and do one of two things.\n"
        "- **Move** the whole stack in a straight line, diagonals included, exactly as many squares as it "
        "has checkers. It jumps over anything in between.\n"
        "- **Split** it: move some checkers from the top onto an adjacent square up, down, left or "
        "right.\n\n"
        "You can land on an empty square, on your own stack or on an enemy stack. Land on an enemy stack "
        "and it’s all yours, until your opponent lands on it.\n\n"
        "**Winning:** you win as soon as you control 48 checkers, and you lose as soon as your opponent "
        "does. If nothing changes hands for 100 turns in a row, or the same position comes up three times, "
        "it’s a draw.",
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
        "Setup",
        "The board is 8 by 8 squares. Each player begins with a stack of two checkers on every square of "
        "the two rows nearest to them. Red is at the bottom and moves first.\n\n"
        "In your own view of the board, your side is at the bottom.",
        (Diagram(position(SETUP), "The board at the beginning. The number on a stack is its height."),),
    ),
    Page(
        "moving",
        "Moving",
        "A stack moves **exactly as many squares as it has checkers**, along its column, along its row or "
        "diagonally. A single checker moves 1 square, a stack of 2 moves 2 squares, and a stack of 5 moves "
        "5.\n\n"
        "- It jumps over anything in between.\n"
        "- It can’t leave the board, so it often can’t go in every direction.\n"
        "- A stack of 8 or more is too high to move at all. It can only be split.\n\n"
        "To type a move, write `b2-d4`, for example. That moves the stack on b2 to d4.",
        (
            Diagram(
                position(REACH),
                "The red stack on c4 is 3 high. It can move to the five squares with an ✕, even over c5 and "
                "d4. The other three directions would take it off the board.",
                ("c1", "c7", "f1", "f4", "f7"),
            ),
        ),
    ),
    Page(
        "control",
        "Landing and Control",
        "A stack can land on any square. If there’s already a stack there, red or black, the two merge into "
        "one. It’s higher now, so it moves a different distance.\n\n"
        "**The top checker decides** who controls the whole stack. Land on an enemy stack and you’ve "
        "captured all of it.\n\n"
        "The checkers in a stack stay in the same order. That matters as soon as somebody splits it.",
        (
            Diagram(
                position(CAPTURE), "Red’s stack of 2 on b4 can reach d6, where there’s a black stack of 3."
            ),
            Diagram(
                position(CAPTURE, "b4-d6"),
                "The stack has landed. There’s now one stack of 5 on d6, and red controls all of it. Red "
                "has captured 3 checkers.",
            ),
        ),
    ),
    Page(
        "splitting",
        "Splitting",
        "Instead of moving a whole stack, you can move its **top part** onto an **adjacent** square: up, "
        "down, left or right, never diagonally. The square can be empty or occupied. Take as many checkers "
        "as you like, but leave at least one behind.\n\n"
        "The checker that’s now on top of the part you leave behind decides who controls it. If it’s your "
        "opponent’s, you’ve freed that part, so check what’s inside before you split. A split can also "
        "capture, like any other landing.\n\n"
        "To type a split, write `b2-b3/1`, for example. That moves the top checker from b2 onto b3.\n\n"
        "The designer’s text can also be read more strictly. If the host sets `split` to `halves`, you can "
        "only move half a stack. From a stack of 5, that’s the top 2 or 3.",
        (
            Diagram(
                position(SPLIT, "e4-d4/1"),
                "Red moved the top checker from e4 onto d4. The 3 left behind have a red checker on top, so "
                "red still controls them.",
            ),
            Diagram(
                position(FREED, "e4-e5/2"),
                "Red moved the top 2 from e4 onto e5 and captured 1. But the 3 left behind have a black "
                "checker on top, so black has them back.",
            ),
        ),
    ),
    Page(
        "winning",
        "Winning",
        "You win as soon as you control **75%** of the checkers, which is 48 of 64. It doesn’t matter whose "
        "turn it is, so a careless split can hand your opponent the game.\n\n"
        "The host can choose any percentage from 51% (33 checkers, where the first capture nearly settles "
        "it) to 100% (all 64). The pile beside the board shows how many checkers each side controls and how "
        "many it needs.\n\n"
        "If you control a stack, you always have a move, so nobody ever gets stuck.",
        (
            Diagram(
                position(NEAR),
                "Red controls 46 checkers and needs 48. It’s red’s turn: the stack on c3 lands on c5 and "
                "wins.",
                ("c5",),
            ),
        ),
    ),
    Page(
        "quiet",
        "Quiet Games",
        "Nobody has to attack, so we’ve added a rule: a game that’s going nowhere ends in a draw:\n\n"
        "- after **100 turns in a row** (counting both players’ turns) in which nothing changed hands, or\n"
        "- when **the same position** comes up for the third time with the same player to move.\n\n"
        "A turn that frees as many checkers as it captures counts as quiet, too. If a turn would both win "
        "and draw, it counts as a win.\n\n"
        "The host can choose a different number of turns. With 0, there are no draws of either kind.",
        (
            Diagram(
                position(SETUP, "d2-d4", "e2-e4"),
                "Two quiet turns by red (black’s aren’t shown). Each side still controls 32 checkers.",
            ),
        ),
    ),
    Page(
        "plans",
        "Three Opening Plans",
        "Here are three ways for red to open. If you’re black, mirror them, so that row 2 becomes row 7. "
        "Before "
        "each move, check what your opponent can reach, and don’t play it if you’d lose something.\n\n"
        "1. **Outposts:** `d2-d3/1`, `e2-e3/1`, `c2-c3/1`. You put three single checkers out in front. "
        "They’re cheap to lose, and the stacks behind them can recapture anything that lands on them.\n"
        "2. **The march:** `d2-d4`, `e2-e4`, `d1-d3`. Two stacks hold the middle of the board, and a third "
        "supports them.\n"
        "3. **Towers:** `d1-d2/1`, `e1-e2/1`. Stacks of 3 reach across the middle. Don’t send one to row 5 "
        "yet, because a black stack of 2 can land on it there.\n\n"
        "After a few games you’ll have plans of your own. People have argued about the openings for years.",
        (
            Diagram(
                position(SETUP, "d2-d3/1", "e2-e3/1", "c2-c3/1"),
                "Outposts: single checkers on c3, d3 and e3. Black’s turns aren’t shown.",
            ),
            Diagram(
                position(SETUP, "d2-d4", "e2-e4", "d1-d3"),
                "The march: d4 and e4 hold the middle, and d3 supports them. Black’s turns aren’t shown.",
            ),
            Diagram(
                position(SETUP, "d1-d2/1", "e1-e2/1"),
                "Towers: stacks of 3 on d2 and e2. Black’s turns aren’t shown.",
            ),
        ),
    ),
)


def page_for(view: CheckersView) -> str:
    """The rule book's page for the present phase."""
    if view.outcome:
        return "quiet" if not view.outcome.winners else "winning"
    if view.turn == 0:
        return "plans"
    return "splitting" if any(mixed(stack) for stack in view.stacks) else "moving"
