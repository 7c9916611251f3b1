"""The export: everything that is stored about one person, as JSON."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from bot.features.ratings.method import points
from bot.games.record import read as read_record
from data.store.queries import followups, leagues, people, practice, puzzle_days, ratings
from data.store.queries.leagues import Entry, Game, League
from data.store.queries.people import PersonData
from data.store.queries.practice import PracticeRow, PractisedRow
from data.store.queries.puzzle_days import PuzzleDay
from data.store.queries.ratings import Strength
from data.store.records import settings_in
from data.store.store import Store


async def export(store: Store, person: int, at: int) -> dict[str, Any]:
    """Everything stored about ``person``: settings, seats, their own events in logs, and what they practised.

    Other people's events are not included, so the only secrets of games in play are the person's own.
    """
    settings = await store.person_settings(person)
    traces = await people.person_data(store, person)
    return {
        "person": person,
        "exported": moment(at),
        "settings": settings_in(settings),
        "ratings": _ratings(*await ratings.data_of(store, person)),
        # In a thread, because a person can have thousands of tables.
        "tables": await asyncio.to_thread(_tables, traces, person),
        "practice": _practice(await practice.load(store, person)),
        "practised": [_practised(each) for each in await practice.all_tried(store, person)],
        "leagues": [_league(*each) for each in await leagues.data_of(store, person)],
        "messages": [_message(row) for row in await followups.of_person(store, person)],
        "puzzle_days": [_puzzle_day(each) for each in await puzzle_days.all_of(store, person)],
    }


def moment(at: int) -> str:
    """A time in milliseconds as ISO 8601, UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds")


def _ratings(games: Sequence[dict[str, Any]], now: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {
        "now": [
            {
                "of": row["ladder"],
                "server": row["guild"] or None,
                "rating": points(Strength(row["mu"], row["sigma"])),
                "deviation": row["sigma"],
                "games": row["games"],
                "at": moment(row["at"]),
            }
            for row in now
        ],
        "games": [
            {
                "table": row["table_id"],
                "of": row["ladder"],
                "server": row["guild"],
                "result": {1: "won", 0: "drawn", -1: "lost"}[row["result"]],
                "weight": row["weight"],
                "before": points(Strength(row["mu_before"], row["sigma_before"])),
                "rating": points(Strength(row["mu"], row["sigma"])),
                "at": moment(row["at"]),
            }
            for row in games
        ],
    }


def _league(league: League, entry: Entry, games: Sequence[Game]) -> dict[str, Any]:
    return {
        "league": league.title,
        "server": league.guild,
        "season": entry.season,
        "name": entry.name,
        "joined": moment(entry.at),
        "division": entry.division or None,
        "left": entry.out,
        "games": [
            {
                "round": game.round,
                "table": game.table_id,
                "result": _league_result(game, entry.person),
                "forfeit": game.forfeit,
            }
            for game in games
        ],
    }


def _league_result(game: Game, person: int) -> str | None:
    if game.result is None or game.result == 2:
        return None if game.result is None else "no point for either player"
    mine = game.result if game.first == person else -game.result
    return {1: "won", 0: "drawn", -1: "lost"}[mine]


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
        "daily": trace.daily,
        "score": trace.score,
        "review": trace.review,
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


def _puzzle_day(row: PuzzleDay) -> dict[str, Any]:
    return {
        "day": row.day,
        "puzzle": row.puzzle,
        "wrong": row.wrong,
        "solved": moment(row.solved) if row.solved else None,
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
