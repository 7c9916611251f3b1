"""Our answers match Discord's description of its API (``discord_schemas.json``)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from bot.local import LocalDiscord, payloads
from tests.local.conftest import Raw, card_of
from tests.local.demo_bot import DemoBot

SCHEMAS = json.loads((Path(__file__).parent / "discord_schemas.json").read_text())


def hold(body: Any, schema: str) -> None:
    """Assert that *body* matches Discord's *schema*."""
    validator = Draft202012Validator(SCHEMAS | {"$ref": f"#/components/schemas/{schema}"})
    faults = [f"{fault.json_path}: {fault.message[:300]}" for fault in validator.iter_errors(body)]
    assert not faults, faults


@pytest.mark.parametrize(
    ("path", "schema"),
    [
        ("/gateway/bot", "GatewayBotResponse"),
        ("/applications/@me", "PrivateApplicationResponse"),
        ("/users/@me", "UserPIIResponse"),
        ("/users/@me/guilds", "MyGuildResponse"),
        ("/channels/{games}", "GuildChannelResponse"),
        ("/channels/{dm}", "PrivateChannelResponse"),
    ],
)
async def test_what_is_asked_for_is_described(local: LocalDiscord, raw: Raw, path: str, schema: str) -> None:
    names = {
        "games": local.world.channel("games").id,
        "dm": local.world.dm(local.world.person("Finn")).id,
    }
    for name, number in names.items():
        path = path.replace(f"{{{name}}}", str(number))
    status, body = await raw("GET", path)
    assert status == 200
    hold(body[0] if isinstance(body, list) else body, schema)


async def test_cards_and_plain_messages_are_described(local: LocalDiscord, bot: DemoBot, raw: Raw) -> None:
    card = await card_of(local)
    finn = local.world.person("Finn")
    for post in (card, local.play.say("Finn", "games", f"hello {finn.mention}")):
        status, body = await raw("GET", f"/channels/{post.channel.id}/messages/{post.id}")
        assert status == 200
        hold(body, "MessageResponse")


async def test_people_and_members_are_described(local: LocalDiscord) -> None:
    finn = local.world.person("Finn")
    hold(payloads.user(finn), "UserResponse")
    hold(payloads.member(finn), "GuildMemberResponse")


async def test_threads_are_described(local: LocalDiscord, raw: Raw) -> None:
    start = local.play.say("Finn", "games", "start")
    _, thread = await raw("POST", f"/channels/{start.channel.id}/messages/{start.id}/threads", {"name": "t"})
    hold(thread, "ThreadResponse")


async def test_synced_commands_are_described(local: LocalDiscord, bot: DemoBot, raw: Raw) -> None:
    _, commands = await raw("GET", "/applications/{app}/commands")
    assert len(commands) == 5
    for command in commands:
        hold(command, "ApplicationCommandResponse")


@pytest.mark.parametrize("answer", [{"type": 4, "data": {"content": "x"}}, {"type": 5}])
async def test_an_answer_with_response_is_described(
    local: LocalDiscord, bot: DemoBot, raw: Raw, answer: dict[str, Any]
) -> None:
    asked = local.play.slash("Finn", "games", "fail")
    path = f"/interactions/{asked.id}/{asked.token}/callback?with_response=1"
    status, body = await raw("POST", path, answer)
    assert status == 200
    hold(body, "InteractionCallbackResponse")
    assert body["interaction"]["response_message_loading"] is (answer["type"] == 5)
    assert ("resource" in body) is (answer["type"] == 4)


async def test_an_update_is_described(local: LocalDiscord, bot: DemoBot, raw: Raw) -> None:
    button = {"type": 2, "style": 1, "label": "Of no use", "custom_id": "none"}
    post = {"content": "x", "components": [{"type": 1, "components": [button]}]}
    _, sent = await raw("POST", f"/channels/{local.world.channel('games').id}/messages", post)
    asked = local.play.press("Finn", sent["id"], "none")
    path = f"/interactions/{asked.id}/{asked.token}/callback?with_response=1"
    status, body = await raw("POST", path, {"type": 6})
    assert status == 200
    hold(body, "InteractionCallbackResponse")
