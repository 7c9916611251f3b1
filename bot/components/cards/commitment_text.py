"""What people see of commitments: a short form with “ready”, all of it in ``/table verify``."""

from __future__ import annotations

from typing import Final

from bot.components.interactions.card import Card
from bot.tables.errors import TableError
from bot.tables.model import commitments
from bot.tables.model.table import Table

from . import table_text

DIGEST_DIGITS: Final = 16
"""Digits of a digest on a card: who wants to cheat would have to try 2 ** 64 salts."""


def ready_line(table: Table) -> str:
    """The commitments of the placements just made, shortened; empty at other times."""
    fresh = commitments.just_made(table)
    if not fresh:
        return ""
    parts = [f"{check.seat.capitalize()}’s {check.verb} `{check.digest[:DIGEST_DIGITS]}`" for check in fresh]
    return f"-# Sealed: {' · '.join(parts)} · in full: `/table verify`"


def final_line(table: Table) -> str:
    """What the final card says of the commitments."""
    return "-# What was placed in secret can be checked now: `/table verify`." if table.commitments else ""


def verify_card(table: Table) -> Card:
    """Every commitment of a table; at the end opened, and whether it is that of what was played.

    :raises TableError: where nothing is sealed.
    """
    if not table.game.secrets:
        raise TableError(f"{table.game.title} has no secrets: there is nothing to verify.")
    checks = commitments.openings(table)
    if not checks:
        raise TableError(f"Nothing has been placed in secret at table {table.id} yet.")
    lines = []
    for check in checks:
        lines.append(f"**{table_text.seat_name(table, check.seat)}’s {check.verb}**\n`{check.digest}`")
        if check.line is not None:
            verdict = "✅ It matches." if check.holds else "❌ **It does not match.**"
            lines.append(f"is the SHA-256 of\n`{check.line}`\n{verdict}")
    if table.outcome is None:
        lines.append(
            "Each is the SHA-256 of what was placed, with a random salt before it. Both are shown when the "
            "game is over: nobody can change a placement meanwhile, nor find it out from this."
        )
    else:
        lines.append(
            "The beginning of each stood on the table’s card when the placement was made. To check by "
            "yourself: `printf %s 'the text' | sha256sum`."
        )
    return Card(f"### {table_text.title(table)}: sealed placements", (), tuple(lines))
