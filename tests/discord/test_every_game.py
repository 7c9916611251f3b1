"""A whole random game of every registered game, played by buttons alone on a simulated Discord."""

from __future__ import annotations

from random import Random

import pytest

from bot.games.core import Placement
from tests.games.registry import GAMES

from .playing import at_the_table, take_a_turn
from .simulation import Simulation


@pytest.mark.parametrize("key", GAMES)
async def test_a_random_game_is_played_to_its_end_by_buttons(sim: Simulation, key: str) -> None:
    rng = Random(7)
    people = await at_the_table(sim, key)
    turns = 0
    table = await sim.table()
    while table.status == "playing" and turns < 70:
        await take_a_turn(sim, people[table.awaited[-1].id], rng)
        before, table = table, await sim.table()
        assert table.version > before.version, "every confirmed action was played"
        assert table.address.shown == table.version, "and shown"
        turns += 1
        if turns == 5:
            await sim.restart()
    if table.status == "playing":
        table = await sim.tables.resign(1, table.seating.people[0])
        for person in table.seating.people[1:]:
            if table.status == "playing":
                table = await sim.tables.resign(1, person)
        await sim.settled()
    card = sim.card()
    assert "The end" in card
    assert card.buttons[-2:] == ["Watch Replay", "Review"]
    assert len(card.alt) <= 1024
    assert not any(isinstance(table.legal(seat), Placement) for seat in table.game.seats)
