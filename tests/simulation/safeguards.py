"""Takes out safeguards one at a time: does the simulator notice?

``python -m tests.simulation.safeguards`` tells for each the first seed that goes wrong without it.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import sys
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, Final
from unittest import mock

from .run import run

_NUMBERS: Final = itertools.count()


def _other_each_time(name: str, *_parts: object) -> str:
    return f"{name[:16]}.{next(_NUMBERS)}"


def _nothing(*_given: Any, **_more: Any) -> None:
    pass


async def _do_nothing(*_given: Any, **_more: Any) -> int:
    return 0


def _no_events(*_given: Any) -> list[Any]:
    return []


def _unguarded(wall: Callable[[], int], _monotonic: Callable[[], float]) -> Callable[[], int]:
    return wall


async def _once(_bot: Any, _name: str, step: Callable[[], Awaitable[object]]) -> None:
    with contextlib.suppress(Exception):
        await step()


def _always(*_given: Any) -> bool:
    return True


async def _not_done(*_given: Any) -> None:
    return None


async def _nothing_owed(*_given: Any) -> list[Any]:
    return []


SAFEGUARDS: Final[dict[str, tuple[tuple[str, Any], ...]]] = {
    "nonces": (("bot.components.publishing.posting.nonce", _other_each_time),),
    "the staleness check": (("bot.tables.permissions.require_fresh", _nothing),),
    "reconciling at the start": (("bot.components.publishing.publisher.Publisher.reconcile", _do_nothing),),
    "retries of showing": (
        ("bot.components.publishing.publisher.RETRY_PAUSES_S", ()),
        ("bot.tables.lookout.Lookout.look", _nothing),
    ),
    "follow-ups after a start": (("bot.components.publishing.followups.Followups.resume", _do_nothing),),
    "buttons taken off older cards": (
        ("bot.components.publishing.table_messages.TableMessages._retire", _do_nothing),
    ),
    "the acknowledgement after a second": (("bot.components.interactions.replies.Deferral.begin", _nothing),),
    "time given back": (("bot.tables.events.downtime.give_back", _no_events),),
    "the anchored clock": (("tests.simulation.world.anchored_clock", _unguarded),),
    "computers that go on after a start": (
        ("bot.tables.automatic_turns.AutomaticTurns.resume", _do_nothing),
    ),
    "retries of the start": (("bot.lifecycle.start.StartSteps.repeat", _once),),
    "a look after a lost commit": (("data.store.store.Store._done", _not_done),),
    "retries after a thread is deleted": (
        ("bot.components.play.orphaned_tables.RETRY_PAUSES_S", ()),
        ("bot.tables.lookout.Lookout.look", _nothing),
    ),
    "another try after a conflict": (("bot.tables.service.ATTEMPTS", 1),),
    "first replies that had arrived": (("bot.components.interactions.replies.ALREADY_ACKNOWLEDGED", 0),),
    "interactions known by their number": (("bot.components.interactions.context.Seen.add", _always),),
    "tables evicted after an erasure": (("bot.tables.cache.TableCache.evict", _nothing),),
    "private cards forgotten with their person": (
        ("bot.components.play.consoles.Consoles.forget_person", _nothing),
    ),
    "a look after an error of the database": (("bot.lifecycle.start.StartSteps.database_failed", _nothing),),
    "errors after which a channel is kept": (
        ("bot.components.publishing.posting.lost", _always),
        ("bot.components.publishing.table_messages.lost", _always),
    ),
    "time given back before a turn": (("bot.tables.service.TableService._owed", _nothing_owed),),
    "cards that came back by their nonce": (("bot.components.publishing.posting.has_buttons_of", _always),),
    "answers that nobody waits for": (("bot.components.interactions.replies.INTERACTION_EXPIRED", ()),),
    "messages that are gone": (("bot.components.publishing.posting.CHANNEL_OR_MESSAGE_GONE", ()),),
    "private cards that are gone": (("bot.components.interactions.replies.UNKNOWN_MESSAGE", 0),),
    "tables moved out of deleted channels": (
        ("bot.components.play.orphaned_tables.DeletedChannels.add", _nothing),
    ),
}
"""What is put in the place of each."""


@contextlib.contextmanager
def without(name: str) -> Iterator[None]:
    """The bot without one safeguard."""
    with contextlib.ExitStack() as stack:
        for target, instead in SAFEGUARDS[name]:
            stack.enter_context(mock.patch(target, instead))
        yield


def first_noticed(name: str, seeds: range) -> tuple[str, int, str]:
    """The first of ``seeds`` that goes wrong without a safeguard, and how; 0 if all go well."""
    with without(name):
        for seed in seeds:
            if wrong := run(seed).wrong:
                return name, seed, wrong[0]
    return name, 0, "not noticed"


def main() -> int:
    """Take out each safeguard, or the one that is named."""
    parser = argparse.ArgumentParser("python -m tests.simulation.safeguards", description=__doc__)
    parser.add_argument("name", nargs="*", help="; ".join(SAFEGUARDS))
    parser.add_argument("--seeds", type=int, default=400, help="at most, for each")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    asked = parser.parse_args()
    look = partial(first_noticed, seeds=range(asked.first, asked.first + asked.seeds))
    missed = 0
    with ProcessPoolExecutor(asked.jobs) as pool:
        for name, seed, wrong in pool.map(look, asked.name or SAFEGUARDS):
            print(f"{name:<36} {f'seed {seed}' if seed else '':<10} {wrong[:110]}", flush=True)
            missed += not seed
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
