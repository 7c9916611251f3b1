"""Who reads what the bot sends: one person theirs, everybody what stands in a channel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from .simulation import Simulation

SAID: Final = ("content", "description", "label", "name", "placeholder", "title")
"""The fields of a request that people read."""
PLACES: Final = ("/channels/", "/interactions/", "/webhooks/")
"""Where people read it."""
PRIVATE: Final = 64
"""The flag of a message that one person sees."""


class Audiences:
    """What the bot has sent since it was last asked."""

    def __init__(self, sim: Simulation) -> None:
        self._sim = sim
        self._told = len(sim.env.http_requests)
        self._private = set[int]()
        """The messages that one person saw."""

    def news(self) -> tuple[list[str], list[str]]:
        """The texts for one person each, and those for everybody."""
        backend = self._sim.env.backend
        for channel in backend.messages.values():
            self._private.update(number for number, each in channel.items() if each.is_ephemeral)
        found: tuple[list[str], list[str]] = ([], [])
        requests = self._sim.env.http_requests
        for each in requests[self._told :]:
            if each.path.startswith(PLACES):
                found[not self._alone(each)].extend(_said(each.json))
        self._told = len(requests)
        return found

    def _alone(self, request: Any) -> bool:
        """Whether one person alone reads a request."""
        backend = self._sim.env.backend
        kind, number, token, *rest = request.path.strip("/").split("/")
        if kind == "channels":
            return int(number) in backend.dm_channels.values()
        record = backend.interactions[
            int(number) if kind == "interactions" else backend.interaction_tokens[token]
        ]
        body = request.json if isinstance(request.json, dict) else {}
        if record.guild_id is None or record.modal or record.autocomplete_choices is not None:
            return True
        if kind == "webhooks" and not rest:
            return bool(body.get("flags", 0) & PRIVATE)
        if rest[:1] == ["messages"] and rest[1] != "@original":
            return int(rest[1]) in self._private
        own = record.message_id or record.source_message_id
        return record.ephemeral or own in self._private


def _said(body: Any) -> Iterator[str]:
    if isinstance(body, list):
        for each in body:
            yield from _said(each)
    elif isinstance(body, dict):
        if "value" in body and "name" in body:
            # What is typed is the same in any language; it may be explained after that.
            body = {"name": body["name"].removeprefix(str(body["value"]))}
        for name, value in body.items():
            if isinstance(value, str) and name in SAID:
                yield value
            yield from _said(value)
