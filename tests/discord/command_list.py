"""The commands in ``cogs/README.md``: ``python -m tests.write commands`` writes them again."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from discord import AppCommandType, app_commands

from bot.app import CaptainsTable
from bot.games import GAMES
from data.store.store import Store, sqlite_url

FILE: Final = Path(__file__).parents[2] / "cogs" / "README.md"
MARKS: Final = re.compile(r"(?<=<!-- commands -->\n).*(?=<!-- end -->)", re.DOTALL)
MANY: Final = 3
"""An option that so many commands share is explained once."""


async def command_list() -> str:
    """Every command with its options, as Markdown: the games' first, then the others in order."""
    bot = CaptainsTable(Store(sqlite_url(Path("never-opened.sqlite3"))), thinkers=1)
    try:
        await bot.load_commands()
        return "\n".join(_lines(bot.tree))
    finally:
        await bot.close()


def _lines(tree: app_commands.CommandTree[Any]) -> Iterator[str]:
    commands = [each for each in tree.walk_commands() if isinstance(each, app_commands.Command)]
    uses = Counter(_option(option) for command in commands for option in command.parameters)
    yield "These options mean the same everywhere:"
    yield ""
    yield from sorted(option for option, count in uses.items() if count >= MANY)
    order = {key: place for place, key in enumerate(GAMES)}
    commands.sort(
        key=lambda each: (order.get(each.qualified_name.split()[0], len(order)), each.qualified_name)
    )
    for command in commands:
        own = [_option(each) for each in command.parameters if uses[_option(each)] < MANY]
        shared = [f"`{each.name}`" for each in command.parameters if uses[_option(each)] >= MANY]
        more = f" ({', '.join(shared)})" if shared else ""
        yield ""
        yield f"**`/{command.qualified_name}`**{more} · {_sentence(command.description)}"
        yield from ("", *own) if own else ()
    for kind, where in ((AppCommandType.user, "a member"), (AppCommandType.message, "a message")):
        for menu in tree.get_commands(type=kind):
            yield ""
            yield f"**{menu.name}** · Right-click {where} and choose *Apps*."
    yield ""


def _option(option: app_commands.Parameter) -> str:
    return f"- `{option.name}`: {_sentence(option.description)}"


def _sentence(text: Any) -> str:
    return f"{text}" if f"{text}".endswith((".", "!")) else f"{text}."


def write() -> None:
    """Write the list into the README."""
    listed = asyncio.run(command_list())
    FILE.write_text(MARKS.sub(lambda _: listed, FILE.read_text(encoding="utf-8")), encoding="utf-8")
