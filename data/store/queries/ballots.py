"""Votes at tables where a crowd plays: how it votes, who has voted for what, and what was decided.

A vote is stored only while its turn is open, and counted in the transaction that stores what was decided: so
each counts once, whatever is sent twice and whoever else closes the vote at the same time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Final, NamedTuple

import sqlalchemy as sa

from data.store import schema
from data.store.preconditions import Precondition, PreconditionFailed
from data.store.records import StoreError
from data.store.store import Store

from . import guesses

_TABLE: Final = schema.game_table.c
_BALLOT: Final = schema.ballot.c
_POLL: Final = schema.poll.c
_EVENT: Final = schema.event.c
COUNTED: Final = -1
"""The turn of a vote that was counted."""
IN_ORDER: Final = (_BALLOT.at, _BALLOT.person)
"""The earlier vote first."""

Counts = Sequence[tuple[str, int]]
"""Choices with their votes, what was chosen first."""


@dataclass(frozen=True, slots=True)
class Rules:
    """How a crowd votes."""

    every: int
    """How long a vote lasts, in milliseconds."""
    quorum: int = 0
    """How many votes end it before; 0: none do."""
    open: bool = False
    """Whether everybody sees the count while it lasts."""
    role: int = 0
    """The role that each turn notifies; 0: none."""


class Ballot(NamedTuple):
    """What somebody has voted for."""

    person: int
    choice: str
    at: int
    """Milliseconds since 1970."""


class Vote(NamedTuple):
    """What somebody votes for, as it is stored."""

    side: int
    """The number of the side that they vote for."""
    turn: int
    """The event after which they do."""
    choice: str
    at: int
    """Milliseconds since 1970."""


class Cast(NamedTuple):
    """What came of a vote."""

    side: int
    """The number of the side that the person votes for in this game."""
    matters: bool
    """Whether it may change when the vote closes: it is the first, or they are enough."""


class AlreadyPlaying(StoreError):
    """A channel's crowd plays at a table already."""

    def __init__(self, table_id: int) -> None:
        super().__init__(table_id)
        self.table_id = table_id


def keeping(rules: Rules, home: int) -> Callable[[sa.Connection, int], None]:
    """Stores how a crowd votes at a new table, in the transaction that stores the table.

    It raises :class:`AlreadyPlaying` when one is in play that was opened in the channel ``home``.
    """
    row = asdict(rules) | {"open": int(rules.open)}

    def keep(connection: sa.Connection, table_id: int) -> None:
        schema.lock(connection, -home)  # two may begin at once
        crowded = sa.select(_TABLE.id).join(schema.crowd, schema.crowd.c.table_id == _TABLE.id)
        standing = connection.scalar(crowded.where(_TABLE.home == home, sa.text(schema.LIVE)).limit(1))
        if standing is not None:
            raise AlreadyPlaying(standing)
        connection.execute(sa.insert(schema.crowd).values(table_id=table_id, **row))

    return keep


async def rules_of(store: Store, table_id: int) -> Rules | None:
    """How the crowd at a table votes; None where there is none."""
    rows = await store.dicts(sa.select(schema.crowd).filter_by(table_id=table_id))
    return next((Rules(row["every"], row["quorum"], bool(row["open"]), row["role"]) for row in rows), None)


async def event_of(store: Store, table_id: int) -> int | None:
    """The scheduled event of a crowd's game; None for none so far, 0: it is over."""
    return await store.first(sa.select(schema.crowd.c.event).filter_by(table_id=table_id))


async def set_event(store: Store, table_id: int, event: int) -> None:
    """Note the scheduled event of a crowd's game; 0: it is over."""
    await store.write(schema.change, schema.crowd, {"table_id": table_id}, event=event)


async def with_events(store: Store) -> list[int]:
    """The tables whose scheduled event isn't over."""
    return await store.column(sa.select(schema.crowd.c.table_id).where(schema.crowd.c.event > 0))


async def cast(
    store: Store, table_id: int, version: int, person: int, number: int, vote: Vote, quorum: int = 0
) -> Cast | None:
    """Store the ``vote`` of ``person``, given by interaction ``number``; None when the table is no longer at
    ``version``.

    It takes back what they have guessed of the turn. An older interaction changes nothing, nor does a vote
    for the side that the person doesn't vote for. One that says the same again keeps its time.
    """

    def write(connection: sa.Connection) -> Cast | None:
        # Two votes of one person may come at once. Tables lock people by positive numbers.
        schema.lock(connection, -person)
        # Who closes the vote changes this row, before or after.
        now = sa.select(_TABLE.version).where(_TABLE.id == table_id).with_for_update(read=True)
        if connection.scalar(now) != version:
            return None
        key = {"table_id": table_id, "person": person}
        old = connection.execute(sa.select(schema.ballot).filter_by(**key)).first()
        if old is None or (old.number < number and old.side == vote.side):
            at = vote.at if old is None or (old.turn, old.choice) != vote[1:3] else old.at
            schema.upsert(connection, schema.ballot, **key, **vote._replace(at=at)._asdict(), number=number)
            guesses.withdraw(connection, table_id, person, vote.turn)
        here = sa.select(sa.func.count()).select_from(schema.ballot)
        votes = connection.scalar(here.where(*_of_turn(table_id, vote.turn))) or 0
        if matters := votes == 1 or 0 < quorum <= votes:
            store.notify(connection, table_id)
        return Cast(old.side if old is not None else vote.side, matters)

    return await store.write_row((schema.ballot, table_id), write)


