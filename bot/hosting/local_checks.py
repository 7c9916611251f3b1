"""The doctor's checks of this machine: database, disk, backups, fonts, and the running bot."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from bot.components.hooks import load
from bot.config import ENV, Settings
from bot.errors import StartError
from bot.features import FEATURES
from bot.games import GAMES
from bot.languages import begun, catalogues, names, ngettext
from bot.people.time_zones import PACKAGED, SYSTEM
from bot.players import PLAYERS
from data import boards
from data.files import REINSTALL, UnreadableFile
from data.store.connection_errors import name, opening
from data.store.engines import sqlite_path, sqlite_url
from data.store.postgres.dump import OWN, require_able
from data.store.postgres.shards import runs
from data.store.program import INSTALLED, program
from data.store.records import StoreError
from data.store.schema import LIVE
from data.store.schema_upgrade import head, require_known, revision_of, stop_first
from data.store.shard_locks import lock_holders
from data.store.sqlite.backup import BESIDE, open_file
from data.store.sqlite.executor import require_recent
from data.store.sqlite.files import exists, is_private, require_in_place
from rendering.faces import FILES
from rendering.painting import text_image
from rendering.text import font

from . import daily_backups
from .check_result import Check, CheckResult, failed, passed, results, skipped
from .daily_backups import DAY, folder_of, made_here, newest, require_folder
from .health_client import UNREAD, ask
from .service_unit import UNITS, require_strict

MAX_FAULTS: Final = 3
"""Faults of a language that are named."""
MIN_FREE_BYTES: Final = 200 * 1024 * 1024
"""The least free disk space in bytes, besides room for copies of the database."""


async def look(settings: Settings, now: int, *, started: bool) -> AsyncIterator[CheckResult]:
    """All checks of this machine and its database; nothing is changed."""
    url = settings.database_url
    checks: list[tuple[str, Check]] = []
    if (path := sqlite_path(url)) is None:
        checks += [
            ("database", lambda: served_database(settings)),
            ("shards", lambda: served_shards(url)),
        ]
        if settings.backups_kept and made_here(settings):
            checks.append(("disk", lambda: disk(_newest_copy(settings), folder_of(settings))))
    else:
        checks += [
            ("database", lambda: database(path, folder_of(settings))),
            ("privacy", lambda: privacy(path)),
            ("disk", lambda: disk(path, path.parent)),
        ]
        if (folder := settings.backups) and settings.backups_kept:
            checks.append(("disk", lambda: disk(path, folder)))
    checks += [
        ("backups", lambda: copies(settings, now)),
        ("languages", languages),
        ("zones", time_zones),
        ("pictures", pictures),
        ("content", content),
    ]
    if any(UNITS.glob(f"{INSTALLED}*.service")):
        checks.append(("settings", as_service))
    if started:
        checks.append(("health", lambda: running(settings)))
    for what, check in checks:
        async for found in results(what, check):
            yield found


def as_service() -> CheckResult | None:
    """Whether an installed service reads ``.env`` as the bot does; None if so, or if there is no ``.env``."""
    try:
        require_strict(ENV)
    except StartError as error:
        return failed(str(error))
    return None


def _newest_copy(settings: Settings) -> Path:
    """The newest daily backup, or else the folder."""
    folder = folder_of(settings)
    return next(reversed(daily_backups.copies(settings.database_url, folder)), folder)


async def served_database(settings: Settings) -> CheckResult:
    """Whether a database server answers with a known revision."""
    url = settings.database_url
    try:
        found, holders = await revision_of(url, folder_of(settings)), await lock_holders(url)
    except StoreError as error:
        return failed(str(error))
    if found is None:
        return passed(f"{name(url)} is empty. Its tables will be created the first time the bot starts.")
    if found == head():
        return passed(f"{name(url)} is responding.")
    if obstacle := stop_first(holders):
        return failed(obstacle)
    beside = " The processes that are running can go on meanwhile." if holders else ""
    return passed(
        f"{name(url)} is responding. It will be upgraded from revision {found} the next time the bot starts, "
        f"{'which backs it up first' if settings.backups_kept else 'so back it up first'}.{beside}",
    )


async def served_shards(url: sa.URL) -> CheckResult | None:
    """Whether each shard is served; None for a server that doesn't answer."""
    try:
        parts = await lock_holders(url)
    except StoreError:
        return None
    if not parts:
        return passed("No process is serving any shards right now.")
    count = next(iter(parts)).count
    left = sorted(set(range(count)).difference(*(part.shards for part in parts)))
    if not left:
        if len(parts) == 1:
            return passed("One process serves all the shards.")
        older = ", ".join(str(part) for part, revision in parts.items() if revision < head())
        wait = f" Still to be upgraded: {older}." if older else ""
        return passed(f"{len(parts)} processes share all the shards: {', '.join(map(str, parts))}.{wait}")
    gaps = ", ".join(map(str, runs(left, count)))
    return failed(f"No process is serving shards {gaps}. Start one with CAPTAINS_TABLE_SHARDS set to that.")


