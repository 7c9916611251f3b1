"""A database of tables in the middle of real games, and the turn that comes next at each."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import sqlalchemy as sa

from bot.games import GAMES
from bot.tables.model import pace
from data.store import event_log, schema
from data.store.records import Address, Event
from data.store.store import Store

from .numbers import Numbers
from .sample_games import PLY, Moment, SampleGame, sample_game
from .sample_turns import CHANNELS, SERVERS, Turn

SAMPLE_GAMES: Final = 40
"""Different random games of each kind; a table is one of them up to one of its moments."""
EARLY: Final = 4
"""Moments of a game that are too early for the middle of a game."""
MEMBERS: Final = 60
"""People of each server who play."""
BATCH: Final = 500
"""Tables that are written in one statement."""


def sample_games(begun: int) -> dict[str, list[tuple[SampleGame, Moment]]]:
    """The positions of each game, in no order: half of the games under a clock of three days."""
    found = {}
    for key in GAMES:
        played = [
            sample_game(key, seed, begun, pace.read("3d" if seed % 2 else "none"))
            for seed in range(SAMPLE_GAMES)
        ]
        positions = [(each, moment) for each in played for moment in each.moments[EARLY:]]
        Random(key).shuffle(positions)
        found[key] = positions
    return found


async def write_tables(
    url: sa.URL, tables: int, now: int, servers: int = SERVERS, members: int = MEMBERS
) -> list[Turn]:
    """Write a database of so many live tables at ``url``; gives the next turn of each.

    ``servers`` have tables, and so many ``members`` who play. The same position comes twice only where a game
    has no more of them.
    """
    begun = now - (PLY * 80)
    positions, numbers = sample_games(begun), Numbers(begun)
    turns: list[Turn] = []
    store = await Store.open(url)
    for first in range(1, tables + 1, BATCH):
        rows: dict[sa.Table, list[dict[str, Any]]] = {
            schema.game_table: [],
            schema.event: [],
            schema.seat: [],
        }
        for table in range(first, min(first + BATCH, tables + 1)):
            key = tuple(GAMES)[table % len(GAMES)]
            found, moment = positions[key][(table // len(GAMES)) % len(positions[key])]
            turns.append(_copied(rows, numbers, (table, servers, members), found, moment))
        await store.write(_insert, rows)
    if store.path is None:
        # Otherwise it would do that while it is measured.
        for settled in ("ANALYZE", "CHECKPOINT"):
            await store.execute(sa.text(settled))
    await store.close()
    return turns


def _insert(connection: sa.Connection, rows: dict[sa.Table, list[dict[str, Any]]]) -> None:
    for into, lines in rows.items():
        connection.execute(sa.insert(into), lines)


def _copied(
    rows: dict[sa.Table, list[dict[str, Any]]],
    numbers: Numbers,
    where: tuple[int, int, int],
    found: SampleGame,
    moment: Moment,
) -> Turn:
    table, servers, members = where
    place = table % servers
    server, home = numbers.server(place), numbers.channel(place, table // servers % CHANNELS)
    seated = [(table // servers * 4 + number) % members for number in range(found.people)]
    people = {number + 1: numbers.person(place, member) for number, member in enumerate(seated)}
    thread, card = numbers.fresh(), numbers.fresh()
    address = Address(server, home, thread, thread, card, shown=moment.version)
    events = [
        event._replace(
            person=people[event.person] if event.person else None,
            key=f"i{numbers.fresh()}" if event.verb == "play" else None,
        )
        for event in found.events[: moment.version]
    ]
    header = found.header._replace(
        host=people[1],
        status="playing",
        version=moment.version,
        touched=events[-1].at,
        address=address,
        deadline=moment.deadline,
    )
    rows[schema.game_table].append({"id": table, **event_log.table_values(header)})
    rows[schema.event] += event_log.event_values(table, 0, events)
    rows[schema.seat] += [
        {"table_id": table, "seat": event.seat, "person": event.person, **_chart(found, event, numbers)}
        for event in events
        if event.verb == "sit"
    ]
    who = people[moment.person + 1]
    name = f"Sailor {moment.person + 1}"
    played = (moment.version, moment.steps, moment.text)
    return Turn(header.game, table, server, home, thread, card, who, name, *played)


def _chart(found: SampleGame, event: Event, numbers: Numbers) -> dict[str, Any]:
    """Where a player's private chart stands."""
    if not GAMES[found.header.game].secrets:
        return {"chart_channel": None, "chart": None, "chart_state": ""}
    return {"chart_channel": numbers.fresh(), "chart": numbers.fresh(), "chart_state": "open"}
