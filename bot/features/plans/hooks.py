"""Where plans and standing orders take part."""

from __future__ import annotations

from collections.abc import Sequence

from bot.components.cards import text as table_text
from bot.components.interactions.card import Control, Style
from bot.components.interactions.context import BotContext
from bot.features.feature import Feature
from bot.tables.model.drafts import Draft
from bot.tables.model.table import Table

from . import orders, plans
from .planned_turns import PlannedTurns


def _plan_controls(table: Table, person: int) -> list[Control]:
    """**Plan**, for somebody who can plan their next answers, or has."""
    if not table.game.plannable or table.status != "playing" or table.seating.side_of(person) is None:
        return []
    if table.acting_seat(person) is not None and not plans.lines_of(table, person):
        return []
    return [Control("plan", "Plan", table.id, table.version)]


def _order_controls(table: Table, person: int, verb: str = "order") -> list[Control]:
    """The button that gives a standing order, of ``verb``, and those that stop the orders of ``person``."""
    rules = table.game.standing
    if rules is None:
        return []
    given = [row for row, _ in orders.orders_of(table, person)]
    controls = []
    if table.acting_seat(person) not in [row.seat for row in given] and orders.offered(table, person):
        controls.append(Control(verb, rules.label, table.id, table.version))
    several = len(given) > 0 and len(table.seats_of(person)) > 1
    for row in given:
        label = f"Stop {row.seat.capitalize()}" if several else "Stop"
        controls.append(Control("orderstop", label, table.id, table.version, row.seat, Style.danger))
    return controls


def _own_controls(table: Table, person: int) -> list[Control]:
    return [*_plan_controls(table, person), *_order_controls(table, person)]


def _own_lines(table: Table, person: int) -> tuple[str, ...]:
    """What the standing orders of ``person`` do, and what ends them."""
    rules = table.game.standing
    given = orders.orders_of(table, person) if rules is not None else ()
    if not given or rules is None:
        return ()
    return table_text.order_lines([orders.told(table, row, order.square) for row, order in given], rules.ends)


def _picker_controls(_context: BotContext, draft: Draft, written: str) -> Sequence[Control]:
    person = draft.table.holder(draft.seat)
    return () if written or person is None else _order_controls(draft.table, person.id, "orderpick")


FEATURE = Feature(
    name="plans",
    cogs=("cogs.plans",),
    turns=lambda context: PlannedTurns(context.tables),
    own_controls=_own_controls,
    own_lines=_own_lines,
    picker_controls=_picker_controls,
)
