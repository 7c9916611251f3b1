"""The reducer: folds a table's log into a table.

=================== ============================== ====================================================
verb                written by                     what it changes
=================== ============================== ====================================================
open                events/opening                 nothing: the log begins
sit, leave          events/opening, agreements     who sits in a seat
start               events/opening                 the first position; the clock starts
close               events/opening, timeouts       ends it without a result
play, chance        service; the reducer           the position, turns and clock
seal                model/commitments              what was promised of hidden choices
hint                events/moves                   the seat has had a hint
ask, accept         events/agreements              requests, and who agrees to them
decline             events/agreements              takes a request or a draw offer away
undo                events/agreements              back to an earlier version
offer, resign       events/agreements              a draw or a side's loss, once all on it agree
rematch             events/agreements              who wants another game
vacate, stay        events/agreements              whether somebody wants to leave their seat
substitute          events/agreements              somebody else comes into a seat
pause, resume       events/agreements              the clock stands still, or runs again
remind, flag        events/timeouts                who was reminded; which sides have run out of time
claim, grant        events/timeouts                the others win on time, or give more of it
away, back          absences, events/timeouts      who is away; their side's clock stands still
downtime            events/downtime                time given back after the bot was down
thaw                jobs/recovery                  a frozen table goes on, with its time given back
=================== ============================== ====================================================
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from random import Random
from typing import Any, Final, NamedTuple

from bot.games.core import CHANCE, AnyGame, AnyState, Outcome, RulesError, Seat, options_in
from bot.people import computers
from bot.people.crowds import is_crowd
from bot.people.kinds import own_name
from bot.tables.errors import MissingHistory
from bot.tables.model import commitments, pace
from bot.tables.model.agreements import Agreements, Declined, Ending, Request
from bot.tables.model.clock import Clock, Timing
from bot.tables.model.seating import Away, Person, Seated, Seating
from bot.tables.model.table import Table, Turn
from data.store.records import Event, Header, SeatRow

NOTHING_ASKED: Final = Agreements()
ACTIONS: Final = ("play", "chance")
"""Verbs of game actions."""
BY_ITSELF: Final = frozenset({"remind", "flag", "downtime", "thaw", "away", "back"})
"""Verbs of events that nobody caused at the table."""


class Decision(NamedTuple):
    """Events to append to a table's log, and the table after them."""

    events: tuple[Event, ...]
    after: Table


class Played(NamedTuple):
    """The event of an action, with the parsed action and the resulting position."""

    event: Event
    action: Any
    state: AnyState


def blank(header: Header, game: AnyGame) -> Table:
    """A table before its first event.

    :raises OptionError: when the game doesn't know the stored options.
    """
    options = game.read_options(options_in(header.options))
    return Table(header, game, options, Seating(game.sides(options)))


def frozen_table(header: Header, game: AnyGame, seats: tuple[SeatRow, ...], word: str) -> Table:
    """A frozen table, whose log isn't folded; ``word`` says why."""
    options, seated = game.read_options({}), []
    for row in seats:
        name = own_name(row.person) or f"<@{row.person}>"
        seated.append(Seated(Seat(row.seat), Person(row.person, name)))
    return Table(
        header=header._replace(status="frozen"),
        game=game,
        options=options,
        seating=Seating(game.sides(options), tuple(seated)),
        seats=seats,
        version=header.version,
        status="frozen",
        closing=word,
    )


def fold(table: Table, events: Iterable[Event], header: Header, seats: tuple[SeatRow, ...]) -> Table:
    """``table`` after ``events``, with the addresses and drafts from ``header`` and ``seats``.

    :raises RulesError: when an event isn't possible.
    :raises MissingHistory: when an undo goes further back than a lean table.
    """
    # Fold a run of actions at once: copying the table costs as much as an action of a small game.
    for actions, run in groupby(events, lambda event: event.verb in ACTIONS):
        if actions:
            table = _after_actions(table, _replay(table, run))
        else:
            for event in run:
                version, table = table.version + 1, _after_event(table, event)
                active = table.last_activity if event.verb in BY_ITSELF else event.at
                table = replace(table, version=version, last_activity=active)
    return table.stored_as(header, seats)


