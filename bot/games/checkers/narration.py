"""What everybody is told of a turn of Captain's Checkers."""

from __future__ import annotations

from bot.games.core import Seat
from bot.games.plurals import counted

from .view import CheckersView, LastTurn, Stack, owner, runs


def narrate(view: CheckersView) -> str:
    """The last turn in a sentence or two."""
    turn = view.last
    assert turn is not None
    who, count = turn.seat.capitalize(), len(turn.lifted)
    holder = owner(turn.covered)
    whose = "its own" if holder == turn.seat else f"{holder}’s"
    covered = f"stack of {len(turn.covered)}" if len(turn.covered) > 1 else "single checker"
    goal = f"onto {whose} {covered} on {turn.target}" if holder else f"to {turn.target}"
    if not turn.left:
        stack = f"a stack of {count}" if count > 1 else "a single checker"
        return f"{who} moved {stack} from {turn.source} {goal}. {_gained(turn)}".strip()
    left = spoken(turn.left) if len(turn.left) < 8 else str(len(turn.left))
    top = "top checker" if count == 1 else f"top {count}"
    return f"{who} split the {top} off {turn.source} {goal}, leaving {left}. {_gained(turn)}".strip()


def _gained(turn: LastTurn) -> str:
    """How the turn changed control, as a sentence; empty if it didn't (ruling 2)."""
    who = turn.seat.capitalize()
    taken = len(turn.covered) if owner(turn.covered) not in (None, turn.seat) else 0
    free = freed(turn.seat, turn.left)
    if taken and free:
        return f"{who} captured {counted(taken, 'checker')} and freed {free}."
    if taken:
        return f"{who} captured {counted(taken, 'checker')}."
    return f"That freed {counted(free, 'checker')}." if free else ""


def spoken(stack: Stack) -> str:
    """The stack from the top in words: ``2 red on 1 black``."""
    return " on ".join(f"{count} {seat}" for seat, count in runs(stack))


def freed(seat: Seat, rest: Stack) -> int:
    """How many checkers the other side gets when ``seat`` leaves ``rest`` behind (ruling 4)."""
    return len(rest) if owner(rest) not in (None, seat) else 0
