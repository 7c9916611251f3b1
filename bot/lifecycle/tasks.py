"""Ends tasks."""

from __future__ import annotations

import asyncio


async def cancel(*tasks: asyncio.Task[None] | None) -> None:
    """Cancel ``tasks`` and wait until they have ended."""
    begun = [task for task in tasks if task is not None]
    for task in begun:
        task.cancel()
    await asyncio.gather(*begun, return_exceptions=True)
