"""What everybody is told of a turn of Captain's Checkers."""

from __future__ import annotations

from bot.games.core import Seat

from .view import CheckersView, Stack, Turn, owner, runs


def narrate(view: CheckersView) -> str:
    """The last turn as a sentence or two."""
    turn = view.last
    assert turn is not None
    who = turn.seat.capitalize()
    count = len(turn.lifted)
    if turn.left:
        stays = f"{spoken(turn.left)} stays" if len(turn.left) < 8 else f"{len(turn.left)} stay"
        done = f"{who} split the top {count} of {turn.source} onto {_goal(turn)}; {stays}."
    else:
        done = f"{who} moved {count} from {turn.source} {'onto' if turn.covered else 'to'} {_goal(turn)}."
    return f"{done} {_gained(turn)}".strip()


def _goal(turn: Turn) -> str:
    """Where the turn ended, and on what: ``Black’s 2 on b6``."""
    holder = owner(turn.covered)
    return f"{holder.capitalize()}’s {len(turn.covered)} on {turn.target}" if holder else turn.target


def _gained(turn: Turn) -> str:
    """How control changed by the turn, if it did (ruling 2)."""
    taken = len(turn.covered) if owner(turn.covered) not in (None, turn.seat) else 0
    freed = owner(turn.left) not in (None, turn.seat)
    who = turn.seat.capitalize()
    takes = f"{who} takes {taken}" if taken else ""
    leaves = f"leaves {left_to(turn.seat, turn.left)}" if freed else ""
    told = " and ".join(part for part in (takes, leaves) if part)
    return f"{told if taken else f'That {told}'}." if told else ""


def spoken(stack: Stack) -> str:
    """The stack from the top in words: ``red 2 on black 1``."""
    return " on ".join(f"{seat} {count}" for seat, count in runs(stack))


def left_to(seat: Seat, rest: Stack) -> str:
    """What the other side gets of a stack that ``seat`` splits, such as ``Black 4``; empty for nothing."""
    holder = owner(rest)
    return f"{holder.capitalize()} {len(rest)}" if holder not in (None, seat) else ""