def _of_turn(table_id: int, turn: int) -> tuple[sa.ColumnElement[bool], ...]:
    return (_BALLOT.table_id == table_id, _BALLOT.turn == turn)


def _ballots(connection: sa.Connection, table_id: int, turn: int) -> list[Ballot]:
    query = sa.select(_BALLOT.person, _BALLOT.choice, _BALLOT.at).where(*_of_turn(table_id, turn))
    return [Ballot(*row) for row in connection.execute(query.order_by(*IN_ORDER))]


async def of_turn(store: Store, table_id: int, turn: int) -> list[Ballot]:
    """The votes at a turn, the earlier first."""
    return await store.read(_ballots, table_id, turn)


async def given_back(store: Store, table_id: int, since: int) -> int:
    """The milliseconds given back to a table since then, because nobody could vote."""
    query = sa.select(_EVENT.text).where(
        _EVENT.table_id == table_id, _EVENT.verb.in_(("downtime", "thaw")), _EVENT.at > since
    )
    return sum(int(row.text) for row in await store.rows(query))


def vote_on(table_id: int, turn: int, person: int) -> sa.Select[str]:
    """Finds what ``person`` has voted for at a turn."""
    return sa.select(_BALLOT.choice).where(*_of_turn(table_id, turn), _BALLOT.person == person)


async def own(store: Store, table_id: int, turn: int, person: int) -> str:
    """What ``person`` has voted for at a turn; empty for nothing."""
    return await store.first(vote_on(table_id, turn, person)) or ""


def deciding(table_id: int, turn: int, decides: Callable[[Sequence[Ballot]], bool]) -> Precondition:
    """That the votes at a turn decide the same when it closes: others may have come since they were read."""

    def require(connection: sa.Connection) -> None:
        if not decides(_ballots(connection, table_id, turn)):
            raise PreconditionFailed("votes")

    return require


async def spend(store: Store, table_id: int, turn: int, ballots: Sequence[Ballot]) -> None:
    """Note that these votes at a turn are counted, if there are no others; they decided nothing."""

    def write(connection: sa.Connection) -> None:
        if _ballots(connection, table_id, turn) == [*ballots]:
            _spend(connection, table_id, turn)

    await store.write_row((schema.ballot, table_id), write)


def _spend(connection: sa.Connection, table_id: int, turn: int) -> None:
    connection.execute(sa.update(schema.ballot).where(*_of_turn(table_id, turn)).values(turn=COUNTED))


def count(
    connection: sa.Connection,
    table_id: int,
    turn: int,
    seq: int,
    counted: Callable[[Sequence[Ballot]], Counts],
) -> None:
    """Note what the votes at a turn have decided, as they are ``counted``, and that they were."""
    counts = counted(_ballots(connection, table_id, turn))
    _spend(connection, table_id, turn)
    row = {"table_id": table_id, "seq": seq, "counts": json.dumps([*counts])}
    connection.execute(sa.insert(schema.poll).values(row))


async def drop(store: Store, table_id: int, people: Collection[int]) -> None:
    """Remove the votes of ``people`` at a table."""
    gone = sa.delete(schema.ballot).where(_BALLOT.table_id == table_id, _BALLOT.person.in_(people))
    await store.write_row((schema.ballot, table_id), lambda connection: connection.execute(gone).close())


async def latest(store: Store, table_id: int) -> tuple[int, Counts] | None:
    """The first event that the last closed vote decided, and its count."""
    query = sa.select(_POLL.seq, _POLL.counts).where(_POLL.table_id == table_id)
    rows = await store.rows(query.order_by(_POLL.seq.desc()).limit(1))
    return next(
        ((row.seq, [(choice, votes) for choice, votes in json.loads(row.counts)]) for row in rows), None
    )


async def turnout(store: Store, table_id: int, crowd: int) -> int:
    """How many people voted when ``crowd`` last played what they chose."""
    theirs = sa.and_(_EVENT.table_id == _POLL.table_id, _EVENT.seq == _POLL.seq, _EVENT.person == crowd)
    voted = sa.and_(_POLL.table_id == table_id, _POLL.counts != json.dumps([]))
    query = sa.select(_POLL.counts).join(schema.event, theirs).where(voted)
    counts = await store.first(query.order_by(_POLL.seq.desc()).limit(1))
    return sum(votes for _, votes in json.loads(counts)) if counts else 0


async def call(store: Store, table_id: int, person: int, most: int, *, wanted: bool) -> bool | None:
    """Notify somebody of each turn at a table, or no longer. Returns whether they are notified now.

    Only those who have voted there can be. Returns None when ``most`` others are already.
    """
    key = {"table_id": table_id, "person": person}

    def write(connection: sa.Connection) -> bool | None:
        if wanted and len({*_called(connection, table_id)} - {person}) >= most:
            return None
        return schema.change(connection, schema.ballot, key, called=int(wanted)) and wanted

    return await store.write_row((schema.ballot, table_id), write)


def _called(connection: sa.Connection, table_id: int) -> list[int]:
    query = sa.select(_BALLOT.person).where(_BALLOT.table_id == table_id, _BALLOT.called == 1)
    return [*connection.scalars(query.order_by(_BALLOT.person))]


async def called(store: Store, table_id: int) -> list[int]:
    """The people who are notified of each turn at a table."""
    return await store.read(_called, table_id)


async def voters(store: Store, table_id: int) -> int:
    """How many people have voted at a table."""
    query = sa.select(sa.func.count()).select_from(schema.ballot).where(_BALLOT.table_id == table_id)
    return await store.first(query) or 0
