"""The list of a server's tables as a card: open ones with **Join**, games in progress, the latest results.

It is made from the tables' headers. A table itself is read only if it is shown and its header has changed.
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
from bot.games.plurals import plural
from bot.tables.errors import TableError, TryAgainError
from bot.tables.model.table import LIVE, Table
from bot.tables.server_rules import ServerRules
from bot.tables.service import TableService
from data.store.queries import servers
from data.store.records import NOWHERE, Header

MAX_COUNTED: Final = 100
"""The most live tables of a server that a list counts, the latest."""
MAX_RESULTS: Final = 5
EVERYTHING: Final = ServerRules()
"""The rules of a server whose list leaves nothing out."""
SECTIONS: Final = {
    "lobby": ("**Open tables**", 8),
    "playing": ("**Games in progress**", 8),
    "over": ("**Latest results**", MAX_RESULTS),
}
"""By status: the title, and how many tables are listed."""
CACHE_SIZE: Final = 256
"""Servers whose lines are kept (least recently shown out): up to 24 KB each."""


NO_OPEN_TABLES: Final = "No open tables right now. `/help` shows how to open one."


@dataclass(frozen=True, slots=True)
class _Line:
    """A table's line, valid while its header is this one."""

    header: Header
    text: str


class TableListCards:
    """The lists of all servers, as cards."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._kept: LRUCache[int, dict[int, _Line]] = LRUCache(CACHE_SIZE)

    def forget(self, _person: int) -> None:
        """Somebody is forgotten, whom any line may name: make all lines again."""
        self._kept.clear()

    async def card(self, server: int, seen: Callable[[int], bool], rules: ServerRules = EVERYTHING) -> Card:
        """The list of ``server``; ``seen`` says whether readers of the list may see a channel."""
        store, seen, kept = self._service.store, cache(seen), self._kept.get(server, {})
        only = rules.board_game or None
        wanted = ("lobby",) if rules.board_open else LIVE
        live = await servers.headers_in(store, server, wanted, MAX_COUNTED, only)
        over = []
        if not rules.board_open:
            over = await servers.headers_in(store, server, ("over",), 2 * MAX_RESULTS, only)
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
        # A table that can't be read must not hide the others.
        with contextlib.suppress(TableError, TryAgainError):
            table = await self._service.get(header.id, keep=False)
            # If its status has changed by now, another update of the list follows.
            if table.status == header.status:
                people = table_text.emblems(table)
                return _Line(table.header, f"- {table_text.linked(table)} {people}: {_status(table)}")
        return None


def _card(lines: dict[str, list[_Line]], more: Counter[str]) -> Card:
    joins = [
        Control(
            "seat", f"Join Table {line.header.id}", line.header.id, line.header.version, style=Style.success
        )
        for line in lines["lobby"]
        if line.header.opponent is None
    ]
    shown: list[str] = []
    for status, (title, _) in SECTIONS.items():
        if lines[status]:
            shown += [title, *(line.text for line in lines[status])]
        if more[status] and status in LIVE:
            shown.append(f"- … and {more[status]} more.")
    if not lines["lobby"]:
        shown.append(NO_OPEN_TABLES)
    return Card("### Tables", (), tuple(_fitting(shown)), rows(joins), QUIET)


def _status(table: Table) -> str:
    if table.status == "over":
        return " ".join(table_text.result(table))
    if table.status == "playing":
        return f"waiting for {table_text.mentions(table.awaited) or 'nobody'}."
    if table.header.opponent is not None:
        return f"waiting for {table_text.mention_id(table.header.opponent)} to accept the challenge."
    low, high = table.game.people
    seated = len(table.seating.people)
    seats = plural(high - seated, "1 open seat.", f"{high - seated} open seats.")
    return f"{seats} Ready to start." if low <= seated and low != high else seats


def _fitting(lines: list[str]) -> list[str]:
    """As many ``lines`` as a message holds."""
    room = TEXT_LIMIT
    for number, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            return lines[:number]
    return lines
