"""Whatever is typed into a command is taken, or refused with a kind sentence to whoever typed it."""

from __future__ import annotations

from typing import Any, Final

import pytest
import structlog

from tests.discord.simulation import Simulation

TEXTS: Final = (
    "²",
    "４ d４",
    "d4\u202e",
    "\u200b",
    "`" * 30 + "*" * 30,
    "@everyone <@1>",
    "x" * 4000,
    "d4 " * 1300,
    "a" * 5999 + "\u0301",
    "../../etc/passwd",
    "22:00-22:00",
    "9" * 300 + "d",
    "1d+" + "9" * 300 + "h",
    "Europe/\x00",
    "%s %n {0}",
)
OPTIONS: Final[tuple[tuple[str, str, dict[str, Any]], ...]] = (
    ("move", "action", {}),
    ("look", "square", {}),
    ("mark", "squares", {"kind": "possible"}),
    ("settings", "quiet", {}),
    ("settings", "zone", {}),
    ("curse start", "pace", {}),
)


@pytest.mark.parametrize(("command", "option", "more"), OPTIONS, ids=lambda each: str(each)[:16])
async def test_any_text_in_a_command_is_answered_and_does_no_harm(
    sim: Simulation, command: str, option: str, more: dict[str, Any]
) -> None:
    await sim.begin()
    thread = sim.place()
    before = await sim.store.load(1)
    with structlog.testing.capture_logs() as told:
        for text in TEXTS:
            seen = await sim.ann.say(command, thread, **{option: text}, **more)
            assert seen.text, f"{command} {option}: {text[:40]!r}"
            assert len(seen.text) < 2000
            assert "Something went wrong" not in seen.text, f"{command} {option}: {text[:40]!r}"
            assert seen.ephemeral
    assert not [line for line in told if line["log_level"] in ("error", "critical")]
    assert await sim.store.load(1) == before
    assert await sim.store.load(2) is None


async def test_any_text_that_is_being_typed_gets_a_list_of_choices(sim: Simulation) -> None:
    await sim.begin()
    with structlog.testing.capture_logs() as told:
        for text in TEXTS:
            for command, option in (("move", "action"), ("settings", "zone"), ("curse start", "pace")):
                choices = await sim.ann.autocomplete(sim.place(), command, option, text)
                assert len(choices) <= 25
                assert all(1 <= len(each["name"]) <= 100 for each in choices)
                assert all(1 <= len(str(each["value"])) <= 100 for each in choices)
    assert not [line for line in told if line["log_level"] in ("error", "critical")]
