"""Where plans and standing orders take part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.components.interactions.card import Control
from bot.components.interactions.context import BotClient, BotContext
from bot.features.feature import Feature
from bot.tables.automatic_turns import TurnSource
from bot.tables.model.drafts import Draft
from bot.tables.model.table import Table

from . import order_cards, plan_cards
from .planned_turns import PlannedTurns


def _open(bot: BotClient) -> Iterable[object]:
    return (PlannedTurns(bot.context.tables),)


def _turns(context: BotContext) -> TurnSource:
    return context.parts[PlannedTurns]


def _own_controls(table: Table, person: int) -> list[Control]:
    return [*plan_cards.plan_controls(table, person), *order_cards.order_controls(table, person)]


def _picker_controls(_context: BotContext, draft: Draft, written: str) -> Sequence[Control]:
    person = draft.table.holder(draft.seat)
    if written or person is None:
        return ()
    return order_cards.order_controls(draft.table, person.id, "orderpick")


FEATURE = Feature(
    name="plans",
    cogs=("cogs.plans",),
    open=_open,
    turns=_turns,
    own_controls=_own_controls,
    own_lines=order_cards.order_lines,
    picker_controls=_picker_controls,
)
