"""Where chance at the tables comes from."""

from __future__ import annotations

from random import Random

from bot.tables.model.table import Table


class ChanceSource:
    """One generator for everything: sides, salts, and the chance of every table."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    async def for_table(self, _table: Table) -> Random:
        """What the next results of chance at a table are drawn from."""
        return self.rng
