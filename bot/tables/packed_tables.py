"""Tables in play that nobody uses at the moment, small."""

from __future__ import annotations

import pickle
from dataclasses import fields
from operator import attrgetter
from typing import Any, Final

from cachetools import LRUCache

from bot.games.core import Game
from bot.tables.model.table import Table
from bot.workers.pickling import dumps

try:
    from isal.isal_zlib import compress, decompress
except ImportError:
    # isal isn't built for every machine; zlib packs as small, but slower.
    from zlib import compress, decompress

PACKED_SIZE: Final = 20_000
"""The number of tables in play kept packed, 1.5 kB each."""
_PACKED: Final = tuple(each.name for each in fields(Table) if each.init and each.name != "game")
_FIELDS: Final = attrgetter(*_PACKED)


class PackedTables(LRUCache[int, tuple[Game[Any, Any], bytes]]):
    """Tables in play, lean and small: they are unpacked in a tenth of the time that folding them takes."""

    def pack(self, table: Table) -> None:
        """Keep ``table``."""
        self[table.id] = table.game, compress(dumps(_FIELDS(table.lean())), 1)

    def unpack(self, table_id: int) -> Table | None:
        """The table with this number; None if it isn't here."""
        if (found := self.get(table_id)) is None:
            return None
        game, packed = found
        kept = pickle.loads(decompress(packed))  # noqa: S301 (never leaves the process)
        return Table(game=game, **dict(zip(_PACKED, kept, strict=True)))
