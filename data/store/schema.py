"""The database's tables. The log (``event``) is the game; the other tables are indexes and addresses.

Times are whole milliseconds since 1970, UTC. Discord's ids are 64-bit integers. The same tables are used in
SQLite and PostgreSQL.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import (
    BigInteger,
    BindParameter,
    Column,
    ColumnElement,
    Connection,
    Double,
    Executable,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Select,
    String,
    Table,
    Text,
    UniqueConstraint,
    delete,
    func,
    select,
    text,
    update,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.event import listens_for

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

LIVE: Final = "status IN ('lobby', 'playing')"
"""Conditions of partial indexes: a query has to repeat the exact text for SQLite to use the index."""
ENDED: Final = "status NOT IN ('lobby', 'playing')"
UNSHOWN: Final = f"shown < version AND {ENDED}"
"""Of tables that have ended: those in play are few, and an index of them would change with each turn."""
CLOSED: Final = "status = 'closed'"
LISTED: Final = "listed = 1"
FORCED: Final = "forced = 1"
AWAY: Final = "away = 1"
PLANNED: Final = "plan <> ''"
COUNTED: Final = "guild IS NOT NULL"
NO_TURN: Final = "verb <> 'play'"
"""Of a person's events at a table, some are no turns: they have sat down before they play."""


class PersonId(BigInteger):
    """The type of columns that hold people's numbers."""


def _partial(name: str, where: str, *columns: str, unique: bool = False) -> Index:
    """An index of those rows that meet a condition."""
    return Index(name, *columns, unique=unique, sqlite_where=text(where))


@listens_for(METADATA, "before_create")
def _add_postgresql_conditions(_metadata: MetaData, connection: Connection, **_about: Any) -> None:
    """Give partial indexes their conditions on a server: that loads its dialect, which takes 2 MB."""
    if connection.dialect.name == "postgresql":
        for index in chain.from_iterable(table.indexes for table in METADATA.tables.values()):
            index.dialect_options["postgresql"]["where"] = index.dialect_options["sqlite"]["where"]


def _required(name: str, kind: Any, *more: Any, **options: Any) -> Column[Any]:
    """A column that always has a value."""
    return Column(name, kind, *more, nullable=False, **options)


def _key(name: str, kind: Any, *more: Any, **options: Any) -> Column[Any]:
    """A column of the primary key."""
    return Column(name, kind, *more, primary_key=True, **options)


def _of_table() -> Column[int]:
    """The table that a row is about; the row goes with it."""
    return _key("table_id", Integer, ForeignKey("game_table.id", ondelete="CASCADE"))


game_table: Final = Table(
    "game_table",
    METADATA,
    _key("id", Integer),
    _required("game", String(32)),
    _required("rules", Integer),
    _required("options", Text, comment="key=value, blank-separated"),
    _required("host", PersonId),
    Column("opponent", PersonId, comment="the only person who may join, for a challenge"),
    Column("parent", Integer, unique=True, comment="the table that this one is the rematch of"),
    _required("status", String(16), comment="lobby, playing, over, closed or frozen"),
    _required("version", Integer, comment="the last event's seq"),
    _required("opened", BigInteger),
    _required("touched", BigInteger, comment="the last event's time"),
    Column("guild", BigInteger),
    _required("home", BigInteger, comment="the channel where the lobby stands"),
    Column("lobby", BigInteger, comment="the lobby's message"),
    Column("channel", BigInteger, comment="the thread or channel where the cards stand"),
    Column("card", BigInteger, comment="the newest card's message"),
    Column("call", BigInteger, comment="the message below the card that notifies somebody"),
    _required("shown", Integer, server_default="0", comment="the version that was published"),
    _required("pace", String(32), server_default="none"),
    Column("deadline", BigInteger, comment="the earliest moment at which something is to be done"),
    _required(
        "rewritten",
        Integer,
        server_default="0",
        comment="how often somebody was taken out of its log",
    ),
    _required(
        "rated",
        String(8),
        server_default="no",
        comment="no, people (only between people), yes, or out: somebody has ratings off",
    ),
    Index(None, "deadline"),
    # No index on status alone: SQLite would prefer it to all the others and scan every live table.
    _partial("ix_game_table_live", LIVE, "id"),
    _partial("ix_game_table_live_guild_status", LIVE, "guild", "status"),
    _partial("ix_game_table_ended", ENDED, "guild", "status", "touched"),
    _partial("ix_game_table_unshown", UNSHOWN, "touched", "id"),
    _partial("ix_game_table_closed", CLOSED, "touched", "id"),
    _partial("ix_game_table_opponent", "opponent IS NOT NULL", "opponent"),
    Index(None, "home", "status"),
    _partial("uq_game_table_challenge", "status = 'lobby'", "host", "opponent", "game", unique=True),
    Index(None, "channel", "status"),
    Index(None, "guild", "game", "status"),
    sqlite_autoincrement=True,
)

