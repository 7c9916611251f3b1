"""Hints in games against computers: the strongest player's choice, told in three steps."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from bot.components.interactions.card import Control
from bot.components.interactions.context import BotContext, GivenHint
from bot.games.core import Placement, Seat
from bot.tables.errors import TableError
from bot.tables.events import hints
from bot.tables.model.table import Table
from bot.tables.ratings.rated_games import may_be_rated

from . import text

SEED: Final = 1
"""The same for all, so that a restart finds the same hint again."""


def place(table: Table, seat: Seat) -> Hashable:
    """What tells positions apart, undone ones included."""
    return table.id, table.undone_to, len(table.turns), seat


def controls(context: BotContext, table: Table, seat: Seat, written: str) -> list[Control]:
    """**Hint**, where there is one to give; ``written`` is the draft in whose picker it stands."""
    given = context.hints.get(place(table, seat))
    all_told = given is not None and given.told == len(given.sentences)
    if all_told or not hints.possible(table) or not context.thinkers.hints(table.game.key):
        return []
    label = text.FIRST_HINT if may_be_rated(table) else "Hint"
    return [Control("hint", label, table.id, table.version, written)]


def lines(context: BotContext, table: Table, seat: Seat) -> list[str]:
    """What was told of the hint for this position."""
    given = context.hints.get(place(table, seat))
    if given is None or not given.told:
        return []
    unrated = table.header.rated == "yes"
    return [f"**{text.HINT}** {' '.join(given.sentences[: given.told])}", text.UNRATED if unrated else ""]


async def find(context: BotContext, table: Table, seat: Seat) -> GivenHint:
    """The hint for a position.

    :raises TableError: when there is none.
    """
    if (known := context.hints.get(place(table, seat))) is not None:
        return known
    legal = table.legal(seat)
    if not context.thinkers.hints(table.game.key):
        raise TableError(text.NO_HINTS)
    if isinstance(legal, Placement):
        raise TableError(text.NO_HINT)
    found = await context.thinkers.hint(table.game, table.view_for(seat), legal, SEED, table=table.id)
    if found is None:
        raise TableError(text.NO_HINT)
    sentences = (found.look, found.where, found.action)
    return context.hints.setdefault(place(table, seat), GivenHint(sentences))
