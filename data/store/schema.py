"""The database's tables. The log (``event``) is the game; the other tables are indexes and addresses.

Times are whole milliseconds since 1970, UTC. Discord's ids are 64-bit integers. The same tables are used in
SQLite and PostgreSQL.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Double,
    Executable,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite

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
NO_TURN: Final = "verb <> 'play'"
"""Of a person's events at a table, some are no turns: they have sat down before they play."""
PERSON_ID: Final = {"person": True}
"""The note of columns that hold people's numbers."""

game_table: Final = Table(
    "game_table",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game", String(32), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("options", Text, nullable=False, comment="key=value, blank-separated"),
    Column("host", BigInteger, nullable=False, info=PERSON_ID),
    Column("opponent", BigInteger, comment="the only person who may join, for a challenge", info=PERSON_ID),
    Column("parent", Integer, comment="the table that this one is the rematch of"),
    Column("status", String(16), nullable=False, comment="lobby, playing, over, closed or frozen"),
    Column("version", Integer, nullable=False, comment="the last event's seq"),
    Column("opened", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False, comment="the last event's time"),
    Column("guild", BigInteger),
    Column("home", BigInteger, nullable=False, comment="the channel where the lobby stands"),
    Column("lobby", BigInteger, comment="the lobby's message"),
    Column("channel", BigInteger, comment="the thread or channel where the cards stand"),
    Column("card", BigInteger, comment="the newest card's message"),
    Column("call", BigInteger, comment="the message below the card that notifies somebody"),
    Column("shown", Integer, nullable=False, server_default="0", comment="the version that was published"),
    Column("pace", String(32), nullable=False, server_default="none"),
    Column("deadline", BigInteger, comment="the earliest moment at which something is to be done"),
    Column(
        "rewritten",
        Integer,
        nullable=False,
        server_default="0",
        comment="how often somebody was taken out of its log",
    ),
    Column(
        "rated",
        String(8),
        nullable=False,
        server_default="no",
        comment="no, people (only between people), yes, or out: somebody has ratings off",
    ),
    # The table once had another name, and SQLite can't rename constraints.
    UniqueConstraint("parent", name="uq_session_parent"),
    Index(None, "deadline"),
    # No index on status alone: SQLite would prefer it to all the others and scan every live table.
    Index("ix_game_table_live", "id", sqlite_where=text(LIVE), postgresql_where=text(LIVE)),
    Index(
        "ix_game_table_live_guild_status",
        "guild",
        "status",
        sqlite_where=text(LIVE),
        postgresql_where=text(LIVE),
    ),
    Index(
        "ix_game_table_ended",
        "guild",
        "status",
        "touched",
        sqlite_where=text(ENDED),
        postgresql_where=text(ENDED),
    ),
    Index(
        "ix_game_table_unshown", "touched", "id", sqlite_where=text(UNSHOWN), postgresql_where=text(UNSHOWN)
    ),
    Index("ix_game_table_closed", "touched", "id", sqlite_where=text(CLOSED), postgresql_where=text(CLOSED)),
    Index(
        "ix_game_table_opponent",
        "opponent",
        sqlite_where=text("opponent IS NOT NULL"),
        postgresql_where=text("opponent IS NOT NULL"),
    ),
    Index(None, "home", "status"),
    Index(
        "uq_game_table_challenge",
        "host",
        "opponent",
        "game",
        unique=True,
        sqlite_where=text("status = 'lobby'"),
        postgresql_where=text("status = 'lobby'"),
    ),
    Index(None, "channel", "status"),
    Index(None, "guild", "game", "status"),
    sqlite_autoincrement=True,
)

seat: Final = Table(
    "seat",
    METADATA,
    Column("table_id", Integer, ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(16), primary_key=True),
    Column("person", BigInteger, nullable=False, info=PERSON_ID),
    Column("draft", Text, nullable=False, server_default="", comment="squares picked so far in a placement"),
    Column("chart_channel", BigInteger, comment="the direct message channel that holds the private chart"),
    Column("chart", BigInteger, comment="the private chart's message"),
    Column("chart_state", String(16), nullable=False, server_default="", comment="open, closed or empty"),
    Column("marks", Text, nullable=False, server_default="", comment="the holder's own notes on the board"),
    Column("plan", Text, nullable=False, server_default="", comment="if–then lines or standing order"),
    Index(None, "person", "table_id"),
    Index("ix_seat_planned", "table_id", sqlite_where=text(PLANNED), postgresql_where=text(PLANNED)),
)

