"""What discord.py remembers of rate limits goes when it says nothing any more, and not before."""

from __future__ import annotations

import asyncio

import pytest
from discord.http import HTTPClient, Ratelimit

from bot.components.interactions.discordpy_patches import PRUNE_PAUSE_S, prune_rate_limits


async def test_only_records_that_say_nothing_any_more_go() -> None:
    http, now = HTTPClient(asyncio.get_running_loop()), 0.0
    prune_rate_limits(http, lambda: now)
    moment = asyncio.get_running_loop().time()
    for name in ("idle", "over", "used", "known", "busy", "awaited"):
        http.get_ratelimit(name)._last_request = moment - PRUNE_PAUSE_S
    records = http._buckets
    records["over"].expires = moment - 1
    records["used"]._last_request = moment
    records["known"].expires = moment + 60
    records["busy"].outgoing = 1
    records["awaited"]._pending_requests.append(asyncio.get_running_loop().create_future())
    now = PRUNE_PAUSE_S - 1
    http.get_ratelimit("new")
    assert len(records) == 7
    now = PRUNE_PAUSE_S
    http.get_ratelimit("newer")
    assert set(records) == {"used", "known", "busy", "awaited", "new", "newer"}


async def test_they_are_not_gone_through_for_each_new_one() -> None:
    http = HTTPClient(asyncio.get_running_loop())
    prune_rate_limits(http, lambda: 0.0)
    for number in range(1000):
        http.get_ratelimit(str(number))._last_request = 0.0
    assert len(http._buckets) == 1000


async def test_a_release_that_keeps_them_otherwise_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    http = HTTPClient(asyncio.get_running_loop())
    monkeypatch.setattr(Ratelimit, "__slots__", ("limit", "remaining"))
    prune_rate_limits(http)
    assert "_try_clear_expired_ratelimits" not in vars(http)
