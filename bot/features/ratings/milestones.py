"""What is told once, at the end of the game in which it happens: somebody's first win in a game."""

from __future__ import annotations

import contextlib
from typing import Final

from bot.components.hooks import NO_EXTRAS, Extras
from bot.languages import gettext
from bot.tables.errors import TableError
from bot.tables.model.seating import Person, names_of
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.queries import ratings

from .rated_games import has_played, person_has_won
from .standings import may_be_known

LOOKED_AT: Final = 10
"""Earlier games that are looked at; nothing is told of somebody who has finished more without a rated win."""


async def extras(service: TableService, table: Table) -> Extras:
    """On final cards, whose first win it is, as far as everybody may know."""
    if table.status != "over" or len(table.seating.sides) < 2:
        return NO_EXTRAS
    winners = [person for person in table.seating.humans if _has_won(table, person)]
    game = table.game.short_title
    shown = await may_be_known(service.store, [person.id for person in winners]) if winners else set()
    first = [
        person
        for person in winners
        if person.id in shown and not await _has_won_before(service, table, person)
    ]
    if not first:
        return NO_EXTRAS
    return Extras(lines=(gettext("First win in {game} for {people}.", game=game, people=names_of(first)),))


def _has_won(table: Table, person: Person) -> bool:
    """Whether somebody has won a game that was played: one that others never came to is no win to tell of."""
    return person_has_won(table, person) and all(has_played(table, side) for side in table.seating.sides)


async def _has_won_before(service: TableService, table: Table, person: Person) -> bool:
    """Whether ``person`` won a game of this kind, rated or not, before the one at ``table``; or may have."""
    if await ratings.has_won_another(service.store, person.id, table.game.key, table.id):
        return True
    others = await ratings.others_over(service.store, person.id, table.game.key, table.id, LOOKED_AT + 1)
    if len(others) > LOOKED_AT:
        return True
    for number in others:
        with contextlib.suppress(TableError):
            if _has_won(await service.get(number, keep=False), person):
                return True
    return False
