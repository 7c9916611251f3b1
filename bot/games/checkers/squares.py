"""One square of the board in words: the stack, its control, where it goes and what reaches it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.core import normalize
from bot.games.plurals import counted

from .actions import BOARD
from .moving import FARTHEST, goals, hunters, sizes
from .narration import left_to
from .view import CheckersView, owner, runs

MANY: Final = 8
"""Splits that are told of; a look stays short."""


def describe_square(view: CheckersView, name: str) -> str:
    """The stack of a square from top to bottom, who controls it, and its turns; or what could come there.

    :raises NotationError: when ``name`` is no square of the board.
    """
    square = BOARD.read(normalize(name))
    stack, named = view.stacks[square], BOARD.names[square]
    parts = []
    if stack:
        inside = ", then ".join(f"{count} {colour}" for colour, count in runs(stack))
        holder = str(owner(stack)).capitalize()
        what = f"all {len(stack)}" if len(stack) > 1 else "it"
        parts.append(f"{named} from the top: {inside}. {holder} controls {what}.")
        parts += _turns(view, square)
    else:
        parts.append(f"{named} is empty.")
    for seat in ("red", "black"):
        reached = [at for at in hunters(view, square) if owner(view.stacks[at]) == seat]
        if reached:
            stands = ", ".join(f"{BOARD.names[at]} ({len(view.stacks[at])})" for at in reached)
            parts.append(f"{seat.capitalize()} can land here from {stands}.")
    return " ".join(parts)


def _turns(view: CheckersView, square: int) -> list[str]:
    height = len(view.stacks[square])
    whole, parts = goals(view, square)
    told = []
    if height > FARTHEST:
        told.append(f"It is {height} high, too high to move whole.")
    elif not whole:
        told.append(f"It moves exactly {height} squares, which leads off the board in every direction.")
    else:
        squares = counted(height, "square")
        told.append(f"It moves exactly {squares}, to {_listed(view, whole)}.")
    if parts:
        how = [str(size) for size in sizes(height, view.split)]
        count = f"{how[0]} to {how[-1]}" if view.split == "any" and len(how) > 2 else " or ".join(how)
        told.append(f"Its top {count} may be split off, to {_listed(view, parts)}.")
        told += _given(view, square)
    return told


def _given(view: CheckersView, square: int) -> list[str]:
    """The splits after which the part left behind is the other side's (ruling 4)."""
    stack = view.stacks[square]
    holder = owner(stack)
    assert holder is not None
    given = [
        f"the top {size} leaves {left}"
        for size in sizes(len(stack), view.split)
        if (left := left_to(holder, stack[size:]))
    ]
    more = f"; and {len(given) - MANY} more so" if len(given) > MANY else ""
    return [f"Splitting off {'; '.join(given[:MANY])}{more}."] if given else []


def _listed(view: CheckersView, squares: Sequence[int]) -> str:
    return ", ".join(f"{BOARD.names[square]} ({_holder(view, square)})" for square in squares)


def _holder(view: CheckersView, square: int) -> str:
    stack = view.stacks[square]
    return f"{owner(stack)} {len(stack)}" if stack else "empty"
