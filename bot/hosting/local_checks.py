"""What the doctor looks at on this machine: database, disk, copies, fonts, and the running bot."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.config import Settings
from data.store.connection_errors import name
from data.store.engines import sqlite_path
from data.store.postgres.shard_locks import lock_holders
from data.store.postgres.shards import runs
from data.store.private_files import is_private
from data.store.records import StoreError
from data.store.schema_upgrade import head, require_known, revision_of
from data.store.sqlite.backup import open_file
from data.store.sqlite.restore import BESIDE
from rendering.painting import text_image
from rendering.text import FILES, font

from .check_result import CheckResult, failed, passed
from .daily_backups import DAY, database_file, folder_of, newest
from .health_client import ask

MIN_FREE_BYTES: Final = 200 * 1024 * 1024
"""Bytes that should be free at least."""


def look(settings: Settings, now: int) -> Iterator[CheckResult]:
    """All findings on this machine; nothing is changed."""
    url = settings.database_url
    if (path := sqlite_path(url)) is not None:
        yield database(path)
        yield from privacy(path)
        yield disk(path)
        yield copies(settings, now)
    yield pictures()
    yield running(settings)


async def served_database(settings: Settings) -> CheckResult | None:
    """Whether a database server answers and holds what this release knows; None where there is a file."""
    what, url = "database", settings.database_url
    if sqlite_path(url) is not None:
        return None
    try:
        found = await revision_of(url)
    except StoreError as error:
        return failed(what, str(error))
    if found is None:
        return passed(what, f"{name(url)} is empty; the first start makes the tables.")
    state = "" if found == head() else f" The next start upgrades it from revision {found}: copy it before."
    return passed(what, f"{name(url)} answers.{state}")


async def served_shards(settings: Settings) -> CheckResult | None:
    """Whether each shard has its process; None where there is a file, or a server that does not answer."""
    what = "shards"
    if sqlite_path(settings.database_url) is not None:
        return None
    try:
        parts = await lock_holders(settings.database_url)
    except StoreError:
        return None
    if not parts:
        return passed(what, "No process serves any now.")
    count = parts[0].count
    left = sorted(set(range(count)).difference(*(part.shards for part in parts)))
    if not left:
        if len(parts) == 1:
            return passed(what, "One process serves all of them.")
        return passed(what, f"{len(parts)} processes serve all of them: {', '.join(map(str, parts))}.")
    gaps = ", ".join(map(str, runs(left, count)))
    return failed(what, f"Nobody serves {gaps}: start a process with that in CAPTAINS_TABLE_SHARDS.")


def _nearest(path: Path) -> Path:
    """The folder of ``path`` that is there."""
    return next(each for each in path.absolute().parents if each.is_dir())


def database(path: Path) -> CheckResult:
    """Whether the database can be opened by this release. It is not upgraded."""
    what = "database"
    folder = _nearest(path)
    if path.is_dir():
        return failed(what, f"{path} is a folder. Name a file in it with CAPTAINS_TABLE_DB.")
    if not os.access(folder, os.W_OK):
        return failed(what, f"Nothing can be written in {folder}. Give the bot's user that folder.")
    if not path.exists():
        return passed(what, f"{path} is not there yet; the first start makes it.")
    if not os.access(path, os.R_OK | os.W_OK):
        return failed(what, f"{path} can't be written. Give it to the bot's user.")
    try:
        found = require_known(path)
        with closing(open_file(path)) as connection:
            connection.execute("PRAGMA query_only=ON")
            fault = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            # Revisions before 0008 call it "session".
            names = "SELECT name FROM sqlite_master WHERE name IN ('game_table', 'session')"
            table = connection.execute(names).fetchone()[0]
            live = f"SELECT count(*) FROM {table} WHERE status IN ('lobby', 'playing')"  # noqa: S608
            count = connection.execute(live).fetchone()[0]
    except (StoreError, sqlite3.Error) as error:
        return failed(what, f"{error} The last copy comes back with: python -m bot restore FILE.")
    if fault != "ok":
        return failed(what, f"{path} is damaged ({fault}). Restore a copy: python -m bot restore FILE.")
    state = "" if found == head() else f" The next start upgrades it from revision {found}, after a copy."
    return passed(what, f"{path}, {count} live table{'' if count == 1 else 's'}.{state}")


def privacy(database: Path, env: Path = Path(".env")) -> Iterator[CheckResult]:
    """Whether others on this machine can read the database, the files beside it, or the token in ``env``."""
    beside = (database.with_name(database.name + end) for end in BESIDE)
    exposed = [path for path in (database, *beside, env) if path.is_file() and not is_private(path)]
    for path in exposed:
        yield failed(
            "privacy", f"Others on this machine can read {path.absolute()}. Run: chmod 600 {path.absolute()}"
        )
    if not exposed:
        yield passed("privacy", "Only the bot's user can read the database and .env.")


def disk(path: Path) -> CheckResult:
    """Whether there is room to grow, and for a copy."""
    folder = _nearest(path)
    size = path.stat().st_size if path.is_file() else 0
    free = shutil.disk_usage(folder).free
    needed = MIN_FREE_BYTES + 2 * size
    words = f"{free // 2**20} MB free in {folder}."
    if free < needed:
        words += f" Make room: {needed // 2**20} MB should be free."
    return CheckResult("disk", free >= needed, words)


def copies(settings: Settings, now: int) -> CheckResult:
    """How old the newest daily copy is."""
    what, folder = "copies", folder_of(settings)
    if not settings.backups_kept:
        return passed(what, "Off (CAPTAINS_TABLE_BACKUPS_KEPT is 0): make some by yourself.")
    try:
        at = newest(database_file(settings), folder, now)
    except OSError as error:
        return failed(what, f"{folder} can't be read: {error.strerror}.")
    if at is None:
        started = database_file(settings).exists()
        hint = (
            "The bot makes one at once when it runs." if started else "The bot makes the first at its start."
        )
        return passed(what, f"None in {folder} so far. {hint}")
    hours = (now - at) // 3_600_000
    words = f"The newest in {folder} is {hours} hours old."
    if now - at > 2 * DAY:
        return failed(what, f"{words} Does the bot run, and is there room? Its log tells why not.")
    return passed(what, words)


def pictures() -> CheckResult:
    """Whether the bundled fonts load and a picture can be painted."""
    try:
        for face in FILES:
            font(20, face)
        text_image("Captain’s Table")
    except (OSError, ImportError, ValueError) as error:
        return failed(
            "pictures", f"No picture can be painted: {error}. Install the program again: pip install ."
        )
    return passed("pictures", "Fonts load, and a picture can be painted.")


def running(settings: Settings) -> CheckResult:
    """What the running bot says of itself, where it can be asked."""
    if not settings.metrics_port:
        return passed("health", "Not asked: CAPTAINS_TABLE_METRICS_PORT is not set.")
    well, word = ask(settings.metrics_host, settings.metrics_port)
    if well:
        return passed("health", "The bot runs, and people can play.")
    return failed("health", f"{word[:1].upper()}{word[1:]}. Start the bot, or look at its log.")
