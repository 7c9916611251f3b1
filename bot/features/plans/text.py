"""The sentences of plans."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

PLAN_MOVED_ON: Final = "*That button is out of date. Here’s where things stand now.*"
PLAN_CLEARED: Final = "Your plan has been cleared."
LINE_ADDED: Final = "✅ Added to your plan."
LINE_REMOVED: Final = "Removed from your plan."
ALREADY_ANSWERED: Final = "Your plan already answers that move. To answer it differently, remove this line."
YOUR_ANSWER: Final = "What’s your answer?"


def plan_heading(table_id: int) -> str:
    return f"### Your plan for Table {table_id}\n-# Only you can see this"


def first_move(other: str) -> str:
    return (
        f"Pick a move that {other} might play, and then your answer. If {other} really plays it, your answer "
        "is played for you, 5 to 20 seconds later."
    )


def another_move(other: str) -> str:
    return f"Open one of your lines, or pick another move that {other} might play."


def next_move(other: str) -> str:
    return f"What might {other} play next?"


def way(line: Sequence[str]) -> str:
    return f"After **{', '.join(line)}**:"


def planned(theirs: Sequence[str], yours: Sequence[str], *, first: bool) -> str:
    return f"- {'If' if first else 'Then, if'} **{', '.join(theirs)}**, you answer **{', '.join(yours)}**."


def for_other(other: str, question: str) -> str:
    """A game's question about a move of the other one."""
    return f"-# For {other}: {question}"


def exchange(theirs: Sequence[str], yours: Sequence[str]) -> str:
    """The button of a branch."""
    return f"{', '.join(theirs)} → {', '.join(yours)}"


def answers_soon(move: str) -> str:
    return f"It’s your turn, and in a few seconds your plan plays **{move}** for you. **Clear All** stops it."


def answers_later(move: str) -> str:
    return (
        f"It’s your turn, and your plan would play **{move}** for you, but first there’s something to settle "
        "at the table. **Clear All** stops it."
    )


NO_ORDER_NOW: Final = "You can only give a standing order on your turn, and only if nothing gets in its way."
PICK_SQUARE_TO_REACH: Final = "Which square do you want to reach? Pick a column."
ORDER_WITHDRAWN: Final = "Your standing order is withdrawn. From now on, you play your own turns."


def order_heading(table_id: int) -> str:
    return f"### Your standing order for Table {table_id}\n-# Only you can see this"


def pick_square_in(column: str) -> str:
    return f"Which square in column {column}?"


def order_question(told: str, ends: str) -> str:
    later = "**Go Ahead** plays this turn right away, and each later one after 5 to 20 seconds."
    return f"{told} {ends}\n{later}"


PLAN_YOUR_TURN: Final = (
    "It’s your turn. Play your move first; then you can plan your answers to the next ones."
)
PLAN_AFTER_END: Final = "The game would be over by then, so nothing can follow."
PLAN_ANSWERED: Final = "Your plan already answers that move differently. Remove that line first."
PLAN_WITHOUT_ANSWER: Final = "A line has to end with a move of yours. Choose your answer."
NO_SUCH_ORDER: Final = "That order can’t be carried out from here. Choose another one, or play your turn."


def no_plans(game: str) -> str:
    return (
        f"You can’t plan ahead in {game}. That only works in games where two players take turns in the open."
    )


def plan_too_long(moves: int) -> str:
    return f"A line can be {moves} moves long, your opponent’s included, and no longer."


def plan_full(lines: int) -> str:
    return f"Your plan already has {lines} lines, which is all it can hold. Remove one to add another."
