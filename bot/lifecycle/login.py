"""Logging in, however long Discord can't be reached or sends the bot away for a while."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterator
from itertools import chain, repeat
from typing import Any, Final

import discord
from discord.http import HTTPClient, Route

from bot.components.interactions.discord_errors import CONNECTION_ERRORS, passes

log: Final = logging.getLogger(__name__)
PAUSES_S: Final = (5, 10, 20, 40)
"""Seconds before each further try; then a minute each time."""
BANNED_S: Final = 60.0
"""Seconds to wait after a 429 that doesn't say how long: each try may prolong a ban."""
LONGEST_S: Final = 24 * 60 * 60
"""The most seconds that are waited before a try, whatever the answer says."""


def use_api_url(api_url: str) -> None:
    """Make discord.py use another REST base URL."""
    Route.BASE = api_url.rstrip("/")


@contextlib.contextmanager
def patient_requests(http: HTTPClient) -> Iterator[None]:
    """Repeat requests inside that fail for a reason which passes, until they succeed.

    A program that ends then is started again within seconds, and Discord's protection counts each of these
    requests, too.
    """
    ask = http.request

    async def request(route: Route, **options: Any) -> Any:
        for pause in chain(PAUSES_S, repeat(60)):
            wanted = 0.0
            try:
                found = await ask(route, **options)
                if not isinstance(found, str):
                    return found
                trouble = "this isn’t Discord’s answer: " + found
            except (*CONNECTION_ERRORS, ValueError, LookupError) as error:
                if not passes(error):
                    raise
                trouble = str(error) or type(error).__name__
                if isinstance(error, discord.HTTPException):
                    wanted = _retry_after(error)
            seconds = max(pause, min(wanted, LONGEST_S))
            log.warning("can't log in at %s yet; trying again in %.0f s: %s", route.url, seconds, trouble)
            await asyncio.sleep(seconds)
        raise AssertionError("there is always another try")

    http.request = request  # type: ignore[method-assign]
    try:
        yield
    finally:
        del http.request


def _retry_after(error: discord.HTTPException) -> float:
    """The least seconds to wait after an answer."""
    try:
        return float(error.response.headers["Retry-After"])
    except (LookupError, ValueError):
        return BANNED_S if error.status == 429 else 0.0