def after(table: Table, events: Iterable[Event]) -> Table:
    """``table`` after ``events`` that aren't stored yet."""
    return fold(table, events, table.header, table.seats)


def with_action(table: Table, played: Played, sealed: Sequence[Event], rng: Random) -> Decision:
    """An action that isn't stored yet, followed by what it ``sealed`` and the results that are then due."""
    after_it = _after_actions(table, [played])
    drawn, table = _draw_chance(after(after_it, sealed) if sealed else after_it, rng, played.event.at)
    return Decision((played.event, *sealed, *drawn), table)


def with_chance_events(table: Table, events: Sequence[Event], rng: Random, at: int) -> Decision:
    """``events``, followed by the results of chance that are then due.

    :raises RulesError: when an event isn't possible.
    """
    drawn, table = _draw_chance(after(table, events), rng, at)
    return Decision((*events, *drawn), table)


def _draw_chance(table: Table, rng: Random, at: int) -> Decision:
    """The results of chance that are due at ``table``, if any."""
    drawn: list[Event] = []
    while table.state is not None and table.status == "playing" and CHANCE in table.state.to_act:
        action = table.state.sample_chance(rng)
        event = Event("chance", CHANCE, text=str(action), at=at)
        table = _after_actions(table, [Played(event, action, table.state.play(CHANCE, action))])
        drawn.append(event)
    return Decision(tuple(drawn), table)


# Actions of the game


def _replay(table: Table, events: Iterable[Event]) -> Iterator[Played]:
    """The actions of ``events``, parsed and played from the position of ``table``."""
    state = table.state
    assert state is not None
    for event in events:
        action = table.game.parse(event.text)
        state = state.play(Seat(event.seat), action)
        yield Played(event, action, state)


def _after_actions(table: Table, actions: Iterable[Played]) -> Table:
    state = table.state
    if state is None or table.status != "playing":
        raise RulesError("The log contains an action before the start or after the end.")
    turns, played, finished = list(table.turns), dict(table.played), table.finished
    asked, active, version = table.agreements, table.last_activity, table.version
    timing = table.timing
    mover = next((turn for turn in reversed(turns) if turn.seat != CHANCE), None)
    for event, action, following in actions:
        version, active = version + 1, event.at
        seat = Seat(event.seat)
        turn = Turn(version, seat, action, event.at, state, following, event.key is not None, finished)
        turns.append(turn)
        slot = CHANCE if seat == CHANCE else state.slot(seat)
        played[slot] = played.get(slot, 0) + 1
        state = following
        if event.verb == "play" and asked != NOTHING_ASKED:
            person = event.person or 0
            asked = asked.after_move(person, automatic=not (turn.by_hand or is_crowd(person)))
        mover = turn if seat != CHANCE else mover
        # A turn ends, and the clock changes, only after the results of chance that follow an action.
        if CHANCE not in state.to_act:
            if mover is not None and mover.before.turn_key != state.turn_key:
                finished = {**finished, mover.slot: finished.get(mover.slot, 0) + 1}
            if timing.clock is not None:
                timing = _acted(table, timing, mover, state, event.at)
    after = table.changed(
        version=version,
        state=state,
        turns=tuple(turns),
        played=played,
        finished=finished,
        agreements=asked,
        last_activity=active,
        waiting_since=active,
        status="playing" if state.outcome is None else "over",
        timing=timing,
    )
    return _without_lapsed(after) if asked.requests else after


def _without_lapsed(table: Table) -> Table:
    """``table`` without requests for the seats of people who needn't be replaced any more."""
    asked = table.agreements.requests
    kept = tuple(each for each in asked if each.kind != "seat" or table.replaceable(each.text))
    return table if len(kept) == len(asked) else _asking(table, requests=kept)


def _asking(table: Table, **changes: Any) -> Table:
    """``table`` with some of its agreements changed."""
    return replace(table, agreements=replace(table.agreements, **changes))


