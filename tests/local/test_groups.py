"""Games in group messages of the local table, where the bot isn't a member and plays by its answers."""

from __future__ import annotations

import pytest

from tests.games.registry import GAMES

from .window import Window, buttons, text

OPEN_DUELS = [key for key, game in GAMES.items() if game.people == (2, 2) and not game.secrets]


@pytest.mark.parametrize("key", OPEN_DUELS)
async def test_a_game_is_played_in_a_group_from_the_lobby_to_the_end(window: Window, key: str) -> None:
    group = (await window.post("group", {"as": "Finn", "people": ["Pearl", "Morgan"]}))["channel"]
    asked = {"as": "Finn", "channel": group, "command": f"{key} start"}
    await window.post("slash", asked)
    lobby = await window.until("Morgan", group, lambda seen: "Join" in buttons(seen))
    await window.press("Pearl", lobby, "Join")
    card = await window.until("Morgan", group, lambda seen: "More" in buttons(seen))
    mover = await window.awaited(card)
    other = {"Finn": "Pearl", "Pearl": "Finn"}[mover]
    refused = await window.press("Morgan", card, next(iter(buttons(card))))
    assert "You’re not playing at Table 1" in text(refused)
    await window.take_a_turn(mover, card)
    card = await window.until(
        "Morgan", group, lambda seen: seen["id"] > card["id"] and "More" in buttons(seen)
    )
    assert await window.awaited(card) == other
    more = await window.press(other, card, "More")
    sure = await window.press(other, more, "Resign")
    await window.press(other, sure, "Yes, Resign")
    end = await window.until("Morgan", group, lambda seen: "The end" in text(seen))
    assert "resigned" in text(end)
    everybody = await window.messages("Morgan", group)
    assert not [seen for seen in everybody if seen["ephemeral"] and "not playing" not in text(seen)]
