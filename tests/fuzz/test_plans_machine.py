"""Two people with plans, clocks, undos, draws and restarts: plans play what people would play by hand."""

from __future__ import annotations

from collections.abc import Coroutine
from functools import partial
from random import Random
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from bot.features.plans import plans
from bot.features.plans.planned_turns import WAIT_MS, PlannedTurns
from bot.features.plans.plans import Line
from bot.games.core import RulesError
from bot.tables.events import agreements, timeouts
from bot.tables.model import pace
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from tests.games.registry import GAMES
from tests.tables.harness import ANN, BOB, HERE, automatic, some_action

from .effort import effort
from .machine import TableMachine

KEYS = sorted(key for key, game in GAMES.items() if game.plannable)
PEOPLE = st.sampled_from((ANN, BOB))
SECONDS = st.sampled_from((WAIT_MS[1] // 1000, 1, 3600))
SEEDS = st.integers(0, 10**6)


class Plans(TableMachine):
    """One table, two people, whose plans are played by a program that restarts."""

    def __init__(self) -> None:
        super().__init__()
        self.withdrawn: set[int] = set()
        """The people who have withdrawn their plans."""

    @initialize(key=st.sampled_from(KEYS), measure=st.sampled_from(("none", "1h", "2m+5m")))
    def open(self, key: str, measure: str) -> None:
        self.service = self.run(self.room.program())
        self.turns = automatic(PlannedTurns, self.service)
        opened = self.service.open(key, ANN, {}, HERE, opponent=BOB, measure=pace.read(measure))
        self.number = self.run(opened).id
        self.run(self.service.join(self.number, BOB, None))

    def tries(self, work: Coroutine[Any, Any, Any]) -> bool:
        try:
            self.run(work)
        except RulesError:
            return False
        return True

    def line(self, table: Table, person: Person, seed: int) -> Line:
        """A line of random moves up to a move of ``person``."""
        rng, line = Random(seed), list[str]()
        for _ in range(rng.choice((2, 4, 6))):
            if not table.acting:
                break
            seat, mine = table.acting[0], table.acting_seat(person.id) is not None
            line.append(some_action(table, seat, rng))
            table = plans.follow(table, (line[-1],))
            if mine and table.acting_seat(person.id) is None and rng.random() < 0.4:
                break
        return tuple(line)

    @rule(person=PEOPLE, seed=SEEDS)
    def plan(self, person: Person, seed: int) -> None:
        table = self.table()
        add = partial(plans.added, person=person.id, line=self.line(table, person, seed))
        seen = plans.edition(table, person.id)
        if self.tries(plans.change(self.service, self.number, person, table.version, seen, add)):
            self.withdrawn.discard(person.id)

    @rule(person=PEOPLE)
    def withdraw(self, person: Person) -> None:
        self.run(plans.clear(self.service, self.number, person))
        self.withdrawn.add(person.id)

    @rule(seed=SEEDS, seconds=SECONDS)
    def plan_and_be_followed(self, seed: int, seconds: int) -> None:
        """Whoever isn't to move plans, the other one plays into it, and time passes."""
        table = self.table()
        self.plan(BOB if table.acting_seat(ANN.id) is not None else ANN, seed)
        self.play(seed, follows=True)
        self.time_passes(seconds)

    @rule(seed=SEEDS, follows=st.booleans())
    def play(self, seed: int, follows: bool) -> None:
        """Whoever is to move does, if possible what somebody has planned for."""
        table = self.table()
        if not table.acting:
            return
        person = table.holder(table.acting[0])
        assert person is not None
        text = some_action(table, table.acting[0], Random(seed))
        foreseen = [line[0] for other in (ANN, BOB) for line in plans.lines_of(table, other.id)]
        if follows and foreseen:
            text = foreseen[seed % len(foreseen)]
        self.tries(self.service.play(self.number, person, text))

    @rule(person=PEOPLE, move=st.sampled_from((agreements.request_undo, agreements.offer_draw)))
    def asks(self, person: Person, move: Any) -> None:
        self.tries(self.service.change_as(self.number, person, move))

    @rule(person=PEOPLE, yes=st.booleans())
    def answers(self, person: Person, yes: bool) -> None:
        for request in self.table().agreements.requests:
            move = agreements.accept if yes else agreements.decline
            self.tries(self.service.change_as(self.number, person, partial(move, ask=request.seq)))
        self.tries(self.service.change_as(self.number, person, agreements.decline_draw))

    @rule(seconds=SECONDS)
    def time_passes(self, seconds: int) -> None:
        self.run(self.looked())
        before = self.table()
        self.room.ticks += seconds * 1000
        now = self.room.now()
        self.run(self.service.change(self.number, lambda table: timeouts.pass_time(table, now)))
        self.run(self.looked())
        for turn in self.table().turns:
            if turn.seq > before.version:
                owner = before.player_of(turn)
                assert owner is not None
                assert owner not in self.withdrawn, "nobody has what they withdrew played"
                assert str(turn.action) == plans.lines_of(before, owner)[0][0]
                break

    async def looked(self) -> None:
        """The program looks whether something planned is due."""
        self.turns.look(self.number)
        await self.turns.tasks.attempted(self.number)

    @rule()
    def restart(self) -> None:
        self.run(self.turns.close())
        self.service = self.run(self.room.program(seed=self.room.ticks))
        self.turns = automatic(PlannedTurns, self.service)
        self.run(self.turns.resume())

    @invariant()
    def a_plan_is_one_that_could_be_entered_now(self) -> None:
        table = self.table()
        for person in (ANN, BOB):
            lines = plans.lines_of(table, person.id)
            assert len(lines) <= plans.MAX_LINES
            for line in lines:
                assert 0 < len(line) <= plans.MAX_MOVES
                plans.follow(table, line)
            if table.acting_seat(person.id) is not None:
                assert len({line[0] for line in lines}) <= 1, "one answer each"

    async def played_by_hand(self, table: Table) -> Table:
        """Another table, at which people have made the moves of ``table`` themselves."""
        other = await self.service.open(table.game.key, ANN, {}, HERE, opponent=BOB)
        other = await self.service.join(other.id, BOB, None)
        for turn in table.turns:
            other = await self.service.play(other.id, other.awaited[0], str(turn.action))
        return other

    def teardown(self) -> None:
        if hasattr(self, "turns"):
            self.run(self.turns.close())
            table = self.table()
            assert table.status != "frozen"
            by_hand = self.run(self.played_by_hand(table))
            assert by_hand.state == table.state
            assert [turn.seat for turn in by_hand.turns] == [turn.seat for turn in table.turns]
        super().teardown()


TestPlans = Plans.TestCase
TestPlans.settings = effort(6, stateful_step_count=20)
