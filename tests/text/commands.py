"""Sentences of the command tree: descriptions of commands and options, names of choices and menus."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bot.app import CaptainsTable
from bot.lifecycle.command_sync import payloads
from data.store.store import Store, sqlite_url

PLACE = "commands"


async def tree() -> list[dict[str, Any]]:
    """The commands as Discord gets them."""
    with tempfile.TemporaryDirectory(prefix="captains-table-") as folder:
        store = await Store.open(sqlite_url(Path(folder) / "table.sqlite3"))
        bot = CaptainsTable(store, thinkers=1)
        try:
            await bot.load_commands()
            return payloads(bot)
        finally:
            await bot.close()
            await store.close()


def parts(entries: list[dict[str, Any]], path: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every command, group, option and choice below ``entries``, with the words that lead to it."""
    for entry in entries:
        slash = "/" if not path and entry.get("description") else ""
        name = f"{path}{slash}{entry['name']}"
        yield name, entry
        yield from parts(entry.get("options", []), f"{name} ")
        for choice in entry.get("choices", []):
            yield f"{name}: {choice['name']}", choice
