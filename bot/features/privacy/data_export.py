"""The export: everything that is stored about one person, as JSON."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from bot.games.record import read as read_record
from bot.tables.days import moment
from bot.tables.service import TableService
from data.store.queries import people, practice
from data.store.queries.people import PersonData
from data.store.queries.practice import PracticeRow, PractisedRow
from data.store.records import settings_in


async def export(service: TableService, person: int) -> dict[str, Any]:
    """Everything stored about ``person``: settings, seats, their own events in logs, and what features store.

    Other people's events are not included, so the only secrets of games in play are the person's own.
    """
    store = service.store
    settings = await store.person_settings(person)
    traces = await people.person_data(store, person)
    found: dict[str, Any] = {
        "person": person,
        "exported": moment(service.now()),
        "settings": settings_in(settings),
        # In a thread, because a person can have thousands of tables.
        "tables": await asyncio.to_thread(_tables, traces, person),
        "practice": _practice(await practice.load(store, person)),
        "practised": [_practised(each) for each in await practice.all_tried(store, person)],
        "messages": [_message(row) for row in await people.rows_about(store, "followup", person)],
    }
    for of_feature in service.hooks.export:
        found.update(await of_feature(store, person))
    return found


def _tables(traces: Sequence[PersonData], person: int) -> list[dict[str, Any]]:
    return [_table(trace, person) for trace in traces]


def _table(trace: PersonData, person: int) -> dict[str, Any]:
    row = trace.table
    return {
        "table": row["id"],
        "game": row["game"],
        "options": row["options"],
        "status": row["status"],
        "opened": moment(row["opened"]),
        "server": row["guild"],
        "channel": row["home"],
        "host": row["host"] == person,
        "challenged": row["opponent"] == person,
        "seats": [
            {
                "seat": seat["seat"],
                "picked": seat["draft"],
                "marks": seat["marks"],
                "plan": seat["plan"],
                "chart": {
                    "channel": seat["chart_channel"],
                    "message": seat["chart"],
                    "state": seat["chart_state"],
                },
            }
            for seat in trace.seats
        ],
        "events": [_event(event, person) for event in trace.events],
    }


def _practice(row: PracticeRow | None) -> dict[str, Any] | None:
    """The practice board without its start, which may hold what the person is to find out."""
    if row is None:
        return None
    entries = read_record(row.record).entries[row.begun :]
    return {
        "kind": row.kind,
        "subject": row.subject,
        "seats": row.seats,
        "moves": [str(entry) for entry in entries],
        "wrong": row.tries,
        "hints": row.hints,
        "ended": row.ended,
        "at": moment(row.at),
    }


def _practised(row: PractisedRow) -> dict[str, Any]:
    return {
        "kind": row.kind,
        "subject": row.subject,
        "wrong": row.tries,
        "hints": row.hints,
        "at": moment(row.at) if row.at else None,
    }


def _message(row: dict[str, Any]) -> dict[str, Any]:
    """A direct message that is still to be sent, or one whose buttons are to go."""
    return {
        "what": {"letter": "to be sent", "card": "has buttons"}.get(row["kind"], row["kind"]),
        "table": row["table_id"],
        "number": row["version"],
        "channel": row["channel"] or None,
        "message": row["message"] or None,
    }


def _event(event: dict[str, Any], person: int) -> dict[str, Any]:
    if event["person"] != person:
        # Somebody else opened the table; the event's text is this person's name.
        return {
            "number": event["seq"],
            "what": "challenged",
            "name": event["text"],
            "at": moment(event["at"]),
        }
    return {
        "number": event["seq"],
        "what": event["verb"],
        "seat": event["seat"],
        "name": event["name"],
        "text": event["text"],
        "at": moment(event["at"]),
        "interaction": event["key"],
    }
