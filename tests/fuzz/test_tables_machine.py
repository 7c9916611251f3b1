"""Several people at random at one table, with clocks, agreements and restarts: the log stays the game."""

from __future__ import annotations

import contextlib
from collections.abc import Coroutine
from functools import partial
from random import Random
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from bot.games.core import CHANCE, RulesError
from bot.people import settings
from bot.people.preferences import AWAY, away_until
from bot.tables import absences as away
from bot.tables.events import agreements, opening, reducer, timeouts
from bot.tables.model import pace
from bot.tables.model.seating import Person
from bot.tables.model.table import LIVE
from data.store.records import Event
from tests.games.registry import GAMES
from tests.tables.harness import ANN, BOB, CID, DEE, EVE, HERE, TOYS, some_action

from .effort import effort
from .machine import TableMachine

PEOPLE = st.sampled_from((ANN, BOB, CID, DEE, EVE))
KEYS = [*GAMES, "tug", "lonely"]
MOVES = (
    *(
        agreements.request_undo,
        agreements.request_pause,
        agreements.request_resume,
        agreements.pause_or_resume,
        agreements.offer_seat,
        agreements.keep_seat,
    ),
    *(
        opening.leave,
        agreements.resign,
        opening.cancel,
        agreements.decline_draw,
        agreements.rematch,
        timeouts.claim,
        timeouts.grant,
    ),
    *(partial(agreements.offer_draw, accepting=accepting) for accepting in (True, False)),
    *(partial(agreements.take_over, whose=whose) for whose in (None, ANN.id, BOB.id, 7)),
)
PACES = ("none", "1h", "1m", "2h+5m")


