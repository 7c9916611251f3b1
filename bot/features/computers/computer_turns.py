"""The turns of computer players: they move, and answer draw offers, at every table that waits for them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Final

import structlog
from cachetools import LRUCache

from bot.components.hooks import BotContext, Feature
from bot.components.interactions.discord_errors import CONNECTION_ERRORS
from bot.components.publishing.publisher import PublishingClient
from bot.games.core import AnyGame, Seat
from bot.people import computers, settings
from bot.people.settings import switch
from bot.tables import lists
from bot.tables.automatic_turns import TurnSource
from bot.tables.errors import Stale, TableError
from bot.tables.events import agreements
from bot.tables.events.moves import Act
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.thinking.thinkers import Thinkers
from bot.workers.worker import WorkerClosed
from data.store.records import Event

log: Final = structlog.get_logger(__name__)
ANSWER_S: Final = 2.0
"""Seconds for which a move's card waits for the computers' answer, so that one card tells both."""
LONG_QUEUE: Final = 8
"""Searches that wait, with which an answer within that time isn't likely."""
DRAW_BELOW: Final = 0.4
"""A computer that expects less than this, of 1 for a win, agrees to a draw."""
AHEAD: Final = 0.6
"""One that expects no more than this at ``EVEN_TURNS`` turns in a row gets nowhere, and agrees as well."""
EVEN_TURNS: Final = 20
LOST_TURNS: Final = 3
"""One that has lost by what it expects at so many turns in a row resigns."""
RESIGNING: Final = ("first-mate", "captain")
"""The levels that resign. Whoever plays the others may be a beginner and still lose."""
MAX_VALUES: Final = 1024
"""Computers at tables whose expectations are remembered."""
COMPUTERS_RESIGN: Final = switch(
    "computers_resign",
    "Computers",
    on="the strong ones resign when there’s no hope left",
    off="play every game to the end",
    description="Let strong computers resign at your tables once they have no hope left",
    default=True,
)


def agrees_to_draw(expected: Sequence[float]) -> bool:
    """Whether a computer agrees to a draw, by what it ``expected`` at its turns, the latest last."""
    if not expected:
        return False
    even = len(expected) >= EVEN_TURNS and max(expected[-EVEN_TURNS:]) <= AHEAD
    return even or expected[-1] < DRAW_BELOW


def is_lost(expected: Sequence[float], lost: float) -> bool:
    """Whether a computer has no hope left, by what it ``expected`` at its turns, the latest last.

    ``lost``: what a computer that has lost expects at most in this game.
    """
    return len(expected) >= LOST_TURNS and max(expected[-LOST_TURNS:]) <= lost


