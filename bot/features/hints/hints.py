"""Hints in games against computers: the strongest player's choice, told in three steps."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from bot.components.interactions.card import Control
from bot.components.interactions.context import BotContext, GivenHint
from bot.components.play import text
from bot.features.ratings.rated_games import may_be_rated
from bot.tables.errors import TableError
from bot.tables.events import hints
from bot.tables.model.drafts import Draft

SEED: Final = 1
"""The same for all, so that a restart finds the same hint again."""


def place(draft: Draft) -> Hashable:
    """What tells the positions apart in which parts of turns are chosen, undone ones included."""
    table, chosen = draft.table, draft.parts[: len(draft.parts) - draft.complete]
    return table.id, table.undone_to, len(table.turns), draft.seat, chosen


def controls(context: BotContext, draft: Draft, written: str) -> list[Control]:
    """**Hint**, where there is one to give; ``written`` is the draft in whose picker it stands."""
    given, table = context.hints.get(place(draft)), draft.table
    all_told = given is not None and given.told == len(given.sentences)
    if all_told or not hints.possible(table) or not context.thinkers.hints(table.game.key):
        return []
    label = text.FIRST_HINT if may_be_rated(table) else "Hint"
    return [Control("hint", label, table.id, table.version, written)]


def lines(context: BotContext, draft: Draft) -> list[str]:
    """What was told of the hint for this position."""
    given = context.hints.get(place(draft))
    if given is None or not given.told:
        return []
    unrated = draft.table.header.rated == "yes"
    return [f"**{text.HINT}** {' '.join(given.sentences[: given.told])}", text.UNRATED if unrated else ""]


async def find(context: BotContext, draft: Draft) -> GivenHint:
    """The hint for the part of a turn that is chosen next, or was last.

    :raises TableError: when there is none.
    """
    if (known := context.hints.get(place(draft))) is not None:
        return known
    table, seat = draft.table, draft.seat
    if not context.thinkers.hints(table.game.key):
        raise TableError(text.NO_HINTS)
    legal = table.legal(seat)
    found = await context.thinkers.hint(table.game, table.view_for(seat), legal, SEED, table=table.id)
    if found is None:
        raise TableError(text.NO_HINT)
    sentences = (found.look, found.where, found.action)
    return context.hints.setdefault(place(draft), GivenHint(sentences))
