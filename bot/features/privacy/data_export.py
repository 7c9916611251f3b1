"""The export: everything that is stored about one person, as JSON."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Any

from bot.games.record import read as read_record
from bot.tables.days import moment
from bot.tables.exports import exported
from bot.tables.service import TableService
from data.store.queries import people, practice
from data.store.queries.people import PersonData
from data.store.queries.practice import PracticeRow
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
        "tables": await asyncio.to_thread(lambda: [_table(trace, person) for trace in traces]),
        "practice": _practice(await practice.load(store, person)),
        "practised": [
            exported(asdict(each), "kind", "subject", "wrong=tries", "hints", "at", "server=guild")
            for each in await practice.all_tried(store, person)
        ],
        "messages": [_message(row) for row in await people.rows_about(store, "followup", person)],
        "banned": [
            exported(row, "reason", "at") for row in await people.rows_about(store, "banned_person", person)
        ],
    }
    for of_feature in service.hooks.export:
        found.update(await of_feature(store, person))
    return found


def _table(trace: PersonData, person: int) -> dict[str, Any]:
    row = trace.table
    names = ("table=id", "game", "options", "status", "opened", "server=guild", "channel=home")
    return exported(row, *names) | {
        "host": row["host"] == person,
        "challenged": row["opponent"] == person,
        "seats": [
            exported(seat, "seat", "picked=draft", "marks", "plan")
            | {"chart": exported(seat, "channel=chart_channel", "message=chart", "state=chart_state")}
            for seat in trace.seats
        ],
        "events": [_event(event, person) for event in trace.events],
    }


def _practice(row: PracticeRow | None) -> dict[str, Any] | None:
    """The practice board without its start, which may hold what the person is to find out."""
    if row is None:
        return None
    found = asdict(row) | {"moves": [*map(str, read_record(row.record).entries[row.begun :])]}
    return exported(found, "kind", "subject", "seats", "moves", "wrong=tries", "hints", "ended", "at")


def _message(row: dict[str, Any]) -> dict[str, Any]:
    """A direct message that is still to be sent, or one whose buttons are to go."""
    what = {"letter": "to be sent", "card": "has buttons"}.get(row["kind"], row["kind"])
    row |= {"what": what, "channel": row["channel"] or None, "message": row["message"] or None}
    return exported(row, "what", "table=table_id", "number=version", "channel", "message")


def _event(event: dict[str, Any], person: int) -> dict[str, Any]:
    if event["person"] != person:
        # Somebody else opened the table; the event's text is this person's name.
        return exported(event | {"what": "challenged"}, "number=seq", "what", "name=text", "at")
    return exported(event, "number=seq", "what=verb", "seat", "name", "text", "at", "interaction=key")
