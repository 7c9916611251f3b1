"""Tables: the only way in to the tables. Commit first; whoever shows a table hears of it afterwards."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, Final

from bot.games.core import Game, Placement, RulesError, Seat
from bot.tables.model.table import Person, Table
from data.store.queries.limits import Limits
from data.store.records import Address, AlreadyChallenged, Conflict, Event, Opening, Repeated
from data.store.store import Store

from . import daily, table_limits
from .cache import TableCache
from .errors import RulesBug, TableBusy, TableOver, raised_by_rules
from .events import moves, opening, reducer, timeouts
from .locks import KeyedLocks
from .model import commitments, pace
from .table_lists import LIVE, TableLists

LOG: Final = logging.getLogger(__name__)
ATTEMPTS: Final = 5
"""How often a change is tried again when others' events came first."""

Decide = Callable[[Table], Sequence[Event]]
Move = Callable[[Table, Person, int, str | None], Sequence[Event]]
OpenNext = Callable[[Table], Opening | None]


class TableService(TableLists):
    """The tables: opened, joined, played, ended. Times are milliseconds since 1970, UTC.

    ``games`` are played now; tables that were started under ``older`` versions of them are finished so.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any, Any]],
        *,
        rng: Random,
        now: Callable[[], int],
        older: Iterable[Game[Any, Any]] = (),
    ) -> None:
        self.store = store
        self.games = games
        self._rng = rng
        self.now = now
        self.cache = TableCache(store, (*older, *games.values()))
        self.locks: KeyedLocks[int] = KeyedLocks()
        """By a table's number: whoever changes it here waits for those before them."""
        self.on_change: Callable[[int], None] = lambda _session: None
        """Called with a table's number after each commit."""
        self.cache.on_freeze = lambda table_id: self.on_change(table_id)

    async def get(self, table_id: int) -> Table:
        """The table as it stands in the store; one whose log no longer folds is ``void``.

        :raises TableError: when there is none of this number, or its game is none of the bot's.
        """
        return await self.cache.get(table_id)

    async def at(self, table: Table, version: int) -> Table | None:
        """The table as it stood at an earlier version; None before the first event or where it can't fold."""
        return await self.cache.at(table, version)

    async def change(
        self, table_id: int, decide: Decide, key: str | None = None, *, seen: Table | None = None
    ) -> Table:
        """Append what ``decide`` makes of the table; raises what it raises.

        ``seen`` is the table as the caller has just read it, which saves reading it again.
        """
        return (await self._commit(table_id, decide, key, seen=seen))[0]

    async def change_as(self, table_id: int, person: Person, move: Move, key: str | None = None) -> Table:
        """Let ``person`` do what ``move`` makes of the table; raises what it raises."""
        return await self.change(table_id, lambda table: move(table, person, self.now(), key), key)

    async def _commit(
        self,
        table_id: int,
        decide: Decide,
        key: str | None,
        beget: OpenNext = lambda _after: None,
        seen: Table | None = None,
    ) -> tuple[Table, int | None]:
        """Append what ``decide`` makes of the newest table, with chance, and the table that it begets.

        Repeated while others are faster. A request whose key is in the log already counts as done: the
        newest table comes back. Gives the table, and the number of the one that was opened.
        """
        # In one process the requests of a table queue up; the conditional write is for other processes.
        async with self.locks.lock(table_id):
            for _ in range(ATTEMPTS):
                before, seen = await self.cache.get_newest(table_id, seen), None
                dice = await daily.dice(self.store, before, self._rng)
                try:
                    events, after = self._decided(before, decide, dice)
                    child, due = beget(after), timeouts.next_due(after)
                except RulesError:
                    # The second copy of a request meets the position that the first one made.
                    if key is None or await self.store.table_of_keys([key]) is None:
                        raise
                    return await self.cache.get(table_id), None
                except Exception as fault:
                    if before.status not in LIVE or not _breaks_the_game(fault, before):
                        raise
                    raise TableOver((await self._freeze(before)).word) from fault
                if not events:
                    return before, None
                seating = table_limits.seating(before, events)
                try:
                    with table_limits.explain_limits(events):
                        new = await self.store.append(
                            table_id,
                            before.version,
                            events,
                            status=after.status,
                            child=child,
                            deadline=due,
                            seating=seating,
                            read=before.header,
                        )
                except Conflict:
                    continue
                except Repeated:
                    return await self.cache.get(table_id), None
                after = await self._committed(before, after, events)
                self.on_change(table_id)
                if new is not None:
                    self.on_change(new)
                return after, new
        raise TableBusy

    def _decided(self, before: Table, decide: Decide, dice: Random) -> tuple[Sequence[Event], Table]:
        """What people do, which rules may refuse, and what follows from it, which they may not."""
        events = decide(before)
        if not events:
            return (), before
        try:
            return reducer.with_chance_events(
                before, commitments.with_commitments(before, events, self._rng), dice, self.now()
            )
        except RulesError as error:
            # What was played may be a secret, and this is logged.
            raise RulesBug(f"table {before.id} refused the {events[0].verb} it allowed") from error

    async def _committed(self, before: Table, after: Table, events: Sequence[Event]) -> Table:
        if any(event.verb in ("sit", "leave") for event in events):
            return await self.cache.get(before.id)
        at, due = events[-1].at, timeouts.next_due(after)
        header = replace(after.header, version=after.version, status=after.status, touched=at, deadline=due)
        return self.cache.put(replace(after, header=header), before)

    async def _freeze(self, table: Table) -> Table:
        """Called while a fault of the rules is handled: takes the table out of play and says so."""
        LOG.exception("the rules of %s failed at table %s; it is frozen", table.game.key, table.id)
        frozen = await self.cache.freeze(table)
        if frozen.status != "void":
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
        measure: pace.Pace = pace.NONE,
        most: Limits = table_limits.DEFAULT_LIMITS,
        key: str | None = None,
    ) -> Table:
        """A new table with ``host`` on ``side`` (a slot's name, ``random``, or None for the first).

        A game for one begins at once. Nobody is told of the table: whoever opens it shows it.

        :raises OptionError: when ``given`` does not fit the game's options.
        :raises TableError: for a challenge that can't be, an unknown side, or more tables than ``most``.
        """
        game = self.games[game_key]
        if opponent is not None:
            moves.require_challenge(game, host, opponent)
        begun = opening.open_table(
            game,
            given,
            host,
            address,
            self._rng,
            self.now(),
            side=side,
            opponent=opponent,
            measure=measure,
            key=key,
        )
        try:
            with table_limits.explain_limits():
                number = await self.store.create(begun.header, begun.events, most)
        except Repeated as done:
            number = done.table_id
        except AlreadyChallenged:
            assert opponent is not None
            standing = await self.store.challenge(host.id, opponent.id, game.key)
            raise opening.already_challenged(opponent, game, standing) from None
        return await self.get(number)

    async def join(self, table_id: int, person: Person, slot: Seat | None, key: str | None = None) -> Table:
        """Seat ``person`` on the side of ``slot`` (None: an empty one, or the first with room).

        The game starts when nobody else can join: the table is full, or the challenge is taken.

        :raises TableError: when it has started, is full, or waits for others, or they sit at too many.
        """
        sit = partial(opening.join, slot=slot)
        return await self.change_as(table_id, person, sit, key)

    async def leave(self, table_id: int, person: Person, key: str | None = None) -> Table:
        """Let ``person`` get up before the start."""
        return await self.change_as(table_id, person, moves.leave, key)

    async def start(self, table_id: int, person: Person, key: str | None = None) -> Table:
        """Start a table with fewer people than it could seat; the host's to do."""
        return await self.change(
            table_id, lambda table: moves.start(table, self.now(), by=person, key=key), key
        )

    async def close(self, table_id: int, person: Person, key: str | None = None) -> Table:
        """Cancel a table before the first action."""
        return await self.change_as(table_id, person, moves.cancel, key)

    async def play(
        self,
        table_id: int,
        person: Person,
        text: str,
        *,
        version: int | None = None,
        key: str | None = None,
        seen: Table | None = None,
    ) -> Table:
        """Play the action that ``text`` writes for ``person``, and what chance owes after it.

        ``version`` is that of the control that was used (None: typed). A ``key`` that was seen before does
        nothing more. ``seen`` is as in :meth:`change`. A fault of the rules freezes the table; any other
        fault is raised and changes nothing.

        :raises TableError: when the person does not play here, is not to act, or the control is stale.
        :raises NotationError: when ``text`` is no action of the game.
        :raises IllegalAction: when it is not allowed now.
        """
        return await self.change(
            table_id, lambda table: moves.play(table, person, text, version, self.now(), key), key, seen=seen
        )

    async def resign(self, table_id: int, person: Person, key: str | None = None) -> Table:
        """Give the game up; a side of several people does so once all have said it."""
        return await self.change_as(table_id, person, moves.resign, key)

    async def decline_draw(self, table_id: int, person: Person, key: str | None = None) -> Table:
        """Turn an offered draw down."""
        return await self.change_as(table_id, person, moves.decline_draw, key)

    async def rematch(
        self, table_id: int, person: Person, key: str | None = None
    ) -> tuple[Table, int | None]:
        """Ask for a rematch; the last one's word opens it, with the sides swapped, and starts it.

        Gives the finished table, and the new one's number once there is one.
        """

        def beget(table: Table) -> Opening | None:
            if not moves.everybody_wants_rematch(table):
                return None
            return opening.rematch(table, self.games[table.game.key], self._rng, self.now())

        table, new = await self._commit(
            table_id, lambda table: moves.rematch(table, person, self.now(), key), key, beget
        )
        if new is None and moves.everybody_wants_rematch(table):
            new = await self.store.rematch_of(table_id)
        return table, new

    def random_placement(self, legal: Placement) -> tuple[str, ...]:
        """A random choice for a placement."""
        return tuple(self._rng.sample(legal.squares, legal.count))


def _breaks_the_game(fault: Exception, table: Table) -> bool:
    """Whether ``fault``, met while ``table`` was changed, is one of its game's rules."""
    origin = fault.__cause__ if isinstance(fault, RulesBug) else fault
    if origin is None or isinstance(origin, MemoryError):
        return False
    return raised_by_rules(origin, table.game, table.state)
