"""The rulings once more, slow and literal, on dictionaries of coordinates: what the rules are compared with.

It shares nothing with the rules but the notation and the layouts' sheets.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import permutations
from typing import Final

Spot = tuple[str, int]
TURNS: Final = ("pump pump pump", "pump pump bag", "pump bag bag", "pump unbag")
BEGINNINGS: Final = {
    order[:length]: len(order) == length
    for turn in TURNS
    for order in permutations(turn.split())
    for length in range(len(order) + 1)
}
"""Every beginning of a captain's turn, and whether it is a whole one (ruling 4)."""


@dataclass
class Board:
    """Sandbags and water by square."""

    sand: dict[Spot, int]
    water: dict[Spot, int]

    def beside(self, spot: Spot) -> Iterator[Spot]:
        file, rank = spot
        for other in (
            (chr(ord(file) - 1), rank),
            (chr(ord(file) + 1), rank),
            (file, rank - 1),
            (file, rank + 1),
        ):
            if other in self.sand:
                yield other

    def lies(self, origin: Spot, spot: Spot) -> int:
        """How high the top unit of ``origin`` lies, or would lie, on ``spot``."""
        return self.sand[spot] + self.water[spot] + (spot != origin)

    def steps(self, origin: Spot, spot: Spot) -> list[Spot]:
        here = self.lies(origin, spot)
        return [other for other in self.beside(spot) if self.lies(origin, other) <= here]

    def everywhere(self, origin: Spot, spot: Spot) -> set[Spot]:
        """All that steps lead to from ``spot``, for the top unit of ``origin``."""
        found, new = {spot}, {spot}
        while new:
            new = {other for one in new for other in self.steps(origin, one)} - found
            found |= new
        return found

    def is_resting_place(self, origin: Spot, spot: Spot) -> bool:
        height = self.lies(origin, spot)
        if height >= self.lies(origin, origin) or spot not in self.everywhere(origin, origin):
            return False
        return not any(self.lies(origin, other) < height for other in self.everywhere(origin, spot))

    def rests(self, origin: Spot) -> set[Spot]:
        """The resting places that the top unit of ``origin`` meets first (ruling 6)."""
        met: set[Spot] = set()
        through, new = {origin}, {origin}
        while new:
            reached = {other for one in new for other in self.steps(origin, one)} - through - met
            stops = {spot for spot in reached if self.is_resting_place(origin, spot)}
            met |= stops
            new = reached - stops
            through |= new
        return met

    def runs(self) -> set[tuple[Spot, Spot]]:
        """Every run of lying water: from where, and where to (ruling 7)."""
        return {(spot, rest) for spot, depth in self.water.items() if depth for rest in self.rests(spot)}

    def run(self, origin: Spot, rest: Spot) -> None:
        self.water[origin] -= 1
        self.water[rest] += 1


def name(spot: Spot) -> str:
    return f"{spot[0]}{spot[1]}"


def spot(text: str) -> Spot:
    return text[0], int(text[1:])


@dataclass
class LiteralGame:
    """A whole game, changed in place."""

    board: Board
    pod: Spot
    control: Spot
    leaks: list[Spot]
    rounds: int
    wade: bool
    pawns: list[Spot]
    turn: int = 0
    round: int = 1
    done: list[str] = field(default_factory=list)
    settling: bool = False
    reason: str = ""

    def legal(self) -> list[str]:
        """Every action of whoever is to act, in notation, sorted."""
        if self.reason:
            return []
        if self.settling:
            return sorted(f"flow {name(one)} {name(other)}" for one, other in self.board.runs())
        return sorted(self._walks() if self.turn < 3 else self._parts())

    def _dry(self, at: Spot) -> bool:
        return self.board.water[at] == 0

    def _bags(self, at: Spot) -> tuple[bool, bool]:
        """Whether a sandbag may be placed on a square, and whether one may be taken."""
        allowed = self._dry(at) and at not in (self.pod, self.control)
        return allowed and self.board.sand[at] < 3, allowed and self.board.sand[at] > 0

    def _walks(self) -> Iterator[str]:
        for to in self._reach(self.pawns[self.turn]):
            place, take = self._bags(to)
            yield name(to)
            if place:
                yield f"{name(to)}+"
            if take:
                yield f"{name(to)}-"

    def _reach(self, start: Spot) -> set[Spot]:
        if not self._dry(start):
            return {start} | {to for to in self.board.beside(start) if self.board.water[to] <= 1}
        land = {start}
        while more := {to for one in land for to in self.board.beside(one) if self._dry(to)} - land:
            land |= more
        return land | {to for one in land for to in self.board.beside(one) if self.board.water[to] == 1}

    def _parts(self) -> Iterator[str]:
        def fits(part: str) -> bool:
            return (*self.done, part) in BEGINNINGS

        if fits("pump"):
            for leak in self.leaks:
                board = deepcopy(self.board)
                board.water[leak] += 1
                rests = board.rests(leak)
                yield from (f"pump {name(leak)} {name(rest)}" for rest in rests)
                if not rests:
                    yield f"pump {name(leak)}"
        for at in self.board.sand:
            place, take = self._bags(at)
            if place and fits("bag"):
                yield f"bag {name(at)}"
            if take and fits("unbag"):
                yield f"unbag {name(at)}"

    def play(self, action: str) -> None:
        verb, *squares = action.split()
        taken = False
        match verb:
            case "pump":
                self.board.water[spot(squares[-1])] += 1
            case "bag":
                self.board.sand[spot(squares[0])] += 1
            case "unbag":
                self.board.sand[spot(squares[0])] -= 1
                taken = True
            case "flow":
                self.board.run(spot(squares[0]), spot(squares[1]))
                taken = True
            case _:
                to = spot(verb.rstrip("+-"))
                self.pawns[self.turn] = to
                self.board.sand[to] += {"+": 1, "-": -1}.get(verb[-1], 0)
                taken = verb.endswith("-")
        if verb in ("pump", "bag", "unbag"):
            self.done.append(verb)
        self._settle(taken)
        if not self.settling:
            self._finish()

    def _settle(self, taken: bool) -> None:
        self.settling = False
        while taken and (runs := self.board.runs()):
            if len(runs) > 1:
                self.settling = True
                return
            self.board.run(*runs.pop())

    def _finish(self) -> None:
        water = self.board.water
        over = self.turn < 3 or BEGINNINGS[tuple(self.done)]
        last = over and self.turn == 3 and self.round == self.rounds
        if any(water[pawn] >= 2 for pawn in self.pawns):
            self.reason = "drowned"
        elif water[self.pod] >= 2:
            self.reason = "pod flooded"
        elif any(not self._way(pawn) for pawn in self.pawns):
            self.reason = "cut off"
        elif water[self.control] >= 2:
            self.reason = "captain drowned"
        elif last:
            self.reason = "held out"
        elif over:
            self.round += self.turn == 3
            self.turn = (self.turn + 1) % 4
            self.done = []

    def _way(self, start: Spot) -> bool:
        deepest = 1 if self.wade else 0
        found = {start}
        while True:
            if self.pod in found:
                return True
            more = {
                to
                for one in found
                for to in self.board.beside(one)
                if self.board.water[to] <= deepest or to == self.pod
            } - found
            if not more:
                return False
            found |= more
