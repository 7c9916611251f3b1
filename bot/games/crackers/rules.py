"""The rules of Drown, Captain Crackers!, as its rulings number them.

>>> from bot.games import GAMES
>>> game = GAMES["crackers"]
>>> state = game.start(game.read_options({}))
>>> for seat, action in (("red", "e4"), ("yellow", "d1"), ("blue", "f1+"), ("captain", "pump a4")):
...     print(state.narrate(seat, game.parse(action), None))
...     state = state.play(seat, game.parse(action))
Red went to e4.
Yellow went to d1.
Blue dropped a bag on f1.
Pump at a4: a4 is 1 deep.
>>> game.headline(state.view_for(None)), sorted(state.to_act)
('Round 1 of 60', ['captain'])
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Final, Self

from bot.games.core import IllegalAction, NotationError, Options, Outcome, Seat, State, public_view
from bot.languages import gettext

from . import refusals, text
from .actions import CAPTAIN, CREW, FEW, SEATS, Bag, CrackersAction, Flow, Pump, Unbag, Walk, name_of
from .board import USUAL, Station, layout
from .turns import PART_OF, Part, complete, open_parts
from .view import CrackersView, Danger, Phase, Way
from .water import Run

REMEMBERED: Final = 2 * len(CREW) - 1
"""Turns of the crew: those of the round before, and of this one up to its last member's."""
RECENT: Final = 32
"""Positions whose views are kept."""
WALK, BAG, UNBAG = cache(Walk), cache(Bag), cache(Unbag)
"""Legal actions, made once each."""


@dataclass(frozen=True, slots=True)
class CrackersState(State[CrackersAction, CrackersView]):
    """The station, the round, and whose turn it is."""

    turn_fields = ("to_act", "phase", "mover", "done")
    station: Station
    rounds: int
    round: int = 1
    turn: int = 0
    """Whose turn it is, by SEATS."""
    done: tuple[Part, ...] = ()
    """The parts of the captain's turn that are done."""
    settling: bool = False
    """Whether the captain has to choose a run before anything else (ruling 7)."""
    last: tuple[Seat, str] | None = None
    walks: tuple[str, ...] = ()
    """The crew's latest turns, in notation."""
    runs: tuple[Run, ...] = ()
    """The water that the last action moved."""
    earlier: tuple[Run, ...] = ()
    """The water that moved before it in the same turn."""
    outcome: Outcome | None = None

    @property
    def mover(self) -> Seat:
        """Whose turn it is."""
        return SEATS[self.turn]

    @property
    def to_act(self) -> frozenset[Seat]:
        if self.outcome is not None:
            return frozenset()
        return frozenset({CAPTAIN if self.settling else self.mover})

    @property
    def turn_key(self) -> Hashable:
        return self.round, self.turn, self.to_act

    @property
    def round_key(self) -> Hashable:
        return self.round, self.mover == CAPTAIN, self.settling and self.mover != CAPTAIN

    def legal(self, seat: Seat) -> Sequence[CrackersAction]:
        if seat not in self.to_act:
            return ()
        station, names = self.station, self.station.layout.grid.names
        if self.settling:
            return tuple(
                Flow(names[square], names[to]) for square, rests in station.loose().items() for to in rests
            )
        if self.mover == CAPTAIN:
            return self._parts()
        works = station.works()
        return tuple([WALK(names[to], work) for to in station.reach(self.turn) for work in works[to]])

    def _parts(self) -> tuple[CrackersAction, ...]:
        station, parts = self.station, open_parts(self.done)
        names = station.layout.grid.names
        actions: list[CrackersAction] = []
        if "pump" in parts:
            for leak in station.layout.leaks:
                rests = station.rests(leak)
                actions += [Pump(names[leak], names[to]) for to in rests] or [Pump(names[leak])]
        works = station.works()
        if "bag" in parts:
            actions += [BAG(name) for name, here in zip(names, works, strict=True) if "+" in here]
        if "unbag" in parts:
            actions += [UNBAG(name) for name, here in zip(names, works, strict=True) if "-" in here]
        return tuple(actions)

    def whose_turn(self, seat: Seat) -> str:
        if self.settling:
            return gettext("Water is running. Please wait for the captain to choose where it goes.")
        if self.mover == CAPTAIN:
            return gettext("The captain is next.")
        return gettext("{name} is next.", name=name_of(self.mover))

    def play(self, seat: Seat, action: CrackersAction) -> CrackersState:
        self.require_turn(seat)
        self._check(refusals.kind(action, self.mover, self.done, settling=self.settling))
        station, made, choice = self._acted(action)
        part = PART_OF.get(type(action))
        begun = self.settling or self.done
        after = replace(
            self,
            station=station,
            done=(*self.done, part) if part else self.done,
            settling=choice,
            last=(seat, str(action)),
            walks=(*self.walks, str(action))[-REMEMBERED:] if isinstance(action, Walk) else self.walks,
            runs=made,
            earlier=(*self.earlier, *self.runs) if begun else (),
        )
        return after if choice else after._onward()

    def _acted(self, action: CrackersAction) -> tuple[Station, tuple[Run, ...], bool]:
        """The station after ``action``, the water that moved, and whether the captain has to choose more."""
        station = self.station
        match action:
            case Pump(leak, to):
                point, rest = self._square(leak), None if to is None else self._square(to)
                self._check(refusals.pumping(station, point, rest))
                station, run = station.pumped(point, rest)
                return station, (run,), False
            case Flow(name, to):
                square, rest = self._square(name), self._square(to)
                self._check(refusals.flowing(station, square, rest))
                station, run = station.flowed(square, rest)
                station, made, choice = station.settled()
                return station, (run, *made), choice
            case Walk(name, work):
                square = self._square(name)
                self._check(refusals.walking(station, self.turn, square))
                station = station.walked(self.turn, square)
            case Bag(name):
                square, work = self._square(name), "+"
            case Unbag(name):
                square, work = self._square(name), "-"
        self._check(refusals.bagging(station, square, work))
        if work == "-":
            return station.bagged(square, -1).settled()
        return station.bagged(square, 1) if work else station, (), False

    def _square(self, name: str) -> int:
        try:
            return self.station.layout.grid.read(name)
        except NotationError as error:  # A square of a larger layout.
            raise IllegalAction(*error.args, **error.values) from None

    @staticmethod
    def _check(refusal: IllegalAction | None) -> None:
        if refusal is not None:
            raise refusal

    def _onward(self) -> CrackersState:
        """The position once the water has settled, with the end checked and the turn passed (ruling 8)."""
        reason = self.station.verdict()
        over = self.mover != CAPTAIN or complete(self.done)
        if not reason and over and self.mover == CAPTAIN and self.round == self.rounds:
            reason = "held out"
        if reason:
            winners = CREW if reason in ("captain drowned", "held out") else (CAPTAIN,)
            return replace(self, outcome=Outcome.won_by(reason, winners, SEATS))
        if not over:
            return self
        if self.mover == CAPTAIN:
            return replace(self, turn=0, round=self.round + 1, done=())
        return replace(self, turn=self.turn + 1)

    def view_for(self, viewer: Seat | None) -> CrackersView:
        return replace(_told(self), viewer=viewer, dangers=_dangers(self.station))

    @property
    def phase(self) -> Phase:
        """Who is to do what."""
        if self.outcome is not None:
            return "over"
        if self.settling:
            return "settle"
        return "captain" if self.mover == CAPTAIN else "crew"

    def narrate(
        self, seat: Seat, action: CrackersAction, viewer: Seat | None, after: Self | None = None
    ) -> str:
        names = self.station.layout.grid.names
        stood = [names[pawn] for pawn in self.station.pawns]
        shown = _told(after or self.play(seat, action))
        return text.tell(self.mover, stood, shown, action)

    def paths(self, actions: Sequence[CrackersAction]) -> Iterator[tuple[str, ...]]:
        names = self.station.layout.grid.names
        here = "" if self.mover == CAPTAIN else names[self.station.pawns[self.turn]]
        leaks = self.station.layout.leaks if self.mover == CAPTAIN else ()
        rests = {names[leak]: len(self.station.rests(leak)) for leak in leaks}
        settling = self.station.loose() if self.settling else {}
        loose = {names[square]: len(ends) for square, ends in settling.items()}
        for action in actions:
            match action:
                case Walk(to, work) if to == here:
                    yield (f"stay{work}",)
                case Bag(square) if self.done[-1:] == ("bag",):
                    yield (f"bag {square[0]}", square[1:])
                case Pump(leak, str(to)):
                    yield (f"pump {leak}", *_steps(to, rests.get(leak, 0)))
                case Flow(square, to):
                    yield (*_steps(square, len(loose)), *_steps(to, loose.get(square, 0)))
                case _:
                    yield action.path