event: Final = Table(
    "event",
    METADATA,
    Column("table_id", Integer, ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, comment="from 1, without gaps"),
    Column("verb", String(16), nullable=False),
    Column("seat", String(16), nullable=False, server_default=""),
    Column("person", BigInteger, info=PERSON_ID),
    Column("name", Text, nullable=False, server_default="", comment="the person's name at that time"),
    Column("text", Text, nullable=False, server_default=""),
    Column("at", BigInteger, nullable=False),
    Column("key", String(40), unique=True, comment="the interaction that caused it: it happens once"),
    Index(
        "ix_event_person",
        "person",
        "table_id",
        sqlite_where=text(f"person IS NOT NULL AND {NO_TURN}"),
        postgresql_where=text(f"person IS NOT NULL AND {NO_TURN}"),
    ),
)

person: Final = Table(
    "person",
    METADATA,
    Column("id", BigInteger, primary_key=True, autoincrement=False, info=PERSON_ID),
    Column("settings", Text, nullable=False, comment="JSON"),
    Column(
        "forced",
        Integer,
        nullable=False,
        server_default="0",
        comment="1: their only legal move is played for them",
    ),
    Column("away", Integer, nullable=False, server_default="0", comment="1: they are away, or have been"),
    Index("ix_person_forced", "id", sqlite_where=text(FORCED), postgresql_where=text(FORCED)),
    Index("ix_person_away", "id", sqlite_where=text(AWAY), postgresql_where=text(AWAY)),
)

server: Final = Table(
    "server",
    METADATA,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", Text, nullable=False, comment="JSON"),
    Column("left", BigInteger, comment="when the bot was removed"),
)

kv: Final = Table(
    "kv",
    METADATA,
    Column("key", String(80), primary_key=True),
    Column("value", Text, nullable=False),
)
"""The program's own state, such as the hash of the commands last synced."""

followup: Final = Table(
    "followup",
    METADATA,
    # No foreign key: what is left of a table that is gone is tidied up, too.
    Column("table_id", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), primary_key=True, comment="charts, letter, card or lobby"),
    Column(
        "version", Integer, primary_key=True, autoincrement=False, comment="the table's, from which it comes"
    ),
    Column(
        "person",
        BigInteger,
        primary_key=True,
        autoincrement=False,
        comment="whom it concerns, or 0",
        info=PERSON_ID,
    ),
    Column("channel", BigInteger, primary_key=True, autoincrement=False, comment="of the message, or 0"),
    Column(
        "message", BigInteger, primary_key=True, autoincrement=False, comment="whose buttons are to go, or 0"
    ),
)
"""What is still to be done on Discord for a table, after its card."""

