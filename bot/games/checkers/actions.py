"""Captain's Checkers' actions and their notation (rulings, Notation)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from bot.games.core import NotationError, Seat, UsageError, grid, squares_apart
from bot.languages import gettext, gettext_noop, letter_for

BOARD: Final = grid(8, 8)
RED: Final = Seat("red")
BLACK: Final = Seat("black")
SIDES: Final = (RED, BLACK)
NAMES: Final[dict[str, str]] = gettext_noop({RED: "Red", BLACK: "Black", "any": "Any", "halves": "Halves"})
CHECKERS: Final = 64
"""Checkers on the board, always: 32 a side (ruling 1)."""

DIRECT: Final = 19
"""The largest split that a menu offers directly; larger ones come in spans, which keeps a menu below 25."""
SPAN: Final = 20
WRITTEN: Final = re.compile(r"([a-z][0-9]{1,2}) ([a-z][0-9]{1,2})(?:(?: ?/ ?| )(?:top )?([0-9]{1,3}))?")


def name_of(key: str) -> str:
    """What people call a seat, a slot or a value of an option."""
    return gettext(NAMES[key])


def letter_of(seat: str) -> str:
    """The letter of a seat on boards and in diagrams."""
    return letter_for(NAMES[seat])


@dataclass(frozen=True, slots=True)
class CheckersAction:
    """The move of a whole stack (ruling 3), or the split of its top ``count`` checkers (ruling 4)."""

    source: int
    target: int
    count: int | None = None
    """None for a move."""
    path: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """Column, row, target; for a split ``split`` and ``top 3`` before it (from 20 on after a span, ``top
    20-39``)."""

    def __post_init__(self) -> None:
        name = BOARD.names[self.source]
        how = () if self.count is None else ("split", *span(self.count), f"top {self.count}")
        object.__setattr__(self, "path", (name[0], name[1:], *how, BOARD.names[self.target]))

    def __str__(self) -> str:
        move = f"{BOARD.names[self.source]}-{BOARD.names[self.target]}"
        return move if self.count is None else f"{move}/{self.count}"


def span(count: int) -> tuple[str, ...]:
    """The step before ``top count`` in a path, if any: 63 sizes are too many for one menu."""
    if count <= DIRECT:
        return ()
    low = count - count % SPAN
    return (f"top {low}-{min(low + SPAN, CHECKERS) - 1}",)


def parse(text: str) -> CheckersAction:
    """The action written as ``text``: ``b2-d4``, or ``b2-b3/1`` for a split; also ``b2 d4`` and ``b2 to d4``.

    :raises NotationError: when it is no action.
    """
    written = WRITTEN.fullmatch(squares_apart(text[:80]))
    if written is None or len(text) > 80:
        raise UsageError("Type b2-d4 to move a whole stack, or b2-b3/1 to split off its top checker.")
    source, target = BOARD.read(written[1]), BOARD.read(written[2])
    if source == target:
        raise NotationError(
            "A stack can’t stay on {square}. Name another square to move to.", square=BOARD.names[source]
        )
    if written[3] is None:
        return CheckersAction(source, target)
    count = int(written[3])
    if written[3][0] == "0" or count >= CHECKERS:
        raise NotationError(
            "You can’t split off {number}: name a number from 1 to {most}.",
            number=written[3],
            most=CHECKERS - 1,
        )
    return CheckersAction(source, target, count)
