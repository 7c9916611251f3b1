"""Events for the page: one stream for each open window."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from bot.local.api.http_codec import dumps
from bot.local.errors import Json
from bot.local.world.model import Member, Message
from bot.local.world.world import World

from . import views


@dataclass(eq=False, repr=False)
class EventStream:
    """One window's stream."""

    person: Member
    queue: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue)
    """Events to send; None at the end."""

    def send(self, kind: str, data: Json) -> None:
        """Send an event."""
        self.queue.put_nowait(dumps({"kind": kind, "data": data}))


class PageEvents:
    """The streams of all open windows. Nothing is rendered while there are none."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._open: set[EventStream] = set()
        self._state_due: asyncio.Handle | None = None

    def open(self, person: Member) -> EventStream:
        """Open a window's stream."""
        stream = EventStream(person)
        self._open.add(stream)
        return stream

    def close(self, stream: EventStream) -> None:
        """Close a window's stream."""
        self._open.discard(stream)

    def end(self) -> None:
        """Close all streams."""
        if self._state_due is not None:
            self._state_due.cancel()
        for stream in self._open:
            stream.queue.put_nowait(None)

    def publish(self, kind: str, post: Message | None) -> None:
        """Send a change (see :meth:`.World.changed`) to the windows whose person may see it."""
        if self._open and kind == "state" and self._state_due is None:
            # Once for a whole burst of changes.
            self._state_due = asyncio.get_running_loop().call_soon(self._send_state)
        if post is None:
            return
        for stream in self._open:
            if self._world.reads(stream.person, post):
                stream.send(kind, self._data(kind, post, stream.person))

    def _data(self, kind: str, post: Message, person: Member) -> Json:
        if kind == "delete":
            return {"id": str(post.id)}
        place = views.place(self._world, post.channel, person)
        return {"message": views.message(self._world, post), "place": place}

    def _send_state(self) -> None:
        self._state_due = None
        for stream in self._open:
            stream.send("state", {})
