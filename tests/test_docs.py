"""What README says is so: commands, settings, permissions, figures; and so are the maps of the folders."""

from __future__ import annotations

import re
from pathlib import Path

import discord
import pytest
from discord import app_commands

from bot.components.interactions.channels import PERMISSIONS
from bot.config import Settings
from bot.games import GAMES
from tests.benchmarks.load import growth, report
from tests.discord.sea import Sea
from tests.games.registry import GAMES as TRIED

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_test_command_is_what_ci_runs() -> None:
    (command,) = re.findall(r"^python3 -m venv .*pytest.*$", README, re.MULTILINE)
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert ".ci/run" in (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")


def test_every_setting_stands_in_the_readme_and_no_other() -> None:
    told = set(re.findall(r"^\| `([A-Z_]+)` \|", README, re.MULTILINE))
    assert told == {str(field.validation_alias) for field in Settings.model_fields.values()}


async def test_every_command_stands_in_the_readme_and_no_other(sea: Sea) -> None:
    found = set()
    for command in sea.bot.tree.walk_commands():
        tried = command.root_parent is not None and command.root_parent.name in TRIED.keys() - GAMES.keys()
        if not isinstance(command, app_commands.Group) and not tried:
            found.add(f"/{command.qualified_name}")
    told = set(re.findall(r"^\| `(/[a-z ]+)` \|", README, re.MULTILINE))
    assert told == found


def test_every_game_and_option_stands_in_the_readme() -> None:
    for game in GAMES.values():
        assert f"**{game.title}**".replace("’", "'") in README
        (row,) = re.findall(rf"^\| `/{game.key} start` \|.*$", README, re.MULTILINE)
        assert all(f"`{name}`" in row for name in game.options), row


def test_the_figures_are_those_that_their_command_prints() -> None:
    figures = README[README.index("## Figures") : README.index("## Working on it")]
    assert "python -m tests.benchmarks.load" in figures
    assert [heading for heading in report.HEADINGS if heading not in figures] == []
    assert f"| {' | '.join(f'{size:,}' for size in growth.SIZES)} |" in figures


def test_the_invitation_asks_for_exactly_what_is_needed() -> None:
    (number,) = re.findall(r"permissions=(\d+)", README)
    assert int(number) == PERMISSIONS.value
    assert "scope=bot+applications.commands" in README
    named = {"view_channel": "View Channels"} | {
        name: name.replace("_", " ").title().replace(" In ", " in ")
        for name, allowed in PERMISSIONS
        if allowed
    }
    for name in (name for name, allowed in PERMISSIONS if allowed):
        title = "View Channels" if name in ("view_channel", "read_messages") else named[name]
        assert title in README.replace("\n   ", " "), title


@pytest.mark.parametrize("name", ["LICENSE", "CHANGELOG.md", "CONTRIBUTING.md"])
def test_the_papers_are_there(name: str) -> None:
    assert (ROOT / name).stat().st_size > 500


def test_no_privileged_intent_is_asked_for(sea: Sea) -> None:
    assert sea.bot.intents == discord.Intents(guilds=True)
