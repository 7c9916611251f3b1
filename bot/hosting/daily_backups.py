"""Daily backups of the database."""

from __future__ import annotations

import asyncio
import logging
import re
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from bot.config import Settings
from bot.tables.jobs.retries import cancel
from data.store.engines import sqlite_path
from data.store.postgres.dump import ENDING, dump
from data.store.postgres.shards import ALL_SHARDS
from data.store.records import BackupCancelled, DatabaseUnusable, StoreError
from data.store.sqlite.backup import copy_sqlite, delete, require_whole
from data.store.sqlite.files import create_private_folder

log: Final = logging.getLogger(__name__)
DAY: Final = 24 * 60 * 60 * 1000
HOUR: Final = 60 * 60
"""Seconds until a failed backup is retried."""
BACKUPS: Final = "backups"
"""The folder of the daily backups, if no other is named."""
STAMP: Final = "%Y-%m-%dT%H-%M-%SZ"


def folder_of(settings: Settings) -> Path:
    """The folder of the daily backups: beside a file; for a server, where the bot was started."""
    path = sqlite_path(settings.database_url)
    return settings.backups or (path.parent if path is not None else Path.cwd()) / BACKUPS


def made_here(settings: Settings) -> bool:
    """Whether this process makes the daily backups: of several, the one with the first shard does."""
    return (settings.shards or ALL_SHARDS).holds(None)


def stamp(at: int) -> str:
    """A time (milliseconds since 1970) as part of a file name; names sort by time."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime(STAMP)


def name_and_ending(database: sa.URL) -> tuple[str, str]:
    """What the names of its backups begin and end with."""
    path = sqlite_path(database)
    return (path.stem, ".sqlite3") if path is not None else (str(database.database), ENDING)


def dated(database: sa.URL, folder: Path, at: int) -> Path:
    """The path of a backup of ``database`` made at the time ``at``."""
    name, ending = name_and_ending(database)
    return folder / f"{name}-{stamp(at)}{ending}"


def copies(database: sa.URL, folder: Path, end: str = "") -> dict[Path, int]:
    """The backups of ``database`` in a folder with the times in their names, oldest first.

    With ``end`` set to ``.part``: incomplete ones, which a killed program left behind.
    """
    name, ending = map(re.escape, name_and_ending(database))
    pattern = re.compile(rf"{name}-(\d{{4}}-\d\d-\d\dT\d\d-\d\d-\d\dZ){ending}{re.escape(end)}")
    found = {}
    for path in folder.iterdir() if folder.is_dir() else ():
        if (named := pattern.fullmatch(path.name)) and path.is_file():
            try:
                moment = datetime.strptime(named[1], STAMP).replace(tzinfo=UTC)
            except ValueError:
                continue
            found[path] = round(moment.timestamp() * 1000)
    return dict(sorted(found.items(), key=lambda entry: entry[1]))


def newest(database: sa.URL, folder: Path, now: int) -> int | None:
    """The time of the latest backup; None if there is none. Future times are ignored as clock errors."""
    return max((at for at in copies(database, folder).values() if at <= now), default=None)


def require_folder(folder: Path) -> None:
    """:raises DatabaseUnusable: when there is none. Creating it might hide that its disk isn't mounted."""
    if not folder.is_dir():
        raise DatabaseUnusable(f"There’s no folder {folder}. Create it, or mount the disk that it’s on.")


def make(database: sa.URL, target: Path, wanted: Callable[[], bool] = lambda: True) -> None:
    """Make a backup in a folder that there is. Of a file, every page is checked.

    :raises DatabaseUnusable: when that fails.
    :raises BackupCancelled: when ``wanted`` returns False.
    """
    require_folder(target.parent)
    if (path := sqlite_path(database)) is None:
        dump(database, target, wanted)
        return
    copy_sqlite(path, target, wanted)
    try:
        require_whole(target)
    except DatabaseUnusable:
        target.unlink()
        raise


class Backups:
    """The daily backups of one database. The times in the files' names decide when the next one is due."""

    def __init__(self, database: sa.URL, folder: Path, kept: int, now: Callable[[], int]) -> None:
        self._database = database
        self._folder = folder
        self._kept = kept
        self._now = now
        self._ending = threading.Event()
        self._task: asyncio.Task[None] | None = None
        self.failures = 0
        """The number of failed backups since the start."""

    def start(self) -> None:
        """Start making backups, unless the number to keep is 0."""
        if self._kept:
            self._task = asyncio.get_running_loop().create_task(self._run(), name="backups")

    async def stop(self) -> None:
        """Stop; a backup in progress is abandoned."""
        self._ending.set()
        await cancel(self._task)

    def age(self) -> float | None:
        """Seconds since the last backup; None if there is none or the folder can't be read."""
        now = self._now()
        try:
            at = newest(self._database, self._folder, now)
        except OSError:
            return None
        return None if at is None else (now - at) / 1000

    async def _run(self) -> None:
        while True:
            try:
                pause = await self.tick()
            except Exception as error:
                self.failures += 1
                known = isinstance(error, (StoreError, OSError))
                log.error("the daily backup failed; trying again in an hour: %s", error, exc_info=not known)
                pause = HOUR
            await asyncio.sleep(pause)

    async def tick(self) -> float:
        """Make a backup if one is due. Returns the seconds until the next check.

        :raises DatabaseUnusable: when that fails.
        """
        now = self._now()
        last = await asyncio.to_thread(newest, self._database, self._folder, now)
        if last is None or now - last >= DAY:
            try:
                made = await asyncio.to_thread(self.make, now)
            except BackupCancelled:
                return HOUR
            log.info("the database was backed up to %s", made)
            last = now
        # An hour at most, because clocks get adjusted and machines sleep.
        return min(HOUR, max(1.0, (last + DAY - now) / 1000))

    def make(self, now: int) -> Path:
        """Make a backup and remove the oldest ones beyond the number to keep.

        :raises DatabaseUnusable: when that fails.
        :raises BackupCancelled: when the program is shutting down.
        """
        require_folder(self._folder.parent)
        try:
            create_private_folder(self._folder)
        except OSError as error:
            raise DatabaseUnusable(f"Can’t create the folder {self._folder}: {error.strerror}.") from error
        for half in copies(self._database, self._folder, ".part"):
            delete(half)
        target = dated(self._database, self._folder, now)
        make(self._database, target, lambda: not self._ending.is_set())
        for old in list(copies(self._database, self._folder))[: -self._kept]:
            if old != target:
                old.unlink(missing_ok=True)
        return target
