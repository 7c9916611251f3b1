"""The rules of Hex."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Self

from bot.games.core import (
    GUEST,
    HOST,
    IllegalAction,
    Options,
    Outcome,
    Place,
    Seat,
    State,
    Take,
    public_view,
)

from .actions import BLUE, BOARD, COLOURS, PIE, RED, HexAction
from .view import HexView, Phase

STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, -1), (-1, 1))
"""From a square to those that it touches, as (columns, rows)."""

sides = PIE.sides


@dataclass(frozen=True, slots=True)
class HexState(State[HexAction, HexView]):
    """A position of Hex."""

    mover: Seat = HOST
    phase: Phase = "opening"
    cells: tuple[Seat | None, ...] = (None,) * len(BOARD.names)
    last: str | None = None
    takers: tuple[tuple[Seat, Seat], ...] = ()
    """(colour, slot) pairs once the guest has chosen."""

    @property
    def to_act(self) -> frozenset[Seat]:
        return frozenset() if self.outcome else frozenset({self.mover})

    @property
    def outcome(self) -> Outcome | None:
        won = [colour for colour in COLOURS if joined(self.cells, colour)]
        return Outcome.won_by("joined", won, COLOURS) if won else None

    def legal(self, seat: Seat) -> Sequence[HexAction]:
        if seat not in self.to_act:
            return ()
        if self.phase == "choice":
            return PIE.takes
        return [Place(name) for name, cell in zip(BOARD.names, self.cells, strict=True) if cell is None]

    def play(self, seat: Seat, action: HexAction) -> HexState:
        self.require_turn(seat)
        match action:
            case Take(colour) if self.phase == "choice":
                return replace(self, phase="play", mover=BLUE, takers=PIE.slots(colour))
            case Place(name) if self.phase != "choice":
                square, colour = BOARD.read(name), RED if seat == HOST else seat
                if held := self.cells[square]:
                    raise IllegalAction(f"There’s already a {held} stone on {name}. Choose an empty square.")
                placed = replace(
                    self, last=name, cells=(*self.cells[:square], colour, *self.cells[square + 1 :])
                )
                if self.phase == "opening":
                    return replace(placed, phase="choice", mover=GUEST)
                return replace(placed, mover=PIE.other(colour))
        now = "Place a stone now. Name an empty square, such as d4."
        raise IllegalAction(PIE.choose if self.phase == "choice" else now)

    def slot(self, seat: Seat) -> Seat:
        return dict(self.takers).get(seat, seat)

    def view_for(self, viewer: Seat | None) -> HexView:
        return public_view(self, HexView, viewer)

    def narrate(self, seat: Seat, action: HexAction, viewer: Seat | None, after: Self | None = None) -> str:
        return f"Played: {action}." if seat in (HOST, GUEST) else f"{seat.capitalize()} played {action}."


@lru_cache(10_000)
def joined(cells: tuple[Seat | None, ...], colour: Seat) -> bool:
    """Whether a chain of ``colour`` joins its two sides of the board."""
    goal = 0 if colour == RED else 1
    chain = [at for at, cell in enumerate(cells) if cell == colour and BOARD.place(at)[goal] == 0]
    for square in chain:
        column, row = BOARD.place(square)
        near = [BOARD.at(column + right, row + up) for right, up in STEPS]
        chain += [at for at in near if at is not None and cells[at] == colour and at not in chain]
    return any(BOARD.place(square)[goal] == BOARD.columns - 1 for square in chain)


def start(options: Options) -> HexState:
    """The empty board, opened by the host, or by red without the pie rule."""
    return HexState() if options["pie"] == "on" else HexState(RED, "play")