def _timing(table: Table, **changes: Any) -> Table:
    """``table`` with some of its timing changed."""
    return replace(table, timing=replace(table.timing, **changes))


def _seating(table: Table, **changes: Any) -> Table:
    """``table`` with some of its seating changed."""
    return replace(table, seating=replace(table.seating, **changes))


def _acted(table: Table, timing: Timing, mover: Turn | None, state: AnyState, at: int) -> Timing:
    """``timing`` after ``mover``, and the results of chance that followed, led to ``state``."""
    assert timing.clock is not None
    seating, running = table.seating, _to_act(table.seating, state)
    if mover is None:
        return replace(timing, clock=timing.clock.at(at, running=running))
    (side,) = seating.sides_of([mover.slot])
    finished = side not in running or mover.before.turn_key != state.turn_key
    clock, reminded = timing.clock.acted(side, running, at, finished=finished), timing.reminded
    if finished and reminded:
        people = {person.id for person in seating.side_people(seating.sides[side])}
        reminded = frozenset(entry for entry in reminded if entry[0] not in people)
    return Timing(clock, timing.flagged - {side}, reminded)


# Everything else


def _after_event(table: Table, event: Event) -> Table:
    """``table`` after an ``event`` that isn't a game action.

    :raises RulesError: for an unknown verb, or an event that isn't possible.
    """
    person, at, asked = event.person or 0, event.at, table.agreements
    match event.verb:
        case "open":
            return replace(table, challenged=event.text)
        case "sit":
            version = int(event.text) if computers.is_computer(person) else 0
            return _seated(table, Seated(Seat(event.seat), Person(person, event.name), version), at)
        case "leave":
            rest = tuple(sitter for sitter in table.seating.seated if sitter.slot != event.seat)
            return _seating(table, seated=rest)
        case "start":
            return _started(table, at)
        case "close":
            return replace(table, status="closed", closing=event.text)
        case "seal":
            return replace(table, commitments=(*table.commitments, commitments.read(event, table)))
        case "rematch":
            return _asking(table, rematching=asked.rematching | {person})
        case "offer":
            offering = asked.offering | {person}
            if offering >= {each.id for each in table.seating.people}:
                return _ended(table, person, at, Outcome.drawn("agreed", table.result_seats))
            return _asking(table, offering=offering, declined=asked.declined_but("draw", person))
        case "decline" if not event.text and person in asked.offering:
            return _asking(table, offering=asked.offering - {person})
        case "decline" if not event.text:
            declined = [Declined("draw", by, person, table.version + 1) for by in sorted(asked.offering)]
            return _asking(table, offering=frozenset(), declined=(*asked.declined, *declined))
        case "resign":
            return _resigned(table, event, person)
        case "ask":
            kind, _, text = event.text.partition(" ")
            request = Request(kind, Person(person, event.name), table.version + 1, text)
            return _asking(
                table,
                requests=(*asked.requests, request),
                declined=asked.declined_but(kind, person),
                resume_asked=asked.resume_asked or at if kind == "resume" else asked.resume_asked,
            )
        case "accept":
            requests = tuple(
                each.agreed_by(person) if str(each.seq) == event.text else each for each in asked.requests
            )
            return _asking(table, requests=requests)
        case "decline":
            return _declined(table, person, [each for each in asked.requests if str(each.seq) == event.text])
        case "undo":
            return _undone(table, int(event.text), at)
        case "vacate":
            return _seating(table, leaving=table.seating.leaving | {person})
        case "stay":
            slots = table.seating.slots_of(person)
            wanted = [each for each in asked.requests if each.kind == "seat" and each.text in slots]
            return _seating(_declined(table, person, wanted), leaving=table.seating.leaving - {person})
        case "substitute":
            return _substituted(table, event)
        case "hint":
            return replace(table, hints=table.hints | {Seat(event.seat)})
        case "remind":
            return _timing(table, reminded=table.timing.reminded | {(person, event.text)})
        case "away":
            gone = Away(person, int(event.text))
            return _with_absences(_seating(table, away=(*_others_away(table, person), gone)), at)
        case "back":
            return _with_absences(_seating(table, away=_others_away(table, person)), at)
        case "downtime":
            return _given_back(table, int(event.text), at)
        case "thaw":
            return replace(_given_back(table, int(event.text), at), recovered_at=table.version + 1)
        case "pause" | "resume" | "flag" | "grant":
            return _timed(table, event)
        case "claim":
            late = [slot for side in table.timing.flagged for slot in table.seating.sides[side]]
            return _lost(table, late, "time", person, at)
        case verb:
            raise RulesError("The log contains an unknown event, “{verb}”.", verb=verb)


