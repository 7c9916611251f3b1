"""The fold: a table's log, event by event, into a snapshot."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from bot.games.core import Game, Outcome, RulesError, Seat
from data.store.records import Event, Header, SeatRow

from .snapshot import Person, Sitter, Snapshot, Turn

LOG: Final = logging.getLogger(__name__)


def blank(header: Header, game: Game[Any, Any]) -> Snapshot:
    """A table before its first event.

    :raises OptionError: when the stored options are none of the game's.
    """
    pairs = dict(part.split("=", 1) for part in header.options.split())
    return Snapshot(header=header, game=game, options=game.read_options(pairs))


def fold(snapshot: Snapshot, events: Iterable[Event], header: Header, seats: tuple[SeatRow, ...]) -> Snapshot:
    """``snapshot`` after ``events``, with the addresses and drafts that are stored now."""
    for event in events:
        snapshot = advance(snapshot, event)
    return replace(snapshot, header=header, seats=seats)


def advance(snapshot: Snapshot, event: Event) -> Snapshot:
    """``snapshot`` after one more event.

    :raises RulesError: when the event can't follow.
    """
    seq = snapshot.version + 1
    return replace(_advance(snapshot, event, seq), version=seq)


def _advance(snapshot: Snapshot, event: Event, seq: int) -> Snapshot:
    person = event.person or 0
    match event.verb:
        case "open":
            return snapshot
        case "sit":
            return _seated(snapshot, Sitter(Seat(event.seat), Person(person, event.name)))
        case "leave":
            rest = tuple(sitter for sitter in snapshot.sitters if sitter.chair != event.seat)
            return replace(snapshot, sitters=rest)
        case "start":
            return replace(snapshot, status="playing", state=snapshot.game.start(snapshot.options))
        case "play" | "chance":
            return _played(snapshot, event, seq)
        case "offer":
            return _offered(snapshot, person)
        case "decline":
            return replace(snapshot, offering=frozenset())
        case "resign":
            return _resigned(snapshot, person)
        case "close":
            return replace(snapshot, status="closed", word=event.text)
        case "rematch":
            return replace(snapshot, rematching=snapshot.rematching | {person})
    raise RulesError(f"The log holds an unknown event, “{event.verb}”.")


def _seated(snapshot: Snapshot, sitter: Sitter) -> Snapshot:
    others = tuple(other for other in snapshot.sitters if other.chair != sitter.chair)
    order = [chair for side in snapshot.sides for chair in side]
    return replace(
        snapshot, sitters=tuple(sorted((*others, sitter), key=lambda each: order.index(each.chair)))
    )


def _played(snapshot: Snapshot, event: Event, seq: int) -> Snapshot:
    if snapshot.state is None:
        raise RulesError("The log holds an action before the start.")
    seat = Seat(event.seat)
    action = snapshot.game.parse(event.text)
    state = snapshot.state.play(seat, action)
    turn = Turn(seq, seat, action, event.at, snapshot.state)
    # Who plays on has not taken the other's offer; who offered and then plays still offers.
    offering = snapshot.offering & {event.person or 0} if event.verb == "play" else snapshot.offering
    return replace(
        snapshot,
        state=state,
        turns=(*snapshot.turns, turn),
        offering=offering,
        status="playing" if state.outcome is None else "over",
    )


def _offered(snapshot: Snapshot, person: int) -> Snapshot:
    offering = snapshot.offering | {person}
    if offering >= {each.id for each in snapshot.people}:
        drawn = Outcome.drawn("agreed", snapshot.result_seats)
        return replace(snapshot, offering=frozenset(), agreed=drawn, status="over")
    return replace(snapshot, offering=offering)


def _resigned(snapshot: Snapshot, person: int) -> Snapshot:
    side = snapshot.side_of(person) or ()
    resigning = snapshot.resigning | {person}
    if not resigning >= {each.id for each in snapshot.side_people(side)}:
        return replace(snapshot, resigning=resigning)
    assert snapshot.state is not None
    winners = [seat for seat in snapshot.result_seats if snapshot.state.chair(seat) not in side]
    outcome = Outcome.won_by("resigned", winners, snapshot.result_seats)
    return replace(snapshot, resigning=frozenset(), agreed=outcome, status="over")


def void(header: Header, game: Game[Any, Any], seats: tuple[SeatRow, ...]) -> Snapshot:
    """A table whose log no longer folds: frozen, its log kept."""
    people = {row.person: Person(row.person, f"<@{row.person}>") for row in seats}
    return Snapshot(
        header=header,
        game=game,
        options=game.read_options({}),
        seats=seats,
        version=header.version,
        status="void",
        sitters=tuple(Sitter(Seat(row.seat), people[row.person]) for row in seats),
        word="Something in this game went wrong. Its record is safe, and the host of the bot has been told.",
    )
