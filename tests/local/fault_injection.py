"""Injected faults: refused, slow, lost and cut requests; and a local Discord that has them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aiohttp import web

from bot.local import LocalDiscord
from bot.local.api.http_codec import answer
from bot.local.errors import Json
from bot.local.server import API
from bot.local.validate.commands import ENTRY_POINT
from bot.local.world.world import World

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(slots=True)
class InjectedFault:
    """A fault for the next ``count`` requests of ``method`` ("*" is any) whose path matches ``path``."""

    method: str = "*"
    path: str = ""
    """A regular expression, searched for in paths like ``/channels/1/messages``."""
    status: int | None = None
    """The HTTP status to answer with; 429 comes with ``retry_after``."""
    code: int = 0
    message: str = "An injected fault"
    retry_after: float = 0.1
    """Seconds."""
    delay: float = 0.0
    """Seconds to wait before the request is handled; if the client is gone by then, it isn't."""
    held: float = 0.0
    """Seconds to wait before the answer is sent."""
    cut: bool = False
    """Break the connection instead of answering."""
    applied: bool = False
    """Handle the request, and lose only the answer."""
    count: int = 1

    def matches(self, method: str, path: str) -> bool:
        """Whether the fault is for that request."""
        return self.count > 0 and self.method in ("*", method) and re.search(self.path, path) is not None


class Faults:
    """The faults to inject, oldest first."""

    def __init__(self) -> None:
        self._faults: list[InjectedFault] = []
        self.struck = 0
        """Number of requests that met a fault."""

    def add(self, fault: InjectedFault) -> InjectedFault:
        """Inject a fault."""
        self._faults.append(fault)
        return fault

    @property
    def pending(self) -> bool:
        """Whether a fault waits for its request."""
        return bool(self._faults)

    def clear(self) -> None:
        """Drop all faults."""
        self._faults.clear()

    async def pass_through(self, request: web.Request, path: str, handler: Handler) -> web.StreamResponse:
        """Handle a request, with the first fault that matches."""
        fault = next((one for one in self._faults if one.matches(request.method, path)), None)
        if fault is None:
            return await handler(request)
        fault.count -= 1
        self.struck += 1
        if not fault.count:
            self._faults.remove(fault)
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


LAUNCH: Json = {"name": "Launch", "description": "Launch an activity", "type": ENTRY_POINT, "handler": 2}
"""The command that Discord makes for an application whose host switches Activities on, and runs by itself."""


class FaultyDiscord(LocalDiscord):
    """A local Discord whose API meets faults."""

    def __init__(self, world: World | None = None, *, shards: int = 1) -> None:
        super().__init__(world, shards=shards)
        self.faults = Faults()
        self.middlewares.append(self._with_faults)

    @web.middleware
    async def _with_faults(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not request.path.startswith(API):
            return await handler(request)
        return await self.faults.pass_through(request, request.path.removeprefix(API), handler)


def _answer(fault: InjectedFault) -> web.Response:
    status = fault.status or 500
    if status != 429:
        return answer({"message": fault.message, "code": fault.code}, status)
    body: Json = {
        "message": "You are being rate limited.",
        "retry_after": fault.retry_after,
        "global": False,
    }
    limited = answer(body, 429)
    # Without Via the client takes it for a ban by Discord's proxy and doesn't retry.
    limited.headers["Via"] = "1.1 local"
    limited.headers["Retry-After"] = str(fault.retry_after)
    return limited