daily: Final = Table(
    "daily",
    METADATA,
    Column("table_id", Integer, ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("day", String(10), nullable=False, comment="ISO 8601, UTC"),
    Column("claim", String(64), nullable=False, unique=True, comment="stands for the person on that day"),
    Index(None, "guild", "day"),
)
"""Attempts at daily challenges: one per person, server and day."""

score: Final = Table(
    "score",
    METADATA,
    Column("table_id", Integer, ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    Column("points", Integer, comment="none for a table that does not count"),
    Column("rank", Integer, nullable=False, comment="the title's, from 1 for the lowest; 0 for none"),
    Column("tiebreak", Integer, nullable=False),
    Column("penalties", Integer, nullable=False),
    Column("goals", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""Scores of finished solo tables, computed from their logs when somebody asks for scores."""

review: Final = Table(
    "review",
    METADATA,
    Column("table_id", Integer, ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    Column("player", Integer, nullable=False, comment="the version of the computer player that judged"),
    Column("data", Text, nullable=False, comment="JSON, without names"),
    Column("at", BigInteger, nullable=False, comment="when it was made"),
)
"""Reviews of finished tables; people are named in them by their seats alone."""


practice: Final = Table(
    "practice",
    METADATA,
    Column("person", BigInteger, primary_key=True, autoincrement=False, info=PERSON_ID),
    Column("kind", String(16), nullable=False, comment="who judges: lesson, puzzle …"),
    Column("subject", String(80), nullable=False, comment="which one of its kind"),
    Column("record", Text, nullable=False, comment="all actions, the start's included"),
    Column("begun", Integer, nullable=False, comment="how many of them are the start's"),
    Column("seats", String(80), nullable=False, comment="the person's, blank-separated"),
    Column("tries", Integer, nullable=False, comment="how many moves were wrong"),
    Column("hints", Integer, nullable=False, comment="how many were asked for"),
    Column("hinted", Integer, nullable=False, comment="how many of those at this position"),
    Column("ended", String(16), nullable=False, comment="done, failed, or empty"),
    Column("version", Integer, nullable=False, comment="raised by every change, never lowered"),
    Column("at", BigInteger, nullable=False, comment="the last change"),
)
"""The practice board of each person."""

practised: Final = Table(
    "practised",
    METADATA,
    Column("person", BigInteger, primary_key=True, autoincrement=False, info=PERSON_ID),
    Column("kind", String(16), primary_key=True),
    Column("subject", String(80), primary_key=True),
    Column("tries", Integer, nullable=False, comment="wrong moves, the first time"),
    Column("hints", Integer, nullable=False, comment="hints, the first time"),
    Column("at", BigInteger, nullable=False, comment="when it was first finished"),
)
"""What each person has finished on their practice board."""


puzzle_day: Final = Table(
    "puzzle_day",
    METADATA,
    Column("person", BigInteger, primary_key=True, autoincrement=False, info=PERSON_ID),
    Column("day", String(10), primary_key=True, comment="ISO 8601, UTC"),
    Column("puzzle", String(80), nullable=False, comment="its game and id"),
    Column("wrong", Integer, nullable=False, comment="wrong tries, up to the solution"),
    Column("solved", BigInteger, nullable=False, comment="when, on its day; 0: not yet"),
)
"""What each person made of each day's puzzle."""
rated: Final = Table(
    "rated",
    METADATA,
    Column("table_id", Integer, primary_key=True, autoincrement=False, comment="it may be gone by now"),
    Column(
        "person",
        BigInteger,
        primary_key=True,
        comment="up to 99: the advantage of the first side",
        info=PERSON_ID,
    ),
    Column("pool", String(40), nullable=False, comment="the games that are computed together"),
    Column("ladder", String(48), nullable=False, comment="the rating that this game counts for"),
    Column("side", Integer, nullable=False, comment="0 or 1"),
    Column("result", Integer, nullable=False, comment="1 won, 0 drawn, -1 lost"),
    Column("guild", BigInteger),
    Column("at", BigInteger, nullable=False, comment="the end of the game"),
    Column("games", Integer, nullable=False, comment="how many the person has played, with this one"),
    Column("weight", Double, nullable=False, comment="how much the game counts, 0 to 1"),
    Column("mu_before", Double, nullable=False),
    Column("sigma_before", Double, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Index(None, "person", "pool", "at", "table_id"),
    Index(None, "pool", "at", "table_id"),
)
"""Everybody's part in every rated game: the facts from its log, and their strength before and after it."""

rating: Final = Table(
    "rating",
    METADATA,
    Column("person", BigInteger, primary_key=True, autoincrement=False, info=PERSON_ID),
    Column("ladder", String(48), primary_key=True),
    Column("guild", BigInteger, primary_key=True, autoincrement=False, comment="0: all servers"),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("at", BigInteger, nullable=False, comment="the end of the last rated game"),
    Column("listed", Integer, nullable=False, comment="1: settled, and others may see it"),
    Index(
        "ix_rating_listed",
        "guild",
        "ladder",
        "mu",
        "at",
        "person",
        # SQLite wouldn't count in the index alone without it.
        "listed",
        sqlite_where=text(LISTED),
        postgresql_where=text(LISTED),
    ),
)
"""Everybody's present strength, once for each server where they played: for rankings."""

league: Final = Table(
    "league",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False, comment="where its card and its tables are"),
    Column("message", BigInteger, comment="its card"),
    Column("card_season", Integer, nullable=False, comment="the season that this card is about"),
    Column("title", Text, nullable=False),
    Column("game", String(32), nullable=False),
    Column("pace", String(32), nullable=False),
    Column("rated", String(8), nullable=False),
    Column("swiss", Integer, nullable=False, comment="1: a Swiss night, with one division and one season"),
    Column("size", Integer, nullable=False, comment="about how many people a division has"),
    Column("twice", Integer, nullable=False, comment="1: everybody plays everybody twice"),
    Column("rounds", Integer, nullable=False, comment="of this season; of a Swiss night 0: as needed"),
    Column("round_ms", BigInteger, nullable=False, comment="how long a round may take"),
    Column("status", String(16), nullable=False, comment="joining, playing or closed"),
    Column("season", Integer, nullable=False, comment="the present or the next one, from 1"),
    Column("round", Integer, nullable=False, comment="from 1; 0 before the season"),
    Column(
        "ends",
        BigInteger,
        nullable=False,
        comment="the end of joining or of the round; or of a closed league",
    ),
    Column(
        "due", BigInteger, nullable=False, comment="when to look at it: its end, or before if a game ended"
    ),
    Column("version", Integer, nullable=False, comment="raised by every change"),
    Column("shown", Integer, nullable=False, comment="the version on its card"),
    Index(None, "due"),
    Index(None, "guild"),
    sqlite_autoincrement=True,
)
"""Leagues and Swiss nights, which go on by themselves."""

league_entry: Final = Table(
    "league_entry",
    METADATA,
    Column("league", Integer, ForeignKey("league.id", ondelete="CASCADE"), primary_key=True),
    Column("season", Integer, primary_key=True),
    Column(
        "person", BigInteger, primary_key=True, comment="negative: somebody who was erased", info=PERSON_ID
    ),
    Column("name", Text, nullable=False),
    Column("at", BigInteger, nullable=False, comment="when they joined"),
    Column("division", Integer, nullable=False, comment="from 1; 0 before the season"),
    Column("place", Integer, nullable=False, comment="the order in which the season began, from 1"),
    Column("out", Integer, nullable=False, comment="1: they have left the season"),
    Index(None, "person"),
)
"""Who takes part in which season."""

league_game: Final = Table(
    "league_game",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("league", Integer, ForeignKey("league.id", ondelete="CASCADE"), nullable=False),
    Column("season", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("first", BigInteger, nullable=False, info=PERSON_ID),
    Column(
        "second", BigInteger, nullable=False, comment="0: the first has no game in this round", info=PERSON_ID
    ),
    Column("table_id", Integer, comment="it may be gone by now"),
    Column("result", Integer, comment="1 the first won, 0 drawn, -1 lost, 2 a point for neither"),
    Column("forfeit", Integer, nullable=False, comment="1: those without a point made no move"),
    UniqueConstraint("league", "season", "round", "first", "second"),
    UniqueConstraint("table_id"),
    Index(None, "first"),
    Index(None, "second"),
)
"""Who plays whom in which round, at which table, and how it ended."""


def people_columns() -> list[Column[int]]:
    """All columns that hold people's numbers."""
    return [column for table in METADATA.tables.values() for column in table.c if column.info == PERSON_ID]


def upsert(connection: Connection, table: Table, key: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    """Insert or update the row of ``table`` with this ``key``, in one statement."""
    statement = _upserting(connection.dialect.name, table, tuple(key), tuple(values))
    connection.execute(statement, {**key, **values})


@cache
def _upserting(dialect: str, table: Table, key: tuple[str, ...], values: tuple[str, ...]) -> Executable:
    row = _insert(dialect, table)
    changes = {name: row.excluded[name] for name in values}
    return row.on_conflict_do_update(index_elements=key, set_=changes)


def insert_missing(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert those of ``rows`` whose key isn't in ``table`` yet."""
    connection.execute(
        _insert(connection.dialect.name, table).on_conflict_do_nothing(), [dict(row) for row in rows]
    )


def _insert(dialect: str, table: Table) -> postgresql.Insert | sqlite.Insert:
    insert = postgresql.insert if dialect == "postgresql" else sqlite.insert
    return insert(table)
