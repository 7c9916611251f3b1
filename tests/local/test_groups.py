"""Group messages at the local table: the bot is not in them, and a game is played by its answers."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import pytest

from bot.local import LocalDiscord
from bot.local.api.errors import Refusal
from bot.local.world.model import Kind
from tests.games.registry import GAMES

from .conftest import Page, Raw
from .demo_bot import DemoBot
from .window import buttons, opened, text

OPEN_DUELS = [key for key, game in GAMES.items() if game.people == (2, 2) and not game.secrets]


@pytest.mark.parametrize("key", OPEN_DUELS)
async def test_a_game_is_played_in_a_group_from_the_lobby_to_the_end(tmp_path: Path, key: str) -> None:
    async with opened(tmp_path / "tables.sqlite3", signal.SIGINT) as window:
        group = (await window.post("group", {"as": "Finn", "people": ["Pearl", "Morgan"]}))["channel"]
        asked = {"as": "Finn", "channel": group, "command": f"{key} start", "wait": True}
        await window.post("slash", asked)
        lobby = await window.until("Morgan", group, lambda seen: "Join" in buttons(seen))
        await window.press("Pearl", lobby, "Join")
        card = await window.until("Morgan", group, lambda seen: "Move" in buttons(seen))
        mover = await window.awaited(card)
        other = {"Finn": "Pearl", "Pearl": "Finn"}[mover]
        refused = await window.press("Morgan", card, "Move")
        assert "You’re not playing at table 1" in text(refused)
        await window.take_a_turn(mover, card)
        card = await window.until(
            "Morgan", group, lambda seen: seen["id"] > card["id"] and "Move" in buttons(seen)
        )
        assert await window.awaited(card) == other
        more = await window.press(other, card, "More")
        sure = await window.press(other, more, "Resign")
        await window.press(other, sure, "Yes, Resign")
        end = await window.until("Morgan", group, lambda seen: "The end" in text(seen))
        assert "resigned" in text(end)
        everybody = await window.messages("Morgan", group)
        assert not [seen for seen in everybody if seen["ephemeral"] and "don’t play" not in text(seen)]


async def test_a_group_is_seen_by_its_people_alone(local: LocalDiscord, page: Page) -> None:
    made = await page.post("group", {"as": "Finn", "people": ["Pearl"]})
    for name, expected in (("Finn", "Pearl"), ("Pearl", "Finn"), ("Morgan", None)):
        places = (await page.get("state", **{"as": name}))["places"]
        mine = [each["name"] for each in places if each["kind"] == Kind.GROUP]
        assert mine == ([expected] if expected else [])
    assert (await page.get("messages", **{"as": "Morgan", "channel": made["channel"]}))["status"] == 404
    local.world.post(local.world.channel(made["channel"]), local.world.person("Finn"), {"content": "ahoy"})
    seen = await page.get("messages", **{"as": "Pearl", "channel": made["channel"]})
    assert [each["text"] for each in seen["messages"]] == ["ahoy"]


async def test_the_bot_hears_and_does_nothing_in_a_group_by_itself(local: LocalDiscord, raw: Raw) -> None:
    told: list[tuple[str, int]] = []
    local.world.tell_bot = lambda name, _data, intent: told.append((name, intent))
    finn, pearl = local.world.person("Finn"), local.world.person("Pearl")
    place = local.world.open_group(finn, [pearl])
    local.world.post(place, finn, {"content": "ahoy"})
    assert not [name for name, intent in told if intent < 1 << 60]
    assert await raw.code("POST", f"/channels/{place.id}/messages", {"content": "hello"}) == (403, 50001)


async def test_an_interaction_in_a_group_says_so_as_discord_does(local: LocalDiscord, bot: DemoBot) -> None:
    told: dict[str, Any] = {}
    finn, pearl = local.world.person("Finn"), local.world.person("Pearl")
    place = local.world.open_group(finn, [pearl])
    for command in local.commands.listed(None):
        command |= {"integration_types": [0, 1], "contexts": None}
    tell = local.world.tell_bot

    def hear(name: str, data: Any, intent: int) -> None:
        told[name] = data
        tell(name, data, intent)

    local.world.tell_bot = hear
    asked = await local.play.slash(finn, place, "galley stores count").settled()
    assert not asked.failed
    event = told["INTERACTION_CREATE"]
    assert event["context"] == 2
    assert event["channel"]["type"] == 3
    assert {each["id"] for each in event["channel"]["recipients"]} == {str(finn.id), str(pearl.id)}
    assert event["authorizing_integration_owners"] == {"1": str(finn.id)}
    assert event["user"]["id"] == str(finn.id)
    assert not {"guild_id", "guild", "member"} & set(event)


@pytest.mark.parametrize("others", [[], ["Finn"], ["Captain's Table"]])
async def test_a_group_needs_people(local: LocalDiscord, others: list[str]) -> None:
    people = [local.world.person(name) for name in others]
    with pytest.raises(Refusal):
        local.world.open_group(local.world.person("Finn"), people)


async def test_five_messages_follow_an_interaction_in_a_group(
    local: LocalDiscord, bot: DemoBot, raw: Raw
) -> None:
    for command in local.commands.listed(None):
        command |= {"integration_types": [0, 1], "contexts": None}
    finn = local.world.person("Finn")
    place = local.world.open_group(finn, [local.world.person("Pearl")])
    asked = local.play.slash(finn, place, "fail")
    webhook = f"/webhooks/{{app}}/{asked.token}"
    await raw("POST", f"/interactions/{asked.id}/{asked.token}/callback", {"type": 5, "data": {}})
    for count in range(5):
        assert (await raw("POST", webhook, {"content": str(count)}))[0] == 200
    assert await raw.code("POST", webhook, {"content": "one more"}) == (400, 40094)
