"""A whole random game of every registered game, played by buttons alone on a simulated Discord."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import pytest

from bot.games.core import Placement
from tests.games.registry import GAMES

from .simulation import Seen, Simulation

SHORT: Final[dict[str, dict[str, Any]]] = {
    "checkers": {"quiet": 6},
    "depthcharge": {"quiet": 20},
    "crackers": {"rounds": 3},
}
"""Options that end a random game soon."""
CONTROLS: Final = frozenset(
    {"Back", "Close", "Random", "Clear", "Confirm So Far", "Don’t Ask Again", "Give Up", "Hint", "Rules"}
    | {game.standing.label for game in GAMES.values() if game.standing is not None}
)


async def at_the_table(sim: Simulation, key: str) -> dict[int, Any]:
    """A started table of the game, and its people by id."""
    lobby = await sim.say(sim.ann, f"{key} start", **SHORT.get(key, {}))
    crowd = [sim.bob, sim.cid][: GAMES[key].people[1] - 1]
    for who in crowd:
        label = [label for label in Seen(sim.channel.history()[0]).buttons if label.startswith("Join")][-1]
        await sim.press(who, lobby, label)
    if "Start" in Seen(sim.channel.history()[0]).buttons:
        await sim.press(sim.ann, lobby, "Start")
    return {who.id: who for who in (sim.ann, sim.bob, sim.cid)}


async def take_a_turn(sim: Simulation, who: Any, rng: Random) -> None:
    """Any offered step after another until the action is played."""
    picker = await sim.opened(who)
    for _ in range(20):
        offered = [label for label in picker.buttons if label not in CONTROLS]
        confirm = next((label for label in offered if label == "Confirm" or label.startswith("Lay ")), None)
        if confirm is not None:
            await sim.press(who, picker, confirm)
            return
        if "Random" in picker.buttons:
            await sim.press(who, picker, "Random")
        else:
            await sim.press(who, picker, rng.choice(offered))
    pytest.fail(f"the picker never asked to confirm: {picker.text}")


@pytest.mark.parametrize("key", GAMES)
async def test_a_random_game_is_played_to_its_end_by_buttons(sim: Simulation, key: str) -> None:
    rng = Random(7)
    people = await at_the_table(sim, key)
    turns = 0
    table = await sim.bot.context.tables.get(1)
    while table.status == "playing" and turns < 70:
        await take_a_turn(sim, people[table.awaited[-1].id], rng)
        before, table = table, await sim.bot.context.tables.get(1)
        assert table.version > before.version, "every confirmed action was played"
        assert table.address.shown == table.version, "and shown"
        turns += 1
        if turns == 5:
            await sim.restart()
    if table.status == "playing":
        table = await sim.bot.context.tables.resign(1, table.seating.people[0])
        for person in table.seating.people[1:]:
            if table.status == "playing":
                table = await sim.bot.context.tables.resign(1, person)
        await sim.settled()
    card = sim.card()
    assert "The end" in card.text
    assert card.buttons[-2:] == ["Watch Replay", "Review"]
    assert len(card.alt) <= 1024
    assert not any(isinstance(table.legal(seat), Placement) for seat in table.game.seats)