seat: Final = Table(
    "seat",
    METADATA,
    _of_table(),
    _key("seat", String(16)),
    _required("person", PersonId),
    _required("draft", Text, server_default="", comment="squares picked so far in a placement"),
    Column("chart_channel", BigInteger, comment="the direct message channel that holds the private chart"),
    Column("chart", BigInteger, comment="the private chart's message"),
    _required("chart_state", String(16), server_default="", comment="open, closed or empty"),
    _required("marks", Text, server_default="", comment="the holder's own notes on the board"),
    _required("plan", Text, server_default="", comment="if–then lines or standing order"),
    Index(None, "person", "table_id"),
    _partial("ix_seat_planned", PLANNED, "table_id"),
)

event: Final = Table(
    "event",
    METADATA,
    _of_table(),
    _key("seq", Integer, comment="from 1, without gaps"),
    _required("verb", String(16)),
    _required("seat", String(16), server_default=""),
    Column("person", PersonId),
    _required("name", Text, server_default="", comment="the person's name at that time"),
    _required("text", Text, server_default=""),
    _required("at", BigInteger),
    Column("key", String(40), unique=True, comment="the interaction that caused it: it happens once"),
    _partial("ix_event_person", f"person IS NOT NULL AND {NO_TURN}", "person", "table_id"),
)

person: Final = Table(
    "person",
    METADATA,
    _key("id", PersonId, autoincrement=False),
    _required("settings", Text, comment="JSON"),
    _required(
        "forced",
        Integer,
        server_default="0",
        comment="1: their only legal move is played for them",
    ),
    _required("away", Integer, server_default="0", comment="1: they are away, or have been"),
    _partial("ix_person_forced", FORCED, "id"),
    _partial("ix_person_away", AWAY, "id"),
)

server: Final = Table(
    "server",
    METADATA,
    _key("id", BigInteger, autoincrement=False),
    _required("settings", Text, comment="JSON"),
    Column("left", BigInteger, comment="when the bot was removed"),
)

kv: Final = Table(
    "kv",
    METADATA,
    _key("key", String(80)),
    _required("value", Text),
)
"""The program's own state, such as the hash of the commands last synced."""

followup: Final = Table(
    "followup",
    METADATA,
    # No foreign key: what is left of a table that is gone is tidied up, too.
    _key("table_id", Integer),
    _key("kind", String(16), comment="charts, letter, card or lobby"),
    _key("version", Integer, comment="the table's, from which it comes"),
    _key("person", PersonId, comment="whom it concerns, or 0"),
    _key("channel", BigInteger, comment="of the message, or 0"),
    _key("message", BigInteger, comment="whose buttons are to go, or 0"),
)
"""What is still to be done on Discord for a table, after its card."""

daily: Final = Table(
    "daily",
    METADATA,
    _of_table(),
    _required("guild", BigInteger),
    _required("day", String(10), comment="ISO 8601, UTC"),
    _required("claim", String(64), unique=True, comment="stands for the person on that day"),
    Index(None, "guild", "day"),
)
"""Attempts at daily challenges: one per person, server and day."""

score: Final = Table(
    "score",
    METADATA,
    _of_table(),
    Column("points", Integer, comment="none for a table that does not count"),
    _required("rank", Integer, comment="the title's, from 1 for the lowest; 0 for none"),
    _required("tiebreak", Integer),
    _required("penalties", Integer),
    _required("goals", Integer),
    _required("at", BigInteger),
)
"""Scores of finished solo tables that count."""

review: Final = Table(
    "review",
    METADATA,
    _of_table(),
    _required("player", Integer, comment="the version of the computer player that judged"),
    _required("data", Text, comment="JSON, without names"),
    _required("at", BigInteger, comment="when it was made"),
)
"""Reviews of finished tables; people are named in them by their seats alone."""


