"""The rules of Snorkels, as its rulings number them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Final

from bot.games.core import CHANCE, IllegalAction, Options, Outcome, Seat, State
from bot.games.plurals import listed

from .actions import BOARD, COLOURS, GREEN, GUEST, HOST, PURPLE, Place, SnorkelsAction, Stones, Take
from .groups import group
from .view import Cell, Phase, SnorkelsView

if TYPE_CHECKING:
    from random import Random

SQUARES: Final = range(len(BOARD.names))
EMPTY: Final[tuple[Cell, ...]] = tuple("" for _ in SQUARES)


def other(colour: Seat) -> Seat:
    """The colour that ``colour`` plays against."""
    return GREEN if colour == PURPLE else PURPLE


@dataclass(frozen=True, slots=True)
class SnorkelsState(State[SnorkelsAction, SnorkelsView]):
    """A position of Snorkels."""

    cells: tuple[Cell, ...] = EMPTY
    stones: int = 0
    """Stones that chance still has to place."""
    phase: Phase = "opening"
    mover: Seat = HOST
    """Who acts in the phases opening, choice and play."""
    takers: tuple[tuple[Seat, Seat], ...] = ()
    """(colour, slot) pairs after the pie choice; empty where the seats are the slots."""
    pie: bool = True
    last: int | None = None
    ended: Outcome | None = None

    @property
    def to_act(self) -> frozenset[Seat]:
        if self.ended is not None:
            return frozenset()
        return frozenset({CHANCE if self.phase == "stones" else self.mover})

    @property
    def outcome(self) -> Outcome | None:
        return self.ended

    def legal(self, seat: Seat) -> Sequence[SnorkelsAction]:
        if seat not in self.to_act:
            return ()
        if self.phase == "stones":
            return tuple(Stones(squares) for squares in combinations(SQUARES, self.stones))
        if self.phase == "choice":
            return tuple(Take(colour) for colour in COLOURS)
        return tuple(Place(square) for square in SQUARES if not self._refusal(square))

    def _refusal(self, square: int) -> str:
        """Why no snorkel can go on ``square`` now; empty when one can (rulings 2 and 4)."""
        name = BOARD.names[square]
        if self.cells[square]:
            what = "a stone" if self.cells[square] == "stone" else f"a {self.cells[square]} snorkel"
            return f"{name} already holds {what}: choose an empty square."
        if self.phase == "opening" and not any(not self.cells[near] for near in BOARD.orthogonal[square]):
            return (
                f"On {name} the opening snorkel could not breathe: choose a square with an empty neighbour."
            )
        return ""

    def play(self, seat: Seat, action: SnorkelsAction) -> SnorkelsState:
        if self.ended is not None:
            raise IllegalAction("This game is over.")
        if seat not in self.to_act:
            raise IllegalAction(self._whose())
        match action:
            case Stones(squares) if self.phase == "stones":
                return self._drop(squares)
            case Take(colour) if self.phase == "choice":
                takers = ((colour, GUEST), (other(colour), HOST))
                return replace(self, phase="play", mover=GREEN, takers=tuple(sorted(takers, reverse=True)))
            case Place(square) if self.phase in ("opening", "play"):
                return self._place(square)
        raise IllegalAction(self._expected())

    def _whose(self) -> str:
        """Who is to act, for somebody who is not."""
        match self.phase:
            case "stones":
                return "The stones fall first."
            case "opening":
                return "The host places the first purple snorkel."
            case "choice":
                return "The guest takes a colour first."
            case _:
                return f"It is {self.mover}’s turn."

    def _expected(self) -> str:
        if self.phase == "choice":
            return "Choose a colour now: “take purple” or “take green”."
        if self.phase == "stones":
            return self._whose()
        return "Place a snorkel now: name an empty square, such as d4."

    def _drop(self, squares: tuple[int, ...]) -> SnorkelsState:
        if len(squares) != self.stones:
            raise IllegalAction(f"The number of stones to fall is {self.stones}.")
        cells = list(self.cells)
        for square in squares:
            cells[square] = "stone"
        return replace(self, cells=tuple(cells), stones=0, phase="opening" if self.pie else "play")

    def _place(self, square: int) -> SnorkelsState:
        if refusal := self._refusal(square):
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
            ended=outcome,
            phase="over" if outcome else "play",
            mover=other(self.mover),
        )

    def _judge(self, cells: tuple[Cell, ...], square: int) -> Outcome | None:
        """The outcome after the mover's snorkel on ``square`` (ruling 5); only groups next to it change."""
        enemies = [near for near in BOARD.orthogonal[square] if cells[near] == other(self.mover)]
        if any(not group(cells, near)[1] for near in enemies):
            return Outcome.won_by("capture", [self.mover], COLOURS)
        if not group(cells, square)[1]:
            return Outcome.won_by("self-capture", [other(self.mover)], COLOURS)
        return None

    def slot(self, seat: Seat) -> Seat:
        return dict(self.takers).get(seat, seat)

    def view_for(self, viewer: Seat | None) -> SnorkelsView:
        blocked: set[int] = set()
        if self.ended is not None:
            for square in SQUARES:
                if self.cells[square] in COLOURS:
                    members, tubes = group(self.cells, square)
                    blocked |= set() if tubes else members
        return SnorkelsView(
            viewer=viewer,
            to_act=tuple(self.to_act),
            outcome=self.ended,
            phase=self.phase,
            cells=self.cells,
            last=None if self.last is None else BOARD.names[self.last],
            blocked=BOARD.list(blocked),
            seating=self.takers,
            turn=sum(cell in COLOURS for cell in self.cells),
        )

    def narrate(self, seat: Seat, action: SnorkelsAction, viewer: Seat | None) -> str:
        match action:
            case Stones(squares):
                what = "A stone fell" if len(squares) == 1 else "Stones fell"
                return f"{what} on {listed(BOARD.list(squares))}."
            case Take(colour):
                return f"The guest took {colour}; the host plays {other(colour)}."
            case Place(square):
                who = "The host" if seat == HOST else seat.capitalize()
                what = "the first purple snorkel" if seat == HOST else "a snorkel"
                return f"{who} placed {what} on {BOARD.names[square]}."

    def sample_chance(self, rng: Random) -> SnorkelsAction:
        return Stones(tuple(sorted(rng.sample(SQUARES, self.stones))))


def start(options: Options) -> SnorkelsState:
    """The empty crater, with the stones still to fall and the opening by the host or by purple."""
    stones, pie = options["stones"], options["pie"] == "on"
    assert isinstance(stones, int)
    opening: Phase = "opening" if pie else "play"
    return SnorkelsState(
        stones=stones, pie=pie, mover=HOST if pie else PURPLE, phase="stones" if stones else opening
    )


def sides(options: Options) -> tuple[tuple[Seat, ...], ...]:
    """Host and guest with the pie rule on, else the two colours (ruling 2)."""
    return ((HOST,), (GUEST,)) if options["pie"] == "on" else ((PURPLE,), (GREEN,))
