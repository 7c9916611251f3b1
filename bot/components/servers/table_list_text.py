"""What the list of a server's tables says: open ones with **Join**, running ones with links, last results.

Which tables there are is seen from their headers. Only what is shown of them is read, and only where it has
changed: a line stays as long as its table's header does.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from cachetools import LRUCache

from bot.components.cards import text as table_text
from bot.components.cards.table_cards import QUIET
from bot.components.interactions.card import TEXT_LIMIT, Card, Control, Style, rows
from bot.games.plurals import listed
from bot.tables.errors import TableError
from bot.tables.model.table import LIVE, Table
from bot.tables.service import TableService
from data.store.queries import servers
from data.store.records import NOWHERE, Header

MAX_COUNTED: Final = 100
"""Tables of a server, the latest, that a list counts."""
MAX_RESULTS: Final = 5
SECTIONS: Final = {"lobby": ("Open", 8), "playing": ("Running", 8), "over": ("Last results", MAX_RESULTS)}
"""What a list shows of each status: under which title, how many."""
CACHE_SIZE: Final = 256
"""Servers whose lines are kept, the latest shown: 24 KB each where a list is full."""


@dataclass(frozen=True, slots=True)
class _Line:
    """What is said of a table while its header is this one."""

    header: Header
    text: str


class TableListText:
    """The lists of all servers, as cards."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._kept: LRUCache[int, dict[int, _Line]] = LRUCache(CACHE_SIZE)

    async def card(self, server: int, seen: Callable[[int], bool]) -> Card:
        """The list of ``server``; ``seen`` says of a table's home whether readers of the list may see it."""
        store, seen, kept = self._service.store, cache(seen), self._kept.get(server, {})
        live = await servers.headers_in(store, server, LIVE, MAX_COUNTED)
        over = await servers.headers_in(store, server, ("over",), 2 * MAX_RESULTS)
        lines: dict[str, list[_Line]] = {status: [] for status in SECTIONS}
        more: Counter[str] = Counter()
        for header in (*live, *over):
            if not self._is_listed(header) or not seen(header.address.home):
                continue
            if len(lines[header.status]) == SECTIONS[header.status][1]:
                more[header.status] += 1
            elif (line := await self._line(header, kept.get(header.id))) is not None:
                lines[header.status].append(line)
        self._kept[server] = {line.header.id: line for section in lines.values() for line in section}
        return _card(lines, more)

    def _is_listed(self, header: Header) -> bool:
        return header.address.home != NOWHERE and self._service.cache.rules_of(header) is not None

    async def _line(self, header: Header, kept: _Line | None) -> _Line | None:
        if kept is not None and kept.header == header:
            return kept
        # One table that can't be read must not hide the rest.
        with contextlib.suppress(TableError):
            table = await self._service.get(header.id)
            # One that is of another status by now is shown anew, and the list after it.
            if table.status == header.status:
                return _Line(table.header, f"- {linked(table)} {_people(table)}: {_told(table)}")
        return None


def _card(lines: dict[str, list[_Line]], more: Counter[str]) -> Card:
    joins = [
        Control(
            "seat", f"Join Table {line.header.id}", line.header.id, line.header.version, style=Style.success
        )
        for line in lines["lobby"]
        if line.header.opponent is None
    ]
    said: list[str] = []
    for status, (title, _) in SECTIONS.items():
        if lines[status]:
            said += [f"**{title}**", *(line.text for line in lines[status])]
        if more[status] and status in LIVE:
            said.append(f"- … and {more[status]} more.")
    if not lines["lobby"]:
        said.append("No table waits for players. Open one, for example with `/snorkels start`.")
    return Card("### Tables", (), tuple(_fitting(said)), rows(joins), QUIET)


def linked(table: Table) -> str:
    """A table's title, which leads to its newest card."""
    return f"[{table_text.title(table)}]({table_text.table_link(table)})"


def _people(table: Table) -> str:
    return listed([table_text.mention(person) for person in table.people])


def _told(table: Table) -> str:
    if table.status == "over":
        return table_text.safe(table_text.ending(table))
    return _lobby(table) if table.status == "lobby" else _running(table)


def _lobby(table: Table) -> str:
    if table.header.opponent is not None:
        return "a challenge that waits for its answer."
    low, high = table.game.people
    free = high - len(table.people)
    room = f"{free} seats free" if free != 1 else "1 seat free"
    return f"{room}." if len(table.people) < low or low == high else f"{room}; it may start."


def _running(table: Table) -> str:
    return f"{listed([table_text.mention(person) for person in table.awaited]) or 'nobody'} to act."


def _fitting(lines: list[str]) -> list[str]:
    """As many ``lines`` as a message holds."""
    room = TEXT_LIMIT
    for number, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            return lines[:number]
    return lines
