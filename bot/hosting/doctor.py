"""``python -m bot doctor``: looks at everything that a host can have wrong, and says what to do."""

from __future__ import annotations

import asyncio
import sys

from bot.config import Settings, StartError, read_settings
from bot.hosting import discord_calls, house_calls
from bot.hosting.findings import bad, good


def doctor(now: int) -> int:
    """The exit status: 0 when all is well. Nothing is changed."""
    try:
        settings = read_settings()
        _ = settings.database_url
    except StartError as error:
        print(bad("settings", str(error)))
        return 1
    print(good("settings", "All can be read."))
    well = asyncio.run(_examine(settings, now))
    if not well:
        print("Something is to be done: see the lines with NO.", file=sys.stderr)
    return 0 if well else 1


async def _examine(settings: Settings, now: int) -> bool:
    well = True
    async for finding in discord_calls.call(settings, now):
        print(finding, flush=True)
        well &= finding.well
    for served in (await house_calls.served_database(settings), await house_calls.served_shards(settings)):
        if served is not None:
            print(served, flush=True)
            well &= served.well
    for finding in house_calls.look(settings, now):
        print(finding, flush=True)
        well &= finding.well
    return well