practice: Final = Table(
    "practice",
    METADATA,
    _key("person", PersonId, autoincrement=False),
    _required("kind", String(16), comment="who judges: lesson, puzzle …"),
    _required("subject", String(80), comment="which one of its kind"),
    _required("record", Text, comment="all actions, the start's included"),
    _required("begun", Integer, comment="how many of them are the start's"),
    _required("seats", String(80), comment="the person's, blank-separated"),
    _required("tries", Integer, comment="how many moves were wrong"),
    _required("hints", Integer, comment="how many were asked for"),
    _required("hinted", Integer, comment="how many of those at this position"),
    _required("ended", String(16), comment="done, failed, or empty"),
    _required("version", Integer, comment="raised by every change, never lowered"),
    _required("at", BigInteger, comment="the last change"),
)
"""The practice board of each person."""

practised: Final = Table(
    "practised",
    METADATA,
    _key("person", PersonId),
    _key("kind", String(16)),
    _key("subject", String(80)),
    _required("tries", Integer, comment="wrong moves, the first time"),
    _required("hints", Integer, comment="hints, the first time"),
    _required("at", BigInteger, comment="when it was first finished"),
    Column("guild", BigInteger, comment="where, if that server counts who has finished it"),
    _partial("ix_practised_counted", COUNTED, "guild", "subject"),
)
"""What each person has finished on their practice board."""

rated: Final = Table(
    "rated",
    METADATA,
    _key("table_id", Integer, comment="it may be gone by now"),
    _key("person", PersonId, comment="up to 99: the advantage of the first side"),
    _required("pool", String(40), comment="the games that are computed together"),
    _required("ladder", String(48), comment="the rating that this game counts for"),
    _required("side", Integer, comment="0 or 1"),
    _required("result", Integer, comment="1 won, 0 drawn, -1 lost"),
    Column("guild", BigInteger),
    _required("at", BigInteger, comment="the end of the game"),
    _required("games", Integer, comment="how many the person has played, with this one"),
    _required("weight", Double, comment="how much the game counts, 0 to 1"),
    _required("mu_before", Double),
    _required("sigma_before", Double),
    _required("mu", Double),
    _required("sigma", Double),
    Index(None, "person", "pool", "at", "table_id"),
    Index(None, "pool", "at", "table_id"),
)
"""Everybody's part in every rated game: the facts from its log, and their strength before and after it."""

rating: Final = Table(
    "rating",
    METADATA,
    _key("person", PersonId),
    _key("ladder", String(48)),
    _key("guild", BigInteger, comment="0: all servers"),
    _required("mu", Double),
    _required("sigma", Double),
    _required("games", Integer),
    _required("at", BigInteger, comment="the end of the last rated game"),
    _required("listed", Integer, comment="1: settled, and others may see it"),
    _partial(
        "ix_rating_listed",
        LISTED,
        "guild",
        "ladder",
        "mu",
        "at",
        "person",
        # SQLite wouldn't count in the index alone without it.
        "listed",
    ),
)
"""Everybody's present strength, once for each server where they played: for rankings."""

league: Final = Table(
    "league",
    METADATA,
    _key("id", Integer),
    _required("guild", BigInteger),
    _required("channel", BigInteger, comment="where its card and its tables are"),
    Column("message", BigInteger, comment="its card"),
    _required("card_season", Integer, comment="the season that this card is about"),
    _required("title", Text),
    _required("game", String(32)),
    _required("pace", String(32)),
    _required("rated", String(8)),
    _required("swiss", Integer, comment="1: a Swiss night, with one division and one season"),
    _required("size", Integer, comment="about how many people a division has"),
    _required("twice", Integer, comment="1: everybody plays everybody twice"),
    _required("rounds", Integer, comment="of this season; of a Swiss night 0: as needed"),
    _required("round_ms", BigInteger, comment="how long a round may take"),
    _required("status", String(16), comment="joining, playing or closed"),
    _required("season", Integer, comment="the present or the next one, from 1"),
    _required("round", Integer, comment="from 1; 0 before the season"),
    _required(
        "ends",
        BigInteger,
        comment="the end of joining or of the round; or of a closed league",
    ),
    _required("due", BigInteger, comment="when to look at it: its end, or before if a game ended"),
    _required("version", Integer, comment="raised by every change"),
    _required("shown", Integer, comment="the version on its card"),
    Column("event", BigInteger, comment="the scheduled event of its server"),
    Index(None, "due"),
    Index(None, "guild"),
    sqlite_autoincrement=True,
)
"""Leagues and Swiss tournaments, which go on by themselves."""

