"""Live updates for the page: one stream of server-sent events for each open window."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.local.api.errors import Json
from bot.local.api.gateway import dumps
from bot.local.world.model import Change, Message, Person

from . import views

if TYPE_CHECKING:
    from bot.local.world.world import World


class EventStream:
    """One window's stream."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.queue: asyncio.Queue[str | None] = asyncio.Queue()

    def send(self, kind: str, data: str) -> None:
        """Send one event."""
        self.queue.put_nowait(f"event: {kind}\ndata: {data}\n\n")


class PageEvents:
    """The streams of all open windows. Nothing is rendered while there is none."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._open: set[EventStream] = set()
        self._state_due: asyncio.Handle | None = None
        self._rendered: tuple[int, int, str] = (0, -1, "")

    def open(self, person: Person) -> EventStream:
        """A window opens."""
        feed = EventStream(person)
        self._open.add(feed)
        return feed

    def close(self, feed: EventStream) -> None:
        """A window closes."""
        self._open.discard(feed)

    def end(self) -> None:
        """Close all windows' streams."""
        if self._state_due is not None:
            self._state_due.cancel()
        for feed in self._open:
            feed.queue.put_nowait(None)

    def publish(self, change: Change) -> None:
        """Send a change to the windows whose person may see it."""
        if not self._open:
            return
        if change.kind == "state":
            self._announce()
            return
        for feed in self._open:
            if change.only is not None and change.only is not feed.person:
                continue
            if change.channel is not None and not self._world.sees(feed.person, change.channel):
                continue
            feed.send(change.kind, self._data(change, feed.person))

    def _data(self, change: Change, person: Person) -> str:
        if change.kind in ("message", "edit") and change.message is not None:
            place = dumps(views.place(self._world, change.message.channel, person))
            return f'{{"message":{self._message(change.message)},"place":{place}}}'
        body: Json = dict(change.detail or {})
        if change.channel is not None:
            body["channel"] = str(change.channel.id)
        if change.message is not None:
            body["id"] = str(change.message.id)
        return dumps(body)

    def _message(self, post: Message) -> str:
        """A message's JSON, rendered once however many watch."""
        if self._rendered[:2] != (post.id, post.revision):
            self._rendered = (post.id, post.revision, dumps(views.message(self._world, post)))
        return self._rendered[2]

    def _announce(self) -> None:
        """Tell that people, channels or commands have changed: once for a whole burst."""
        if self._state_due is None:
            self._state_due = asyncio.get_running_loop().call_soon(self._announce_now)

    def _announce_now(self) -> None:
        self._state_due = None
        for feed in self._open:
            feed.send("state", "{}")
