"""The table service: every change to a table goes through it. It commits first, then notifies."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final, Generic, Literal, TypeVar
from weakref import WeakValueDictionary

import sqlalchemy as sa

from bot.games.core import Games, Placement, RulesError, Seat
from bot.people import settings
from bot.people.kinds import Kind, kind_of
from bot.people.preferences import AWAY, away_until
from bot.tables import permissions
from bot.tables.model.seating import Person
from bot.tables.model.table import LIVE, Table
from data.store.limits import LimitExceeded
from data.store.preconditions import Precondition, PreconditionFailed
from data.store.queries import followups, people
from data.store.queries.followups import Followup
from data.store.records import Address, AlreadyChallenged, Conflict, Event, Limits, Opening, Repeated
from data.store.store import Store

from . import table_limits
from .cache import TableCache
from .errors import (
    MissingHistory,
    RulesBug,
    TableBusy,
    TableError,
    TableOver,
    raised_by_rules,
)
from .events import agreements, downtime, moves, opening, reducer, timeouts
from .events.moves import Act
from .events.reducer import Decision, Played
from .lookout import Lookout
from .model import commitments, drafts, pace

LOG: Final = logging.getLogger(__name__)
ATTEMPTS: Final = 5
"""How often a change is attempted while other processes' events come first."""

Thing = TypeVar("Thing", bound=Hashable)
Decide = Callable[[Table], Sequence[Event]]
Move = Callable[[Table, Act], Sequence[Event]]
Step = Callable[[Table, Random], Decision]
"""A change to a table, which draws chance from the generator."""
Keep = Callable[[Table, sa.Connection], None]
"""Stores something that belongs to a change, in its transaction; it gets the table after the change."""
OpenNext = Callable[[Table], Opening | None]
Chosen = Callable[[Table], Sequence[Any]]
"""What somebody plays at a table: actions of the game, or what they typed."""


Job = Callable[[sa.Connection], None]
"""What is written in a transaction."""
Settle = Callable[[Table, Table, Sequence[Event]], Job | None]
"""What the transaction that appends events writes besides: given the table before and after them.

It isn't asked about moves that don't end the game.
"""
Change = Literal["cancel", "seat", "leave"]
"""What people may want to change: to cancel the game, to give a seat to somebody else, or to leave theirs."""
Refuse = Callable[[Store, int, Change], Awaitable[str]]
"""Why a table, given by its number, can't be changed in some way; empty if it can."""
Chance = Callable[[Store, Table], Awaitable[Random | None]]
"""The generator for the next results at a private table; None if it has none of its own."""
Export = Callable[[Store, int], Awaitable[Mapping[str, Any]]]
"""What is stored about somebody, as parts of their export by name."""
Forget = people.Forget
"""Takes somebody out of what is stored, in the transaction that forgets them."""


