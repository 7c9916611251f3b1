"""The rules of Depth Charge, as its rulings number them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.games.core import IllegalAction, Options, Outcome, Placement, Seat, State

from . import narration, refusals
from .actions import BOARD, SEATS, SOUTH, Charge, DepthChargeAction, Islands, Mines, Move, Sound
from .notebook import SonarEvidence, deduce
from .sonar import report
from .state import DepthChargePosition, Fleet, Sounding
from .view import Deed, DepthChargeView, Heard, Proof, Report, Side, Terms
from .waters import HALVES, HARBOURS, INLAND, choices, enemy, routes_beside, squares_of


@dataclass(frozen=True, slots=True)
class DepthChargeState(DepthChargePosition, State[DepthChargeAction, DepthChargeView]):
    """A position of Depth Charge with its rules."""

    def _after(self, seat: Seat, fleet: Fleet) -> tuple[Fleet, Fleet]:
        south, north = self.fleets
        return (fleet, north) if seat == SOUTH else (south, fleet)

    # Placing (rulings 1 and 2)

    def room(self, seat: Seat) -> frozenset[int]:
        """Where ``seat`` may place in this phase: islands inland, mines anywhere but the own harbour."""
        if self.phase == "islands":
            return HALVES[seat] & INLAND
        return self._mineable(seat)

    def _mineable(self, seat: Seat) -> frozenset[int]:
        return HALVES[seat] - self.islands - {HARBOURS[seat]}

    @property
    def _count(self) -> int:
        return self.terms.islands if self.phase == "islands" else self.terms.mines

    def _placed(self, seat: Seat, squares: tuple[int, ...]) -> DepthChargeState:
        """The position with ``squares`` placed, in the same phase."""
        if refusal := refusals.placing(seat, self.phase, self._count, squares, self.room(seat), self.islands):
            raise IllegalAction(refusal)
        squares, fleet = tuple(sorted(squares)), self.fleet(seat)
        if self.phase == "islands":
            return replace(self, fleets=self._after(seat, replace(fleet, islands=squares)))
        return replace(self, fleets=self._after(seat, replace(fleet, mines=squares)))

    # Turns (ruling 3)

    def _routes(self, seat: Seat) -> Mapping[str, tuple[int, ...]]:
        """The legal moves of ``seat``."""
        fleet = self.fleet(seat)
        return routes_beside(fleet.boat, self._barred(seat), fleet.live)

    def _barred(self, seat: Seat) -> frozenset[int]:
        return self.islands | {self.fleet(enemy(seat)).boat}

    def targets(self, seat: Seat) -> tuple[int, ...]:
        """The squares that ``seat`` may sound or charge."""
        barred = self._barred(seat)
        return tuple(sorted(near for near in BOARD.around[self.fleet(seat).boat] if near not in barred))

    def legal(self, seat: Seat) -> Sequence[DepthChargeAction] | Placement:
        if seat not in self.to_act:
            return ()
        if self.phase != "play":
            return Placement(self.phase, self._count, BOARD.list(self.room(seat)))
        targets = self.targets(seat)
        moves = tuple(Move(letters) for letters in self._routes(seat))
        return (*moves, *(Sound(square) for square in targets), *(Charge(square) for square in targets))

    def whose_turn(self, seat: Seat) -> str:
        return refusals.waiting(self.phase, seat)

    def _check(self, seat: Seat, action: DepthChargeAction) -> None:
        """:raises IllegalAction: when ``action`` is illegal whatever the enemy's mines are."""
        self.require_turn(seat)
        expected = {"islands": Islands, "mines": Mines}.get(self.phase, (Move, Sound, Charge))
        if not isinstance(action, expected):
            raise IllegalAction(refusals.expected(self.phase, seat, self._count))
        fleet, rival = self.fleet(seat), self.fleet(enemy(seat))
        if isinstance(action, Move):
            refusal = refusals.moving(fleet.boat, action.steps, self.islands, rival.boat, fleet.live)
        elif isinstance(action, Sound | Charge):
            refusal = refusals.aiming(fleet.boat, action.square, self.islands, rival.boat)
        else:
            return
        if refusal:
            raise IllegalAction(refusal)

    def play(self, seat: Seat, action: DepthChargeAction) -> DepthChargeState:
        self._check(seat, action)
        match action:
            case Islands(squares) | Mines(squares):
                placed = self._placed(seat, squares)
                if placed.to_act:
                    return placed
                return replace(placed, phase="mines" if self.phase == "islands" else "play")
            case Move(steps):
                return self._move(seat, steps)
            case Sound(square):
                return self._sound(seat, square)
            case Charge(square):
                return self._charge(seat, square)

    def _move(self, seat: Seat, steps: str) -> DepthChargeState:
        rival = self.fleet(enemy(seat))
        path, live = squares_of(self.fleet(seat).boat, steps), rival.live
        struck = next((order for order, square in enumerate(path) if square in live), None)
        if struck is not None:
            path, steps = path[: struck + 1], steps[: struck + 1]
            sunk, deed = self._sailed(seat, steps, path, "mine")
            fleets = self._after(seat, replace(sunk, sunk=True))
            return self._next(seat, Outcome.won_by("mine", [enemy(seat)], SEATS), fleets=fleets, last=deed)
        mine, deed = self._sailed(seat, steps, path, "")
        entered = rival.swept | (HALVES[enemy(seat)] & set(path))
        rested = mine.swept | (HALVES[seat] & {path[-1]})
        mine = mine if rested == mine.swept else replace(mine, swept=rested)
        rival = rival if entered == rival.swept else replace(rival, swept=entered)
        return self._next(seat, fleets=(mine, rival) if seat == SOUTH else (rival, mine), last=deed)

    def _sailed(self, seat: Seat, steps: str, path: tuple[int, ...], heard: Heard) -> tuple[Fleet, Deed]:
        """The fleet of ``seat`` with its boat at the end of ``path``, and that deed."""
        fleet = self.fleet(seat)
        names = tuple([BOARD.names[square] for square in (fleet.boat, *path)])
        sailed = replace(fleet, boat=path[-1], facing=steps[-1])
        return sailed, Deed(seat, "move", names, heard)

    def _sound(self, seat: Seat, square: int) -> DepthChargeState:
        rival = self.fleet(enemy(seat))
        times = report(square, rival.live, self.islands)
        sounding = Sounding(seat, square, times, len(rival.destroyed))
        deed = Deed(seat, "sound", (BOARD.names[square],), "ping", times)
        return self._next(seat, soundings=(*self.soundings, sounding), last=deed)

    def _charge(self, seat: Seat, square: int) -> DepthChargeState:
        rival, fleet = self.fleet(enemy(seat)), self.fleet(seat)
        deed = Deed(seat, "charge", (BOARD.names[square],), "miss")
        if square in rival.live:
            rival = replace(rival, destroyed=(*rival.destroyed, square))
            hit = replace(self, fleets=self._after(enemy(seat), rival), last=replace(deed, heard="hit"))
            cleared = Outcome.won_by("cleared", [seat], SEATS)
            return replace(hit, quiet=-1)._next(seat, None if rival.live else cleared)
        fleet = replace(fleet, missed=(*fleet.missed, square))
        missed = replace(self, fleets=self._after(seat, fleet), last=deed)
        lost = Outcome.won_by("misses", [enemy(seat)], SEATS)
        return missed._next(seat, lost if len(fleet.missed) >= self.terms.misses else None)

    def _next(self, seat: Seat, outcome: Outcome | None = None, **changes: Any) -> DepthChargeState:
        """The position after a turn with ``changes``; a quiet draw comes last (ruling 6)."""
        quiet = self.quiet + 1
        if outcome is None and 0 < self.terms.quiet <= quiet:
            outcome = Outcome.drawn("quiet", SEATS)
        return replace(
            self,
            mover=enemy(seat),
            quiet=quiet,
            turn=self.turn + 1,
            outcome=outcome,
            phase="over" if outcome else "play",
            **changes,
        )

    # What leaves the rules

    def view_for(self, viewer: Seat | None) -> DepthChargeView:
        return self._view(viewer, bare=self.outcome is not None)

    def reveal(self) -> DepthChargeView:
        return self._view(None, bare=True)

    def concealed(self, viewer: Seat | None) -> DepthChargeView:
        return self._view(viewer, bare=False)

    def _view(self, viewer: Seat | None, *, bare: bool) -> DepthChargeView:
        """All that ``viewer`` may know; with ``bare``, all."""
        south, north = (self._side(seat, bare or viewer == seat) for seat in SEATS)
        return DepthChargeView(
            viewer=viewer,
            to_act=tuple(seat for seat in SEATS if seat in self.to_act),
            outcome=self.outcome,
            phase=self.phase,
            terms=self.terms,
            sides=(south, north),
            reports=tuple(map(self._report, self.soundings)),
            proof=self._proof(viewer),
            last=self.last,
            quiet=self.quiet,
            turn=self.turn,
        )

    def _report(self, sounding: Sounding) -> Report:
        gone = self.fleet(enemy(sounding.seat)).destroyed[: sounding.destroyed]
        names = tuple(BOARD.names[mine] for mine in gone)
        return Report(sounding.seat, BOARD.names[sounding.square], sounding.times, names)

    def _side(self, seat: Seat, private: bool) -> Side:
        fleet = self.fleet(seat)
        islands = fleet.islands or () if private or self.phase != "islands" else ()
        return Side(
            seat=seat,
            boat=BOARD.names[fleet.boat],
            facing=fleet.facing,
            sunk=fleet.sunk,
            ready=self.ready(seat),
            islands=BOARD.list(islands),
            mines=BOARD.list(fleet.live) if private and fleet.mines is not None else None,
            left=self.terms.mines - len(fleet.destroyed),
            destroyed=BOARD.list(fleet.destroyed),
            missed=tuple(BOARD.names[square] for square in fleet.missed),
            swept=BOARD.list(fleet.swept),
        )

    def _proof(self, viewer: Seat | None) -> Proof | None:
        """The notebook of ``viewer``, from public facts alone."""
        if viewer not in SEATS or not self.terms.sonar or self.phase != "play":
            return None
        rival = enemy(viewer)
        fleet = self.fleet(rival)
        evidence = SonarEvidence(
            water=self._mineable(rival),
            islands=self.islands,
            mines=self.terms.mines,
            destroyed=fleet.destroyed,
            # A square whose mine was destroyed first can be missed, entered or stopped on later.
            empty=(fleet.swept | set(self.fleet(viewer).missed)) - set(fleet.destroyed),
            reports=tuple(
                (sounding.square, sounding.times, sounding.destroyed)
                for sounding in self.soundings
                if sounding.seat == viewer
            ),
        )
        empty, mines = deduce(evidence)
        return Proof(BOARD.list(empty), BOARD.list(mines))

    def preview(self, seat: Seat, action: DepthChargeAction) -> DepthChargeView:
        self._check(seat, action)
        match action:
            case Islands(squares) | Mines(squares):
                return self._placed(seat, squares).view_for(seat)
            case Move(steps):
                path = squares_of(self.fleet(seat).boat, steps)
                sailed, deed = self._sailed(seat, steps, path, "")
                return replace(self, fleets=self._after(seat, sailed), last=deed).view_for(seat)
            case Sound(square):
                return replace(self, last=Deed(seat, "sound", (BOARD.names[square],))).view_for(seat)
            case Charge(square):
                return replace(self, last=Deed(seat, "charge", (BOARD.names[square],))).view_for(seat)

    def narrate(self, seat: Seat, action: DepthChargeAction, viewer: Seat | None) -> str:
        if isinstance(action, Islands | Mines):
            return narration.placed(seat, action, self.fleet(enemy(seat)).islands, viewer)
        after = self.play(seat, action)
        assert after.last is not None
        return narration.turn(after.last, len(after.fleet(seat).missed), self.terms.misses)

    def announcement(self, seat: Seat, action: DepthChargeAction) -> str:
        if isinstance(action, Islands | Mines):
            return ""
        deed = self.play(seat, action).last
        assert deed is not None
        return " ".join((deed.heard, *map(str, deed.times)))

    def redacted(self, seat: Seat, action: DepthChargeAction, viewer: Seat | None) -> str:
        if viewer == seat or self.outcome is not None:
            return str(action)
        if isinstance(action, Mines):
            return "mines ?"
        if isinstance(action, Islands) and self.phase == "islands" and not self.ready(enemy(seat)):
            return "islands ?"
        return str(action)

    def path(self, action: DepthChargeAction) -> tuple[str, ...]:
        """A move is chosen by its destination, then by its steps if several routes lead there."""
        if isinstance(action, Move) and self.phase == "play":
            fleet = self.fleet(self.mover)
            named = choices(fleet.boat, self._barred(self.mover), fleet.live)
            if action.steps in named:
                return ("move", *named[action.steps])
        return action.path


def start(options: Options) -> DepthChargeState:
    """The empty lake, with the islands to be placed first if there are any."""
    terms = Terms(**{**options, "sonar": options["sonar"] == "on"})
    return DepthChargeState(terms=terms, phase="islands" if terms.islands else "mines")
