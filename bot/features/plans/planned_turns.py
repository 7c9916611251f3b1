"""Planned moves, which are played for people while a game follows them, and the buttons to plan some."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import attrgetter
from random import Random
from typing import Final

from bot.components.hooks import BotClient, BotContext, Feature
from bot.components.interactions.card import Control, Style, table_control
from bot.games.core import RulesError
from bot.languages import gettext
from bot.tables.automatic_turns import TurnSource
from bot.tables.model.drafts import Draft
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.queries import plans as stored

from . import orders, plan_cards, plans

WAIT_MS: Final = (5_000, 20_000)
"""How long a reply waits, in milliseconds: nobody is to tell it from that of a quick person."""
SOLO_WAIT_MS: Final = 3_000
"""How long it waits where only computers could tell: its person may want to stop it."""
IN_TIME_MS: Final = 1_000
"""How long before the end of somebody's time their reply is played at the latest, in milliseconds."""


class PlannedTurns(TurnSource):
    """The replies of people who have planned them."""

    name = "plans"
    too_late = (RulesError,)
    concerns = attrgetter("planned")

    def __init__(self, service: TableService) -> None:
        self._service = service
        self.due_at: dict[int, tuple[int, int]] = {}
        """By table: the version at which a reply became possible, and when it is played, in milliseconds
        since 1970."""

    async def tables(self) -> Iterable[int]:
        return await stored.table_ids(self._service.store)

    async def due(self, table: Table) -> int | None:
        await plans.drop_left(self._service, table)
        if not plans.replies(table):
            self.due_at.pop(table.id, None)
            return None
        moved = table.turns[-1].seq if table.turns else 0
        since, due = self.due_at.get(table.id, (-1, 0))
        if since != moved:
            wait = SOLO_WAIT_MS if table.solo else Random(self._service.new_seed()).randint(*WAIT_MS)
            due = self._service.now() + wait
            if (clock := table.timing.clock) is not None:
                ends = (clock.deadline(side) for side in clock.ticking)
                due = min(due, *(end - IN_TIME_MS for end in ends if end is not None), due)
            self.due_at[table.id] = moved, due
        return due

    async def play(self, table: Table) -> bool:
        person, move = plans.replies(table)[0]
        precondition = plans.precondition(table, person.id)
        after = await self._service.play(
            table.id, person, move, version=table.version, seen=table, precondition=precondition
        )
        return after.version > table.version


def _plan_controls(table: Table, person: int) -> list[Control]:
    """**Plan**, for somebody who can plan their next answers, or has."""
    plannable = table.game.plannable and table.status == "playing" and person in table.seating
    free = plannable and (table.acting_seat(person) is None or plans.lines_of(table, person))
    return [table_control(table, "plan", gettext("Plan"))] if free else []


def _order_controls(table: Table, person: int, verb: str = "order") -> list[Control]:
    """The button that gives a standing order, of ``verb``, and those that stop the orders of ``person``."""
    rules = table.game.standing
    if rules is None:
        return []
    given = [row for row, _ in orders.orders_of(table, person)]
    controls = []
    if table.acting_seat(person) not in [row.seat for row in given] and any(orders.offered(table, person)):
        controls.append(table_control(table, verb, gettext(rules.label)))
    several = len(table.seats_of(person)) > 1
    for row in given:
        label = (
            gettext("Stop the Order for {seat}", seat=table.game.name_of(row.seat))
            if several
            else gettext("Stop")
        )
        controls.append(table_control(table, "orderstop", label, row.seat, Style.danger))
    return controls


async def _own_controls(_context: BotContext, table: Table, person: int) -> list[Control]:
    return [*_plan_controls(table, person), *_order_controls(table, person)]


def _own_lines(table: Table, person: int) -> tuple[str, ...]:
    """What the standing orders of ``person`` do; why one has just ended."""
    if table.game.standing is None:
        return ()
    ended = tuple(f"⏹️ {why}" for why in orders.ended_of(table, person))
    if not (given := orders.orders_of(table, person)):
        return ended
    soon = gettext("The bot will take your turn in a moment, unless you move first.")
    told = [orders.told(table, row, order.square) for row, order in given]
    return (*ended, " ".join(["⏩", *told, *([soon] if _plays_next(table, person) else ())]))


def _plays_next(table: Table, person: int) -> bool:
    """Whether a standing order is about to play the turn of ``person``."""
    ordered = table.game.standing is not None
    return ordered and any(each.id == person for each, _ in plans.replies(table))


def _picker_controls(_context: BotContext, draft: Draft, written: str) -> Sequence[Control]:
    person = draft.table.holder(draft.seat)
    # Everybody sees the card on which somebody plays alone: an order is given in their own view.
    begun = written or (person is not None and _plays_next(draft.table, person.id))
    if not begun or person is None or draft.table.alone or draft.complete:
        return ()
    return _order_controls(draft.table, person.id, "orderpick")


def _open(bot: BotClient) -> Feature:
    return replace(FEATURE, parts=(PlannedTurns(bot.context.tables),))


FEATURE: Final = Feature(
    name="plans",
    commands=(plan_cards.plan,),
    open=_open,
    own_controls=_own_controls,
    own_lines=_own_lines,
    plays_next=_plays_next,
    picker_controls=_picker_controls,
)
