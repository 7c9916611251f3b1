"""Sessions: the only way in to the tables. Commit first; whoever shows a table hears of it afterwards."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from bot.games.core import CHANCE, Game, IllegalAction, Options, Placement, RulesError, Seat
from data.store.records import Address, Conflict, Event, Header, Repeated
from data.store.store import Store

from . import fold, moves
from .refusals import Busy, NoSuchTable, TableError
from .snapshot import Person, Snapshot

KEPT: Final = 512
"""Snapshots that are kept in memory, the latest used; the rest is folded again from the log."""
ATTEMPTS: Final = 5
"""How often a change is tried again when others' events came first."""
LIVE: Final = ("lobby", "playing")

Decide = Callable[[Snapshot], Sequence[Event]]


class Sessions:
    """The tables: opened, joined, played, ended. Times are milliseconds since 1970, UTC."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any, Any]],
        *,
        rng: Random,
        now: Callable[[], int],
    ) -> None:
        self.store = store
        self.games = games
        self._rng = rng
        self._now = now
        self._kept: OrderedDict[int, Snapshot] = OrderedDict()
        self.on_change: Callable[[int], None] = lambda _session: None
        """Called with a table's number after each commit."""

    async def snapshot(self, session: int) -> Snapshot:
        """The table as it stands in the store.

        A log that no longer folds gives a snapshot of status ``void``, and is marked so in the store.

        :raises NoSuchTable: when there is none of this number.
        """
        kept = self._kept.get(session)
        stored = await self.store.load(session, kept.version if kept else 0)
        if stored is None:
            raise NoSuchTable(session)
        game = self.games.get(stored.header.game)
        if game is None:
            raise TableError(f"Table {session} plays “{stored.header.game}”, which this bot no longer has.")
        if stored.header.status == "void":
            return fold.void(stored.header, game, stored.seats)
        try:
            if stored.header.rules != game.rules:
                raise RulesError(f"it was started under version {stored.header.rules} of the rules")
            start = kept or fold.blank(stored.header, game)
            folded = fold.fold(start, stored.events, stored.header, stored.seats)
        except Exception:  # noqa: BLE001 (any fault in one game's rules freezes that table alone)
            await self.store.set_status(session, "void")
            fold.LOG.exception("table %s no longer folds", session)
            return fold.void(replace(stored.header, status="void"), game, stored.seats)
        return self._keep(folded)

    async def at(self, table: Snapshot, version: int) -> Snapshot | None:
        """The table as it stood at an earlier version; None before the first event or where it can't fold."""
        if version == table.version:
            return table
        if version < 1 or table.status == "void":
            return None
        stored = await self.store.load(table.id)
        if stored is None:
            return None
        past = fold.blank(stored.header, table.game)
        return fold.fold(past, stored.events[:version], stored.header, stored.seats)

    def _keep(self, snapshot: Snapshot) -> Snapshot:
        self._kept[snapshot.id] = snapshot
        self._kept.move_to_end(snapshot.id)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return snapshot

    async def _change(self, session: int, decide: Decide, key: str | None = None) -> Snapshot:
        """Append what ``decide`` makes of the newest snapshot; repeated while others are faster.

        An event whose key is in the log already counts as done: the newest snapshot comes back.
        """
        for _ in range(ATTEMPTS):
            snapshot = await self.snapshot(session)
            try:
                events = decide(snapshot)
            except RulesError:
                # The second copy of a request meets the position that the first one made.
                if key is not None and await self.store.has_key([key]):
                    return snapshot
                raise
            if not events:
                return snapshot
            after = fold.fold(snapshot, events, snapshot.header, snapshot.seats)
            try:
                await self.store.append(session, snapshot.version, events, status=after.status)
            except Conflict:
                continue
            except Repeated:
                return await self.snapshot(session)
            if any(event.verb in ("sit", "leave") for event in events):
                after = await self.snapshot(session)
            else:
                header = replace(
                    after.header, version=after.version, status=after.status, touched=events[-1].at
                )
                after = self._keep(replace(after, header=header))
            self.on_change(session)
            return after
        raise Busy

    async def open(
        self,
        game_key: str,
        host: Person,
        given: Mapping[str, str],
        address: Address,
        *,
        opponent: Person | None = None,
        side: str | None = None,
        key: str | None = None,
        parent: int | None = None,
    ) -> Snapshot:
        """A new table with ``host`` on ``side`` (a chair's name, ``random``, or None for the first).

        :raises OptionError: when ``given`` does not fit the game's options.
        :raises TableError: for a challenge to oneself, a second one while one is open, or an unknown side.
        """
        game = self.games[game_key]
        options = game.read_options(given)
        if opponent is not None:
            await self._check_challenge(game, host, opponent)
        chair = self._chair(game, options, side)
        now = self._now()
        header = Header(
            id=0,
            game=game.key,
            rules=game.rules,
            options=game.write_options(options),
            host=host.id,
            opponent=opponent.id if opponent else None,
            parent=parent,
            status="lobby",
            version=0,
            opened=now,
            touched=now,
            address=address,
        )
        opening = [
            Event("open", person=host.id, name=host.name, at=now, key=key),
            Event("sit", chair, host.id, host.name, at=now),
        ]
        if opponent is not None:
            opening[0] = replace(opening[0], text=opponent.name)
        session = await self.store.create(header, opening)
        snapshot = await self.snapshot(session)
        if game.people[1] == 1:
            return await self._change(
                session, lambda table: self._with_chance(table, moves.start(table, now))
            )
        return snapshot

    async def _check_challenge(self, game: Game[Any, Any], host: Person, opponent: Person) -> None:
        if game.people[1] < 2:
            raise TableError(f"{game.title} is played alone: leave the opponent out.")
        if opponent.id == host.id:
            raise TableError(
                "You can’t challenge yourself: choose another member, or leave the opponent out."
            )
        if standing := await self.store.challenges(host.id, opponent.id, game.key):
            raise TableError(
                f"You already challenge {opponent.name} to {game.title} at table {standing[0]}. Wait for the "
                f"answer, or press **Cancel** there first."
            )

    def _chair(self, game: Game[Any, Any], options: Options, side: str | None) -> Seat:
        sides = game.sides(options)
        if side is None:
            return sides[0][0]
        if side == "random":
            return self._rng.choice(sides)[0]
        chairs = [chair for chairs in sides for chair in chairs]
        if side not in chairs:
            raise TableError(
                f"With these options the sides are {', '.join(chairs)}; “{side}” is none of them."
            )
        return Seat(side)

    async def join(
        self, session: int, person: Person, chair: Seat | None, key: str | None = None
    ) -> Snapshot:
        """Seat ``person`` on the side of ``chair`` (None: the first with room); a full table starts.

        :raises TableError: when the table has started, is full, or waits for somebody else.
        """

        def decide(table: Snapshot) -> Sequence[Event]:
            seated = moves.join(table, person, chair, self._now(), key)
            sat = fold.fold(table, seated, table.header, table.seats)
            if len(sat.people) == table.game.people[1]:
                return self._with_chance(table, [*seated, *moves.start(sat, self._now())])
            return seated

        return await self._change(session, decide, key)

    async def leave(self, session: int, person: Person, key: str | None = None) -> Snapshot:
        """Let ``person`` get up from a table that has not started."""
        return await self._change(session, lambda table: moves.leave(table, person, self._now(), key), key)

    async def start(self, session: int, person: Person, key: str | None = None) -> Snapshot:
        """Start a table with fewer people than it could seat; the host's to do."""
        return await self._change(
            session,
            lambda table: self._with_chance(table, moves.start(table, self._now(), by=person, key=key)),
            key,
        )

    async def close(self, session: int, person: Person, key: str | None = None) -> Snapshot:
        """Cancel a table before the first action."""
        return await self._change(session, lambda table: moves.cancel(table, person, self._now(), key), key)

    async def play(
        self, session: int, person: Person, text: str, *, version: int | None = None, key: str | None = None
    ) -> Snapshot:
        """Play the action that ``text`` writes for ``person``, and what chance owes after it.

        ``version`` is that of the control that was used (None: typed). A ``key`` that was seen before does
        nothing more.

        :raises TableError: when the person does not play here, is not to act, or the control is stale.
        :raises NotationError: when ``text`` is no action of the game.
        :raises IllegalAction: when it is not allowed now.
        """
        return await self._change(
            session,
            lambda table: self._with_chance(
                table, moves.play(table, person, text, version, self._now(), key)
            ),
            key,
        )

    def _with_chance(self, table: Snapshot, events: Sequence[Event]) -> Sequence[Event]:
        """``events`` with the results of chance that are due after them, drawn now."""
        after = fold.fold(table, events, table.header, table.seats)
        drawn: list[Event] = []
        while after.state is not None and after.status == "playing" and CHANCE in after.state.to_act:
            action = after.state.draw(self._rng)
            drawn.append(Event("chance", CHANCE, text=str(action), at=self._now()))
            after = fold.advance(after, drawn[-1])
        return (*events, *drawn)

    async def resign(self, session: int, person: Person, key: str | None = None) -> Snapshot:
        """Give the game up; a side of several people does so once all of them have said it."""
        return await self._change(session, lambda table: moves.resign(table, person, self._now(), key), key)

    async def offer_draw(self, session: int, person: Person, key: str | None = None) -> Snapshot:
        """Offer a draw, or accept one: it is agreed once everybody has offered."""
        return await self._change(session, lambda table: moves.offer(table, person, self._now(), key), key)

    async def decline_draw(self, session: int, person: Person, key: str | None = None) -> Snapshot:
        """Turn an offered draw down."""
        return await self._change(session, lambda table: moves.decline(table, person, self._now(), key), key)

    async def rematch(
        self, session: int, person: Person, key: str | None = None
    ) -> tuple[Snapshot, int | None]:
        """Ask for a rematch; once everybody has, it opens with the sides swapped and starts.

        Gives the finished table, and the new one's number once there is one.
        """
        table = await self._change(session, lambda table: moves.rematch(table, person, self._now(), key), key)
        if not table.rematching >= {each.id for each in table.people}:
            return table, None
        seating = moves.swapped(table)
        host = seating[0][1]
        address = Address(table.address.guild, table.address.home, channel=table.address.channel)
        pairs = dict(part.split("=", 1) for part in table.header.options.split())
        try:
            new = await self.open(table.game.key, host, pairs, address, side=seating[0][0], parent=session)
        except Repeated:
            return table, await self.store.rematch_of(session)
        for chair, each in seating[1:]:
            new = await self.join(new.id, each, chair)
        if new.status == "lobby":
            new = await self.start(new.id, host)
        self.on_change(new.id)
        return table, new.id

    async def set_draft(self, session: int, person: Person, squares: Sequence[str], version: int) -> Snapshot:
        """Keep the squares that ``person`` has picked so far in a placement.

        :raises TableError: when the person has no placement to make, or the control is stale.
        """
        table = await self.snapshot(session)
        seat = moves.require_turn(table, person)
        moves.require_fresh(table, seat, version)
        legal = table.legal(seat)
        if not isinstance(legal, Placement) or not set(squares) <= set(legal.squares):
            raise IllegalAction("There is nothing to pick there now.")
        if len(squares) > legal.count:
            raise IllegalAction(f"You have picked all {legal.count} already: unpick one first.")
        assert table.state is not None
        await self.store.set_seat(session, table.state.chair(seat), draft=" ".join(squares))
        return await self.snapshot(session)

    def scatter(self, legal: Placement) -> tuple[str, ...]:
        """A random choice for a placement."""
        return tuple(self._rng.sample(legal.squares, legal.count))

    async def tables_of(self, person: int) -> list[Snapshot]:
        """The live tables at which ``person`` sits: those that wait for them first, then the latest."""
        tables = [await self.snapshot(number) for number in await self.store.sessions_of(person, LIVE)]
        return sorted(tables, key=lambda table: person not in {each.id for each in table.awaited})

    async def tables_in(self, channel: int) -> list[Snapshot]:
        """The live tables of a channel or thread, the latest first."""
        return [await self.snapshot(number) for number in await self.store.sessions_in(channel, LIVE)]

    async def latest_in(self, channel: int) -> Snapshot | None:
        """The table of a channel or thread that something happened at last, be it over."""
        found = await self.store.sessions_in(channel, ("playing", "over", "lobby", "closed"))
        return await self.snapshot(found[0]) if found else None
