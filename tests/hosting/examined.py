"""A Discord that answers the doctor as it is told, and what the doctor then says."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest
from aiohttp import web

from bot.hosting import local_checks
from bot.hosting.doctor import doctor
from bot.languages import catalogues

Captured = pytest.CaptureFixture[str]
Doctor = Callable[..., Awaitable[dict[str, list[str]]]]
"""Expects an exit status, and perhaps a time; the doctor's lines."""
content_once = cache(local_checks.content)
"""What the doctor says of all boards, puzzles and lessons, which take most of its time to read."""
read_once = cache(catalogues.read)
"""The languages and their faults: those take most of the rest."""


@dataclass
class Answers:
    """What a Discord answers that is not as it should be."""

    me: Any = None
    about: dict[str, Any] = field(default_factory=dict)
    commands: list[dict[str, Any]] = field(default_factory=list)
    servers: list[dict[str, Any]] = field(default_factory=list)
    status: int = 200
    text: str | None = None
    """What it answers to everything, in place of all that."""
    date: str = ""
    asked: list[str] = field(default_factory=list)

    async def answer(self, request: web.Request) -> web.Response:
        """One answer."""
        self.asked.append(request.path_qs)
        headers = {"Date": self.date} if self.date else {}
        if self.status != 200:
            return web.json_response({"message": "no"}, status=self.status, headers=headers)
        if self.text is not None:
            return web.json_response(text=self.text, headers=headers)
        body: Any = {"id": "77", "username": "Captain"} | self.about
        if request.path.endswith("/users/@me"):
            body = body if self.me is None else self.me
        elif request.path.endswith("/commands"):
            body = self.commands
        elif request.path.endswith("/guilds"):
            after = int(request.query.get("after", 0))
            later = [one for one in self.servers if int(one["id"]) > after]
            body = later[: int(request.query.get("limit", 200))]
        return web.json_response(body, headers=headers)


async def examined(capsys: Captured, status: int, now: int | None = None) -> dict[str, list[str]]:
    """The doctor's lines by what they are about; the exit status is as expected."""
    now = round(time.time() * 1000) if now is None else now
    assert await asyncio.to_thread(doctor, now) == status
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    assert "secret-token" not in out + err
    lines: dict[str, list[str]] = {}
    for line in out.splitlines():
        mark, what, words = line.split(maxsplit=2)
        lines.setdefault(what, []).append(f"{mark} {words}")
    assert bool(status) == any(line.startswith("NO") for each in lines.values() for line in each)
    return lines
