"""Which stacks reach which squares in one turn, as a view shows them (rulings 3 and 4)."""

from __future__ import annotations

from .actions import Move
from .moving import turns
from .view import CheckersView, owner


def goals(view: CheckersView, square: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where the stack on ``square`` can move whole, and where part of it can be split to, ascending."""
    stack = view.stacks[square]
    every = turns(square, len(stack), view.split) if stack else ()
    whole = {turn.target for turn in every if isinstance(turn, Move)}
    parts = {turn.target for turn in every if not isinstance(turn, Move)}
    return tuple(sorted(whole)), tuple(sorted(parts))


def prey(view: CheckersView, square: int) -> tuple[int, ...]:
    """The squares of the other side's stacks on which the stack on ``square`` can land, ascending."""
    own = owner(view.stacks[square])
    reached = {target for targets in goals(view, square) for target in targets}
    return tuple(target for target in sorted(reached) if owner(view.stacks[target]) not in (None, own))


def hunters(view: CheckersView, square: int) -> tuple[int, ...]:
    """The squares whose stacks can land on ``square`` in one turn, ascending."""
    return tuple(
        other
        for other, stack in enumerate(view.stacks)
        if stack and other != square and any(square in targets for targets in goals(view, other))
    )
