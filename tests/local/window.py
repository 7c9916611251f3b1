"""The local table as a program of its own, and somebody's window on its page, spoken to from outside."""

from __future__ import annotations

import asyncio
import itertools
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp

from bot.local.api.errors import Json
from tests.patience import PATIENCE

PATIENT: Final = (
    "import bot.__main__, bot.games, bot.local.api.interactions as interactions, tests.games.registry\n"
    "bot.games.GAMES.update(tests.games.registry.GAMES)\n"
    f"interactions.PATIENCE = {PATIENCE}\n"
    "raise SystemExit(bot.__main__.main())"
)
"""``python -m bot`` with the tests' games, and a local Discord that waits longer than three seconds."""


def parts(components: list[Json]) -> Iterator[Json]:
    """Every component, the ones inside others too."""
    for one in components:
        yield one
        yield from parts(one.get("components") or [])


def buttons(message: Json) -> dict[str, str]:
    """The buttons that can be pressed: their ids by their labels."""
    return {
        one["label"]: one["custom_id"]
        for one in parts(message["components"])
        if one["type"] == 2 and not one.get("disabled")
    }


def text(message: Json) -> str:
    """All its words."""
    return "\n".join(
        [message["text"], *(one["content"] for one in parts(message["components"]) if one["type"] == 10)]
    )


class Window:
    """What people do on the page, and see there."""

    def __init__(self, session: aiohttp.ClientSession, url: str) -> None:
        self._session = session
        self.url = url

    async def get(self, what: str, **query: Any) -> Json:
        """Ask."""
        async with self._session.get(f"{self.url}api/{what}", params=query) as reply:
            return dict(await reply.json())

    async def post(self, what: str, body: Json) -> Json:
        """Do."""
        async with self._session.post(f"{self.url}api/{what}", json=body) as reply:
            done = dict(await reply.json())
            assert reply.status == 200, done
            return done

    async def messages(self, who: str, channel: str = "games") -> list[Json]:
        """What somebody sees in a channel, oldest first."""
        return list((await self.get("messages", **{"as": who, "channel": channel}))["messages"])

    async def until(self, who: str, channel: str, wanted: Callable[[Json], object]) -> Json:
        """The newest message that is as *wanted*, once there is one."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for message in reversed(await self.messages(who, channel)):
                    if wanted(message):
                        return message
                await asyncio.sleep(0.02)

    async def awaited(self, card: Json) -> str:
        """The name of the one to act, as a card tells it."""
        number = re.findall(r"<@(\d+)>, it’s your turn", text(card))[-1]
        people = (await self.get("state", **{"as": "Finn"}))["people"]
        return next(str(one["name"]) for one in people if one["id"] == number)

    async def seated(self) -> None:
        """The bot is there, with its commands."""
        async with asyncio.timeout(PATIENCE):
            for _ in itertools.count():
                state = await self.get("state", **{"as": "Finn"})
                offered = await self.get("commands", **{"as": "Finn", "channel": "games"})
                if state["bot"]["online"] and offered["slash"]:
                    return
                await asyncio.sleep(0.05)

    async def press(self, who: str, message: Json, label: str) -> Json:
        """Press a button; the private card, or the message itself, once it has been answered."""
        custom_id = buttons(message)[label]
        pressed = await self.post(
            "press", {"as": who, "message": message["id"], "custom_id": custom_id, "wait": True}
        )
        assert not pressed["failed"]
        shown, before = pressed["message"], message["edited"]

        def answered(seen: Json) -> bool:
            fresh = shown != message["id"] or seen["edited"] != before
            return seen["id"] == shown and not seen["loading"] and fresh

        return await self.until(who, message["channel"], answered)

    async def take_a_turn(self, who: str, card: Json) -> Json:
        """**Move**, then the first step that is offered, until the action is played; what is said then."""
        private = await self.press(who, card, "Move")
        while not (confirm := next((one for one in buttons(private) if one.startswith("Play ")), None)):
            private = await self.press(who, private, next(iter(buttons(private))))
        return await self.press(who, private, confirm)


@asynccontextmanager
async def opened(database: Path, how_it_ends: signal.Signals) -> AsyncIterator[Window]:
    """``python -m bot local`` with its bot seated, ended by a signal."""
    command = (sys.executable, "-c", PATIENT, "local", "--no-browser", "--database", str(database))
    program = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, env=os.environ | {"PYTHONIOENCODING": "utf-8"}
    )
    assert program.stdout is not None
    try:
        line = (await program.stdout.readline()).decode()
        url = next(word for word in line.split() if word.startswith("http"))
        async with aiohttp.ClientSession() as session:
            window = Window(session, url)
            await window.seated()
            yield window
    finally:
        program.send_signal(how_it_ends)
        status = await program.wait()
    assert status == (0 if how_it_ends == signal.SIGINT else -how_it_ends)
