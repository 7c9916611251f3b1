"""What is still to be done on Discord for each table, after its card, as the store keeps it."""

from __future__ import annotations

from collections.abc import Collection

from data.store.queries.followups import Followup, add, adding, load, remove
from data.store.store import Store

__all__ = ["Followup", "add", "load", "remove", "set_address"]


async def set_address(store: Store, table_id: int, new: Collection[Followup], **columns: int | None) -> None:
    """Note where a table is shown, and what is still to be done for it, in one transaction."""
    await store.set_address(table_id, *([adding(table_id, new)] if new else []), **columns)
