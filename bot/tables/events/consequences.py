"""What clocks and agreements do to a table: the fold of all events that no rules know of but the start's."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any, Final

from bot.games.core import CHANCE, Outcome, RulesError, Seat, State
from bot.tables.model import pace
from bot.tables.model.clock import Clock
from bot.tables.model.table import Ask, Declined, Person, Snapshot, Turn
from data.store.records import Event

BY_ITSELF: Final = frozenset({"remind", "flag", "downtime", "thaw"})
"""The verbs of what nobody did."""


def started(table: Snapshot, at: int) -> Snapshot:
    """``table``, just begun, with its clock."""
    measure = pace.read(table.header.pace)
    if not measure:
        return table
    return replace(table, clock=Clock.started(measure, len(table.sides), running(table), at))


def running(table: Snapshot) -> frozenset[int]:
    """The sides that are to act."""
    if table.status != "playing" or table.state is None:
        return frozenset()
    return table.sides_of(table.state.chair(seat) for seat in table.state.to_act if seat != CHANCE)


class Ticking:
    """The clock of a table while actions are folded: what each of them makes of it."""

    def __init__(self, table: Snapshot, clock: Clock) -> None:
        self._sides = {chair: number for number, side in enumerate(table.sides) for chair in side}
        self._people = [frozenset(person.id for person in table.side_people(side)) for side in table.sides]
        self.clock = clock
        self.flagged = table.flagged
        self.reminded = table.reminded

    def acted(self, mover: Turn | None, state: State[Any, Any], at: int) -> None:
        """``mover`` was played, and what chance owed to it: that led to ``state``."""
        acting = (state.chair(seat) for seat in state.to_act if seat != CHANCE)
        running = frozenset() if state.outcome else frozenset(self._sides[chair] for chair in acting)
        if mover is None:
            self.clock = replace(self.clock.at(at), running=running)
            return
        side = self._sides[mover.before.chair(mover.seat)]
        finished = side not in running or mover.before.turn_key != state.turn_key
        self.clock = self.clock.acted(side, running, at, finished=finished)
        self.flagged -= {side}
        if finished and self.reminded:
            people = self._people[side]
            self.reminded = frozenset(told for told in self.reminded if told[0] not in people)


def advance(table: Snapshot, event: Event) -> Snapshot:
    """``table`` after ``event``.

    :raises RulesError: for an event that is none of these, or can't follow.
    """
    person, at = event.person or 0, event.at
    match event.verb:
        case "ask":
            kind, _, text = event.text.partition(" ")
            ask = Ask(kind, Person(person, event.name), table.version + 1, text)
            return replace(table, asks=(*table.asks, ask), declined=table.declined_but(kind, person))
        case "accept":
            return replace(
                table, asks=tuple(a.agreed_by(person) if str(a.seq) == event.text else a for a in table.asks)
            )
        case "decline":
            return _declined(table, person, [a for a in table.asks if str(a.seq) == event.text])
        case "undo":
            return _undone(table, int(event.text), at)
        case "vacate":
            return replace(table, leaving=table.leaving | {person})
        case "stay":
            chairs = {sitter.chair for sitter in table.sitters if sitter.person.id == person}
            wanted = [a for a in table.asks if a.kind == "seat" and a.text in chairs]
            return replace(_declined(table, person, wanted), leaving=table.leaving - {person})
        case "substitute":
            return _substituted(table, event)
        case "remind":
            return replace(table, reminded=table.reminded | {(person, event.text)})
        case "downtime":
            return _given_back(table, int(event.text), at)
        case "thaw":
            return replace(_given_back(table, int(event.text), at), thawed=table.version + 1)
        case "claim":
            return _claimed(table, person, at)
        case verb:
            return _timed(table, verb, event)


def _given_back(table: Snapshot, missed: int, at: int) -> Snapshot:
    clock = table.clock and table.clock.at(at, missed=missed)
    return replace(table, clock=clock, stirred=table.stirred + missed)


def _declined(table: Snapshot, who: int, asks: Collection[Ask]) -> Snapshot:
    """``table`` without ``asks``; what somebody takes back oneself, nobody turned down."""
    said = [Declined(ask.kind, ask.by.id, who, table.version + 1) for ask in asks if ask.by.id != who]
    rest = tuple(ask for ask in table.asks if ask not in asks)
    return replace(table, asks=rest, declined=(*table.declined, *said))


def _timed(table: Snapshot, verb: str, event: Event) -> Snapshot:
    clock = table.clock
    if clock is None:
        raise RulesError(f"The log holds an event of a clock, “{verb}”, where there is none.")
    sides = table.sides_of([Seat(event.seat)])
    match verb:
        case "pause":
            return replace(table, clock=clock.stopped(event.at), asks=_without(table, "pause"))
        case "resume":
            return replace(table, clock=clock.resumed(event.at), asks=_without(table, "resume"))
        case "flag":
            return replace(table, flagged=table.flagged | sides)
        case "grant":
            (side,) = sides
            people = {person.id for person in table.side_people(table.sides[side])}
            return replace(
                table,
                clock=clock.granted(side, event.at),
                flagged=table.flagged - sides,
                reminded=frozenset(told for told in table.reminded if told[0] not in people),
            )
    raise RulesError(f"The log holds an unknown event, “{verb}”.")


def _without(table: Snapshot, kind: str) -> tuple[Ask, ...]:
    return tuple(ask for ask in table.asks if ask.kind != kind)


def _undone(table: Snapshot, version: int, at: int) -> Snapshot:
    kept = tuple(turn for turn in table.turns if turn.seq <= version)
    if len(kept) == len(table.turns):
        raise RulesError("The log takes back an action that was not played.")
    back = replace(
        table,
        state=table.turns[len(kept)].before,
        turns=kept,
        asks=_without(table, "undo"),
        offering=frozenset(),
        resigning=frozenset(),
        flagged=frozenset(),
        reminded=frozenset(),
        rewound=table.version + 1,
    )
    return back if back.clock is None else replace(back, clock=back.clock.turned(running(back), at))


def _substituted(table: Snapshot, event: Event) -> Snapshot:
    """The seat gets a new holder (by the events that follow), who begins with the turn's whole time."""
    old = table.sitter(event.seat)
    gone = frozenset({old.id} if old is not None else ())
    sides = table.sides_of([Seat(event.seat)])
    clock, flagged = table.clock, table.flagged
    if clock is not None:
        (side,) = sides
        clock = clock.renewed(side, event.at)
        flagged &= clock.out(event.at)
    return replace(
        table,
        clock=clock,
        flagged=flagged,
        leaving=table.leaving - gone,
        offering=table.offering - gone,
        resigning=table.resigning - gone,
        asks=tuple(a for a in table.asks if a.kind != "seat" and a.by != old),
    )


def _claimed(table: Snapshot, person: int, at: int) -> Snapshot:
    late = {chair for side in table.flagged for chair in table.sides[side]}
    assert table.state is not None
    winners = [seat for seat in table.result_seats if table.state.chair(seat) not in late]
    return agreed(table, person, at, Outcome.won_by("time", winners, table.result_seats))


def agreed(table: Snapshot, person: int, at: int, outcome: Outcome) -> Snapshot:
    """``table`` ended by people's word or claim, ``person``'s the last."""
    return replace(
        table,
        offering=frozenset(),
        resigning=frozenset(),
        flagged=frozenset(),
        asks=(),
        leaving=frozenset(),
        agreed=outcome,
        agreed_at=at,
        agreed_by=person,
        status="over",
    )
