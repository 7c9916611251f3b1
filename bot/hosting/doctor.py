"""``python -m bot doctor``: checks for common problems of hosting."""

from __future__ import annotations

import asyncio
import sys

from bot.config import Settings, ignored_settings, read_settings
from bot.errors import StartError

from . import discord_checks, local_checks
from .check_result import failed, passed, skipped


def doctor(now: int, *, started: bool = True) -> int:
    """Print all checks. Returns the exit status, 0 if they all pass. Nothing is changed.

    Without ``started``, nobody expects the bot to be running yet.
    """
    try:
        settings = read_settings()
    except StartError as error:
        for line in str(error).splitlines():
            print(failed(line, what="settings"))
        return 1
    print(passed("All the settings are valid.", what="settings"))
    if ignored := ignored_settings():
        print(skipped(ignored, what="settings"))
    well = asyncio.run(_examine(settings, now, started=started))
    if not well:
        print("Some things need fixing: see the lines marked NO.", file=sys.stderr)
    return 0 if well else 1


async def _examine(settings: Settings, now: int, *, started: bool) -> bool:
    well = True
    for findings in (discord_checks.call(settings, now), local_checks.look(settings, now, started=started)):
        async for finding in findings:
            print(finding, flush=True)
            well &= finding.well is not False
    return well
