"""The rules of Depth Charge, as its rulings number them.

>>> from bot.games import GAMES
>>> game = GAMES["depthcharge"]
>>> state = game.start(game.read_options({"mines": "3"}))
>>> state = state.play("south", game.parse("mines c3 e5 g6")).play("north", game.parse("mines c9 j9 l8"))
>>> [side.mines for side in state.view_for("south").sides]
[('c3', 'e5', 'g6'), None]
>>> print(state.narrate("south", game.parse("sound b2"), None))
South sounded b2: pings at 8, 15 and 16.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final, Self

from bot.games.core import IllegalAction, Options, Outcome, Placement, Seat, State, public_view
from bot.languages import gettext

from . import refusals, text
from .actions import (
    BOARD,
    DETOUR,
    NORTH,
    SEATS,
    SOUTH,
    Charge,
    DepthChargeAction,
    Islands,
    Mines,
    Move,
    Sound,
)
from .notebook import doubtful, proof
from .sonar import report
from .view import Deed, DepthChargeView, Heard, Kind, Phase, Report, Side, Terms
from .waters import HALVES, HARBOURS, INLAND, distance, enemy, routes_beside, squares_of

DEFAULT_TERMS: Final = Terms()
MOVE, SOUND, CHARGE = cache(Move), cache(Sound), cache(Charge)
"""Legal actions, made once each."""


@dataclass(frozen=True, slots=True)
class Fleet:
    """A side's boat, islands and mines; squares are the board's indices."""

    boat: int
    facing: str
    islands: tuple[int, ...] | None = None
    """None until they are placed."""
    mines: tuple[int, ...] | None = None
    """All that were laid; None until then."""
    destroyed: tuple[int, ...] = ()
    """The mines that the enemy destroyed, in order."""
    missed: tuple[int, ...] = ()
    """Where its own depth charges missed, in order."""
    swept: frozenset[int] = frozenset()
    """Squares of its half without a mine: the enemy's boat entered them, or its own stopped there."""
    sunk: bool = False

    @property
    def live(self) -> tuple[int, ...]:
        """The mines that are not destroyed."""
        return tuple(mine for mine in self.mines or () if mine not in self.destroyed)


