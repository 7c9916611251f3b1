"""Faults on order: refused, slow, lost and cut requests, for tests of a bot's endurance."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aiohttp import web

from .errors import Json
from .http_codec import answer

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(slots=True)
class Fault:
    """What befalls the next ``count`` requests of ``method`` ("*": any) whose path matches ``path``."""

    method: str = "*"
    path: str = ""
    """A regular expression, searched for in ``/channels/1/messages`` and the like."""
    status: int | None = None
    """Answer with this; 429 comes with ``retry_after``."""
    code: int = 0
    message: str = "An ordered fault"
    retry_after: float = 0.1
    delay: float = 0.0
    """Wait this many seconds first; nothing is done when whoever asked is gone by then."""
    held: float = 0.0
    """Wait this many seconds with the answer, when all is done."""
    cut: bool = False
    """Break the connection instead of answering."""
    applied: bool = False
    """Do what was asked, and lose only the answer."""
    count: int = 1

    def matches(self, method: str, path: str) -> bool:
        """Whether that request is the one meant."""
        return self.count > 0 and self.method in ("*", method) and re.search(self.path, path) is not None


class Faults:
    """The faults on order, oldest first."""

    def __init__(self) -> None:
        self._ordered: list[Fault] = []
        self.struck = 0
        """How many requests a fault has befallen."""

    def add(self, fault: Fault) -> Fault:
        """Order a fault."""
        self._ordered.append(fault)
        return fault

    def clear(self) -> None:
        """Let everything work again."""
        self._ordered.clear()

    async def pass_through(self, request: web.Request, path: str, handler: Handler) -> web.StreamResponse:
        """Handle a request, or let the first fault that matches befall it."""
        fault = next((one for one in self._ordered if one.matches(request.method, path)), None)
        if fault is None:
            return await handler(request)
        fault.count -= 1
        self.struck += 1
        if not fault.count:
            self._ordered.remove(fault)
        if fault.delay:
            await asyncio.sleep(fault.delay)
            if request.transport is None:
                return web.Response(status=499)
        reply: web.StreamResponse | None = None
        if fault.applied or (fault.status is None and not fault.cut):
            reply = await handler(request)
        if fault.held:
            await asyncio.sleep(fault.held)
        if fault.cut and request.transport is not None:
            request.transport.abort()
        elif fault.status is not None or reply is None:
            reply = _answer(fault)
        return reply or web.Response()


def _answer(fault: Fault) -> web.Response:
    status = fault.status or 500
    if status != 429:
        return answer({"message": fault.message, "code": fault.code}, status)
    body: Json = {
        "message": "You are being rate limited.",
        "retry_after": fault.retry_after,
        "global": False,
    }
    limited = answer(body, 429)
    # Without Via the client takes it for a ban by the proxy in front of Discord and does not retry.
    limited.headers["Via"] = "1.1 local"
    limited.headers["Retry-After"] = str(fault.retry_after)
    return limited
