"""Leagues: what goes on in a server, who takes part in which season, and who plays whom."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "league",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False, comment="where its card and its tables are"),
        sa.Column("message", sa.BigInteger(), comment="its card"),
        sa.Column("card_season", sa.Integer(), nullable=False, comment="the season that this card is about"),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("pace", sa.String(32), nullable=False),
        sa.Column("rated", sa.String(8), nullable=False),
        sa.Column(
            "swiss",
            sa.Integer(),
            nullable=False,
            comment="1: a Swiss night, with one division and one season",
        ),
        sa.Column("size", sa.Integer(), nullable=False, comment="about how many people a division has"),
        sa.Column("twice", sa.Integer(), nullable=False, comment="1: everybody plays everybody twice"),
        sa.Column(
            "rounds", sa.Integer(), nullable=False, comment="of this season; of a Swiss night 0: as needed"
        ),
        sa.Column("round_ms", sa.BigInteger(), nullable=False, comment="how long a round may take"),
        sa.Column("status", sa.String(16), nullable=False, comment="joining, playing or closed"),
        sa.Column("season", sa.Integer(), nullable=False, comment="the present or the next one, from 1"),
        sa.Column("round", sa.Integer(), nullable=False, comment="from 1; 0 before the season"),
        sa.Column(
            "ends",
            sa.BigInteger(),
            nullable=False,
            comment="the end of joining or of the round; or of a closed league",
        ),
        sa.Column(
            "due",
            sa.BigInteger(),
            nullable=False,
            comment="when to look at it: its end, or before if a game ended",
        ),
        sa.Column("version", sa.Integer(), nullable=False, comment="raised by every change"),
        sa.Column("shown", sa.Integer(), nullable=False, comment="the version on its card"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_league_due"), "league", ["due"])
    op.create_index(op.f("ix_league_guild"), "league", ["guild"])
    op.create_table(
        "league_entry",
        sa.Column("league", sa.Integer(), nullable=False),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False, comment="negative: somebody who was erased"),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False, comment="when they joined"),
        sa.Column("division", sa.Integer(), nullable=False, comment="from 1; 0 before the season"),
        sa.Column(
            "place", sa.Integer(), nullable=False, comment="the order in which the season began, from 1"
        ),
        sa.Column("out", sa.Integer(), nullable=False, comment="1: they have left the season"),
        sa.ForeignKeyConstraint(
            ["league"], ["league.id"], name=op.f("fk_league_entry_league"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("league", "season", "person", name=op.f("pk_league_entry")),
    )
    op.create_index(op.f("ix_league_entry_person"), "league_entry", ["person"])
    op.create_table(
        "league_game",
        sa.Column("id", sa.Integer(), nullable=False, autoincrement=True),
        sa.Column("league", sa.Integer(), nullable=False),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("first", sa.BigInteger(), nullable=False),
        sa.Column(
            "second", sa.BigInteger(), nullable=False, comment="0: the first has no game in this round"
        ),
        sa.Column("table_id", sa.Integer(), comment="it may be gone by now"),
        sa.Column("result", sa.Integer(), comment="1 the first won, 0 drawn, -1 lost, 2 a point for neither"),
        sa.Column("forfeit", sa.Integer(), nullable=False, comment="1: those without a point made no move"),
        sa.ForeignKeyConstraint(
            ["league"], ["league.id"], name=op.f("fk_league_game_league"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league_game")),
        sa.UniqueConstraint(
            "league",
            "season",
            "round",
            "first",
            "second",
            name=op.f("uq_league_game_league_season_round_first_second"),
        ),
        sa.UniqueConstraint("table_id", name=op.f("uq_league_game_table_id")),
    )
    op.create_index(op.f("ix_league_game_first"), "league_game", ["first"])
    op.create_index(op.f("ix_league_game_second"), "league_game", ["second"])