@dataclass(frozen=True, slots=True)
class DepthChargeState(State[DepthChargeAction, DepthChargeView]):
    """A position of Depth Charge, secrets included: both fleets, the reports, and whose turn it is."""

    terms: Terms = DEFAULT_TERMS
    phase: Phase = "mines"
    fleets: tuple[Fleet, Fleet] = (Fleet(HARBOURS[SOUTH], "n"), Fleet(HARBOURS[NORTH], "s"))
    """South's, north's."""
    mover: Seat = SOUTH
    """Who takes the next turn, once the mines are laid."""
    reports: tuple[Report, ...] = ()
    quiet: int = 0
    """Turns in a row that destroyed no mine (ruling 6)."""
    turn: int = 0
    """Turns taken."""
    last: Deed | None = None
    outcome: Outcome | None = None

    @property
    def to_act(self) -> frozenset[Seat]:
        if self.outcome is not None:
            return frozenset()
        if self.phase == "play":
            return frozenset({self.mover})
        return frozenset(seat for seat in SEATS if not self.ready(seat))

    def fleet(self, seat: Seat) -> Fleet:
        """What belongs to ``seat``."""
        return self.fleets[SEATS.index(seat)]

    def ready(self, seat: Seat) -> bool:
        """Whether ``seat`` has placed what this phase asks for; true in play."""
        fleet = self.fleet(seat)
        placed = {"islands": fleet.islands, "mines": fleet.mines}
        return placed.get(self.phase, ()) is not None

    @property
    def islands(self) -> frozenset[int]:
        """The islands of both sides; empty until both are in (ruling 1)."""
        if self.phase == "islands":
            return frozenset()
        return frozenset(square for fleet in self.fleets for square in fleet.islands or ())

    def _fleets(
        self, seat: Seat, fleet: Fleet | None = None, rival: Fleet | None = None
    ) -> tuple[Fleet, Fleet]:
        """Both fleets, with a new one of ``seat`` or of its enemy."""
        fleet, rival = fleet or self.fleet(seat), rival or self.fleet(enemy(seat))
        return (fleet, rival) if seat == SOUTH else (rival, fleet)

    # Placing (rulings 1 and 2)

    def room(self, seat: Seat) -> frozenset[int]:
        """Where ``seat`` may place in this phase: islands inland, mines anywhere but the own harbour."""
        if self.phase == "islands":
            return HALVES[seat] & INLAND
        return HALVES[seat] - self.islands - {HARBOURS[seat]}

    @property
    def _count(self) -> int:
        return self.terms.islands if self.phase == "islands" else self.terms.mines

    def _placed(self, seat: Seat, squares: tuple[int, ...]) -> DepthChargeState:
        """The position with ``squares`` placed, in the same phase."""
        placed: dict[str, Any] = {self.phase: tuple(sorted(squares))}
        return replace(self, fleets=self._fleets(seat, replace(self.fleet(seat), **placed)))

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
        return (*map(MOVE, self._routes(seat)), *map(SOUND, targets), *map(CHARGE, targets))

    def paths(self, actions: Sequence[DepthChargeAction]) -> Iterator[tuple[str, ...]]:
        """A move is chosen by how far away it ends, by its destination, then by its steps if several routes
        lead there: never more than twelve choices. Longer ways than needed stand aside, and so do ways that
        make no difference: several as short, over water where no mine can be.
        """
        routes = self._routes(self.mover) if self.phase == "play" else {}
        first = self._equals(routes) if routes else {}

        def place(steps: str) -> tuple[str, ...]:
            far, goal = distance(steps), routes[steps][-1]
            aside = len(steps) > far or first.get(goal, steps) != steps
            return (f"move {far}", *((DETOUR,) if aside else ()), BOARD.names[goal])

        ways = Counter(map(place, routes))
        for action in actions:
            if isinstance(action, Move) and action.steps in routes:
                reached = place(action.steps)
                yield (*reached, action.steps) if ways[reached] > 1 else reached
            else:
                yield action.path

    def _equals(self, routes: Mapping[str, tuple[int, ...]]) -> Mapping[int, str]:
        """The destinations with several shortest ways of which none has a risk on its way, and the first."""
        # As everybody sees it: a Sonar Officer takes longer.
        unsure = frozenset(map(BOARD.read, doubtful(self.view_for(None), self.mover)))
        ways: dict[int, list[str]] = {}
        for steps, squares in routes.items():
            if len(steps) == distance(steps):
                ways.setdefault(squares[-1], []).append(steps)
        return {
            goal: min(each)
            for goal, each in ways.items()
            if all(unsure.isdisjoint(routes[steps][:-1]) for steps in each)
        }

    def whose_turn(self, seat: Seat) -> str:
        if seat not in SEATS:
            return gettext("You can only play as South or North.")
        rival = text.name_of(enemy(seat))
        if self.phase == "play":
            return gettext("{name} is next.", name=rival)
        return gettext("What you’ve placed can’t be changed. Please wait for {name}.", name=rival)

    def _check(self, seat: Seat, action: DepthChargeAction) -> None:
        """:raises IllegalAction: when ``action`` is illegal whatever the enemy's mines are."""
        self.require_turn(seat)
        boat, rival = self.fleet(seat).boat, self.fleet(enemy(seat)).boat
        refusal: IllegalAction | None
        match action:
            case Move(steps) if self.phase == "play":
                refusal = refusals.moving(boat, steps, self.islands, rival, self.fleet(seat).live)
            case Sound(square) | Charge(square) if self.phase == "play":
                refusal = refusals.aiming(boat, square, self.islands, rival)
            case Islands(squares) | Mines(squares) if self.phase == action.path[0]:
                room = self.room(seat)
                refusal = refusals.placing(seat, self.phase, self._count, squares, room, self.islands)
            case _:
                refusal = refusals.expected(self.phase, seat, self._count)
        if refusal:
            raise refusal

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
                rival = self.fleet(enemy(seat))
                times = report(square, rival.live, self.islands)
                gone = tuple([BOARD.names[mine] for mine in rival.destroyed])
                heard = Report(seat, BOARD.names[square], times, gone)
                deed = _aimed(seat, action, "ping", times)
                return self._next(seat, deed, reports=(*self.reports, heard))
            case Charge(square):
                return self._charge(seat, action)

    def _move(self, seat: Seat, steps: str) -> DepthChargeState:
        rival = self.fleet(enemy(seat))
        path, live = squares_of(self.fleet(seat).boat, steps), rival.live
        struck = next((order for order, square in enumerate(path, 1) if square in live), None)
        fleet, deed = self._sailed(seat, steps[:struck], "mine" if struck else "")
        if struck:
            fleets = self._fleets(seat, replace(fleet, sunk=True))
            return self._next(seat, deed, Outcome.won_by("mine", [enemy(seat)], SEATS), fleets=fleets)
        fleet = replace(fleet, swept=fleet.swept | (HALVES[seat] & {path[-1]}))
        rival = replace(rival, swept=rival.swept | HALVES[enemy(seat)].intersection(path))
        return self._next(seat, deed, fleets=self._fleets(seat, fleet, rival))

    def _sailed(self, seat: Seat, steps: str, heard: Heard = "") -> tuple[Fleet, Deed]:
        """The fleet of ``seat`` after its boat has taken ``steps``, and that deed."""
        fleet = self.fleet(seat)
        path = (fleet.boat, *squares_of(fleet.boat, steps))
        names = tuple([BOARD.names[square] for square in path])
        return replace(fleet, boat=path[-1], facing=steps[-1]), Deed(seat, "move", names, heard)

    def _charge(self, seat: Seat, charge: Charge) -> DepthChargeState:
        rival, fleet = self.fleet(enemy(seat)), self.fleet(seat)
        if charge.square in rival.live:
            rival = replace(rival, destroyed=(*rival.destroyed, charge.square))
            outcome = None if rival.live else Outcome.won_by("cleared", [seat], SEATS)
            return self._next(
                seat, _aimed(seat, charge, "hit"), outcome, fleets=self._fleets(seat, rival=rival)
            )
        fleet = replace(fleet, missed=(*fleet.missed, charge.square))
        lost = Outcome.won_by("misses", [enemy(seat)], SEATS)
        outcome = lost if len(fleet.missed) >= self.terms.misses else None
        return self._next(seat, _aimed(seat, charge, "miss"), outcome, fleets=self._fleets(seat, fleet))

    def _next(
        self, seat: Seat, deed: Deed, outcome: Outcome | None = None, **changes: Any
    ) -> DepthChargeState:
        """The position after a turn with ``changes``; a quiet draw comes last (ruling 6)."""
        quiet = 0 if deed.heard == "hit" else self.quiet + 1
        if outcome is None and 0 < self.terms.quiet <= quiet:
            outcome = Outcome.drawn("quiet", SEATS)
        return replace(
            self,
            mover=enemy(seat),
            quiet=quiet,
            turn=self.turn + 1,
            last=deed,
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

    def public_position(self) -> DepthChargeState | None:
        """Without mines that are live, of which a boat may have some in its way, and without a notebook."""
        if self.phase != "play":
            return None
        south, north = (replace(fleet, mines=None) for fleet in self.fleets)
        return replace(self, fleets=(south, north), terms=replace(self.terms, sonar=False))

    def _view(self, viewer: Seat | None, *, bare: bool) -> DepthChargeView:
        """All that ``viewer`` may know; with ``bare``, all."""
        view = public_view(
            self,
            DepthChargeView,
            viewer,
            to_act=tuple(seat for seat in SEATS if seat in self.to_act),
            sides=tuple(self._side(seat, bare or viewer == seat) for seat in SEATS),
            proof=None,
        )
        if viewer not in SEATS or not self.terms.sonar or self.phase != "play":
            return view
        return replace(view, proof=proof(view))

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

    def preview(self, seat: Seat, action: DepthChargeAction) -> DepthChargeView:
        self._check(seat, action)
        match action:
            case Islands(squares) | Mines(squares):
                seen = self._placed(seat, squares)
            case Move(steps):
                sailed, deed = self._sailed(seat, steps)
                seen = replace(self, fleets=self._fleets(seat, sailed), last=deed)
            case Sound() | Charge():
                seen = replace(self, last=_aimed(seat, action))
        return seen.view_for(seat)

    def narrate(
        self, seat: Seat, action: DepthChargeAction, viewer: Seat | None, after: Self | None = None
    ) -> str:
        if isinstance(action, Islands | Mines):
            return text.placed(seat, action, self.fleet(enemy(seat)).islands, viewer)
        played = after or self.play(seat, action)
        assert played.last is not None
        return text.turn(played.last, len(played.fleet(seat).missed), self.terms.misses)

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


def _aimed(seat: Seat, action: Sound | Charge, heard: Heard = "", times: tuple[int, ...] = ()) -> Deed:
    """The deed of sounding or charging a square."""
    kind: Kind = "sound" if isinstance(action, Sound) else "charge"
    return Deed(seat, kind, (BOARD.names[action.square],), heard, times)


def start(options: Options) -> DepthChargeState:
    """The empty lake, with the islands to be placed first if there are any."""
    terms = Terms(**{**options, "sonar": options["sonar"] == "on"})
    return DepthChargeState(terms=terms, phase="islands" if terms.islands else "mines")