@lru_cache(maxsize=RECENT)
def _dangers(station: Station) -> tuple[Danger, ...]:
    return station.dangers()


@lru_cache(maxsize=RECENT)
def _told(state: CrackersState) -> CrackersView:
    """What everybody sees of a position, as far as the sentences about turns need it: without the dangers.

    Cards and sentences ask for the same ones again and again.
    """
    station = state.station
    names = station.layout.grid.names
    red, yellow, blue = (names[pawn] for pawn in station.pawns)

    def ways(runs: Sequence[Run]) -> tuple[Way, ...]:
        return tuple(tuple(names[square] for square in run) for run in runs)

    return public_view(
        state,
        CrackersView,
        None,
        board=station.layout.name,
        files=station.layout.grid.columns,
        ranks=station.layout.grid.rows,
        pod=names[station.layout.pod],
        control=names[station.layout.control],
        leaks=tuple(names[leak] for leak in station.layout.leaks),
        sand=station.sand,
        water=station.water,
        pawns=(red, yellow, blue),
        wade=station.wade,
        runs=ways(state.runs),
        earlier=ways(state.earlier),
        dangers=(),
    )


def _steps(square: str, among: int) -> tuple[str, ...]:
    """The steps to ``square``: its name, or its column and row where there are many."""
    return (square,) if among <= FEW else (square[0], square[1:])


def completed(options: Options) -> Options:
    """``options`` with a number of rounds: the one that is even between players of the usual level."""
    even = layout(options["board"]).even_between[options["path"]]
    return {**options, "rounds": options["rounds"] or even[USUAL]}


def start(options: Options) -> CrackersState:
    """The dry station, the crew on the pod (ruling 1); without a number of rounds, the designer's."""
    sheet = layout(options["board"])
    dry = tuple(0 for _ in sheet.grid.names)
    return CrackersState(
        station=Station(sheet, options["path"] == "wade", dry, dry, (sheet.pod, sheet.pod, sheet.pod)),
        rounds=options["rounds"] or sheet.rounds,
    )


def sides(_: Options) -> tuple[tuple[Seat, ...], ...]:
    """The crew, whose seats are shared out, and the captain."""
    return (CREW, (CAPTAIN,))
