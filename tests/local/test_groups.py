"""A game in a group message of the local table, where the bot isn't a member and plays by its answers."""

from __future__ import annotations

from .window import Window, buttons, text


async def test_a_game_is_played_in_a_group(window: Window) -> None:
    group = (await window.post("group", {"as": "Finn", "people": ["Pearl", "Morgan"]}))["channel"]
    await window.post("slash", {"as": "Finn", "channel": group, "command": "snorkels start"})
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
    everybody = await window.messages("Morgan", group)
    assert not [seen for seen in everybody if seen["ephemeral"] and "not playing" not in text(seen)]