league_entry: Final = Table(
    "league_entry",
    METADATA,
    _key("league", Integer, ForeignKey("league.id", ondelete="CASCADE")),
    _key("season", Integer),
    _key("person", PersonId, comment="negative: somebody who was erased"),
    _required("name", Text),
    _required("at", BigInteger, comment="when they joined"),
    _required("division", Integer, comment="from 1; 0 before the season"),
    _required("place", Integer, comment="the order in which the season began, from 1"),
    _required("out", Integer, comment="1: they have left the season"),
    Index(None, "person"),
)
"""Who takes part in which season."""

league_game: Final = Table(
    "league_game",
    METADATA,
    _key("id", Integer),
    _required("league", Integer, ForeignKey("league.id", ondelete="CASCADE")),
    _required("season", Integer),
    _required("round", Integer),
    _required("first", PersonId),
    _required("second", PersonId, comment="0: the first has no game in this round"),
    Column("table_id", Integer, comment="it may be gone by now"),
    Column("result", Integer, comment="1 the first won, 0 drawn, -1 lost, 2 a point for neither"),
    _required("forfeit", Integer, comment="1: those without a point made no move"),
    UniqueConstraint("league", "season", "round", "first", "second"),
    UniqueConstraint("table_id"),
    Index(None, "first"),
    Index(None, "second"),
)
"""Who plays whom in which round, at which table, and how it ended."""

played_on: Final = Table(
    "played_on",
    METADATA,
    _key("table_id", Integer, comment="it may be gone by now"),
    _key("person", PersonId),
    _required(
        "to_the_end", Integer, comment="1: to its end, or they resigned; 0: they left, or ran out of time"
    ),
    _required("at", BigInteger, comment="when the game ended for them"),
    Index(None, "person", "at"),
)
"""Whether people stayed in games with others until they were over."""

bulletin: Final = Table(
    "bulletin",
    METADATA,
    _key("id", Integer),
    _required("guild", BigInteger),
    _required("kind", String(8), comment="day or week"),
    _required("channel", BigInteger, comment="where it is posted"),
    _required("minute", Integer, comment="when, in minutes after midnight, or after Sunday"),
    _required("zone", String(64), comment="the time zone of that, in the IANA database"),
    Column("due", BigInteger, comment="when the next one is posted"),
    _required("day", String(10), comment="the UTC day of the last one, ISO 8601; empty for none"),
    _required("tried", BigInteger, comment="when that was last sent without an answer so far; 0: not yet"),
    Column("message", BigInteger, comment="that one; none: it is still to be posted"),
    _required("shown", String(32), comment="stands for what it says"),
    _required("refused", Integer, comment="1: the bot may not post there"),
    UniqueConstraint("guild", "kind"),
    Index(None, "due"),
    sqlite_autoincrement=True,
)
"""What the bot posts by itself in a server: each day, or each week."""

guess: Final = Table(
    "guess",
    METADATA,
    _of_table(),
    _key("place", Integer, comment="how many actions were played before it"),
    _key("person", PersonId),
    _required("seq", Integer, comment="the table’s version when it was made"),
    _required("text", Text, comment="the actions of the turn, in the game’s notation, a line each"),
    Column("hit", Integer, comment="1: it was played; 0: something else was; none: it isn’t played yet"),
    _required("at", BigInteger),
    Index(None, "person"),
)
"""What people who watch a game have guessed of its next turn."""

guess_card: Final = Table(
    "guess_card",
    METADATA,
    _of_table(),
    _key("person", PersonId),
    _required("message", BigInteger, comment="the private message"),
    _required("token", Text, comment="the interaction’s that edits it"),
    _required("until", BigInteger, index=True, comment="when Discord takes that no more"),
    Index(None, "person"),
)
"""The private card of somebody's guess, as long as it can tell what came of that."""

follower: Final = Table(
    "follower",
    METADATA,
    _of_table(),
    _key("person", PersonId),
    _required("letter", Integer, comment="1: they want a direct message when the game is over"),
    _required("at", BigInteger),
    Index(None, "person"),
)
"""Who follows which game of others."""

table_note: Final = Table(
    "table_note",
    METADATA,
    _of_table(),
    _key("person", PersonId),
    _required("name", Text),
    _required("text", Text),
    _required("place", Integer, comment="how many actions were played before it"),
    _required("at", BigInteger),
    Index(None, "person"),
)
"""A sentence of somebody about a game, which opens when it is over."""


