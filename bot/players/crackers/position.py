"""A position of Crackers to search in: a board, the crew, and whose turn it is (rulings 3, 4 and 8).

An action is three numbers: its kind, a square, and what that kind still needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.games.core.grid import squares_in
from bot.games.crackers.actions import SEATS, Bag, BagWork, CrackersAction, Flow, Pump, Unbag, Walk
from bot.games.crackers.view import CrackersView

from .board import HIGHEST, CrackersBoard, plan

WALK: Final = 0
"""Where to, and how many sandbags are placed there (−1, 0 or 1)."""
PUMP: Final = 1
"""A leak, and where the unit comes to rest (the leak itself if it stays)."""
BAG: Final = 2
UNBAG: Final = 3
FLOW: Final = 4
"""From where, and where to."""
CAPTAIN: Final = 3
"""The captain's place in the order of turns."""

Move: TypeAlias = tuple[int, int, int]
SIGNS: Final[dict[BagWork, int]] = {"": 0, "+": 1, "-": -1}
STEPS: Final[dict[int, BagWork]] = {number: sign for sign, number in SIGNS.items()}
UNDECIDED: Final = 0
CREW_WINS: Final = 1
CAPTAIN_WINS: Final = -1


@dataclass(slots=True)
class Position:
    """A board, where the crew stands, and what is done of the turn. ``play`` returns a new one."""

    board: CrackersBoard
    pawns: tuple[int, int, int]
    turn: int
    """0 to 2: the crew; 3: the captain."""
    settling: bool
    """Whether the captain has to choose a run."""
    pumps: int
    bags: int
    unbags: int
    """What the captain has done of his turn."""
    round: int
    rounds: int
    wade: bool
    winner: int = UNDECIDED
    """UNDECIDED, CREW_WINS or CAPTAIN_WINS."""

    @classmethod
    def of(cls, view: CrackersView) -> Position:
        """The position that ``view`` shows."""
        numbers = view.grid.numbers
        pod, control, *leaks = (numbers[name] for name in (view.pod, view.control, *view.leaks))
        layout = plan(view.files, view.ranks, pod, control, tuple(leaks))
        red, yellow, blue = (numbers[pawn] for pawn in view.pawns)
        new = cls(
            board=CrackersBoard(layout, list(view.sand), list(view.water)),
            pawns=(red, yellow, blue),
            turn=SEATS.index(view.mover),
            settling=view.phase == "settle",
            pumps=view.done.count("pump"),
            bags=view.done.count("bag"),
            unbags=view.done.count("unbag"),
            round=view.round,
            rounds=view.rounds,
            wade=view.wade,
        )
        if view.outcome is not None:
            new.winner = CAPTAIN_WINS if SEATS[CAPTAIN] in view.outcome.winners else CREW_WINS
        return new

    def copy(self) -> Position:
        """The same position, on the same board."""
        return Position(
            self.board,
            self.pawns,
            self.turn,
            self.settling,
            self.pumps,
            self.bags,
            self.unbags,
            self.round,
            self.rounds,
            self.wade,
            self.winner,
        )

    def key(self) -> tuple[object, ...]:
        """What tells positions of one turn apart."""
        board = self.board
        done = self.pumps, self.bags, self.unbags, self.settling, self.turn
        return (*board.sand, *board.water, self.pawns, done)

    @property
    def captains(self) -> bool:
        """Whether the captain is to choose."""
        return self.settling or self.turn == CAPTAIN

    def moves(self) -> list[Move]:
        """Every legal action."""
        full = self.board.plan.full
        return self._moves(full, full)

    def likely_moves(self) -> list[Move]:
        """The legal actions, of sandbags only those placed or taken where it usually matters."""
        layout = self.board.plan
        fort = sum(layout.around_pod)
        room = sum(layout.around_control)
        return self._moves(room, fort) if self.turn == CAPTAIN else self._moves(fort, room)

    def _moves(self, placing: int, taking: int) -> list[Move]:
        if self.settling:
            return [(FLOW, square, to) for square, rests in self.board.loose() for to in squares_in(rests)]
        return self._parts(placing, taking) if self.turn == CAPTAIN else self._walks(placing, taking)

    def _walks(self, placing: int, taking: int) -> list[Move]:
        board, layout = self.board, self.board.plan
        sand, dry = board.sand, layout.full & ~board.wet & ~layout.bare
        placing, taking = placing & dry, taking & dry
        moves = []
        for square in squares_in(board.reach(self.pawns[self.turn])):
            moves.append((WALK, square, 0))
            if placing >> square & 1 and sand[square] < HIGHEST:
                moves.append((WALK, square, 1))
            if taking >> square & 1 and sand[square]:
                moves.append((WALK, square, -1))
        return moves

    @property
    def parts(self) -> int:
        """How much of the captain's turn is used up, in pumps; a sandbag taken costs two of the three."""
        return self.pumps + self.bags + 2 * self.unbags

    def _parts(self, placing: int, taking: int) -> list[Move]:
        board, layout = self.board, self.board.plan
        moves = []
        if self.pumps < 3 and not (self.bags == 2 and self.pumps):
            for leak in layout.leaks:
                rests = board.rests(leak)
                moves += [(PUMP, leak, to) for to in squares_in(rests or 1 << leak)]
        dry, sand = layout.full & ~board.wet & ~layout.bare, board.sand
        if not self.unbags and self.bags < 2 and self.parts < 3:
            moves += [(BAG, square, 0) for square in squares_in(dry & placing) if sand[square] < HIGHEST]
        if not self.unbags and not self.bags and self.pumps < 2:
            moves += [(UNBAG, square, 0) for square in squares_in(dry & taking) if sand[square]]
        return moves

    def play(self, move: Move) -> Position:
        """The position after ``move``, which must be legal."""
        new = self.copy()
        kind, square, other = move
        if kind or other:
            new.board = self.board.copy()
        board = new.board
        if kind == WALK:
            pawns = [*new.pawns]
            pawns[self.turn] = square
            red, yellow, blue = pawns
            new.pawns = (red, yellow, blue)
            if other == 1:
                board.bag(square)
            elif other == -1:
                board.unbag(square)
                new.settling = board.settle()
        elif kind == PUMP:
            board.pour(other)
            new.pumps += 1
        elif kind == BAG:
            board.bag(square)
            new.bags += 1
        elif kind == UNBAG:
            board.unbag(square)
            new.unbags += 1
            new.settling = board.settle()
        else:
            board.flow(square, other)
            new.settling = board.settle()
        if not new.settling:
            new._pass_on()
        return new

    def _pass_on(self) -> None:
        """Looks for the end and passes the turn on (ruling 8)."""
        self.winner = self.verdict()
        if self.winner:
            return
        if self.turn != CAPTAIN:
            self.turn += 1
        elif self.parts == 3:
            if self.round == self.rounds:
                self.winner = CREW_WINS
                return
            self.turn, self.round = 0, self.round + 1
            self.pumps = self.bags = self.unbags = 0

    def verdict(self) -> int:
        """Who has won, the rounds left aside."""
        board = self.board
        deep = board.deep
        red, yellow, blue = self.pawns
        crew = 1 << red | 1 << yellow | 1 << blue
        if deep & (crew | 1 << board.plan.pod):
            return CAPTAIN_WINS
        if (deep or not self.wade) and crew & ~board.home(wade=self.wade):
            return CAPTAIN_WINS
        return CREW_WINS if deep >> board.plan.control & 1 else UNDECIDED


def written(move: Move, names: Sequence[str]) -> CrackersAction:
    """A move as an action; ``names`` are the squares' names."""
    kind, square, other = move
    if kind == WALK:
        return Walk(names[square], STEPS[other])
    if kind == PUMP:
        return Pump(names[square], None if other == square else names[other])
    if kind == FLOW:
        return Flow(names[square], names[other])
    return Bag(names[square]) if kind == BAG else Unbag(names[square])


def read(legal: Sequence[CrackersAction], view: CrackersView) -> list[Move]:
    """The legal actions as moves, in the same order."""
    numbers = view.grid.numbers
    moves: list[Move] = []
    for action in legal:
        match action:
            case Walk(to, bag):
                moves.append((WALK, numbers[to], SIGNS[bag]))
            case Pump(leak, to_name):
                moves.append((PUMP, numbers[leak], numbers[leak if to_name is None else to_name]))
            case Bag(name):
                moves.append((BAG, numbers[name], 0))
            case Unbag(name):
                moves.append((UNBAG, numbers[name], 0))
            case Flow(name, to):
                moves.append((FLOW, numbers[name], numbers[to]))
    return moves
