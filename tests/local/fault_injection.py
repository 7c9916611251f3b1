"""A local Discord with faults: refused, slow, lost and cut requests, and screens that lag."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass

from aiohttp import web

from bot.local import LocalDiscord
from bot.local.api.http_codec import answer
from bot.local.api.interactions import Interaction
from bot.local.errors import Json
from bot.local.page.actions import MessageRef, PersonRef, Play
from bot.local.server import API
from bot.local.validate.commands import ENTRY_POINT
from bot.local.validate.components import find
from bot.local.world.model import Message
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
    page: str = ""
    """A web page to answer with, as a proxy before Discord does."""
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

    def remove(self, fault: InjectedFault) -> None:
        """Inject a fault no longer."""
        if fault in self._faults:
            self._faults.remove(fault)

    @property
    def pending(self) -> bool:
        """Whether a fault waits for its request."""
        return bool(self._faults)

    def clear(self) -> None:
        """Drop all faults."""
        self._faults.clear()

    def strike(self, method: str, path: str) -> InjectedFault | None:
        """The first fault that matches a request, which meets it."""
        fault = next((one for one in self._faults if one.matches(method, path)), None)
        if fault is not None:
            fault.count -= 1
            self.struck += 1
            if not fault.count:
                self._faults.remove(fault)
        return fault

    async def pass_through(self, request: web.Request, path: str, handler: Handler) -> web.StreamResponse:
        """Handle a request, with the first fault that matches."""
        fault = self.strike(request.method, path)
        if fault is None:
            return await handler(request)
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


@dataclass(eq=False, repr=False)
class LaggingPlay(Play):
    """The actions of all people, some of whose screens lag."""

    past: Mapping[int, Collection[list[Json]]]

    def press(
        self,
        who: PersonRef,
        message: MessageRef,
        custom_id: str,
        values: list[str] | None = None,
        *,
        strict: bool = True,
    ) -> Interaction:
        """If not ``strict``, controls from before the message's last edits can be used too."""
        post = self._world.message(message)
        now, old = post.components, [] if strict else [*self.past.get(post.id, ())]
        post.components = next((one for one in (now, *reversed(old)) if find(one, custom_id)), now)
        try:
            return super().press(who, post, custom_id, values)
        finally:
            post.components = now


class FaultyDiscord(LocalDiscord):
    """A local Discord whose API meets faults."""

    play: LaggingPlay

    def __init__(self, world: World | None = None, *, shards: int = 1) -> None:
        super().__init__(world, shards=shards)
        self.faults = Faults()
        self.middlewares.append(self._with_faults)
        self.past: dict[int, deque[list[Json]]] = {}
        """The components of each message before its last five edits, oldest first."""
        self._shown: dict[int, list[Json]] = {}
        self.play = LaggingPlay(self.world, self.commands, self.broker, self.past)
        self.world.tell_page = self.note_screen

    def note_screen(self, kind: str, post: Message | None) -> None:
        """Note what a message shows, and tell the page."""
        if post is not None:
            before = self._shown.get(post.id, post.components)
            if before != post.components:
                self.past.setdefault(post.id, deque(maxlen=5)).append(before)
            self._shown[post.id] = post.components
        self.page_events.publish(kind, post)

    @web.middleware
    async def _with_faults(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not request.path.startswith(API):
            return await handler(request)
        return await self.faults.pass_through(request, request.path.removeprefix(API), handler)


def _answer(fault: InjectedFault) -> web.Response:
    status = fault.status or 500
    if fault.page:
        headers = {"Retry-After": f"{fault.retry_after:.0f}"} if fault.retry_after else {}
        return web.Response(text=fault.page, status=status, content_type="text/html", headers=headers)
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