class Tables(TableMachine):
    """One table, five people, two programs at its database."""

    def __init__(self) -> None:
        super().__init__()
        self.log: tuple[Event, ...] = ()
        self.keys = 0

    def key(self) -> str:
        self.keys += 1
        return f"k{self.keys}"

    @initialize(key=st.sampled_from(KEYS), measure=st.sampled_from(PACES), few=st.booleans())
    def open(self, key: str, measure: str, few: bool) -> None:
        self.service, self.other = self.run(self.room.program()), self.run(self.room.program(seed=2))
        opponent = BOB if few and (GAMES | TOYS)[key].people[1] > 1 else None
        table = self.run(
            self.service.open(
                key, ANN, {}, HERE, opponent=opponent, measure=pace.read(measure), key=self.key()
            )
        )
        self.number = table.id

    def tries(self, person: Person, work: Coroutine[Any, Any, Any]) -> None:
        """What a person tries: a refusal leaves everything as it was; else only their own is added."""
        before = self.stored()
        try:
            self.run(work)
        except RulesError:
            assert self.stored() == before, "a refusal changes nothing"
            return
        for event in self.stored()[len(before) :]:
            mine = event.person in (None, person.id)
            assert mine or event.verb in ("sit", "substitute", "undo", "pause", "resume", "start"), event

    def stored(self) -> tuple[Event, ...]:
        found = self.run(self.service.store.load(self.number))
        assert found is not None
        return tuple(found.events)

    @rule(person=PEOPLE, side=st.integers(0, 3))
    def join(self, person: Person, side: int) -> None:
        slots = [None, *(slot for slots in self.table().seating.sides for slot in slots)]
        self.tries(person, self.service.join(self.number, person, slots[side % len(slots)], self.key()))

    @rule(person=PEOPLE)
    def start(self, person: Person) -> None:
        self.tries(person, self.service.change_as(self.number, person, opening.start_early, self.key()))

    @rule(seed=st.integers(0, 10**6), count=st.integers(1, 6))
    def play(self, seed: int, count: int) -> None:
        for step in range(count):
            table = self.table()
            acting = [seat for seat in table.acting if seat != CHANCE]
            if not acting:
                return
            seat = acting[(seed + step) % len(acting)]
            person = table.holder(seat)
            assert person is not None, "whoever is to act sits at the table"
            text = some_action(table, seat, Random(seed + step))
            self.tries(person, self.service.play(self.number, person, text, key=self.key()))

    @rule(person=PEOPLE, seed=st.integers(0, 10**6), version=st.integers(0, 60))
    def play_out_of_turn(self, person: Person, seed: int, version: int) -> None:
        table = self.table()
        acting = [seat for seat in table.acting if seat != CHANCE]
        text = some_action(table, acting[0], Random(seed)) if acting else "d4"
        turns = len(table.turns)
        self.tries(person, self.service.play(self.number, person, text, version=version, key=self.key()))
        after = self.table()
        if len(after.turns) > turns:
            seat = after.turns[turns].seat
            assert table.holder(seat) == person
            assert not table.is_stale(seat, version)

    @rule(person=PEOPLE, move=st.sampled_from(MOVES))
    def does(self, person: Person, move: Any) -> None:
        self.tries(person, self.service.change_as(self.number, person, move, self.key()))

    @precondition(lambda self: self.number and self.table().agreements.requests)
    @rule(person=PEOPLE, which=st.integers(0, 3), yes=st.booleans())
    def answers(self, person: Person, which: int, yes: bool) -> None:
        requests = self.table().agreements.requests
        asked = requests[which % len(requests)].seq
        move = partial(agreements.accept if yes else agreements.decline, ask=asked)
        self.tries(person, self.service.change_as(self.number, person, move, self.key()))

    @rule(person=PEOPLE)
    def asks_again(self, person: Person) -> None:
        key = f"k{max(1, self.keys)}"
        before = self.stored()
        with contextlib.suppress(RulesError):
            self.run(self.service.change_as(self.number, person, agreements.resign, key))
        after = self.stored()
        if any(event.key == key for event in before):
            assert after == before, "a request that comes twice counts once"

    @rule(minutes=st.sampled_from((0, 1, 30, 90, 60 * 24, 60 * 24 * 31)))
    def time_passes(self, minutes: int) -> None:
        self.room.ticks += minutes * pace.MINUTE
        now = self.room.now()
        self.run(self.service.change(self.number, lambda table: timeouts.pass_time(table, now)))

    @rule(person=PEOPLE, typed=st.sampled_from(("1h", "2d", "14d", "2027-01-01", "none")))
    def leaves_or_is_back(self, person: Person, typed: str) -> None:
        store = self.service.store
        with contextlib.suppress(RulesError):
            self.run(settings.change(store, person.id, {AWAY: typed}, now=self.room.now()))
        self.tries(person, away.tell_tables(self.service, person.id))

    @rule(fresh=st.booleans())
    def another_program(self, fresh: bool) -> None:
        """The next requests go to the other program, or to one that has just begun."""
        other = self.run(self.room.program(seed=self.keys)) if fresh else self.other
        self.service, self.other = other, self.service

    @invariant()
    def the_log_is_the_game(self) -> None:
        if not self.number:
            return
        stored = self.run(self.service.store.load(self.number))
        assert stored is not None
        table = self.table()
        assert table.status != "frozen"
        assert tuple(stored.events[: len(self.log)]) == self.log, "a log only grows"
        self.log = tuple(stored.events)
        keys = [event.key for event in self.log if event.key is not None]
        assert len(keys) == len(set(keys)), "no request counts twice"
        assert len(self.log) == table.version == stored.header.version
        assert table.status == stored.header.status
        cold = reducer.fold(
            reducer.blank(stored.header, table.game), stored.events, stored.header, stored.seats
        )
        assert cold == table, "the log, folded anew, gives what is kept"

    @invariant()
    def the_clock_stands_still_for_those_who_are_away_and_for_nobody_else(self) -> None:
        if not self.number or (table := self.table()).status not in LIVE:
            return
        for person in table.seating.humans:
            chosen = self.run(settings.load(self.service.store, person.id))
            gone = away_until(chosen, self.room.ticks)
            known = next((each.until for each in table.seating.away if each.person == person.id), None)
            # What has ended by itself is told when time passes.
            assert known == gone or (gone is None and known is not None and known <= self.room.ticks)
        if table.timing.clock is not None:
            assert table.timing.clock.away == table.seating.away_sides
            assert all(table.timing.clock.deadline(side) is None for side in table.seating.away_sides)

    @invariant()
    def whoever_is_to_act_can(self) -> None:
        if not self.number:
            return
        table = self.table()
        seats = {(str(sitter.slot), sitter.person.id) for sitter in table.seating.seated}
        assert {(row.seat, row.person) for row in table.seats} == seats
        assert len({sitter.slot for sitter in table.seating.seated}) == len(table.seating.seated)
        for person in table.seating.people:
            slots = {sitter.slot for sitter in table.seating.seated if sitter.person == person}
            assert sum(bool(slots & set(side)) for side in table.seating.sides) == 1, (
                "nobody sits on two sides"
            )
        if table.status == "playing":
            assert table.outcome is None
            assert table.acting
            assert CHANCE not in table.acting, "chance has been drawn"
            for seat in table.acting:
                assert table.holder(seat) is not None
                assert table.legal(seat)
        else:
            assert not table.acting
        assert (table.outcome is not None) == (table.status == "over")
        assert {ask.by.id for ask in table.agreements.requests} <= {
            person.id for person in (ANN, BOB, CID, DEE, EVE)
        }
        for viewer in (None, *(table.viewer(person.id) for person in table.seating.people)):
            if table.state is not None:
                table.game.describe(table.view_for(viewer))


TestTables = Tables.TestCase
TestTables.settings = effort(9, stateful_step_count=20)
