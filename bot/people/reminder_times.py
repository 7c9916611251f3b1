"""When people get their reminders."""

from __future__ import annotations

from data.store.store import Store

from . import preferences


async def reminder_time(store: Store, person: int, at: int, kind: str) -> int | None:
    """When ``person`` may get a reminder of this ``kind``, due ``at``; None if they don't want it."""
    chosen = await preferences.load(store, person)
    return preferences.quiet_until(chosen, at) if chosen.wants_reminder(kind) else None
