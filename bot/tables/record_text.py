"""The record of a table as text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime

from bot.games import record as records
from bot.games.core import Seat
from bot.people import computers
from bot.people.display_names import sanitize
from bot.tables.model.table import Table

from .model import commitments


def record_of(table: Table) -> records.Record:
    """The record of the whole game, secrets included, of a table with its history."""
    options = tuple((name, str(value)) for name, value in sorted(table.options.items()) if value is not None)
    entries = [records.Entry(turn.seat, str(turn.action), turn.at // 1000) for turn in table.turns]
    if table.ending is not None:
        last, outcome = table.ending.at // 1000, table.ending.outcome
        if outcome.reason == "agreed":
            accepted = table.seats_of(table.ending.by) or table.result_seats
            entries.append(records.Entry(accepted[0], "draw", last))
        else:
            losers = [result.seat for result in outcome.results if result.verdict == "loss"]
            verb = "time" if outcome.reason == "time" else "resign"
            entries += [records.Entry(Seat(seat), verb, last) for seat in losers]
    opened = datetime.fromtimestamp(table.header.opened / 1000, UTC)
    notes = [("table", str(table.id)), ("opened", opened.strftime("%Y-%m-%d %H:%M UTC"))]
    notes += [(str(seat), _player(table, seat)) for seat in table.result_seats]
    for check in commitments.openings(table):
        notes.append((f"seal of {check.seat} {check.verb}", check.digest))
        if check.line is not None:
            notes.append((f"sealed by {check.seat}", check.line))
    return records.Record(
        game=table.game.key,
        rules=table.header.rules,
        options=options,
        notes=tuple(notes),
        entries=tuple(entries),
    )


def _player(table: Table, seat: Seat) -> str:
    """Who plays ``seat``: a name, or a computer's level and the version of its player."""
    person = table.holder(seat)
    if person is None:
        return "nobody"
    if not computers.is_computer(person.id):
        return records.one_line(sanitize(person.name))
    version = max(sitter.version for sitter in table.seating.seated if sitter.person == person)
    return f"computer:{computers.level_of(person.id).key} version {version}"


def record_text(table: Table, notes: Iterable[tuple[str, str]] = ()) -> str:
    """The record as anybody may see it now, of a table with its history, with more ``notes``.

    Secret actions are hidden until the game is over.
    """
    record = record_of(table)
    record = replace(record, notes=(*record.notes, *notes))
    state = table.state
    if table.outcome is None and state is not None:
        shown = [
            replace(entry, text=state.redacted(turn.seat, turn.action, None))
            for entry, turn in zip(record.entries, table.turns, strict=False)
        ]
        record = replace(record, entries=tuple(shown))
    return records.write(record)