def _nearest(path: Path) -> Path:
    """The nearest existing folder above ``path``."""
    return next(each for each in path.absolute().parents if os.path.isdir(each))  # noqa: PTH112


def _obstacle(folder: Path) -> str:
    """Why nothing can be written in ``folder``, which need not exist yet; empty if it can."""
    # Unlike those of a path, these don't raise in a folder that can't be read.
    there = next(each for each in (folder, *folder.absolute().parents) if os.path.exists(each))  # noqa: PTH110
    if not os.path.isdir(there):  # noqa: PTH112
        return f"{there} isn’t a folder"
    return "" if os.access(there, os.W_OK | os.X_OK) else f"the bot’s user can’t write to {there}"


def database(path: Path, backups: Path) -> CheckResult:
    """Whether this release can open the database, which is not upgraded; ``backups``: their folder."""
    try:
        require_recent()
    except StoreError as error:
        return failed(str(error))
    if exists(path) and path.is_dir():
        return failed(f"{path} is a folder. Set CAPTAINS_TABLE_DB to a file in it.")
    if fault := _obstacle(path.parent):
        return failed(
            f"The bot can’t keep a database in {path.parent}: {fault}. Make the bot’s user the owner of "
            f"{path.parent}, or set CAPTAINS_TABLE_DB to a file in another folder."
        )
    if not path.exists():
        return passed(f"{path} doesn’t exist yet. It will be created the first time the bot starts.")
    if not os.access(path, os.R_OK | os.W_OK):
        return failed(f"The bot can’t write to {path}. Make the bot’s user its owner.")
    try:
        require_in_place(path)
        found = require_known(path)
        with opening(sqlite_url(path), "read"), closing(open_file(path)) as connection:
            connection.execute("PRAGMA query_only=ON")
            fault = " ".join(connection.execute("PRAGMA quick_check(1)").fetchone()[0].split())
            # In an older database, tables may have another name.
            live = f"SELECT count(*) FROM game_table WHERE {LIVE}"  # noqa: S608 (nobody's input)
            count = connection.execute(live).fetchone()[0] if found == head() else 0
    except StoreError as error:
        return failed(str(error))
    if fault != "ok":
        last = next(reversed(daily_backups.copies(sqlite_url(path), backups)), "FILE")
        return failed(
            f"{path} is damaged ({fault}). To restore the latest backup: {program()} restore {last}"
        )
    if found == head():
        return passed(f"{path}, {ngettext('{number} open table', '{number} open tables', count)}.")
    return passed(
        f"{path}. The next time the bot starts, the database will be backed up and then upgraded from "
        f"revision {found}.",
    )


def privacy(database: Path) -> Iterator[CheckResult]:
    """Whether others on this machine can read the database, the files beside it, or the token in ``.env``."""
    beside = (Path(f"{database}{end}") for end in BESIDE)
    # A folder in their place is told elsewhere, and is no use to its owner with the mode of a file.
    files = [path for path in (database, *beside, ENV) if exists(path) and not path.is_dir()]
    exposed = [path for path in files if not is_private(path)]
    for path in exposed:
        where = path.absolute()
        yield failed(f"Others on this machine can read {where}. Run: chmod 600 {where}")
    if not exposed:
        yield passed("Only the bot’s user can read the database and .env.")


def disk(path: Path, folder: Path) -> CheckResult:
    """Whether there is room in ``folder`` for the database at ``path`` to grow and be copied."""
    folder = _nearest(folder / path.name)
    size = path.stat().st_size if exists(path) and path.is_file() else 0
    free = shutil.disk_usage(folder).free
    needed = MIN_FREE_BYTES + 2 * size
    if free < needed:
        return failed(
            f"{free // 2**20} MB free in {folder}. Free up some space: the bot needs at least "
            f"{needed // 2**20} MB.",
        )
    return passed(f"{free // 2**20} MB free in {folder}.")


