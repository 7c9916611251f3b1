"""``python -m bot ban``, ``unban`` and ``bans``: whom the bot refuses, whether it runs or not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from bot.errors import StartError
from bot.replay import database_named, require_current
from data.store.connection_errors import opening
from data.store.queries import bans
from data.store.queries.bans import Kind
from data.store.store import Store

T = TypeVar("T")
KINDS: Final[tuple[Kind, ...]] = ("person", "server")
MAX_ID: Final = 2**63 - 1
MAX_REASON: Final = 500
"""Characters of a reason, which must fit into a message."""


def ban(kind: Kind, number: int, reason: str, now: int) -> None:
    """``python -m bot ban person|server ID REASON``.

    :raises StartError: when the ID or the reason can't be one.
    """
    reason = one_line(reason)
    if not 0 < number <= MAX_ID:
        raise StartError(
            f"{number} isn’t an ID of Discord, which is a long number such as 80351110224678912."
        )
    if not 0 < len(reason) <= MAX_REASON:
        raise StartError(f"Give a reason of 1 to {MAX_REASON} characters: they will read it.")
    with_store(lambda store: bans.ban(store, kind, number, reason, now))
    print(f"The {kind} {number} is banned. A bot that is running knows within a minute.")


def unban(kind: Kind, number: int) -> None:
    """``python -m bot unban person|server ID``.

    :raises StartError: when there is no such ban.
    """
    if not 0 < number <= MAX_ID or not with_store(lambda store: bans.unban(store, kind, number)):
        raise StartError(f"No {kind} with the ID {number} is banned.")
    print(f"The {kind} {number} isn’t banned any more. A bot that is running knows within a minute.")


def show() -> None:
    """``python -m bot bans``: all of them, a line each."""
    print("\n".join(with_store(_lines)) or "Nobody is banned.")


async def _lines(store: Store) -> list[str]:
    return [
        f"{kind} {number}: {reason}"
        for kind in KINDS
        for number, reason in (await bans.reasons(store, kind)).items()
    ]


def one_line(typed: str) -> str:
    """What is typed on the command line, as a database and Discord take it: a line of Unicode.

    Python keeps bytes that aren't of the terminal's encoding as surrogates.
    """
    return " ".join(typed.encode(errors="replace").decode().split())


def with_store(job: Callable[[Store], Awaitable[T]]) -> T:
    """Do something with the database, which a bot that is running may have open."""

    async def run() -> T:
        url = database_named(None)
        await require_current(url)
        store = await Store.open(url)
        try:
            with opening(url, "written"):
                return await job(store)
        finally:
            await store.close()

    return asyncio.run(run())
