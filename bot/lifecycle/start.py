"""The steps of the start, which do what the last run left undone; and a look after a database error."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

import structlog

from bot.components.hooks import BotContext
from bot.components.play.private_cards import PlayClient
from bot.components.servers.settings import forget_deleted_channels
from bot.tables import absences, lists
from bot.tables.errors import TableError, TryAgainError
from bot.tables.jobs import recovery
from bot.workers.child import settle as settle_memory

from .other_processes import OtherProcesses

log: Final = structlog.get_logger(__name__)
AHEAD: Final = 20_000
"""Tables in play that are read ahead."""
WHILE_BUSY_S: Final = 1.0
"""Seconds for which reading ahead waits once somebody has pressed something."""
RETRY_PAUSES_S: Final = (1, 2, 5, 15, 45)
"""Seconds between attempts at a step of the start; the last value repeats."""
ERROR_PAUSE_S: Final = 10.0
"""Seconds after an error of the database until the bot looks for what was stored, but isn't shown."""
Step: TypeAlias = Callable[[], Awaitable[object]]


class StartSteps:
    """Runs each step once; it is retried after an error, until the bot stops.

    ``show_behind`` shows what is stored and isn't shown.
    """

    def __init__(self, show_behind: Step) -> None:
        self._show_behind = show_behind
        self.tasks: dict[str, asyncio.Task[None]] = {}
        """The steps, by name."""
        self.begun = False
        """Whether the bot was ready once."""
        self.stopping = False
        """Whether the bot stops: nothing is begun or retried any more."""

    def start(self, name: str, step: Step) -> None:
        """Run a step; a second call with the same name does nothing."""
        if name not in self.tasks:
            self.tasks[name] = asyncio.create_task(self.repeat(name, step), name=name)

    async def repeat(self, name: str, step: Step) -> None:
        """Run a step until it succeeds."""
        attempt = 0
        while not self.stopping:
            try:
                await step()
            except Exception:
                log.exception("a step failed; trying again", step=name)
            else:
                return
            await asyncio.sleep(RETRY_PAUSES_S[min(attempt, len(RETRY_PAUSES_S) - 1)])
            attempt += 1

    def database_failed(self) -> None:
        """There was an error of the database: look soon for what was stored although its answer was lost."""
        looking = self.tasks.get("database fault")
        if self.begun and not self.stopping and (looking is None or looking.done()):
            self.tasks["database fault"] = asyncio.create_task(self._look_later(), name="database fault")

    async def _look_later(self) -> None:
        # What is under way comes first.
        await asyncio.sleep(ERROR_PAUSE_S)
        await self.repeat("a look after an error", self._show_behind)


class RunningClient(PlayClient):
    """The bot as what starts and stops it knows it."""

    steps: StartSteps
    other_processes: OtherProcesses
    forgetting: set[asyncio.Task[None]]
    """Look again for somebody who was forgotten, once all is shown that was read before."""

    poll_s: float
    """Seconds within which it takes notice of the time, and of what the host has changed."""


def settle() -> None:
    """Give back what loading took, and make the pauses of Python itself short, when everything is loaded."""
    settle_memory()
    # A thread of the store gives the interpreter away at each row, and gets it back after up to 5 ms
    # while the loop is busy. With 1 ms, the slowest turns under load were up to a second faster.
    sys.setswitchinterval(0.001)


def begin(bot: RunningClient) -> None:
    """Begin what runs until the end, and the steps that haven't run yet."""
    context = bot.context
    steps: dict[str, Step] = {
        "catching up": lambda: _catch_up(bot),
        "recovery": lambda: recovery.recover_all(context.tables, context.tables.changed),
        "allowed channels": lambda: forget_deleted_channels(bot),
        "absences": lambda: absences.catch_up(context.tables),
        "the host's changes": lambda: _watch_host(bot),
        "reading ahead": lambda: _read_ahead(bot),
        **{each.name: each.start for each in context.features.all if each.start is not None},
    }
    bot.steps.begun = True
    context.deadlines.start()
    bot.other_processes.start()
    for name, step in steps.items():
        bot.steps.start(name, step)


async def look(context: BotContext) -> None:
    """Read what the host changes in another process."""
    await context.bans.look(context.tables.store)
    for each in context.features.all:
        await each.look(context)


async def _watch_host(bot: RunningClient) -> None:
    while True:
        await asyncio.sleep(bot.poll_s / 2)
        await look(bot.context)


async def _read_ahead(bot: RunningClient) -> None:
    """Fold the tables in play while nobody waits for anything, so that no turn has to later."""
    context, cards = bot.context, bot.publisher.tasks
    for number in await lists.in_play(context.tables, AHEAD):
        while context.in_flight or cards.working:  # noqa: ASYNC110 (whatever is under way, in no hurry)
            await asyncio.sleep(WHILE_BUSY_S)
        with contextlib.suppress(TableError, TryAgainError):
            await context.tables.get(number)


async def _catch_up(bot: RunningClient) -> None:
    with bot.context.in_flight.track():
        await bot.context.turns.resume()
        if behind := await bot.publisher.reconcile():
            log.info("updating the cards that the last run left out of date", tables=behind)
