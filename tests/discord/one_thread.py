"""The bot of a test in one thread and in virtual time: nothing sleeps, no disk is waited for.

Database jobs run on the event loop, each after one more turn of it; all bots share the modules of the cogs.
Pictures are one pixel. Threads, locks and durability have tests of their own (``tests/store``,
``tests/faults``), and so have painters (``tests/rendering``).
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import importlib
import re
import sqlite3
from collections.abc import Callable, Iterator
from inspect import signature
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, Self, TypeVar
from unittest import mock

import sqlalchemy as sa
from discord import utils
from discord.app_commands import commands

from bot.app import CaptainsTable
from bot.components import load_handlers
from bot.components.hooks import load
from bot.languages import catalogues
from bot.lifecycle import command_sync
from bot.workers.worker import WorkerClosed
from data.store.sqlite.executor import SqliteExecutor
from rendering import jobs
from tests.blank import BLANK

from .server import now

T = TypeVar("T")


class Link:
    """In the place of aiosqlite's connection: runs jobs in this thread."""

    def __init__(self, connector: Callable[[], sqlite3.Connection], iter_chunk_size: int) -> None:
        self._connector = connector
        self._conn: sqlite3.Connection

    def __await__(self) -> Any:
        return self._open().__await__()

    async def _open(self) -> Self:
        self._conn = self._connector()
        self._conn.execute("PRAGMA synchronous=OFF")
        return self

    async def _execute(self, work: Callable[[], T]) -> T:
        await asyncio.sleep(0)
        return work()

    async def close(self) -> None:
        self._conn.close()


class Painter:
    """In the place of the studio's thread: paints one pixel, unless a test looks at pictures."""

    paints = False
    """Whether real pictures are painted."""
    busy = 0

    def __init__(self) -> None:
        self._closed = False

    async def run(self, job: Callable[..., Any], *args: Any) -> Any:
        """Do ``job``, if it isn't painting."""
        await asyncio.sleep(0)
        if self._closed:
            raise WorkerClosed
        if not self.paints and job in PAINTING:
            return PAINTING[job]
        return job(*args)

    async def close(self) -> None:
        """Do nothing any more."""
        self._closed = True


PAINTING: Final[dict[Any, Any]] = {jobs.timed: (BLANK, 0.0), jobs.text_image: BLANK}
"""What comes of the studio's jobs that paint."""


async def load_cog(made: CaptainsTable, name: str) -> None:
    """Load a cog without compiling it again for each bot."""
    await importlib.import_module(name).setup(made)


async def write_at_once(executor: SqliteExecutor, ended: Any, job: Any, **_patience: bool) -> Any:
    """No write waits for others."""
    return await WRITE_THEN(executor, ended, job)


WRITE_THEN: Final = SqliteExecutor.write_then


async def no_upgrade(_url: sa.URL, _dumps: Path | None = None) -> None:
    """The blank database is of this release."""


def has_tables(_connection: sa.Connection) -> None:
    """The blank database has all."""


def as_they_are() -> bytes:
    """Stands for the languages' files: only that it stays the same matters."""
    return b"as they are"


def emptied(_path: Path) -> bool:
    """Stands for emptying the log of a file, which is opened anew for that each time."""
    return True


SHORTEN: Final = functools.cache(utils._shorten)  # noqa: SLF001
"""Fits a command's description, once."""
TRANSLATED: Final = command_sync._translated  # noqa: SLF001


@functools.cache
def in_all_languages(english: str, _spoken: tuple[catalogues.Catalogue, ...]) -> list[dict[str, Any]]:
    """The commands with their translations, once."""
    return TRANSLATED(utils._from_json(english))


def translated(english: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same for a bot with these commands, in the languages that there are at the moment."""
    return in_all_languages(utils._to_json(english), tuple(map(catalogues.of, catalogues.names())))  # noqa: SLF001


EXTRACT: Final = commands._extract_parameters_from_callback  # noqa: SLF001
PARAMETERS: Final[dict[str, Any]] = {}


def parameters(callback: Any, names: dict[str, Any]) -> Any:
    """The parameters of a command, looked for once: those of games are made anew for each bot."""
    about = {name: value for name, value in vars(callback).items() if "_param_" in name}
    key = re.sub(
        " at 0x[0-9a-f]+", "", f"{callback.__module__} {callback.__qualname__} {signature(callback)} {about}"
    )
    if key not in PARAMETERS:
        PARAMETERS[key] = EXTRACT(callback, names)
    return PARAMETERS[key]


LOAD_HANDLERS: Final = functools.cache(load_handlers)
"""Looks for modules, once."""
LOAD: Final = functools.cache(load)
"""Finds the features, once."""


def alike() -> Iterator[Any]:
    """Changes by which what is the same for each bot is made once."""
    yield mock.patch("data.store.store.upgrade", no_upgrade)
    yield mock.patch("bot.app.load_handlers", LOAD_HANDLERS)
    yield mock.patch.object(commands, "_extract_parameters_from_callback", parameters)
    yield mock.patch.object(CaptainsTable, "load_extension", load_cog)
    yield mock.patch("discord.app_commands.commands._shorten", SHORTEN)
    yield mock.patch("bot.lifecycle.command_sync._translated", translated)
    # Only that it stays the same matters: three megabytes took a tenth of a start.
    yield mock.patch("bot.languages.catalogues.as_written", as_they_are)
    # What Discord answers when it gets the commands is read by nobody.
    yield mock.patch("discord.app_commands.tree.AppCommand", SimpleNamespace)


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """Within, bots are made like that; their loop is a ``VirtualLoop``."""
    with contextlib.ExitStack() as stack:
        for change in (
            *alike(),
            mock.patch("data.store.sqlite.executor.aiosqlite.Connection", Link),
            mock.patch.object(SqliteExecutor, "write_then", write_at_once),
            mock.patch("data.store.store._require_tables", has_tables),
            # It opens the file anew each time; tests/tables/test_erasure looks at what is left in one.
            mock.patch("data.store.database.truncate_wal", emptied),
            mock.patch("rendering.studio.ThreadWorker", Painter),
            mock.patch.object(utils, "utcnow", now),
            mock.patch("bot.app.load", LOAD),
        ):
            stack.enter_context(change)
        yield
