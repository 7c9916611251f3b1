"""Discord's limits on commands, and their ids over a sync."""

from __future__ import annotations

import pytest

from bot.local import LocalDiscord
from bot.local.errors import Json
from tests.local.conftest import Raw
from tests.local.fault_injection import LAUNCH

OPTION: Json = {"name": "b", "description": "x", "type": 3}
COMMAND: Json = {"name": "a", "description": "x"}


@pytest.mark.parametrize(
    "command",
    [
        COMMAND | {"name": "Upper"},
        COMMAND | {"description": ""},
        COMMAND | {"description": "x" * 101},
        COMMAND | {"options": [OPTION] * 2},
        COMMAND | {"options": [OPTION | {"name": f"b{n}", "type": 1} for n in range(26)]},
        COMMAND | {"options": [OPTION, OPTION | {"name": "c", "required": True}]},
        COMMAND | {"options": [OPTION | {"type": 10}]},
        COMMAND | {"options": [OPTION | {"choices": [{"name": str(n), "value": str(n)} for n in range(26)]}]},
    ],
)
async def test_a_command_beyond_a_limit_is_50035(local: LocalDiscord, raw: Raw, command: Json) -> None:
    assert await raw.code("PUT", "/applications/{app}/commands", [command]) == (400, 50035)
    assert local.commands.listed == []


async def test_commands_keep_their_ids_over_a_sync(local: LocalDiscord, raw: Raw) -> None:
    path = "/applications/{app}/commands"
    _, first = await raw("PUT", path, [COMMAND])
    _, second = await raw("PUT", path, [COMMAND | {"description": "y"}, {"name": "b", "description": "z"}])
    assert first[0]["id"] == second[0]["id"]
    assert [one["name"] for one in local.play.commands("Finn", "games")["slash"]] == ["a", "b"]
    assert (await raw("GET", path))[1] == second


async def test_commands_are_read_in_everybody_s_language_and_called_in_english(
    local: LocalDiscord, raw: Raw
) -> None:
    local.world.locale = "de"
    choice = {"name": "Captain", "name_localizations": {"de": "Kapitän"}, "value": "captain"}
    option = OPTION | {"description_localizations": {"de": "Gegner"}, "choices": [choice]}
    command = COMMAND | {"description_localizations": {"de": "Spiel", "fr": "Jouer"}, "options": [option]}
    await raw("PUT", "/applications/{app}/commands", [command])
    (read,) = local.play.commands("Finn", "games")["slash"]
    (asked,) = read["options"]
    assert (read["name"], read["description"], asked["name"], asked["description"]) == (
        "a",
        "Spiel",
        "b",
        "Gegner",
    )
    assert [(each["name"], each["value"]) for each in asked["choices"]] == [("Kapitän", "captain")]


async def test_an_update_without_discord_s_own_command_is_50240(local: LocalDiscord, raw: Raw) -> None:
    path = "/applications/{app}/commands"
    local.commands.sync([*local.commands.listed, LAUNCH])
    (launch,) = before = local.commands.listed
    assert await raw.code("PUT", path, [COMMAND]) == (400, 50240)
    assert local.commands.listed == before
    _, after = await raw("PUT", path, [COMMAND, launch])
    assert [(one["type"], one["name"]) for one in after] == [(1, "a"), (4, "Launch")]
    assert after[1]["id"] == launch["id"]
    assert [one["name"] for one in local.play.commands("Finn", "games")["slash"]] == ["a"]
