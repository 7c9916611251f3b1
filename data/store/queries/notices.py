"""The host's notice to everybody, in a row of ``kv``."""

from __future__ import annotations

from typing import Final, NamedTuple

from data.store.store import Store

_KEY: Final = "notice"


class Notice(NamedTuple):
    """What the host says."""

    text: str
    until: int
    """Milliseconds since 1970."""


async def current(store: Store) -> Notice | None:
    """The latest, perhaps one that is over, as the database has it now."""
    # A single value may be remembered from before another process changed it.
    stored = (await store.values(_KEY)).get(_KEY)
    if stored is None:
        return None
    until, _, text = stored.partition(" ")
    return Notice(text, int(until))


async def change(store: Store, notice: Notice | None) -> None:
    """Set the notice, or remove it."""
    await store.set_value(_KEY, None if notice is None else f"{notice.until} {notice.text}")
