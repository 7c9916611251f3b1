"""When people get their reminders."""

from __future__ import annotations

from data.store.store import Store

from . import settings
from .preferences import quiet_until, wants_reminder


async def reminder_time(store: Store, person: int, at: int, kind: str) -> int | None:
    """When ``person`` may get a reminder of this ``kind``, due ``at``; None if they don't want it."""
    chosen = await settings.load(store, person)
    return quiet_until(chosen, at) if wants_reminder(chosen, kind) else None
