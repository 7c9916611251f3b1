"""The fold: a table's log, event by event, into a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from random import Random
from typing import Any, Final

from bot.games.core import CHANCE, Game, Outcome, RulesError, Seat
from bot.tables.model import commitments
from bot.tables.model.table import Declined, Person, Seated, Table, Turn
from data.store.records import Event, Header, SeatRow

from . import consequences

ACTIONS: Final = ("play", "chance")
"""The verbs of the events that are actions of the game."""


def blank(header: Header, game: Game[Any, Any]) -> Table:
    """A table before its first event.

    :raises OptionError: when the stored options are none of the game's.
    """
    return Table(header=header, game=game, options=game.read_options(options_of(header)))


def options_of(header: Header) -> dict[str, str]:
    """A table's options as they were given."""
    return dict(part.split("=", 1) for part in header.options.split())


def fold(snapshot: Table, events: Iterable[Event], header: Header, seats: tuple[SeatRow, ...]) -> Table:
    """``table`` after ``events``, with the addresses and drafts that are stored now.

    :raises RulesError: when an event can't follow.
    """
    # Copying a table costs as much as an action of a small game: a run of actions makes one copy.
    for actions, run in groupby(events, lambda event: event.verb in ACTIONS):
        if actions:
            snapshot = _run(snapshot, run)
        else:
            for event in run:
                version, snapshot = snapshot.version + 1, _advance(snapshot, event)
                stirred = snapshot.last_activity if event.verb in consequences.BY_ITSELF else event.at
                snapshot = replace(snapshot, version=version, last_activity=stirred)
    return replace(snapshot, header=header, seats=seats)


def after(snapshot: Table, events: Iterable[Event]) -> Table:
    """``table`` after ``events`` that are not stored yet."""
    return fold(snapshot, events, snapshot.header, snapshot.seats)


def with_chance_events(
    table: Table, events: Sequence[Event], rng: Random, at: int
) -> tuple[tuple[Event, ...], Table]:
    """``events`` with the results of chance that are due after them, drawn now; and the table after all.

    :raises RulesError: when an event can't follow: what was accepted and then fails is a fault of the rules.
    """
    table = after(table, events)
    drawn: list[Event] = []
    while table.state is not None and table.status == "playing" and CHANCE in table.state.to_act:
        drawn.append(Event("chance", CHANCE, text=str(table.state.sample_chance(rng)), at=at))
        table = after(table, drawn[-1:])
    return (*events, *drawn), table


def _advance(snapshot: Table, event: Event) -> Table:
    person = event.person or 0
    match event.verb:
        case "open":
            return snapshot
        case "sit":
            return _seated(snapshot, Seated(Seat(event.seat), Person(person, event.name)))
        case "leave":
            rest = tuple(sitter for sitter in snapshot.seated if sitter.slot != event.seat)
            return replace(snapshot, seated=rest)
        case "start":
            state = snapshot.game.start(snapshot.options)
            begun = replace(snapshot, status="playing" if state.outcome is None else "over", state=state)
            return consequences.started(begun, event.at)
        case "offer":
            return _offered(snapshot, event, person)
        case "decline" if not event.text:
            said = [Declined("draw", by, person, snapshot.version + 1) for by in sorted(snapshot.offering)]
            return replace(snapshot, offering=frozenset(), declined=(*snapshot.declined, *said))
        case "resign":
            return _resigned(snapshot, event, person)
        case "close":
            return replace(snapshot, status="closed", word=event.text)
        case "seal":
            return replace(
                snapshot, commitments=(*snapshot.commitments, commitments.read(event, snapshot.version))
            )
        case "rematch":
            return replace(snapshot, rematching=snapshot.rematching | {person})
        case _:
            return consequences.advance(snapshot, event)


def _seated(snapshot: Table, sitter: Seated) -> Table:
    others = tuple(other for other in snapshot.seated if other.slot != sitter.slot)
    order = [slot for side in snapshot.sides for slot in side]
    return replace(snapshot, seated=tuple(sorted((*others, sitter), key=lambda each: order.index(each.slot))))


def _run(snapshot: Table, actions: Iterable[Event]) -> Table:
    state = snapshot.state
    if state is None or snapshot.status != "playing":
        raise RulesError("The log holds an action before the start or after the end.")
    parse = snapshot.game.parse
    turns = list(snapshot.turns)
    offering, resigning = snapshot.offering, snapshot.resigning
    asks, stirred, version = snapshot.requests, snapshot.last_activity, snapshot.version
    ticking = consequences.ClockChange(snapshot, snapshot.clock) if snapshot.clock is not None else None
    mover = next((turn for turn in reversed(turns) if turn.seat != CHANCE), None) if ticking else None
    for event in actions:
        version, stirred = version + 1, event.at
        seat = Seat(event.seat)
        action = parse(event.text)
        played = Turn(version, seat, action, event.at, state)
        turns.append(played)
        state = state.play(seat, action)
        if event.verb == "play":
            # Who plays on has neither taken the other's offer nor given up; the own offer stands.
            offering = offering & {event.person or 0}
            resigning = resigning - {event.person or 0}
            # What was to be taken back is no longer the last that was played.
            asks = tuple([ask for ask in asks if ask.kind != "undo"])
        if ticking is not None:
            mover = played if seat != CHANCE else mover
            # It is looked at after each action, once chance has had its part.
            if CHANCE not in state.to_act:
                ticking.acted(mover, state, event.at)
    return replace(
        snapshot,
        version=version,
        state=state,
        turns=tuple(turns),
        offering=offering,
        resigning=resigning,
        requests=asks,
        declined=(),
        last_activity=stirred,
        status="playing" if state.outcome is None else "over",
        clock=ticking.clock if ticking else None,
        flagged=ticking.flagged if ticking else snapshot.flagged,
        reminded=ticking.reminded if ticking else snapshot.reminded,
    )


def _offered(snapshot: Table, event: Event, person: int) -> Table:
    offering = snapshot.offering | {person}
    if offering >= {each.id for each in snapshot.people}:
        return consequences.agreed(snapshot, person, event.at, Outcome.drawn("agreed", snapshot.result_seats))
    return replace(snapshot, offering=offering, declined=snapshot.declined_but("draw", person))


def _resigned(snapshot: Table, event: Event, person: int) -> Table:
    side = snapshot.side_of(person) or ()
    resigning = snapshot.resigning | {person}
    if not resigning >= {each.id for each in snapshot.side_people(side)}:
        return replace(snapshot, resigning=resigning)
    assert snapshot.state is not None
    winners = [seat for seat in snapshot.result_seats if snapshot.state.slot(seat) not in side]
    return consequences.agreed(
        snapshot, person, event.at, Outcome.won_by("resigned", winners, snapshot.result_seats)
    )


def frozen_table(header: Header, game: Game[Any, Any], seats: tuple[SeatRow, ...], word: str) -> Table:
    """A table whose log doesn't fold: frozen, its log kept."""
    people = {row.person: Person(row.person, f"<@{row.person}>") for row in seats}
    return Table(
        header=replace(header, status="void"),
        game=game,
        options=game.read_options({}),
        seats=seats,
        version=header.version,
        status="void",
        seated=tuple(Seated(Seat(row.seat), people[row.person]) for row in seats),
        word=word,
    )
