"""What is stored about somebody in leagues, for their export."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.tables.days import moment
from data.store.queries import leagues
from data.store.queries.leagues import League, LeagueEntry, LeagueGame
from data.store.store import Store


async def export(store: Store, person: int) -> dict[str, Any]:
    """The seasons of ``person``, with their games."""
    return {"leagues": [_league(*each) for each in await leagues.data_of(store, person)]}


def _league(league: League, entry: LeagueEntry, games: Sequence[LeagueGame]) -> dict[str, Any]:
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


def _league_result(game: LeagueGame, person: int) -> str | None:
    if game.result is None or game.result == 2:
        return None if game.result is None else "no point for either player"
    mine = game.result if game.first == person else -game.result
    return {1: "won", 0: "drawn", -1: "lost"}[mine]
