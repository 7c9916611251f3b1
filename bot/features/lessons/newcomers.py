"""What people who are new to a game are told: that it can be learned, and what it is about."""

from __future__ import annotations

from typing import Final

import structlog
from cachetools import LRUCache

from bot.components.cards import text
from bot.components.hooks import NO_EXTRAS, BotContext, Extras
from bot.components.interactions.context import remove_person
from bot.languages import gettext, ngettext
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.lessons import has_any
from data.store.queries import people

log: Final = structlog.get_logger(__name__)
NEW: Final = 3
"""Games of a kind from which on its aim is known."""
EARLY: Final = 3
"""Somebody's turns in a game after which its aim isn't told any more, nor is looked up if they are new."""
FITTING: Final = 300
"""Characters that the last turn and the aim may have together, beside a board on a phone."""
KEPT: Final = 1024
"""Seats about which it is kept how many games came before."""


class Newcomers:
    """Knows who is new to the game of a table."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._before: LRUCache[tuple[int, int], int] = LRUCache(KEPT)

    async def games_before(self, table: Table, person: int) -> int:
        """How many tables of the game ``person`` sat at before this one; :data:`NEW` for more, too.

        It is looked up in the first turns of a game: nobody waits for it later on.
        """
        key = table.id, person
        if (found := self._before.get(key)) is None:
            if _turns(table, person) >= EARLY:
                return NEW
            found = await people.tables_before(self._service.store, person, table.game.key, table.id, NEW)
            self._before[key] = found
        return found

    async def extras(self, _context: BotContext, table: Table) -> Extras:
        """A line in a lobby whose host has never played the game."""
        learnable = table.status == "lobby" and has_any(table.game.key)
        if not learnable or await self.games_before(table, table.header.host):
            return NO_EXTRAS
        return Extras(
            lines=(gettext("-# New to this game? **Learn** it in a few short lessons while you wait."),)
        )

    async def turn_extras(self, _context: BotContext, table: Table) -> Extras:
        """The aim of the game and what is in danger, if it's the turn of somebody who is new to it.

        After their first turn the aim is told only where it has room.
        """
        for person in table.awaited:
            if person in table.seating.humans and await self.games_before(table, person.id) < NEW:
                try:
                    view = table.view_for(None)
                    threatened = table.game.threatened(view)
                    ringed = (
                        ngettext(
                            "-# Your opponent could capture the ringed stack.",
                            "-# Your opponent could capture the ringed stacks.",
                            len(threatened),
                        )
                        if threatened
                        else ""
                    )
                    turns, aim = _turns(table, person.id), table.game.aim(view)
                    told = text.together(text.story(table, None), table.game.summary(view), aim)
                    shown = turns == 0 or (turns < EARLY and len(told) <= FITTING)
                    return Extras(lines=(aim if shown else "", ringed), threatened=threatened)
                except Exception:
                    log.exception("the aim of a game couldn't be told", game=table.game.key)
        return NO_EXTRAS

    def forget(self, person: int) -> None:
        """Somebody is forgotten."""
        remove_person(self._before, person)


def _turns(table: Table, person: int) -> int:
    """How many turns ``person`` has finished."""
    return sum(table.finished.get(slot, 0) for slot in table.seating.slots_of(person))
