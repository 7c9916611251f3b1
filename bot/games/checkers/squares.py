"""One square of the board in words: the stack, its control, where it goes and what reaches it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.core import normalize
from bot.games.plurals import counted, listed

from .actions import BOARD, SIDES
from .moving import FARTHEST, goals, hunters, sizes
from .prompts import inside
from .text import freed
from .view import CheckersView, owner

MAX_SPLITS: Final = 8
"""Splits that are listed one by one."""


def describe_square(view: CheckersView, name: str) -> str:
    """The stack on a square, who controls it and where it can go; then the stacks that can land there.

    :raises NotationError: when ``name`` is no square of the board.
    """
    square = BOARD.read(normalize(name))
    stack, named = view.stacks[square], BOARD.names[square]
    parts = [f"{named} is empty."]
    if stack:
        parts = [f"{named} holds {inside(stack)}. {str(owner(stack)).capitalize()} controls it."]
        parts += _turns(view, square)
    for seat in SIDES:
        reached = [at for at in hunters(view, square) if owner(view.stacks[at]) == seat]
        if reached:
            sources = ", ".join(f"{BOARD.names[at]} ({len(view.stacks[at])})" for at in reached)
            parts.append(f"{seat.capitalize()} can land here from {sources}.")
    return " ".join(parts)


def _turns(view: CheckersView, square: int) -> list[str]:
    height = len(view.stacks[square])
    whole, parts = goals(view, square)
    squares = counted(height, "square")
    if height > FARTHEST:
        told = [f"It’s {height} high, which is too high to move as a whole."]
    elif whole:
        told = [f"It moves exactly {squares}: to {_listed(view, whole)}."]
    else:
        told = [f"It would have to move exactly {squares}, and that’s off the board in every direction."]
    if parts:
        how = [str(size) for size in sizes(height, view.split)]
        count = f"{how[0]} to {how[-1]}" if view.split == "any" and len(how) > 2 else " or ".join(how)
        top = "checker" if how == ["1"] else count
        told.append(f"Its top {top} can be split off to {_listed(view, parts)}.")
        told += _freed(view, square)
    return told


def _freed(view: CheckersView, square: int) -> list[str]:
    """The splits after which the part left behind is the other side's (ruling 4)."""
    stack = view.stacks[square]
    holder = owner(stack)
    assert holder is not None
    splits = [
        f"the top {size} (frees {free})"
        for size in sizes(len(stack), view.split)
        if (free := freed(holder, stack[size:]))
    ]
    more = [f"{len(splits) - MAX_SPLITS} more"] if len(splits) > MAX_SPLITS else []
    return [f"Splits that free enemy checkers: {listed([*splits[:MAX_SPLITS], *more])}."] if splits else []


def _listed(view: CheckersView, squares: Sequence[int]) -> str:
    return ", ".join(f"{BOARD.names[square]} ({_held(view, square)})" for square in squares)


def _held(view: CheckersView, square: int) -> str:
    stack = view.stacks[square]
    return f"{owner(stack)} {len(stack)}" if stack else "empty"
