"""Runs stories: one seed, one world, from its first event until long after its last."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import shutil
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from aiohttp import web_app

from bot.app import CaptainsTable
from tests import statements
from tests.blank import blank_database

from .crowd import Crowd
from .faults import Mischief
from .invariants import OUTAGE_WITHIN_S, REFUSED_WITHIN_S, SHOWN_WITHIN_S, Invariants
from .loop import START, Deadlock, VirtualLoop
from .story import PEOPLE, Event, Story, tell
from .world import Simulated, simulated

DOWN_S = (0.3, 40.0)
"""Seconds until the bot that died starts again: at least and at most."""
LONG_DOWN_S = (60.0, 1200.0)
"""Every sixth time it takes this long."""
ONLINE_WITHIN_S = 1100.0
"""Seconds until the bot is online again; discord.py waits the longer, the longer the gateway was away."""
ERRANDS_S = 900.0
"""Seconds that what takes a while may take."""
LOOK_S = 5.0
LAST_S = 10.0
"""Seconds from the end of a story to the end of its faults."""
TICK_S = 5.0

statements.share()


@dataclass
class Outcome:
    """What came of a story."""

    seed: int
    story: Story
    wrong: list[str] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    seconds: float = 0.0
    """Virtual."""


def run(seed: int, story: Story | None = None) -> Outcome:
    """Let a seed's story happen, or another one in the same world."""
    outcome = Outcome(seed, tell(seed) if story is None else story)
    blank = blank_database()
    with _collected_at_the_end():
        _run(outcome, blank)
    return outcome


def _run(outcome: Outcome, blank: Path) -> None:
    loop = VirtualLoop()
    try:
        with tempfile.TemporaryDirectory(prefix="simulation-", dir=_memory()) as place:
            database = Path(shutil.copy(blank, place))
            asyncio.set_event_loop(loop)
            with loop.watched():
                loop.run_until_complete(_happen(outcome, database))
    except Deadlock:
        outcome.wrong.append(f"nothing happens any more, or the same forever, after {loop.steps} steps")
        loop.steps = loop.steps_at_once = 0
        with contextlib.suppress(Deadlock):
            loop.run_until_complete(_cancel_all())
    finally:
        outcome.seconds = loop.time() - START
        asyncio.set_event_loop(None)
        loop.close()


async def _cancel_all() -> None:
    """End what is left of a world."""
    left = asyncio.all_tasks() - {asyncio.current_task()}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)


@contextlib.contextmanager
def _collected_at_the_end() -> Iterator[None]:
    """Within, garbage is collected only where asked for, which saves a seventh of the time; then all of it.

    It has the connections of programs that ended by force; ``invariants`` judges those that are logged until
    the end of the world.
    """
    was_on = gc.isenabled()
    gc.collect(1)
    gc.disable()
    # For good: to look through all that was there before takes a second each time.
    gc.freeze()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        try:
            yield
        finally:
            # aiohttp keeps the handlers of its servers, and with them their worlds.
            web_app._cached_build_middleware.cache_clear()  # noqa: SLF001
            logging.disable()
            gc.collect()
            logging.disable(logging.NOTSET)
            if was_on:
                gc.enable()


def _memory() -> str | None:
    """A folder in memory, where there is one: hundreds of worlds would wait for the disk."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


async def _happen(outcome: Outcome, database: Path) -> None:
    async with simulated(outcome.seed, database) as here:
        invariants = Invariants(here)
        try:
            await _play(here, invariants, outcome.story)
            if not here.wrong:
                await _end(here, invariants)
                # Errors that nobody has looked at are logged when their tasks are collected.
                gc.collect()
                here.wrong += invariants.errors_were_planted()
        finally:
            invariants.close()
            outcome.wrong += here.wrong
            outcome.log = here.log


async def _play(here: Simulated, invariants: Invariants, story: Sequence[Event]) -> None:
    """Everything in the story, each at its time, and the bot's return whenever it is gone."""
    mischief = Mischief(here)
    minding = asyncio.create_task(_mind(here))
    here.later(TICK_S, _tick, here)
    here.start()
    acting: set[asyncio.Task[None]] = set()
    try:
        for event in story:
            await asyncio.sleep(max(0.0, event.at + START - here.loop.time()))
            here.note(f"-- {event.what} {event.seed}")
            rng = Random(event.seed)
            if event.what in PEOPLE:
                task = asyncio.create_task(Crowd(here, rng).act(event.what), name=event.what)
                acting.add(task)
                task.add_done_callback(acting.discard)
            else:
                mischief.plan(event.what, rng)
            here.wrong += invariants.after_a_step()
            if here.wrong:
                return
        if left := acting | here.errands:
            for task in (await asyncio.wait(left, timeout=ERRANDS_S))[0]:
                task.result()
        # What was planted last must strike, too.
        await asyncio.sleep(LAST_S)
        mischief.stop()
        if here.errands:
            await asyncio.wait(here.errands, timeout=ERRANDS_S)
    finally:
        left = {minding, *acting, *here.errands}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)


def _tick(here: Simulated) -> None:
    """Count how long the bot is online."""
    here.pass_time()
    here.later(TICK_S, _tick, here)


async def _mind(here: Simulated) -> None:
    """Start the bot again some time after it has gone."""
    rng = Random(f"minder {here.seed}")
    while True:
        await here.down.wait()
        here.down.clear()
        await asyncio.sleep(rng.uniform(*(DOWN_S if rng.random() < 5 / 6 else LONG_DOWN_S)))
        here.start()


async def _behind_for(
    here: Simulated, bot: CaptainsTable, invariants: Invariants, seconds: float
) -> list[str]:
    """What still isn't shown after some time."""
    ends = here.now() + seconds
    while (behind := await invariants.behind(bot)) and here.now() < ends:  # noqa: ASYNC110
        await asyncio.sleep(LOOK_S)
    return behind


async def _end(here: Simulated, invariants: Invariants) -> None:
    """Nothing goes wrong any more: everything must come right."""
    ends = here.now() + ONLINE_WITHIN_S
    while not here.online and here.now() < ends:
        here.start()
        await asyncio.sleep(LOOK_S)
    bot = here.bot
    if bot is None or not here.online:
        here.wrong.append("the bot does not come back")
        return
    await asyncio.sleep(LOOK_S)
    within = OUTAGE_WITHIN_S if here.outage else SHOWN_WITHIN_S
    within = REFUSED_WITHIN_S if here.refused_for_good else within
    here.wrong += await _behind_for(here, bot, invariants, within)
    await asyncio.sleep(60)
    # A league may just have opened a table.
    here.wrong += await _behind_for(here, bot, invariants, SHOWN_WITHIN_S)
    here.wrong += invariants.after_a_step()
    here.wrong += await invariants.at_the_end(bot)
    here.wrong += await invariants.newest_cards_answer(bot, Random(here.seed))
    await asyncio.sleep(20)
    here.wrong += invariants.after_a_step()
    await here.stop()
    here.wrong += invariants.after_a_step()