crowd: Final = Table(
    "crowd",
    METADATA,
    _of_table(),
    _required("every", BigInteger, comment="how long a vote lasts, in milliseconds"),
    _required("quorum", Integer, comment="how many votes end it before; 0: none do"),
    _required("open", Integer, comment="1: everybody sees the count while the vote lasts"),
    _required("role", BigInteger, server_default="0", comment="the role that each turn notifies; 0: none"),
    Column("event", BigInteger, comment="the scheduled event of its server; 0: none any more"),
)
"""How a crowd votes at a table."""

ballot: Final = Table(
    "ballot",
    METADATA,
    _of_table(),
    _key("person", PersonId),
    _required("side", Integer, comment="the number of the side that they vote for"),
    _required("turn", Integer, comment="the event after which it is cast; -1: it has been counted"),
    _required("choice", Text, comment="moves in the game's notation, or a motion"),
    _required("at", BigInteger),
    _required("number", BigInteger, comment="the latest interaction's, so that an older one changes nothing"),
    _required("called", Integer, server_default="0", comment="1: they are notified of each turn"),
    Index(None, "person"),
)
"""The last vote of each person at a table with a crowd."""

poll: Final = Table(
    "poll",
    METADATA,
    _of_table(),
    _key("seq", Integer, comment="the first event that was decided"),
    _required("counts", Text, comment="choices with their votes as JSON"),
)
"""The count of each vote that has closed; it names nobody."""

banned_person: Final = Table(
    "banned_person",
    METADATA,
    _key("person", PersonId, autoincrement=False),
    _required("reason", Text, comment="the host's, as whoever is refused reads it"),
    _required("at", BigInteger),
)
"""For whom the bot does nothing. It stays when they are forgotten."""

banned_server: Final = Table(
    "banned_server",
    METADATA,
    _key("guild", BigInteger, autoincrement=False),
    _required("reason", Text, comment="the host's, as whoever is refused reads it"),
    _required("at", BigInteger),
)
"""Where the bot does nothing for anybody."""


def people_columns() -> list[Column[int]]:
    """All columns that hold people's numbers."""
    return [
        column
        for table in METADATA.tables.values()
        for column in table.c
        if isinstance(column.type, PersonId)
    ]


def seated(person: int | BindParameter[int]) -> Select[int]:
    """Selects the tables where somebody sits."""
    return select(seat.c.table_id).where(seat.c.person == person)


def matching(table: Table, key: Mapping[str, Any]) -> Iterator[ColumnElement[bool]]:
    """The condition that a row of ``table`` has these values."""
    return (table.c[name] == value for name, value in key.items())


def change(connection: Connection, table: Table, key: Mapping[str, Any], /, **values: Any) -> bool:
    """Set ``values`` in the rows of ``table`` that match ``key``. Returns whether there is one."""
    return connection.execute(update(table).where(*matching(table, key)).values(values)).rowcount > 0


def remove(connection: Connection, table: Table, /, **key: Any) -> None:
    """Delete the rows of ``table`` that match ``key``."""
    connection.execute(delete(table).where(*matching(table, key)))


def upsert(connection: Connection, table: Table, /, **values: Any) -> None:
    """Insert a row of ``table``, or update the one with its primary key, in one statement."""
    connection.execute(_upserting(connection.dialect.name, table, tuple(values)), values)


@cache
def _upserting(dialect: str, table: Table, columns: tuple[str, ...]) -> Executable:
    row, key = _insert(dialect, table), table.primary_key
    changes = {name: row.excluded[name] for name in columns if name not in key.columns}
    return row.on_conflict_do_update(index_elements=list(key), set_=changes)


def insert_missing(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert those of ``rows`` whose key isn't in ``table`` yet."""
    if rows:
        statement = _insert(connection.dialect.name, table).on_conflict_do_nothing()
        connection.execute(statement, [dict(row) for row in rows])


def insert(connection: Connection, table: Table, values: Mapping[str, Any]) -> int:
    """Insert a row of ``table``. Returns the id that the database has given it."""
    return int(connection.execute(table.insert().values(values).returning(table.c.id)).scalar_one())


def lock(connection: Connection, *numbers: int) -> None:
    """Keep other processes from locking these numbers until the transaction ends."""
    if connection.dialect.name == "postgresql":  # SQLite has one writer anyway
        for number in numbers:
            connection.execute(select(func.pg_advisory_xact_lock(number)))


def _insert(dialect: str, table: Table) -> postgresql.Insert | sqlite.Insert:
    if dialect != "postgresql":
        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql

    return postgresql.insert(table)
