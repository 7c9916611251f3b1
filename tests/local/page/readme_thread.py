"""README's thread and film: ``python -m tests.local.page.readme_thread`` makes them again, with Chromium."""

from __future__ import annotations

import asyncio
import base64
import io
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Final

import pytest
from PIL import Image

from bot.features.replays.replays import make_film
from bot.players import PLAYERS
from tests.faults.running_bot import RunningBot, running_bot
from tests.rendering.covers import SNORKELS

from . import chromium

FOLDER: Final = Path(__file__).parents[3] / ".github" / "images"
COLOURS: Final = 128
SIZE: Final = (1180, 1264)
"""Pixels of the window; both cards fit into it."""
BUTTON: Final = "[...document.querySelectorAll('.button')].findLast((one) => one.innerText === '{}')"
PRESSED: Final = ("f", "f5")
"""The steps of the move that is previewed."""


async def photograph(running: RunningBot, number: int) -> bytes:
    """The thread of a table with its card, and the private preview of a move below it."""
    table = await running.table(number)
    (person,) = table.awaited
    url = f"{running.local.page_url}#as={person.name}&at={table.address.channel}"
    with chromium.launched() as devtools:
        async with chromium.tab(devtools, url, *SIZE) as tab:
            for label in PRESSED:
                await tab.until(f"{BUTTON.format(label)} && ({BUTTON.format(label)}.click(), true)")
            await tab.until(f"!!{BUTTON.format('Confirm')}")
            await tab.until(
                "[...document.querySelectorAll('#log img')].slice(-2).every((one) => one.complete)"
            )
            box = await tab.box("main")
            clip = {name: box[name] for name in ("x", "y", "width", "height")} | {"scale": 1}
            taken = await tab.call("Page.captureScreenshot", format="png", clip=clip)
    return base64.b64decode(taken["data"])


async def play(running: RunningBot, number: int, *actions: str) -> None:
    """Play these actions at a table, each by whoever is to act."""
    tables = running.bot.context.tables
    for action in actions:
        (person,) = (await tables.get(number)).awaited
        await tables.play(number, person, action)


async def both(folder: Path) -> tuple[bytes, bytes]:
    """The thread in the middle of a game, and the film of that game, which computers play to its end."""
    async with running_bot(folder / "table.sqlite3", pytest.MonkeyPatch(), paints=True) as running:
        number = await running.begin("snorkels", stones=0)
        await play(running, number, *(action for _, action in SNORKELS[:-2]))
        await running.settled(number)
        photo = await photograph(running, number)
        while (table := await running.table(number)).outcome is None:
            seat = table.acting[0]
            choice = PLAYERS["snorkels"].at("captain", table.view_for(seat), table.legal(seat), Random(1))
            await play(running, number, str(choice.action))
        return photo, await make_film(running.bot.context, table)


def main() -> int:
    """Write both; the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        photo, film = asyncio.run(both(Path(folder)))
    with Image.open(io.BytesIO(photo)) as image:
        image.convert("RGB").quantize(COLOURS).save(FOLDER / "thread.png", optimize=True)
    (FOLDER / "film.gif").write_bytes(film)
    return 0


if __name__ == "__main__":
    sys.exit(main())