class KeyedLocks(Generic[Thing]):
    """One lock per key within this process, kept while somebody holds it or waits for it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[Thing, asyncio.Lock] = WeakValueDictionary()

    def lock(self, thing: Thing) -> asyncio.Lock:
        """The lock for ``thing``; the same object for everybody while it is in use."""
        return self._locks.setdefault(thing, asyncio.Lock())


@dataclass(frozen=True, slots=True)
class TableHooks:
    """Where others take part in changes to tables, and in what is stored about people."""

    settle: tuple[Settle, ...] = ()
    refuse: tuple[Refuse, ...] = ()
    chance: tuple[Chance, ...] = ()
    export: tuple[Export, ...] = ()
    forget: tuple[Forget, ...] = ()


NO_HOOKS: Final = TableHooks()


async def _nothing_owed(_table_id: int) -> None:
    pass


class TableService:
    """Opens, joins, plays and ends tables. Times are milliseconds since 1970, UTC.

    New tables use ``games``; tables that were started with older versions of them are finished with those.
    """

    def __init__(
        self,
        store: Store,
        games: Games,
        *,
        rng: Random,
        now: Callable[[], int],
        hooks: TableHooks = NO_HOOKS,
    ) -> None:
        self.store = store
        self.games = games
        self._rng = rng
        self.hooks = hooks
        self.now = now
        self.cache = TableCache(store, games.values(), self.changed)
        self.locks: KeyedLocks[int] = KeyedLocks()
        """By table number: changes to a table happen one at a time."""
        self.get, self.history, self.at = self.cache.get, self.cache.history, self.cache.at
        """A table: its newest version, that with all turns, and an earlier one."""
        self.after_commit: Callable[[int, Table | None], object] = lambda _table_id, _table: None
        """Called after each change with a table's number, and the table if it's in memory.

        Never blocks, never raises.
        """
        self.lookout = Lookout()
        self.owed_since: Callable[[int], Awaitable[int | None]] = _nothing_owed
        """Asked before each change for the time from which on a table has to get time back, if any."""

    def changed(self, *table_ids: int | None) -> None:
        """Tell everybody that these tables have changed."""
        for table_id in filter(None, table_ids):
            self.after_commit(table_id, self.cache.peek(table_id))

    async def set_address(
        self, table_id: int, new: Collection[Followup] = (), /, **columns: int | None
    ) -> None:
        """Note where a table is shown, and up to which version: any columns of :class:`Address`.

        In the same transaction, what is ``new`` among what is still to be done for it.
        """
        index = [followups.adding(table_id, new)] if new else []
        await self.store.set_address(table_id, *index, **columns)

    async def set_chart(self, table_id: int, seat: str, **columns: int | str | None) -> None:
        """Note where a seat's private chart is shown, and in which state it is."""
        await self.store.set_seat(table_id, seat, **columns)

    async def play(
        self,
        table_id: int,
        person: Person,
        *moves: Any,
        version: int | None = None,
        key: str | None = None,
        seen: Table | None = None,
        precondition: Precondition | None = None,
        keep: Keep | None = None,
    ) -> Table:
        """Play ``moves`` for ``person``, all or none, and the results of chance that follow.

        Each is an action of the game, or what somebody typed. ``version`` is that of the control that was
        used (None: typed). If ``key`` is already in the log, nothing happens. ``seen`` is the table if the
        caller has just read it. Nothing happens unless ``precondition`` holds when the action is stored;
        ``keep`` stores more with it. An error in the rules freezes the table; any other error is raised and
        changes nothing.

        :raises TableError: when it isn't the person's turn, or the control is stale.
        :raises NotationError: when something typed isn't an action of the game.
        :raises IllegalAction: when an action isn't allowed at that point.
        """
        step = partial(self._played, person, lambda _table: moves, version, key)
        return (await self._commit(table_id, step, key, seen=seen, precondition=precondition, keep=keep))[0]

    async def play_draft(
        self, table_id: int, person: Person, written: str, *, version: int, key: str, seen: Table
    ) -> Table:
        """Play the turn of ``person`` that a button of ``version`` has in writing; as :meth:`play`.

        :raises Stale: when it no longer leads to a move, or something is chosen by halves.
        """
        step = partial(
            self._played, person, lambda table: drafts.moves(table, person.id, written), version, key
        )
        return (await self._commit(table_id, step, key, seen=seen))[0]

    def _played(
        self,
        person: Person,
        chosen: Chosen,
        version: int | None,
        key: str | None,
        table: Table,
        chance: Random,
    ) -> Decision:
        """The events of what ``person`` has chosen at ``table``, and the table after them."""
        seat = permissions.require_turn(table, person, version)
        events: list[Event] = []
        for move in chosen(table):
            if events:
                # Another part of their turn.
                seat = permissions.require_turn(table, person)
            action = moves.read_action(table, seat, move) if isinstance(move, str) else move
            # A draft that was shown before has played it already.
            state = table.after(seat, action).state
            assert state is not None
            own_key = None if events else key
            played = Event("play", seat, person.id, person.name, str(action), self.now(), own_key)
            with _accepted(table, played):
                sealed = commitments.commit(table, played, self._rng) if table.game.secrets else ()
                more, table = reducer.with_action(table, Played(played, action, state), sealed, chance)
            events += more
        return Decision(tuple(events), table)

    async def change(
        self,
        table_id: int,
        decide: Decide,
        key: str | None = None,
        *,
        precondition: Precondition | None = None,
        keep: Keep | None = None,
    ) -> Table:
        """Append the events that ``decide`` returns; its exceptions are passed on.

        ``precondition`` and ``keep``: as in :meth:`play`.
        """
        step = self._followed(decide)
        return (await self._commit(table_id, step, key, precondition=precondition, keep=keep))[0]

    async def change_as(
        self, table_id: int, person: Person, move: Move, key: str | None = None, **more: Any
    ) -> Table:
        """Append the events of ``person``'s ``move``; its exceptions are passed on.

        ``more``: see :meth:`change`.
        """

        def decide(table: Table) -> Sequence[Event]:
            return move(table, Act(person, self.now(), key))

        return await self.change(table_id, decide, key, **more)

    def _followed(self, decide: Decide) -> Step:
        """The events of ``decide``, followed by the results of chance that are then due."""

        def step(table: Table, chance: Random) -> Decision:
            events = decide(table)
            if not events:
                return Decision((), table)
            with _accepted(table, events[0]):
                return reducer.with_chance_events(table, events, chance, self.now())

        return step

    async def _commit(
        self,
        table_id: int,
        step: Step,
        key: str | None,
        *,
        open_next: OpenNext = lambda _after: None,
        seen: Table | None = None,
        precondition: Precondition | None = None,
        keep: Keep | None = None,
    ) -> tuple[Table, int | None]:
        """Apply ``step`` to the newest version and append its events; ``open_next`` may open another table.

        Before, the time in which nobody could play is given back, so that whoever acts doesn't pay for it.
        Retried when another process was faster. A request whose key is already in the log counts as done.
        Returns the newest table, and the number of the table that was opened.
        """
        # The lock orders the requests of this process; across processes the conditional write does.
        async with self.locks.lock(table_id):
            for _ in range(ATTEMPTS):
                # Appending fails if another process has extended the log.
                cached = seen is not None and seen is self.cache.kept.get(table_id)
                before, seen = seen if seen and cached else await self.cache.get(table_id), None
                chance = await self._chance_at(before)
                owed = await self._owed(table_id, before)
                try:
                    events, after = step(reducer.after(before, owed) if owed else before, chance)
                    events = (*owed, *events)
                    child, due = open_next(after), timeouts.next_due(after)
                except MissingHistory:
                    seen = self.cache.put(await self.cache.history(before))
                    continue
                except RulesError:
                    # The second copy of a request may be illegal after the first.
                    if key is None or await self.store.table_of_keys([key]) is None:
                        raise
                    return await self.cache.get(table_id), None
                except Exception as fault:
                    if before.status not in LIVE or not _breaks_the_game(fault, before):
                        raise
                    raise TableOver((await self._freeze(before)).word) from fault
                if not events:
                    return before, None
                acted = events[-1].verb in reducer.ACTIONS
                try:
                    new = await self.store.append(
                        table_id,
                        before.version,
                        events,
                        status=after.status,
                        child=child,
                        deadline=due,
                        seating=None if acted else table_limits.seating(before, events),
                        precondition=precondition,
                        read=before.header,
                        index=self._settled(before, after, events, keep),
                    )
                except LimitExceeded as crowded:
                    raise table_limits.refusal(crowded, events) from None
                except Conflict:
                    continue
                except PreconditionFailed:
                    return before, None
                except Repeated:
                    self.changed(table_id, await self.store.rematch_of(table_id) if child else None)
                    return await self.cache.get(table_id), None
                except sa.exc.DBAPIError:
                    # It may be stored. The look after errors would show it, but plays no turns for it.
                    self.changed(table_id)
                    raise
                if keep is not None or any(event.verb in ("sit", "leave") for event in events):
                    after = await self.cache.get(table_id)
                else:
                    header = after.header._replace(
                        version=after.version,
                        status=after.status,
                        touched=events[-1].at,
                        deadline=due,
                    )
                    after = self.cache.put(after.stored_as(header, after.seats), before)
                self.after_commit(table_id, after)
                self.changed(new)
                return after, new
        raise TableBusy

    async def _chance_at(self, table: Table) -> Random:
        """The generator for the next results at a table; only private ones may have one of their own."""
        if not table.private:
            return self._rng
        for chance in self.hooks.chance:
            if (own := await chance(self.store, table)) is not None:
                return own
        return self._rng

    def _settled(self, before: Table, after: Table, events: Sequence[Event], keep: Keep | None) -> Job | None:
        """What a transaction writes besides the log; a move that ends nothing settles nothing."""
        kept = partial(keep, after) if keep is not None else None
        moved = after.status == before.status and events[-1].verb in reducer.ACTIONS
        settling = () if moved else self.hooks.settle
        return together([kept, *(settle(before, after, events) for settle in settling)])

    async def _owed(self, table_id: int, table: Table) -> list[Event]:
        since = await self.owed_since(table_id)
        return downtime.give_back(table, since, self.now()) if since is not None else []

    async def _freeze(self, table: Table) -> Table:
        """Freeze a table while an error of its rules is being handled."""
        LOG.exception("the rules of %s failed at table %s; it is frozen", table.game.key, table.id)
        frozen = await self.cache.freeze(table)
        if frozen.status != "frozen":
            raise TableBusy
        return frozen

    async def open(
        self,
        game_key: str,
        host: Person,
        given: Mapping[str, str],
        address: Address,
        *,
        opponent: Person | None = None,
        side: str | None = None,
        computer: str | None = None,
        measure: pace.Pace = pace.NONE,
        rated: str = "people",
        most: Limits = table_limits.DEFAULT_LIMITS,
        key: str | None = None,
    ) -> Table:
        """Open a table with ``host`` on ``side`` (a slot's name, ``random``, or None for the first).

        A solo game starts at once, and so does one against ``computer``s of a level. ``rated`` is one of
        ``RATED``. Nobody hears of the new table.

        :raises OptionError: when ``given`` isn't valid for the game.
        :raises TableError: for an impossible challenge, an unknown side, or more tables than ``most``.
        """
        game = self.games[game_key]
        if opponent is not None:
            opening.require_challenge(game, host, opponent)
        absent = await self._absent(host, *([opponent] if opponent is not None else []))
        begun = opening.open_table(
            game,
            given,
            host,
            address,
            self._rng,
            self.now(),
            side=side,
            opponent=opponent,
            computer=computer,
            measure=measure,
            rated=rated,
            key=key,
        )
        try:
            return await self._create(opening.with_absences(begun, absent), most)
        except AlreadyChallenged:
            assert opponent is not None
            standing = await self.store.challenge(host.id, opponent.id, game.key)
            raise opening.already_challenged(opponent, game, standing) from None

    async def join(self, table_id: int, person: Person, slot: Seat | None, key: str | None = None) -> Table:
        """Seat ``person`` on the side of ``slot`` (None: an empty side, or the first with room).

        The game starts when nobody else can join: the table is full, or the challenge is accepted.

        :raises TableError: when they can't join, or sit at too many tables.
        """
        absent = await self._absent(person)

        def sit(table: Table) -> list[Event]:
            return [*opening.join(table, Act(person, self.now(), key), slot=slot), *absent]

        return await self.change(table_id, sit, key)

    async def pair(
        self, game_key: str, people: tuple[Person, Person], address: Address, measure: pace.Pace, rated: str
    ) -> Opening:
        """A game for two that starts at once, the first on the first side, for the store."""
        absent = await self._absent(*people)
        game, now = self.games[game_key], self.now()
        begun = opening.begin(game, people, people[0], address, self._rng, now, measure=measure, rated=rated)
        return opening.with_absences(begun, absent)

    async def begin(
        self,
        game_key: str,
        people: Sequence[Person],
        host: Person,
        address: Address,
        *,
        measure: pace.Pace,
        most: Limits,
        keep: Callable[[sa.Connection, int], None],
        given: Mapping[str, str] | None = None,
        key: str | None = None,
    ) -> Table:
        """Open an unrated game that ``host`` starts at once, with one of ``people`` on each side.

        ``keep`` stores more with it, given its number; ``given`` are options. Nobody hears of the new table.

        :raises RulesError: for a wrong option, when a computer among them can't play it, or for more tables
            than ``most``.
        """
        absent = await self._absent(*(each for each in people if kind_of(each.id) is Kind.PERSON))
        begun = opening.begin(
            self.games[game_key],
            people,
            host,
            address,
            self._rng,
            self.now(),
            given=given,
            measure=measure,
            rated="no",
            key=key,
        )
        return await self._create(opening.with_absences(begun, absent), most, keep)

    async def _create(
        self, begun: Opening, most: Limits, keep: Callable[[sa.Connection, int], None] | None = None
    ) -> Table:
        try:
            number = await self.store.create(begun.header, begun.events, most, keep)
        except LimitExceeded as crowded:
            raise table_limits.refusal(crowded) from None
        except Repeated as existing:
            number = existing.table_id
        return await self.get(number)

    async def _absent(self, *people: Person) -> list[Event]:
        """What a table's log has to be told of those of ``people`` who are away."""
        found = []
        for person in people:
            chosen = await settings.load(self.store, person.id)
            if chosen[AWAY] and (until := away_until(chosen, now := self.now())) is not None:
                found.append(Event("away", person=person.id, text=str(until), at=now))
        return found

    async def add_computer(
        self, table_id: int, person: Person, level: str, key: str | None = None, *, beside: int | None = None
    ) -> Table:
        """The host seats a computer of this level ``beside`` as many others (None: any number).

        :raises TableError: when they can't.
        """
        add = partial(opening.add_computer, level=level, beside=beside)
        return await self.change_as(table_id, person, add, key)

    async def close(self, table_id: int, person: Person, key: str | None = None) -> Table:
        """Cancel a table before the first action.

        :raises TableError: when ``person`` can't.
        """
        await self.require_allowed(table_id, "cancel")
        return await self.change_as(table_id, person, opening.cancel, key)

    async def require_allowed(self, table_id: int, change: Change) -> None:
        """:raises TableError: when the table can't be changed in this way, with the reason."""
        for refuse in self.hooks.refuse:
            if reason := await refuse(self.store, table_id, change):
                raise TableError(reason)

    async def resign(self, table_id: int, person: Person, key: str | None = None) -> Table:
        """``person`` resigns; a side of several people has resigned when all of them have."""
        return await self.change_as(table_id, person, agreements.resign, key)

    async def rematch(
        self, table_id: int, person: Person, key: str | None = None
    ) -> tuple[Table, int | None]:
        """Ask for a rematch; once everybody has asked, it opens and starts with the sides swapped.

        Returns the finished table, and the new one's number once there is one.
        """
        absent = await self._absent(*(await self.get(table_id)).seating.humans)

        def open_next(table: Table) -> Opening | None:
            if not agreements.everybody_wants_rematch(table):
                return None
            begun = opening.rematch(table, self.games[table.game.key], self._rng, self.now())
            return opening.with_absences(begun, absent)

        ask = self._followed(lambda table: agreements.rematch(table, Act(person, self.now(), key)))
        table, new = await self._commit(table_id, ask, key, open_next=open_next)
        if new is None and agreements.everybody_wants_rematch(table):
            new = await self.store.rematch_of(table_id)
        return table, new

    def new_seed(self) -> int:
        """A seed for a computer player's choice; it isn't kept, since a replay never asks again."""
        return self._rng.getrandbits(64)

    def random_placement(self, legal: Placement, kept: Sequence[str]) -> tuple[str, ...]:
        """Squares for a placement: the rest is chosen at random, or all if all are there."""
        kept = kept if len(kept) < legal.count else ()
        others = [square for square in legal.squares if square not in kept]
        return (*kept, *self._rng.sample(others, legal.count - len(kept)))


def together(jobs: Iterable[Job | None]) -> Job | None:
    """All ``jobs`` as one; None if there are none."""
    found = [job for job in jobs if job is not None]

    def write(connection: sa.Connection) -> None:
        for job in found:
            job(connection)

    return write if found else None


@contextlib.contextmanager
def _accepted(table: Table, event: Event) -> Iterator[None]:
    """Turn a refusal by the rules into a bug, after ``event`` was allowed.

    :raises RulesBug: when the rules raise a :class:`RulesError` inside the block.
    """
    try:
        yield
    except RulesError as error:
        # No action in the message: it is logged, and the action may be a secret.
        raise RulesBug(f"table {table.id} refused the {event.verb} it allowed") from error


def _breaks_the_game(fault: Exception, table: Table) -> bool:
    """Whether ``fault`` was raised by the rules of ``table``'s game."""
    origin = fault.__cause__ if isinstance(fault, RulesBug) else fault
    if origin is None or isinstance(origin, MemoryError):
        return False
    return raised_by_rules(origin, table.game, table.state)
