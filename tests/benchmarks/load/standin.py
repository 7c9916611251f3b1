"""A stand-in for Discord's REST API in the bot's own process: answers at once, and notes when it was asked.

The local Discord keeps each message and picture, and checks them: that would be most of the memory and a good
part of the processor time that are measured here.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any, Final

import aiohttp
import discord

from tests.local.direct import answer_directly

from . import payloads
from .numbers import Numbers

MESSAGES: Final = re.compile(r"/channels/(\d+)/messages(?:/(\d+))?")
CALLBACK: Final = re.compile(r"/interactions/(\d+)/[^/]+/callback")
ANSWERED: Final = re.compile(r"/(?:interactions|webhooks)/\d+/([^/]+)")
ACKNOWLEDGED: Final = re.compile(r'{"type":\s*[56]\b')
"""The beginning of an answer that has no message yet."""
BUTTON: Final = re.compile(r'"custom_id":\s*"(ct:[^"]*)"')

Heard = Callable[[float, int], None]
"""Called with the moment and the number of a channel, or of an interaction."""


def _length(data: Any) -> int:
    """The bytes of a request's body, without the lines between the parts of a form."""
    if data is None:
        return 0
    if isinstance(data, str | bytes):
        return len(data.encode() if isinstance(data, str) else data)
    if isinstance(data, aiohttp.FormData):
        return sum(_length(value) for _, _, value in data._fields)
    return int(data.getbuffer().nbytes)


def _written(data: Any) -> str:
    """The JSON of a request's body."""
    if isinstance(data, aiohttp.FormData):
        data = next(value for about, _, value in data._fields if about["name"] == "payload_json")
    return data if isinstance(data, str) else (data or b"").decode()


class StandIn:
    """Discord's REST API."""

    def __init__(self) -> None:
        self._numbers = Numbers(time.time_ns() // 1_000_000)
        self.requests = 0
        self.limited = 0
        """Requests that Discord counts towards its limit of 50 a second: answers to interactions are free."""
        self.pictures = 0
        self.sent = 0
        """Bytes of the bodies of all requests."""
        self.spent = 0.0
        """Seconds of processor that Discord's part took: they are not the bot's."""
        self._pressed: dict[str, int] = {}
        """The channels of the cards that everybody sees, by the tokens of presses on them."""
        self.on_card: Heard = lambda _at, _channel: None
        self.on_callback: Heard = lambda _at, _interaction: None

    def install(self, bot: discord.Client) -> None:
        """Answer what this bot asks."""
        answer_directly(bot.http, self.respond, payloads.ITSELF)

    def hear(self, interaction: payloads.Json) -> None:
        """Note a press: on a card that everybody sees, a picture in answer to it is the next card."""
        card = interaction.get("message")
        if card is not None and not card["flags"] & payloads.EPHEMERAL:
            self._pressed[interaction["token"]] = int(interaction["channel_id"])

    def respond(self, method: str, path: str, data: Any, _query: Any) -> tuple[int, str]:
        """Answer a request."""
        began = time.thread_time()
        try:
            body = self.answer(method, path, data)
            return (204, "") if body is None else (200, json.dumps(body))
        finally:
            self.spent += time.thread_time() - began

    def answer(self, method: str, path: str, data: Any) -> Any:
        """What Discord would say."""
        at, fresh = time.perf_counter(), self._numbers.fresh()
        self.requests += 1
        files = isinstance(data, aiohttp.FormData)
        self.limited += not path.startswith(("/interactions/", "/webhooks/"))
        self.pictures += files
        self.sent += _length(data)
        if files and (match := ANSWERED.match(path)) is not None and match[1] in self._pressed:
            self.on_card(at, self._pressed[match[1]])
        if (match := MESSAGES.fullmatch(path)) is not None:
            channel = int(match[1])
            if method == "POST" or files:
                self.on_card(at, channel)
            # Discord gives back the buttons that a message is sent with.
            return payloads.message(int(match[2] or fresh), channel, *BUTTON.findall(_written(data)))
        if (match := CALLBACK.fullmatch(path)) is not None:
            self.on_callback(at, int(match[1]))
            found: Any = {"interaction": {"id": match[1], "type": 3, "response_message_id": str(fresh)}}
            if ACKNOWLEDGED.match(_written(data)) is None:
                found["resource"] = {"type": 4, "message": payloads.message(fresh, 1)}
            return found
        if path.startswith("/webhooks/"):
            return None if method == "DELETE" else payloads.message(fresh, 1)
        if path.endswith("/applications/@me"):
            return payloads.application()
        if path.endswith("/commands"):
            return []
        assert path == "/users/@me/channels", f"nobody answers {method} {path}"
        return {"id": str(fresh), "type": 1, "recipients": []}
