"""Runs ``python -m bot local`` and plays through the page's API."""

from __future__ import annotations

import asyncio
import itertools
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp

from bot.local.api.interactions import ResponseType
from bot.local.errors import Json
from tests.discord.limits import parts
from tests.patience import PATIENCE

PATIENT: Final = (
    "import bot.__main__, bot.games, bot.local.api.interactions as interactions, tests.games.registry\n"
    "bot.games.GAMES.update(tests.games.registry.GAMES)\n"
    f"interactions.ANSWER_TIMEOUT_S = {PATIENCE}\n"
    "raise SystemExit(bot.__main__.main())"
)
"""``python -m bot`` with the tests' games and more than three seconds for the bot's answers."""


def buttons(message: Json) -> dict[str, str]:
    """The enabled buttons: custom_id by label."""
    return {
        one["label"]: one["custom_id"]
        for one in parts(message["components"])
        if one["type"] == 2 and not one.get("disabled")
    }


def label_of(message: Json, verb: str) -> str | None:
    """The label of the first enabled button whose custom_id has that verb."""
    found = buttons(message).items()
    return next((label for label, custom_id in found if custom_id.split(":")[1] == verb), None)


def text(message: Json) -> str:
    """All of a message's text."""
    return "\n".join(
        [message["text"], *(one["content"] for one in parts(message["components"]) if one["type"] == 10)]
    )


class Page:
    """Requests to the page's API, as a browser sends them; an answer comes with its status."""

    def __init__(self, session: aiohttp.ClientSession, url: str) -> None:
        self.session = session
        self.url = url

    async def get(self, what: str, who: str = "Finn", **query: Any) -> Json:
        async with self.session.get(f"{self.url}api/{what}", params={"as": who, **query}) as reply:
            return dict(await reply.json()) | {"status": reply.status}

    async def post(self, what: str, body: Json) -> Json:
        async with self.session.post(f"{self.url}api/{what}", json=body) as reply:
            return dict(await reply.json()) | {"status": reply.status}

    async def messages(self, who: str, channel: str = "games") -> list[Json]:
        """The messages that a person sees in a channel, oldest first."""
        return list((await self.get("messages", who, channel=channel))["messages"])

    async def places(self, who: str) -> list[Json]:
        """The places that a person sees."""
        return list((await self.get("state", who))["places"])


class Window(Page):
    """People's actions on the page, all of which succeed, and what they see there."""

    async def post(self, what: str, body: Json) -> Json:
        done = await super().post(what, body)
        assert done["status"] == 200, done
        return done

    async def until(self, who: str, channel: str, wanted: Callable[[Json], object]) -> Json:
        """Wait for a message for which *wanted* is true; the newest such."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for message in reversed(await self.messages(who, channel)):
                    if wanted(message):
                        return message
                await asyncio.sleep(0.02)

    async def awaited(self, card: Json) -> str:
        """The name of the player whose turn it is, from the card's text."""
        number = re.findall(r"<@(\d+)>, it’s your turn", text(card))[-1]
        people = (await self.get("state"))["people"]
        return next(str(one["name"]) for one in people if one["id"] == number)

    async def seated(self) -> None:
        """Wait for the bot and its commands."""
        async with asyncio.timeout(PATIENCE):
            for _ in itertools.count():
                state = await self.get("state")
                offered = await self.get("commands", channel="games")
                if state["bot"]["online"] and offered["slash"]:
                    return
                await asyncio.sleep(0.05)

    async def press(self, who: str, message: Json, label: str) -> Json:
        """Press a button; the private card that answers, or the message itself after its edit."""
        custom_id = buttons(message)[label]
        pressed = await self.post("press", {"as": who, "message": message["id"], "custom_id": custom_id})
        assert not pressed["failed"]
        shown, before = pressed["message"], message["edited"]

        def answered(seen: Json) -> bool:
            if seen["id"] == message["id"]:
                return bool(seen["id"] == shown and seen["edited"] != before)
            # A slow answer is only acknowledged at first, and then follows.
            followed = pressed["answer"] == ResponseType.LATER and int(seen["id"]) > int(pressed["id"])
            return not seen["loading"] and bool(seen["id"] == shown or (followed and seen["ephemeral"]))

        return await self.until(who, message["channel"], answered)

    async def take_a_turn(self, who: str, card: Json) -> Json:
        """Press the first choice at each step, and confirm; the last answer."""
        private = await self.press(who, card, next(iter(buttons(card))))
        while (confirm := label_of(private, "play")) is None:
            private = await self.press(who, private, next(iter(buttons(private))))
        return await self.press(who, private, confirm)


@asynccontextmanager
async def opened(database: Path) -> AsyncIterator[Window]:
    """Run ``python -m bot local``, with its bot connected, until Ctrl-C."""
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
        program.send_signal(signal.SIGINT)
        status = await program.wait()
    assert status == 0
