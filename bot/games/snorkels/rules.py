"""The rules of Snorkels, numbered as in its rulings.

>>> from bot.games import GAMES
>>> game = GAMES["snorkels"]
>>> state = game.start(game.read_options({"stones": "0"}))
>>> for seat, action in (("host", "d4"), ("guest", "take green"), ("green", "d5"), ("purple", "c5")):
...     state = state.play(seat, game.parse(action))
>>> print(game.text(state.view_for(None)))
    a   b   c   d   e   f   g
 7  .   .   .   .   .   .   .  7
 6  .   .   .   .   .   .   .  6
 5  .   .  [P]  G   .   .   .  5
 4  .   .   .   P   .   .   .  4
 3  .   .   .   .   .   .   .  3
 2  .   .   .   .   .   .   .  2
 1  .   .   .   .   .   .   .  1
    a   b   c   d   e   f   g
>>> sorted(state.to_act), len(state.legal("green"))
(['green'], 46)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Final, Self

from bot.games.core import (
    CHANCE,
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
from bot.languages import gettext, gettext_noop, ngettext

from . import text
from .actions import BOARD, COLOURS, GREEN, PIE, PURPLE, SnorkelsAction, Stones, name_of
from .view import Cell, Phase, SnorkelsView, group, groups, placed

sides = PIE.sides

SQUARES: Final = range(len(BOARD.names))
EMPTY: Final[tuple[Cell, ...]] = tuple("" for _ in SQUARES)
PHASES: Final[dict[Seat, Phase]] = {HOST: "opening", GUEST: "choice", PURPLE: "play", GREEN: "play"}
"""The phase in which each seat acts."""
PLACE: Final = cache(Place)
"""Legal actions, made once each."""
FALLING: Final = gettext_noop("The stones have to fall first.")


@dataclass(frozen=True, slots=True)
class SnorkelsState(State[SnorkelsAction, SnorkelsView]):
    """A position of Snorkels."""

    turn_fields = ("to_act", "phase")
    cells: tuple[Cell, ...] = EMPTY
    stones: int = 0
    """Stones that fall before the game starts."""
    mover: Seat = HOST
    """Whose turn it is once the stones have fallen."""
    seating: tuple[tuple[Seat, Seat], ...] = ()
    """(colour, slot) pairs after the pie choice; empty where the seats are the slots."""
    last: int | None = None
    """The square of the last snorkel."""
    outcome: Outcome | None = None

    @property
    def phase(self) -> Phase:
        """What is to be done next."""
        if self.outcome is not None:
            return "over"
        return "stones" if self.stones and "stone" not in self.cells else PHASES[self.mover]

    @property
    def to_act(self) -> frozenset[Seat]:
        if self.outcome is not None:
            return frozenset()
        return frozenset({CHANCE if self.phase == "stones" else self.mover})

    def legal(self, seat: Seat) -> Sequence[SnorkelsAction]:
        if seat not in self.to_act:
            return ()
        if self.phase == "stones":
            return tuple(Stones(squares) for squares in combinations(SQUARES, self.stones))
        if self.phase == "choice":
            return PIE.takes
        empty = [square for square in SQUARES if not self.cells[square]]
        return tuple([PLACE(BOARD.names[square]) for square in empty if not self._refusal(square)])

    def _refusal(self, square: int) -> IllegalAction | None:
        """Why no snorkel can be placed on ``square``; None if one can. The first needs air (ruling 2)."""
        name = BOARD.names[square]
        if self.cells[square]:
            return IllegalAction("{square} is taken. Choose an empty square.", square=name)
        if self.mover == HOST and all(self.cells[near] for near in BOARD.orthogonal[square]):
            return IllegalAction(
                "A snorkel on {square} would have no air. Choose a square with an empty square next to it.",
                square=name,
            )
        return None

    def whose_turn(self, seat: Seat) -> str:
        match self.phase:
            case "stones":
                return gettext(FALLING)
            case "choice":
                return gettext("Your opponent has to pick a colour first.")
            case "opening":
                return gettext("Your opponent has to place the first purple snorkel.")
        return gettext("{name} is next.", name=name_of(self.mover))

    def play(self, seat: Seat, action: SnorkelsAction) -> SnorkelsState:
        self.require_turn(seat)
        match action:
            case Stones(squares) if self.phase == "stones":
                if len(squares) != self.stones:
                    raise IllegalAction(
                        ngettext(
                            "Exactly {number} stone falls in this game.",
                            "Exactly {number} stones fall in this game.",
                            self.stones,
                        )
                    )
                return replace(self, cells=tuple("stone" if square in squares else "" for square in SQUARES))
            case Take(colour) if self.phase == "choice":
                return replace(self, mover=GREEN, seating=PIE.slots(colour))
            case Place(name) if self.phase in ("opening", "play"):
                return self._place(BOARD.read(name))
        if self.phase == "choice":
            raise IllegalAction(PIE.choose)
        if self.phase == "stones":
            raise IllegalAction(FALLING)
        raise IllegalAction("Place a snorkel now. Name an empty square, such as d4.")

    def _place(self, square: int) -> SnorkelsState:
        if refusal := self._refusal(square):
            raise refusal
        colour: Cell = "green" if self.mover == GREEN else "purple"
        cells = placed(self.cells, square, colour)
        after = replace(self, cells=cells, last=square)
        if self.phase == "opening":
            return replace(after, mover=GUEST)
        return replace(after, outcome=self._judge(cells, square), mover=PIE.other(self.mover))

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
        return dict(self.seating).get(seat, seat)

    def view_for(self, viewer: Seat | None) -> SnorkelsView:
        blocked = [
            square
            for colour in (COLOURS if self.outcome is not None else ())
            for members, tubes in groups(self.cells, colour)
            if not tubes
            for square in members
        ]
        return public_view(
            self,
            SnorkelsView,
            viewer,
            last=None if self.last is None else BOARD.names[self.last],
            blocked=BOARD.list(blocked),
            turn=sum(cell in COLOURS for cell in self.cells),
        )

    def narrate(
        self, seat: Seat, action: SnorkelsAction, viewer: Seat | None, after: Self | None = None
    ) -> str:
        return text.narrate(seat, action)

    def sample_chance(self, rng: RandomSource) -> SnorkelsAction:
        return Stones(tuple(sorted(rng.sample(SQUARES, self.stones))))


def start(options: Options) -> SnorkelsState:
    """The empty crater: the stones fall first, then the host or purple opens."""
    return SnorkelsState(stones=options["stones"], mover=HOST if options["pie"] == "on" else PURPLE)
