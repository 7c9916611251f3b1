"""A stand-in for Discord's REST API in the bot's own process: answers at once, and notes when it was asked.

discord.py works as it does against Discord, with its rate limits and its parsing of answers; what it hands
to aiohttp ends here.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Final

import aiohttp

from bot.components.interactions.card import Control

from . import payloads
from .numbers import BOT, Numbers

API: Final = re.compile(r"https://discord\.com/api/v\d+(?P<path>/[^?]*)")
MESSAGES: Final = re.compile(r"/channels/(\d+)/messages(?:/(\d+))?")
CALLBACK: Final = re.compile(r"/interactions/(\d+)/[^/]+/callback")
BUTTON: Final = re.compile(r'"custom_id":\s*"ct:(\w+):(\d+):(\d+):([^"]*)"')
WEBHOOK: Final = re.compile(r"/webhooks/\d+/[^/]+(?:/messages/(.+))?")

Heard = Callable[[float, int], None]
"""Called with the moment and the number of a channel, or of an interaction."""


class Answer:
    """What aiohttp gives for a request, as far as discord.py looks at it."""

    reason: Final = ""

    def __init__(self, status: int, body: Any, delay: float) -> None:
        self.status = status
        self.headers = {"content-type": "application/json"} if body is not None else {}
        self._body = json.dumps(body) if body is not None else ""
        self._delay = delay

    async def text(self, encoding: str = "utf-8") -> str:
        """The body."""
        return self._body

    async def __aenter__(self) -> Answer:
        await asyncio.sleep(self._delay)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing is open."""


def _length(data: Any) -> int:
    """The bytes of a request's body, without the lines between the parts of a form."""
    if data is None:
        return 0
    if isinstance(data, str | bytes):
        return len(data.encode() if isinstance(data, str) else data)
    if isinstance(data, aiohttp.FormData):
        return sum(_length(value) for _, _, value in data._fields)
    return int(data.getbuffer().nbytes)


def _buttons_in(data: Any) -> list[Any]:
    """The components of a message with the buttons that ``data`` sends: Discord gives them back."""
    if isinstance(data, aiohttp.FormData):
        data = next(value for about, _, value in data._fields if about["name"] == "payload_json")
    sent = BUTTON.findall(data if isinstance(data, str) else (data or b"").decode())
    controls = [
        Control(verb, "A Button", int(table), int(version), rest) for verb, table, version, rest in sent
    ]
    return payloads.card(controls)


class StandIn:
    """Discord's REST API. ``delay`` is how many seconds an answer takes."""

    def __init__(self, delay: float = 0.0) -> None:
        self.delay = delay
        self._numbers = Numbers(time.time_ns() // 1_000_000)
        self.requests = 0
        self.limited = 0
        """Requests that Discord counts towards its limit of 50 a second: answers to interactions are free."""
        self.pictures = 0
        self.sent = 0
        """Bytes of the bodies of all requests."""
        self.spent = 0.0
        """Seconds of processor that Discord's part took: they are not the bot's."""
        self.on_card: Heard = lambda _at, _channel: None
        self.on_callback: Heard = lambda _at, _interaction: None

    def install(self) -> None:
        """Let every session of aiohttp end here."""

        def request(_session: aiohttp.ClientSession, method: str, url: Any, **options: Any) -> Answer:
            began = time.thread_time()
            try:
                return self.answer(method, str(url), options.get("data"))
            finally:
                self.spent += time.thread_time() - began

        aiohttp.ClientSession.request = request  # type: ignore[method-assign, assignment]

    def answer(self, method: str, url: str, data: Any) -> Answer:
        """What Discord would say."""
        at = time.perf_counter()
        self.requests += 1
        found = API.match(url)
        assert found is not None, url
        path, files = found["path"], isinstance(data, aiohttp.FormData)
        self.limited += not path.startswith(("/interactions/", "/webhooks/"))
        self.pictures += files
        self.sent += _length(data)
        if (match := MESSAGES.fullmatch(path)) is not None:
            channel = int(match[1])
            if method == "POST" or files:
                self.on_card(at, channel)
            number = int(match[2] or self._numbers.fresh())
            return Answer(200, payloads.message(number, channel, _buttons_in(data)), self.delay)
        if (match := CALLBACK.fullmatch(path)) is not None:
            self.on_callback(at, int(match[1]))
            number = self._numbers.fresh()
            about = {"id": match[1], "type": 3, "response_message_id": str(number)}
            resource = {"type": 4, "message": payloads.message(number, 1)}
            return Answer(200, {"interaction": about, "resource": resource}, self.delay)
        if WEBHOOK.fullmatch(path) is not None:
            if method == "DELETE":
                return Answer(204, None, self.delay)
            return Answer(200, payloads.message(self._numbers.fresh(), 1), self.delay)
        return self._other(method, path, data)

    def _other(self, method: str, path: str, data: Any) -> Answer:
        if path == "/users/@me/channels":
            return Answer(200, {"id": str(self._numbers.fresh()), "type": 1, "recipients": []}, self.delay)
        if path == "/users/@me":
            return Answer(200, payloads.user(BOT, "Captain's Table", bot=True), self.delay)
        if path.endswith("/applications/@me"):
            return Answer(200, payloads.application(), self.delay)
        if path.endswith("/commands"):
            return Answer(200, [], self.delay)
        raise AssertionError(f"nobody answers {method} {path}")
