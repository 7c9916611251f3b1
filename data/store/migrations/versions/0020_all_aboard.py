"""What watchers, crowds and servers do: guesses, notes, votes, daily posts; and whom a host has banned."""

from __future__ import annotations

from functools import partial
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy import BigInteger, Integer, String, Text

revision = "0020"
down_revision = "0019"
COUNTED = sa.text("guild IS NOT NULL")
_required = partial(sa.Column, nullable=False)
_key = partial(sa.Column, primary_key=True)


def upgrade() -> None:
    """Add tables and columns."""
    where = sa.Column("guild", BigInteger, comment="where, if that server counts who has finished it")
    op.add_column("practised", where)
    counted = ["guild", "subject"]
    op.create_index(
        "ix_practised_counted", "practised", counted, sqlite_where=COUNTED, postgresql_where=COUNTED
    )
    op.add_column("league", sa.Column("event", BigInteger, comment="the scheduled event of its server"))
    op.create_table(
        "played_on",
        _key("table_id", Integer, comment="it may be gone by now"),
        _key("person", BigInteger),
        _required(
            "to_the_end", Integer, comment="1: to its end, or they resigned; 0: they left, or ran out of time"
        ),
        _required("at", BigInteger, comment="when the game ended for them"),
    )
    op.create_index("ix_played_on_person_at", "played_on", ["person", "at"])
    op.create_table(
        "bulletin",
        _key("id", Integer),
        _required("guild", BigInteger),
        _required("kind", String(8), comment="day or week"),
        _required("channel", BigInteger, comment="where it is posted"),
        _required("minute", Integer, comment="when, in minutes after midnight, or after Sunday"),
        _required("zone", String(64), comment="the time zone of that, in the IANA database"),
        sa.Column("due", BigInteger, index=True, comment="when the next one is posted"),
        _required("day", String(10), comment="the UTC day of the last one, ISO 8601; empty for none"),
        _required(
            "tried", BigInteger, comment="when that was last sent without an answer so far; 0: not yet"
        ),
        sa.Column("message", BigInteger, comment="that one; none: it is still to be posted"),
        _required("shown", String(32), comment="stands for what it says"),
        _required("refused", Integer, comment="1: the bot may not post there"),
        sa.UniqueConstraint("guild", "kind"),
        sqlite_autoincrement=True,
    )
    _create_of_table(
        "guess",
        _key("place", Integer, comment="how many actions were played before it"),
        _key("person", BigInteger, index=True),
        _required("seq", Integer, comment="the table’s version when it was made"),
        _required("text", Text, comment="the actions of the turn, in the game’s notation, a line each"),
        sa.Column(
            "hit", Integer, comment="1: it was played; 0: something else was; none: it isn’t played yet"
        ),
        _required("at", BigInteger),
    )
    _create_of_table(
        "follower",
        _key("person", BigInteger, index=True),
        _required("letter", Integer, comment="1: they want a direct message when the game is over"),
        _required("at", BigInteger),
    )
    _create_of_table(
        "table_note",
        _key("person", BigInteger, index=True),
        _required("name", Text),
        _required("text", Text),
        _required("place", Integer, comment="how many actions were played before it"),
        _required("at", BigInteger),
    )
    _create_of_table(
        "crowd",
        _required("every", BigInteger, comment="how long a vote lasts, in milliseconds"),
        _required("quorum", Integer, comment="how many votes end it before; 0: none do"),
        _required("open", Integer, comment="1: everybody sees the count while the vote lasts"),
    )
    _create_of_table(
        "ballot",
        _key("person", BigInteger, index=True),
        _required("side", Integer, comment="the number of the side that they vote for"),
        _required("turn", Integer, comment="the event after which it is cast; -1: it has been counted"),
        _required("choice", Text, comment="moves in the game's notation, or a motion"),
        _required("at", BigInteger),
        _required(
            "number", BigInteger, comment="the latest interaction's, so that an older one changes nothing"
        ),
        _required("called", Integer, server_default="0", comment="1: they are notified of each turn"),
    )
    _create_of_table(
        "poll",
        _key("seq", Integer, comment="the first event that was decided"),
        _required("counts", Text, comment="choices with their votes as JSON"),
    )
    for name, whom in (("banned_person", "person"), ("banned_server", "guild")):
        op.create_table(
            name,
            _key(whom, BigInteger, autoincrement=False),
            _required("reason", Text, comment="the host's, as whoever is refused reads it"),
            _required("at", BigInteger),
        )


def _create_of_table(name: str, *columns: sa.Column[Any]) -> None:
    """Make a table of rows about game tables, which go with those."""
    game = sa.ForeignKey("game_table.id", ondelete="CASCADE")
    op.create_table(name, _key("table_id", Integer, game), *columns)
