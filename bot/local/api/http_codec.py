"""Reads requests and writes answers in the forms of Discord's HTTP API."""

from __future__ import annotations

import json
import re
from typing import Any

from aiohttp import BodyPartReader, web

from bot.local.errors import TOO_LARGE, Json, Refusal, invalid_form
from bot.local.validate.messages import MAX_FILE_BYTES, Upload

from .gateway import MAX_DEPTH, TooDeep, dumps, loads

MAX_REQUEST_BYTES = 25 * 1024 * 1024
"""Bytes in a request, all its files together."""

_FILE = re.compile(r"^files\[(\d+)\]$")


def answer(data: object, status: int = 200) -> web.Response:
    """A JSON answer. The client compares the content type with exactly ``application/json``."""
    return web.Response(body=dumps(data).encode(), status=status, content_type="application/json")


def nothing() -> web.Response:
    """204."""
    return web.Response(status=204)


async def read(request: web.Request) -> tuple[Json, list[Upload]]:
    """The payload and files of a request, sent as JSON or as a form.

    :raises Refusal: 50109 for invalid JSON, 40005 for a file that is too large.
    """
    if not request.content_type.startswith("multipart/"):
        return await read_json(request), []
    payload: Json = {}
    uploads: list[Upload] = []
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise invalid_form({"_": "A form can't contain another form."})
        if part.name == "payload_json":
            payload = _object(bytes(await part.read(decode=False)))
        elif match := _FILE.match(part.name or ""):
            data = bytes(await part.read(decode=False))
            if len(data) > MAX_FILE_BYTES:
                raise Refusal(*TOO_LARGE)
            uploads.append(Upload(int(match[1]), part.filename or "file", data))
    if len(uploads) > 10:
        raise invalid_form({"files": "Must be 10 or fewer in length."})
    return payload, uploads


async def read_json(request: web.Request) -> Json:
    """The JSON object in a request; empty if the request is.

    :raises Refusal: 50109 for anything but a JSON object.
    """
    return _object(await request.read() or b"{}")


async def read_list(request: web.Request) -> list[Json]:
    """The JSON array in a request.

    :raises Refusal: 50109 for anything but a JSON array.
    """
    payload = _parsed(await request.read())
    if not isinstance(payload, list):
        raise _invalid_json()
    return payload


def _object(text: bytes) -> Json:
    payload = _parsed(text)
    if not isinstance(payload, dict):
        raise _invalid_json()
    return payload


def _parsed(text: bytes) -> Any:
    try:
        payload = loads(text)
        # Refuse half a surrogate pair, which strict readers of JSON fail on.
        json.dumps(payload, ensure_ascii=False).encode()
    except TooDeep:
        raise _invalid_json(f"The JSON is nested too deeply: at most {MAX_DEPTH} levels.") from None
    except ValueError:
        raise _invalid_json() from None
    return payload


def _invalid_json(message: str = "The request body contains invalid JSON.") -> Refusal:
    return Refusal(400, 50109, message)


def number(request: web.Request, name: str) -> int:
    """An id in the address."""
    text = request.match_info[name]
    if not text.isdigit():
        raise invalid_form({name: f'Value "{text}" is not snowflake.'})
    return int(text)
