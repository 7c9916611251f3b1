"""Reads requests and writes answers in the forms of Discord's HTTP API."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from bot.local.errors import Refusal, invalid_form
from bot.local.validate.messages import Upload

MAX_REQUEST_BYTES = 25 * 1024 * 1024
"""Bytes in a request, all its files together."""

_FILE = re.compile(r"^files\[(\d+)\]$")


@dataclass(slots=True)
class Call:
    """A request: the parts of its address, its payload, and its files."""

    address: Mapping[str, str]
    query: Mapping[str, str]
    payload: Any
    files: list[Upload] = field(default_factory=list)

    def number(self, name: str) -> int:
        """An id in the address."""
        text = self.address[name]
        if not text.isdigit():
            raise invalid_form({name: f'Value "{text}" is not snowflake.'})
        return int(text)


def dumps(data: object) -> str:
    """JSON without spaces."""
    return json.dumps(data, separators=(",", ":"))


def answer(data: object, status: int = 200) -> web.Response:
    """A JSON answer. The client compares the content type with exactly ``application/json``."""
    return web.Response(body=dumps(data).encode(), status=status, content_type="application/json")


async def read(request: web.Request) -> Call:
    """A request's parts, sent as JSON or as a form.

    :raises Refusal: 50109 for invalid JSON.
    """
    call = Call(request.match_info, request.query, {})
    if not request.content_type.startswith("multipart/"):
        call.payload = parsed(await request.read() or b"{}")
        return call
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise invalid_form({"_": "A form can't contain another form."})
        data = bytes(await part.read(decode=False))
        if part.name == "payload_json":
            call.payload = parsed(data)
        elif match := _FILE.match(part.name or ""):
            call.files.append(Upload(int(match[1]), part.filename or "file", data))
    return call


def parsed(text: str | bytes) -> Any:
    """Parse JSON from outside.

    :raises Refusal: 50109 if it isn't JSON, or is nested too deeply.
    """
    try:
        payload = json.loads(text)
        # Refuse half a surrogate pair, which strict readers of JSON fail on.
        json.dumps(payload, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise Refusal("The request body contains invalid JSON.") from None
    return payload
