"""The rules of Snorkels, numbered as in its rulings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from bot.games.core import (
    GUEST,
    HOST,
    IllegalAction,
    Options,
    Outcome,
    Place,
    RandomSource,
    Seat,
    State,
    Take,
    public_view,
)

from . import refusals, text
from .actions import BOARD, COLOURS, GREEN, PIE, PURPLE, SnorkelsAction, Stones
from .state import SQUARES, SnorkelsPosition
from .view import Cell, Phase, SnorkelsView, group, groups

sides = PIE.sides


@dataclass(frozen=True, slots=True)
class SnorkelsState(SnorkelsPosition, State[SnorkelsAction, SnorkelsView]):
    """A position of Snorkels with its rules."""

    turn_fields = ("to_act", "phase")

    def legal(self, seat: Seat) -> Sequence[SnorkelsAction]:
        if seat not in self.to_act:
            return ()
        if self.phase == "stones":
            return tuple(Stones(squares) for squares in combinations(SQUARES, self.stones))
        if self.phase == "choice":
            return PIE.takes
        return tuple(Place(BOARD.names[square]) for square in SQUARES if not refusals.placing(self, square))

    def whose_turn(self, seat: Seat) -> str:
        return refusals.whose_turn(self)

    def play(self, seat: Seat, action: SnorkelsAction) -> SnorkelsState:
        self.require_turn(seat)
        match action:
            case Stones(squares) if self.phase == "stones":
                return self._drop(squares)
            case Take(colour) if self.phase == "choice":
                return replace(self, phase="play", mover=GREEN, takers=PIE.slots(colour))
            case Place(name) if self.phase in ("opening", "play"):
                return self._place(BOARD.read(name))
        raise IllegalAction(refusals.expected(self))

    def _drop(self, squares: tuple[int, ...]) -> SnorkelsState:
        if len(squares) != self.stones:
            raise IllegalAction(refusals.stone_count(self.stones))
        cells = list(self.cells)
        for square in squares:
            cells[square] = "stone"
        return replace(self, cells=tuple(cells), phase="opening" if self.pie else "play")

    def _place(self, square: int) -> SnorkelsState:
        if refusal := refusals.placing(self, square):
            raise IllegalAction(refusal)
        colour: Cell = "green" if self.mover == GREEN else "purple"
        cells = (*self.cells[:square], colour, *self.cells[square + 1 :])
        if self.phase == "opening":
            return replace(self, cells=cells, last=square, phase="choice", mover=GUEST)
        outcome = self._judge(cells, square)
        return replace(
            self,
            cells=cells,
            last=square,
            outcome=outcome,
            phase="over" if outcome else "play",
            mover=PIE.other(self.mover),
        )

    def _judge(self, cells: tuple[Cell, ...], square: int) -> Outcome | None:
        """The outcome after the mover placed on ``square`` (ruling 5); only groups beside it have changed."""
        other = PIE.other(self.mover)
        enemies = [near for near in BOARD.orthogonal[square] if cells[near] == other]
        if any(not group(cells, near)[1] for near in enemies):
            return Outcome.won_by("capture", [self.mover], COLOURS)
        if not group(cells, square)[1]:
            return Outcome.won_by("self-capture", [other], COLOURS)
        return None

    def slot(self, seat: Seat) -> Seat:
        return dict(self.takers).get(seat, seat)

    def view_for(self, viewer: Seat | None) -> SnorkelsView:
        blocked = [
            square
            for colour in COLOURS
            for members, tubes in groups(self.cells, colour)
            if self.outcome is not None and not tubes
            for square in members
        ]
        return public_view(
            self,
            SnorkelsView,
            viewer,
            last=None if self.last is None else BOARD.names[self.last],
            blocked=BOARD.list(blocked),
            seating=self.takers,
            turn=sum(cell in COLOURS for cell in self.cells),
        )

    def narrate(self, seat: Seat, action: SnorkelsAction, viewer: Seat | None) -> str:
        return text.narrate(seat, action)

    def sample_chance(self, rng: RandomSource) -> SnorkelsAction:
        return Stones(tuple(sorted(rng.sample(SQUARES, self.stones))))


def start(options: Options) -> SnorkelsState:
    """The empty crater: the stones fall first, then the host or purple opens."""
    stones, pie = options["stones"], options["pie"] == "on"
    opening: Phase = "opening" if pie else "play"
    return SnorkelsState(
        stones=stones, pie=pie, mover=HOST if pie else PURPLE, phase="stones" if stones else opening
    )