def _seated(table: Table, sitter: Seated, at: int) -> Table:
    others = tuple(other for other in table.seating.seated if other.slot != sitter.slot)
    order = [slot for side in table.seating.sides for slot in side]
    seated = sorted((*others, sitter), key=lambda each: order.index(each.slot))
    after = _with_absences(_seating(table, seated=tuple(seated)), at)
    if not after.still_to_resign(after.agreements.resigning):
        # A computer took over from the only one who had yet to agree to a resignation.
        after = _asking(after, resigning=frozenset())
    clock, timed = after.timing.clock, after.seating.timed_sides
    if clock is None or timed == table.seating.timed_sides:
        return after
    # A computer took over: its side's time doesn't run any more.
    clock = clock.at(at, running=_running(after))
    return _timing(after, clock=clock, flagged=after.timing.flagged & timed)


def _started(table: Table, at: int) -> Table:
    """``table`` at its first position, with its clock if it has a time limit."""
    state = table.game.start(table.options)
    status = "playing" if state.outcome is None else "over"
    table = replace(table, status=status, state=state, waiting_since=at)
    limit = pace.read(table.header.pace)
    if not limit:
        return table
    clock = Clock.started(limit, len(table.seating.sides), _running(table), at)
    return _with_absences(_timing(table, clock=clock), at)


def _others_away(table: Table, person: int) -> tuple[Away, ...]:
    return tuple(each for each in table.seating.away if each.person != person)


def _with_absences(table: Table, at: int) -> Table:
    """``table`` with the clock of every side standing still on which somebody is away, and no other."""
    clock, away = table.timing.clock, table.seating.away_sides
    return table if clock is None or clock.away == away else _timing(table, clock=clock.at(at, away=away))


def _running(table: Table) -> frozenset[int]:
    """The sides whose time runs."""
    if table.status != "playing" or table.state is None:
        return frozenset()
    return _to_act(table.seating, table.state)


def _to_act(seating: Seating, state: AnyState) -> frozenset[int]:
    """The sides that are to act at ``state``; one without people has no time to run out of."""
    sides = seating.sides_of([state.slot(seat) for seat in state.to_act if seat != CHANCE])
    return sides if seating.humans == seating.people else sides & seating.timed_sides


def _resigned(table: Table, event: Event, person: int) -> Table:
    side = table.seating.side_of(person) or ()
    resigning, humans = table.agreements.resigning | {person}, table.seating.humans
    if not resigning >= {each.id for each in table.seating.side_people(side) if each in humans}:
        return _asking(table, resigning=resigning)
    return _lost(table, side, "resigned", person, event.at)


def _lost(table: Table, losers: Collection[Seat], reason: str, person: int, at: int) -> Table:
    """``table`` as ended by ``person``; the slots of ``losers`` have lost."""
    assert table.state is not None
    winners = [seat for seat in table.result_seats if table.state.slot(seat) not in losers]
    return _ended(table, person, at, Outcome.won_by(reason, winners, table.result_seats))


def _ended(table: Table, person: int, at: int, outcome: Outcome) -> Table:
    """``table`` as ended by an agreement, a resignation or a claim of ``person``, who acted last."""
    after = _asking(table, offering=frozenset(), resigning=frozenset(), requests=())
    after = _seating(_timing(after, flagged=frozenset()), leaving=frozenset())
    return replace(after, ending=Ending(outcome, at, person), status="over")


