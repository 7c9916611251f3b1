"""``/table verify``: what was placed in secret, as it was sealed, and opened once the game is over."""

from __future__ import annotations

from bot.components.interactions.card import Card
from bot.languages import gettext
from bot.tables.errors import TableError
from bot.tables.model import commitments
from bot.tables.model.table import Table

from . import text


def verify_card(table: Table) -> Card:
    """Every commitment of a table; once the game is over, opened, with whether it matches what was played.

    :raises TableError: where there are none.
    """
    if not table.game.secrets:
        raise TableError("{game} has no secrets, so there’s nothing to verify.", game=table.game.title)
    checks = commitments.openings(table)
    if not checks:
        raise TableError("Nobody has placed anything in secret at Table {number} yet.", number=table.id)
    lines = [_commitment(table, check) for check in checks]
    if table.outcome is None:
        told = gettext(
            "Each code was made from a secret placement. At the end, both are shown here, and if anything "
            "had been changed, they wouldn’t match. Nobody can work out the squares from the code."
        )
        lines = [
            told,
            *lines,
            gettext("-# For experts: it’s the SHA-256 hash of a random salt and the placement."),
        ]
    else:
        lines.append(
            gettext(
                "Since the placement was made, `/table verify` has shown everybody its hash. To check one "
                "yourself, run `printf %s 'LINE' | sha256sum` with the line in place of LINE."
            )
        )
    return Card(gettext("{heading}: secret placements", heading=text.heading(table)), lines=tuple(lines))


def _commitment(table: Table, check: commitments.ShownCommitment) -> str:
    """One commitment in full; once it is open, its text and whether it matches."""
    heading = f"**{text.seat_name(table, check.seat)} · {table.game.name_of(check.verb)}**"
    if check.line is None:
        return f"{heading}\n`{check.digest}`"
    verdict = gettext("✅ It matches.") if check.holds else gettext("❌ **It doesn’t match.**")
    both = gettext("`{hash}`\nis the SHA-256 of\n`{line}`", hash=check.digest, line=check.line)
    return f"{heading}\n{both}\n{verdict}"