def copies(settings: Settings, now: int) -> CheckResult:
    """How old the newest daily backup is."""
    folder = folder_of(settings)
    if not settings.backups_kept:
        return skipped("Daily backups are off (CAPTAINS_TABLE_BACKUPS_KEPT is 0). Make your own.")
    if not made_here(settings):
        return skipped("The process with shard 0 makes the daily backups.")
    if sqlite_path(settings.database_url) is None:
        try:
            require_able(settings.database_url)
        except StoreError as error:
            return failed(f"{error} {OWN}")
    # Raises where somebody else looks than the bot's user.
    exists(folder)
    if fault := _obstacle(folder):
        return failed(
            f"The bot can’t make backups in {folder}: {fault}. Set CAPTAINS_TABLE_BACKUPS to another folder.",
        )
    if settings.backups:
        try:
            require_folder(folder.parent)
        except StoreError as error:
            return failed(str(error))
    try:
        at = newest(settings.database_url, folder, now)
    except OSError as error:
        return failed(f"Can’t read {folder}: {error.strerror}.")
    if at is None:
        return passed(f"There’s no backup in {folder} yet. The bot makes one as soon as it’s running.")
    hours = (now - at) // 3_600_000
    if now - at > 2 * DAY:
        return failed(
            f"The newest backup in {folder} is {hours} hours old. Check that the bot is running and the disk "
            f"isn’t full. The log says why there’s no newer one.",
        )
    age = ngettext("{number} hour", "{number} hours", hours)
    return passed(f"The newest backup in {folder} is {age} old.")


def languages() -> Iterator[CheckResult]:
    """Whether the files of the languages can be read, and how far they are."""
    for tag, own in begun().items():
        share, faults = catalogues.percent(tag), catalogues.read(tag)[1]
        if faults:
            told = " ".join(faults[:MAX_FAULTS])
            count = ngettext("{number} fault", "{number} faults", len(faults))
            yield failed(f"{own}: {count}, said in English. {told}")
        elif share == 100:
            yield passed(f"{own} is complete.")
        elif tag in names():
            yield passed(f"{own}: {share} % is translated. The rest is said in English.")
        else:
            offered = f"It’s offered from {catalogues.OFFERED_PERCENT} % on."
            yield passed(f"{own}: {share} % is translated. {offered}")


def time_zones() -> CheckResult:
    """Which tables of time zones are used."""
    return passed(
        f"Time zones are those of {max(SYSTEM, PACKAGED)}: the newer of this system’s "
        f"({SYSTEM or 'unknown'}) and tzdata’s ({PACKAGED}).",
    )


def pictures() -> CheckResult:
    """Whether the bundled fonts load and a picture can be painted."""
    try:
        for face in FILES:
            font(20, face)
        text_image("Captain’s Table")
    except (OSError, ImportError, ValueError) as error:
        return failed(f"The bot can’t draw a picture: {error}. {REINSTALL}")
    return passed("The fonts load, and the bot can draw a picture.")


def content() -> CheckResult:
    """Whether boards, puzzles, lessons and what the computer players have learnt can be read."""
    faults = [fault for each in load(FEATURES) if each.examine is not None for fault in each.examine(GAMES)]
    for sheet in boards.names():
        try:
            boards.board(sheet)
        except UnreadableFile as error:
            faults.append(str(error))
    files = [file for player in PLAYERS.values() for file in (player.learnt, player.needed) if file]
    faults += [fault for file in files if (fault := file.fault)]
    if faults:
        told = ". ".join(faults[:MAX_FAULTS])
        count = ngettext("{number} fault", "{number} faults", len(faults))
        return failed(
            f"{count} in boards, puzzles, lessons or what computers have learnt: {told}. {REINSTALL}",
        )
    return passed("The boards, puzzles, lessons and what computers have learnt can be read.")


def running(settings: Settings) -> Iterator[CheckResult]:
    """The health of the running bot, if its port is set."""
    if not settings.metrics_port:
        yield skipped("Not checked, because CAPTAINS_TABLE_METRICS_PORT isn’t set.")
        return
    healthy, answer = ask(settings.metrics_host, settings.metrics_port)
    if healthy:
        yield passed("The bot is running, and people can play.")
        if answer.startswith(UNREAD):
            count = answer.removeprefix(UNREAD).strip()
            yield failed(
                f"Events of Discord that the running bot couldn’t read: {count}. Install a newer release. If "
                "there’s none, please report what the log says.",
                what="events",
            )
        return
    yield failed(f"{answer[:1].upper()}{answer[1:]}. Start the bot, or look at its log.")