class ComputerTurns(TurnSource):
    """The moves of computers, and their answers to draw offers."""

    name = "computers"
    too_late = (WorkerClosed,)
    concerns = attrgetter("seating.computers")

    def __init__(self, context: BotContext) -> None:
        self._context = context
        self._service = context.tables
        self._expected: LRUCache[tuple[int, int], dict[int, float]] = LRUCache(MAX_VALUES)
        """What the computers at a table expected, by the number of turns that had been played."""

    async def tables(self) -> Iterable[int]:
        return await self._service.store.played_by(computers.IDS)

    async def answered(self, table: Table) -> bool:
        """Wait until the computers have played, or for ``ANSWER_S`` seconds.

        Returns whether that was needed.
        """
        tasks = self._context.turns.tasks
        awaited = table.computers_next or table.thinking is not None
        playing = table.game.computer and self._service.store.part.holds(table.address.guild)
        busy = self._context.thinkers.waiting > LONG_QUEUE
        if not awaited or not playing or table.id not in tasks or busy:
            return False
        try:
            async with asyncio.timeout(ANSWER_S):
                await tasks.attempted(table.id)
        except TimeoutError:
            log.info("a computer is taking a long time; showing the last move on its own", table=table.id)
        return True

    async def due(self, table: Table) -> int | None:
        playing = table.status == "playing" and bool(table.game.computer)
        due = playing and (self._draw_offered_to(table) is not None or table.thinking is not None)
        return self._service.now() if due else None

    def _draw_offered_to(self, table: Table) -> Person | None:
        """A computer that has to answer a draw offer."""
        if not table.agreements.offering:
            return None
        return next(
            (each for each in table.seating.computers if each.id not in table.agreements.offering), None
        )

    async def play(self, table: Table) -> bool:
        if (computer := self._draw_offered_to(table)) is not None:
            agrees = agrees_to_draw(self._expectations(table, computer))
            answer = agreements.offer_draw if agrees else agreements.decline_draw
            try:
                await self._service.change_as(table.id, computer, answer)
            except TableError as refusal:
                log.info("a draw offer has lapsed", reason=str(refusal))
            return True
        if (turn := table.thinking) is None:
            return False
        await self._move(table, *turn)
        return True

    async def _move(self, table: Table, computer: Person, seat: Seat) -> None:
        """Let a computer think and move, unless the table has changed meanwhile."""
        level = computers.level_of(computer.id).key
        thought = await self._context.thinkers.choose(
            table.game,
            level,
            table.view_for(seat),
            table.legal(seat),
            self._service.new_seed(),
            table=table.id,
        )
        now = await self._service.get(table.id)
        if now.version != table.version:
            return
        expected = [*self._expectations(table, computer), thought.choice.value]
        try:
            # In a game for two, against a person, and if the host wants that.
            if (
                is_lost(expected, self._context.thinkers.lost(table.game.key))
                and table.game.people[1] == 2
                and table.seating.humans
                and level in RESIGNING
                and (await settings.load(self._service.store, table.header.host))[COMPUTERS_RESIGN]
            ):
                await self._service.change_as(table.id, computer, partial(_resign, table.version))
                return
            await self._service.play(
                table.id, computer, thought.choice.action, version=table.version, seen=now
            )
        except TableError as refusal:
            # Its message may contain a name.
            reason = type(refusal).__name__
            log.info("a computer's move came too late", game=table.game.key, level=level, reason=reason)
            return
        known = self._expected.setdefault((table.id, computer.id), {})
        known[table.moves] = thought.choice.value

    def _expectations(self, table: Table, computer: Person) -> list[float]:
        """What ``computer`` expected at its turns up to now; those that were undone are forgotten."""
        known = self._expected.setdefault((table.id, computer.id), {})
        for number in [number for number in known if number >= table.moves]:
            del known[number]
        return [*known.values()]


def _resign(version: int, table: Table, act: Act) -> list[Event]:
    """A computer resigns, unless the table has changed since ``version``."""
    if table.version != version:
        raise Stale
    return agreements.resign(table, act)


async def _show_again(bot: PublishingClient) -> None:
    tables = bot.context.tables
    for table in await lists.live(tables, await tables.store.played_by(computers.IDS)):
        # The card may say that a computer is thinking which can't play at the moment.
        if table.stalled:
            with contextlib.suppress(*CONNECTION_ERRORS):
                await bot.publisher.restore(table.id)


def _open(bot: PublishingClient) -> Feature:
    turns = ComputerTurns(bot.context)
    return replace(
        FEATURE,
        parts=(turns,),
        holds=turns.answered,
        start=partial(_show_again, bot),
    )


def _taught(game: AnyGame, thinkers: Thinkers) -> AnyGame:
    """``game`` with a computer player, unless it is a game for one.

    Tables begun under earlier rules have it as well: an action that isn't legal there is never played.
    """
    return replace(game, computer=thinkers.version(game.key) if game.people[1] > 1 else 0)


FEATURE: Final = Feature(
    name="computers",
    open=_open,
    taught=_taught,
    settings=(COMPUTERS_RESIGN,),
)
