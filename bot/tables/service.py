"""Sessions: the only way in to the tables. Commit first; whoever shows a table hears of it afterwards."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, Final

from bot.games.core import Game, Placement, RulesError, Seat
from bot.tables.model.table import Person, Snapshot
from data.store.queries.limits import Limits
from data.store.records import Address, AlreadyChallenged, Conflict, Event, Opening, Repeated
from data.store.store import Store

from . import daily, table_limits
from .cache import Shelf
from .errors import Busy, Contradiction, Finished, raised_by_rules
from .events import moves, opening, reducer, timeouts
from .locks import Queues
from .model import commitments, pace
from .table_lists import LIVE, Lists

LOG: Final = logging.getLogger(__name__)
ATTEMPTS: Final = 5
"""How often a change is tried again when others' events came first."""

Decide = Callable[[Snapshot], Sequence[Event]]
Move = Callable[[Snapshot, Person, int, str | None], Sequence[Event]]
Beget = Callable[[Snapshot], Opening | None]


class Sessions(Lists):
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
        self.shelf = Shelf(store, (*older, *games.values()))
        self.queues: Queues[int] = Queues()
        """By a table's number: whoever changes it here waits for those before them."""
        self.on_change: Callable[[int], None] = lambda _session: None
        """Called with a table's number after each commit."""
        self.shelf.on_freeze = lambda session: self.on_change(session)

    async def snapshot(self, session: int) -> Snapshot:
        """The table as it stands in the store; one whose log no longer folds is ``void``.

        :raises TableError: when there is none of this number, or its game is none of the bot's.
        """
        return await self.shelf.take(session)

    async def at(self, table: Snapshot, version: int) -> Snapshot | None:
        """The table as it stood at an earlier version; None before the first event or where it can't fold."""
        return await self.shelf.at(table, version)

    async def change(
        self, session: int, decide: Decide, key: str | None = None, *, seen: Snapshot | None = None
    ) -> Snapshot:
        """Append what ``decide`` makes of the table; raises what it raises.

        ``seen`` is the table as the caller has just read it, which saves reading it again.
        """
        return (await self._commit(session, decide, key, seen=seen))[0]

    async def act(self, session: int, person: Person, move: Move, key: str | None = None) -> Snapshot:
        """Let ``person`` do what ``move`` makes of the table; raises what it raises."""
        return await self.change(session, lambda table: move(table, person, self.now(), key), key)

    async def _commit(
        self,
        session: int,
        decide: Decide,
        key: str | None,
        beget: Beget = lambda _after: None,
        seen: Snapshot | None = None,
    ) -> tuple[Snapshot, int | None]:
        """Append what ``decide`` makes of the newest snapshot, with chance, and the table that it begets.

        Repeated while others are faster. A request whose key is in the log already counts as done: the
        newest snapshot comes back. Gives the table, and the number of the one that was opened.
        """
        # In one process the requests of a table queue up; the conditional write is for other processes.
        async with self.queues.of(session):
            for _ in range(ATTEMPTS):
                before, seen = await self.shelf.newest(session, seen), None
                dice = await daily.dice(self.store, before, self._rng)
                try:
                    events, after = self._decided(before, decide, dice)
                    child, due = beget(after), timeouts.next_due(after)
                except RulesError:
                    # The second copy of a request meets the position that the first one made.
                    if key is None or await self.store.session_of([key]) is None:
                        raise
                    return await self.shelf.take(session), None
                except Exception as fault:
                    if before.status not in LIVE or not _breaks_the_game(fault, before):
                        raise
                    raise Finished((await self._freeze(before)).word) from fault
                if not events:
                    return before, None
                seating = table_limits.seating(before, events)
                try:
                    with table_limits.told(events):
                        new = await self.store.append(
                            session,
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
                    return await self.shelf.take(session), None
                after = await self._committed(before, after, events)
                self.on_change(session)
                if new is not None:
                    self.on_change(new)
                return after, new
        raise Busy

    def _decided(self, before: Snapshot, decide: Decide, dice: Random) -> tuple[Sequence[Event], Snapshot]:
        """What people do, which rules may refuse, and what follows from it, which they may not."""
        events = decide(before)
        if not events:
            return (), before
        try:
            return reducer.with_chance(before, commitments.with_seals(before, events, self._rng), dice, self.now())
        except RulesError as error:
            # What was played may be a secret, and this is logged.
            raise Contradiction(f"table {before.id} refused the {events[0].verb} it allowed") from error

    async def _committed(self, before: Snapshot, after: Snapshot, events: Sequence[Event]) -> Snapshot:
        if any(event.verb in ("sit", "leave") for event in events):
            return await self.shelf.take(before.id)
        at, due = events[-1].at, timeouts.next_due(after)
        header = replace(after.header, version=after.version, status=after.status, touched=at, deadline=due)
        return self.shelf.keep(replace(after, header=header), before)

    async def _freeze(self, table: Snapshot) -> Snapshot:
        """Called while a fault of the rules is handled: takes the table out of play and says so."""
        LOG.exception("the rules of %s failed at table %s; it is frozen", table.game.key, table.id)
        frozen = await self.shelf.freeze(table)
        if frozen.status != "void":
            raise Busy
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
        most: Limits = table_limits.USUAL,
        key: str | None = None,
    ) -> Snapshot:
        """A new table with ``host`` on ``side`` (a chair's name, ``random``, or None for the first).

        A game for one begins at once. Nobody is told of the table: whoever opens it shows it.

        :raises OptionError: when ``given`` does not fit the game's options.
        :raises TableError: for a challenge that can't be, an unknown side, or more tables than ``most``.
        """
        game = self.games[game_key]
        if opponent is not None:
            moves.require_challenge(game, host, opponent)
        begun = opening.table(
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
            with table_limits.told():
                number = await self.store.create(begun.header, begun.events, most)
        except Repeated as done:
            number = done.session
        except AlreadyChallenged:
            assert opponent is not None
            standing = await self.store.challenge(host.id, opponent.id, game.key)
            raise opening.challenged(opponent, game, standing) from None
        return await self.snapshot(number)

    async def join(
        self, session: int, person: Person, chair: Seat | None, key: str | None = None
    ) -> Snapshot:
        """Seat ``person`` on the side of ``chair`` (None: an empty one, or the first with room).

        The game starts when nobody else can join: the table is full, or the challenge is taken.

        :raises TableError: when it has started, is full, or waits for others, or they sit at too many.
        """
        sit = partial(opening.joined, chair=chair)
        return await self.act(session, person, sit, key)

    async def leave(self, session: int, person: Person, key: str | None = None) -> Snapshot:
        """Let ``person`` get up before the start."""
        return await self.act(session, person, moves.leave, key)

    async def start(self, session: int, person: Person, key: str | None = None) -> Snapshot:
        """Start a table with fewer people than it could seat; the host's to do."""
        return await self.change(
            session, lambda table: moves.start(table, self.now(), by=person, key=key), key
        )

    async def close(self, session: int, person: Person, key: str | None = None) -> Snapshot:
        """Cancel a table before the first action."""
        return await self.act(session, person, moves.cancel, key)

    async def play(
        self,
        session: int,
        person: Person,
        text: str,
        *,
        version: int | None = None,
        key: str | None = None,
        seen: Snapshot | None = None,
    ) -> Snapshot:
        """Play the action that ``text`` writes for ``person``, and what chance owes after it.

        ``version`` is that of the control that was used (None: typed). A ``key`` that was seen before does
        nothing more. ``seen`` is as in :meth:`change`. A fault of the rules freezes the table; any other
        fault is raised and changes nothing.

        :raises TableError: when the person does not play here, is not to act, or the control is stale.
        :raises NotationError: when ``text`` is no action of the game.
        :raises IllegalAction: when it is not allowed now.
        """
        return await self.change(
            session, lambda table: moves.play(table, person, text, version, self.now(), key), key, seen=seen
        )

    async def resign(self, session: int, person: Person, key: str | None = None) -> Snapshot:
        """Give the game up; a side of several people does so once all have said it."""
        return await self.act(session, person, moves.resign, key)

    async def decline_draw(self, session: int, person: Person, key: str | None = None) -> Snapshot:
        """Turn an offered draw down."""
        return await self.act(session, person, moves.decline, key)

    async def rematch(
        self, session: int, person: Person, key: str | None = None
    ) -> tuple[Snapshot, int | None]:
        """Ask for a rematch; the last one's word opens it, with the sides swapped, and starts it.

        Gives the finished table, and the new one's number once there is one.
        """

        def beget(table: Snapshot) -> Opening | None:
            if not moves.all_ask_again(table):
                return None
            return opening.rematch(table, self.games[table.game.key], self._rng, self.now())

        table, new = await self._commit(
            session, lambda table: moves.rematch(table, person, self.now(), key), key, beget
        )
        if new is None and moves.all_ask_again(table):
            new = await self.store.rematch_of(session)
        return table, new

    def scatter(self, legal: Placement) -> tuple[str, ...]:
        """A random choice for a placement."""
        return tuple(self._rng.sample(legal.squares, legal.count))


def _breaks_the_game(fault: Exception, table: Snapshot) -> bool:
    """Whether ``fault``, met while ``table`` was changed, is one of its game's rules."""
    origin = fault.__cause__ if isinstance(fault, Contradiction) else fault
    if origin is None or isinstance(origin, MemoryError):
        return False
    return raised_by_rules(origin, table.game, table.state)
