"""What clocks and agreements do to a table: the fold of all events that no rules know of but the start's."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any, Final

from bot.games.core import CHANCE, Outcome, RulesError, Seat, State
from bot.tables.model import pace
from bot.tables.model.clock import Clock
from bot.tables.model.table import Declined, Person, Request, Table, Turn
from data.store.records import Event

BY_ITSELF: Final = frozenset({"remind", "flag", "downtime", "thaw"})
"""The verbs of what nobody did."""


def started(table: Table, at: int) -> Table:
    """``table``, just begun, with its clock."""
    measure = pace.read(table.header.pace)
    if not measure:
        return table
    return replace(table, clock=Clock.started(measure, len(table.sides), running(table), at))


def running(table: Table) -> frozenset[int]:
    """The sides that are to act."""
    if table.status != "playing" or table.state is None:
        return frozenset()
    return table.sides_of(table.state.slot(seat) for seat in table.state.to_act if seat != CHANCE)


class ClockChange:
    """The clock of a table while actions are folded: what each of them makes of it."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self._sides = {slot: number for number, side in enumerate(table.sides) for slot in side}
        self._people = [frozenset(person.id for person in table.side_people(side)) for side in table.sides]
        self.clock = clock
        self.flagged = table.flagged
        self.reminded = table.reminded

    def acted(self, mover: Turn | None, state: State[Any, Any], at: int) -> None:
        """``mover`` was played, and what chance owed to it: that led to ``state``."""
        acting = (state.slot(seat) for seat in state.to_act if seat != CHANCE)
        running = frozenset() if state.outcome else frozenset(self._sides[slot] for slot in acting)
        if mover is None:
            self.clock = replace(self.clock.at(at), running=running)
            return
        side = self._sides[mover.before.slot(mover.seat)]
        finished = side not in running or mover.before.turn_key != state.turn_key
        self.clock = self.clock.acted(side, running, at, finished=finished)
        self.flagged -= {side}
        if finished and self.reminded:
            people = self._people[side]
            self.reminded = frozenset(told for told in self.reminded if told[0] not in people)


def advance(table: Table, event: Event) -> Table:
    """``table`` after ``event``.

    :raises RulesError: for an event that is none of these, or can't follow.
    """
    person, at = event.person or 0, event.at
    match event.verb:
        case "ask":
            kind, _, text = event.text.partition(" ")
            ask = Request(kind, Person(person, event.name), table.version + 1, text)
            return replace(table, requests=(*table.requests, ask), declined=table.declined_but(kind, person))
        case "accept":
            return replace(
                table,
                requests=tuple(
                    a.agreed_by(person) if str(a.seq) == event.text else a for a in table.requests
                ),
            )
        case "decline":
            return _declined(table, person, [a for a in table.requests if str(a.seq) == event.text])
        case "undo":
            return _undone(table, int(event.text), at)
        case "vacate":
            return replace(table, leaving=table.leaving | {person})
        case "stay":
            slots = {sitter.slot for sitter in table.seated if sitter.person.id == person}
            wanted = [a for a in table.requests if a.kind == "seat" and a.text in slots]
            return replace(_declined(table, person, wanted), leaving=table.leaving - {person})
        case "substitute":
            return _substituted(table, event)
        case "remind":
            return replace(table, reminded=table.reminded | {(person, event.text)})
        case "downtime":
            return _given_back(table, int(event.text), at)
        case "thaw":
            return replace(_given_back(table, int(event.text), at), recovered_at=table.version + 1)
        case "claim":
            return _claimed(table, person, at)
        case verb:
            return _timed(table, verb, event)


def _given_back(table: Table, missed: int, at: int) -> Table:
    clock = table.clock and table.clock.at(at, missed=missed)
    return replace(table, clock=clock, last_activity=table.last_activity + missed)


def _declined(table: Table, who: int, asks: Collection[Request]) -> Table:
    """``table`` without ``asks``; what somebody takes back oneself, nobody turned down."""
    said = [Declined(ask.kind, ask.by.id, who, table.version + 1) for ask in asks if ask.by.id != who]
    rest = tuple(ask for ask in table.requests if ask not in asks)
    return replace(table, requests=rest, declined=(*table.declined, *said))


def _timed(table: Table, verb: str, event: Event) -> Table:
    clock = table.clock
    if clock is None:
        raise RulesError(f"The log holds an event of a clock, “{verb}”, where there is none.")
    sides = table.sides_of([Seat(event.seat)])
    match verb:
        case "pause":
            return replace(table, clock=clock.stopped(event.at), requests=_without(table, "pause"))
        case "resume":
            return replace(table, clock=clock.resumed(event.at), requests=_without(table, "resume"))
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


def _without(table: Table, kind: str) -> tuple[Request, ...]:
    return tuple(ask for ask in table.requests if ask.kind != kind)


def _undone(table: Table, version: int, at: int) -> Table:
    kept = tuple(turn for turn in table.turns if turn.seq <= version)
    if len(kept) == len(table.turns):
        raise RulesError("The log takes back an action that was not played.")
    back = replace(
        table,
        state=table.turns[len(kept)].before,
        turns=kept,
        requests=_without(table, "undo"),
        offering=frozenset(),
        resigning=frozenset(),
        flagged=frozenset(),
        reminded=frozenset(),
        undone_to=table.version + 1,
    )
    return back if back.clock is None else replace(back, clock=back.clock.turned(running(back), at))


def _substituted(table: Table, event: Event) -> Table:
    """The seat gets a new holder (by the events that follow), who begins with the turn's whole time."""
    old = table.person_at(event.seat)
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
        requests=tuple(a for a in table.requests if a.kind != "seat" and a.by != old),
    )


def _claimed(table: Table, person: int, at: int) -> Table:
    late = {slot for side in table.flagged for slot in table.sides[side]}
    assert table.state is not None
    winners = [seat for seat in table.result_seats if table.state.slot(seat) not in late]
    return agreed(table, person, at, Outcome.won_by("time", winners, table.result_seats))


def agreed(table: Table, person: int, at: int, outcome: Outcome) -> Table:
    """``table`` ended by people's word or claim, ``person``'s the last."""
    return replace(
        table,
        offering=frozenset(),
        resigning=frozenset(),
        flagged=frozenset(),
        requests=(),
        leaving=frozenset(),
        agreed=outcome,
        agreed_at=at,
        agreed_by=person,
        status="over",
    )
