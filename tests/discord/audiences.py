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

    def news(self) -> tuple[list[str], list[str]]:
        """The texts for one person each, and those for everybody."""
        found: tuple[list[str], list[str]] = ([], [])
        requests = self._sim.env.http_requests
        for each in requests[self._told :]:
            if each.path.startswith(PLACES):
                found[not self._alone(each)].extend(said(each.json))
        self._told = len(requests)
        return found

    def _alone(self, request: Any) -> bool:
        """Whether one person alone reads a request."""
        env = self._sim.env
        kind, number, *rest = request.path.strip("/").split("/")
        if kind == "channels":
            return env.world.channel(number).is_dm
        token, *rest = rest
        asked = env.broker.by_token(env.world.application_id, token)
        body = request.json if isinstance(request.json, dict) else {}
        if not asked.place.on_server or asked.modal or asked.choices is not None:
            return True
        if kind == "webhooks" and not rest:
            return bool(body.get("flags", 0) & PRIVATE)
        own = asked.original or asked.message
        if rest[:1] == ["messages"] and rest[1] != "@original":
            own = next(one for one in (own, *asked.followups) if one is not None and str(one.id) == rest[1])
        return own is not None and own.reader is not None


def said(body: Any) -> Iterator[str]:
    """What people read of a request or a message."""
    if isinstance(body, list):
        for each in body:
            yield from said(each)
    elif isinstance(body, dict):
        if "value" in body and "name" in body:
            # What is typed is the same in any language; it may be explained after that.
            body = {"name": body["name"].removeprefix(str(body["value"]))}
        for name, value in body.items():
            if isinstance(value, str) and name in SAID:
                yield value
            yield from said(value)