def _declined(table: Table, who: int, requests: Collection[Request]) -> Table:
    """``table`` without ``requests``, which ``who`` declined; what they wanted is just withdrawn."""
    declined = [
        Declined(each.kind, each.by.id, who, table.version + 1)
        for each in requests
        if who not in (each.by.id, *each.agreed)
    ]
    asked = table.agreements
    rest = tuple(each for each in asked.requests if each not in requests)
    return _asking(table, requests=rest, declined=(*asked.declined, *declined))


def _undone(table: Table, version: int, at: int) -> Table:
    if not table.reaches(version):
        raise MissingHistory
    kept = sum(turn.seq <= version for turn in table.turns)
    if kept == len(table.turns):
        raise RulesError("The log undoes an action that wasn’t played.")
    back = replace(table.rewound(kept), undone_to=table.version + 1)
    clock = table.timing.clock and table.timing.clock.turned(_running(back), at)
    requests = table.agreements.without("undo")
    after = _asking(back, requests=requests, offering=frozenset(), resigning=frozenset())
    return replace(after, timing=Timing(clock), waiting_since=at)


def _substituted(table: Table, event: Event) -> Table:
    """``table`` before the events that seat a new person, whose turn gets its full time."""
    seating, asked, timing = table.seating, table.agreements, table.timing
    old = seating.person_at(event.seat)
    gone = frozenset({old.id} if old is not None else ())
    sides = seating.sides_of([Seat(event.seat)])
    if timing.clock is not None:
        (side,) = sides
        clock = timing.clock.renewed(side, event.at)
        timing = replace(timing, clock=clock, flagged=timing.flagged & clock.out(event.at))
    # Somebody else may still want another seat.
    answered = [
        each
        for each in asked.requests
        if each.kind == "seat" and (each.by.id == event.person or seating.person_at(each.text) == old)
    ]
    after = replace(
        table,
        timing=timing,
        seating=replace(
            seating,
            taken_over=True,
            leaving=seating.leaving - gone,
            left=seating.left | {(person, side) for person in gone for side in sides},
            away=tuple(each for each in seating.away if each.person not in gone),
        ),
        agreements=replace(
            asked,
            offering=asked.offering - gone,
            resigning=asked.resigning - gone,
            requests=tuple(each for each in asked.requests if each.by != old and each not in answered),
            declined=tuple(each for each in asked.declined if not gone & {each.by, each.who}),
            taken_over=(*asked.taken_over, *((event.person or 0, person) for person in gone)),
        ),
    )
    return _without_lapsed(after)


def _given_back(table: Table, missed: int, at: int) -> Table:
    clock = table.timing.clock and table.timing.clock.at(at, missed=missed)
    active, waiting = table.last_activity + missed, table.waiting_since + missed
    return replace(_timing(table, clock=clock), last_activity=active, waiting_since=waiting)


def _timed(table: Table, event: Event) -> Table:
    timing, asked = table.timing, table.agreements
    if (clock := timing.clock) is None:
        raise RulesError(
            "The log contains the clock event “{verb}”, but the table has no clock.", verb=event.verb
        )
    sides = table.seating.sides_of([Seat(event.seat)])
    match event.verb:
        case "pause":
            paused = _timing(table, clock=clock.at(event.at, paused=True))
            return _asking(paused, requests=asked.without("pause"), resume_asked=0)
        case "resume":
            resumed = _timing(table, clock=clock.at(event.at, paused=False))
            return replace(_asking(resumed, requests=asked.without("resume")), waiting_since=event.at)
        case "flag":
            return _timing(table, flagged=timing.flagged | sides)
        case _:
            (side,) = sides
            people = {person.id for person in table.seating.side_people(table.seating.sides[side])}
            granted = _timing(
                table,
                clock=clock.granted(side, event.at),
                flagged=timing.flagged - sides,
                reminded=frozenset(entry for entry in timing.reminded if entry[0] not in people),
            )
            return _without_lapsed(granted)
