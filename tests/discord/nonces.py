"""Discord's memory for nonces, which simcord has not: it gives the earlier message and posts none."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from simcord.env import Env
from simcord.http import router

REMEMBERED = timedelta(minutes=5)
"""Discord says “the past few minutes”."""
ROUTE = ["channels", "{channel_id}", "messages"]


def remember(env: Env, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the simulated Discord compare nonces, for one test. The table of routes is simcord's own."""
    routes = list(router._ROUTES["POST"])
    place, post = next((place, each[1]) for place, each in enumerate(routes) if each[0] == ROUTE)
    sent: dict[str, tuple[datetime, Any]] = {}

    def send(context: router.RequestContext) -> Any:
        body: Any = context.json
        nonce = str(body.get("nonce", ""))
        assert len(nonce) <= 25
        there = env.backend.channels.get(int(context.args["channel_id"])) is not None
        if there and nonce in sent and env.now() - sent[nonce][0] < REMEMBERED:
            return sent[nonce][1]
        answer = post(context)
        if nonce and body.get("enforce_nonce"):
            sent[nonce] = env.now(), answer
        return answer

    routes[place] = (ROUTE, send)
    monkeypatch.setitem(router._ROUTES, "POST", routes)
