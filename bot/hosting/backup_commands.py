"""``python -m bot backup`` and ``restore``: a copy while the bot runs, and a copy put in the place of all."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path
from random import Random

from bot.config import StartError, read_settings
from bot.games import GAMES
from bot.replay import check
from bot.tables.people.erasure import forget_again
from bot.tables.service import ChanceSource, TableService
from data.store.connection_errors import opening
from data.store.queries import due
from data.store.queries.erasures import Erasures
from data.store.records import DatabaseUnusable, StoreError
from data.store.schema_upgrade import require_known
from data.store.sqlite.backup import copy_sqlite, require_whole, rewrite
from data.store.sqlite.restore import erasures_in, put_in_place
from data.store.store import Store, sqlite_url

from .daily_backups import database_file, dated, make, stamp


def backup(target: Path, now: int) -> int:
    """``python -m bot backup FILE``: the exit status. A folder gets a copy with a dated name."""
    try:
        database = database_file(read_settings())
        if not database.is_file():
            raise StartError(f"There is no database {database} yet: the bot makes it at its first start.")
        if target.is_dir():
            target = dated(database, target, now)
        if target.exists():
            raise StartError(f"{target} is there already. Name another file: nothing is overwritten.")
        make(database, target)
    except (StartError, StoreError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{database} is copied to {target}.")
    return 0


def restore(source: Path, now: int, *, force: bool = False) -> int:
    """``python -m bot restore FILE``: the exit status. ``force``: though not every table can be played on."""
    try:
        database = database_file(read_settings())
        if not source.is_file():
            raise StartError(f"There is no file {source}.")
        if database.exists() and source.samefile(database):
            raise StartError(f"{source} is the database itself. Name a copy of it.")
        while (aside := database.with_name(f"{database.name}.aside-{stamp(now)}")).exists():
            now += 1000
        with tempfile.TemporaryDirectory(prefix="captains-table-") as folder:
            scratch = Path(folder) / "scratch.sqlite3"
            count = _examine(source, scratch, force=force)
            known = erasures_in(database)
            again = asyncio.run(_prepare(scratch, known))
            kept = put_in_place(scratch, database, aside)
    except (StartError, StoreError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    tables = "1 table" if count == 1 else f"{count} tables"
    print(f"{database} now holds what {source} holds: {tables}.")
    if again:
        people = "1 person who was" if again == 1 else f"{again} people who were"
        print(f"In it, {people} forgotten after the copy was made have been forgotten again.")
    if known is None:
        print(
            f"{database} was damaged, so nobody can tell who was forgotten since the copy was made: they "
            "have to use /privacy forget again."
        )
    if kept:
        print(f"What was there before is kept as {aside}. Delete it when you no longer need it.")
    print("Start the bot: it posts the card of every live table again.")
    return 0


async def _prepare(scratch: Path, known: Erasures | None) -> int:
    """Upgrade ``scratch``, and erase in it whom its place ``known`` has erased since; gives their number."""
    url = sqlite_url(scratch)
    store = await Store.open(url)
    try:
        if not known:
            return 0
        with opening(url, "written"):
            # At the copy's own time: clocks that go on get back the time since then at the next start.
            at = await due.last_moment(store)
            service = TableService(store, GAMES, chance=ChanceSource(Random()), now=lambda: at)
            count = await forget_again(service, known)
    finally:
        await store.close()
    await asyncio.to_thread(rewrite, scratch)
    return count


def _examine(source: Path, scratch: Path, *, force: bool) -> int:
    """Copy ``source`` to ``scratch`` and look through it; gives how many tables it holds.

    :raises StartError: when a table in it can't be played on.
    :raises StoreError: when it is damaged, of a later release, or of another program.
    """
    try:
        copy_sqlite(source, scratch)
    except DatabaseUnusable as error:
        raise DatabaseUnusable(f"{source} can’t be read: {error.__cause__}.") from error
    try:
        require_known(scratch)
        require_whole(scratch)
    except DatabaseUnusable as error:
        # The person knows the file by the name that they gave.
        raise DatabaseUnusable(str(error).replace(str(scratch), str(source))) from error
    found = asyncio.run(check(scratch, GAMES))
    if found.complaints and not force:
        listed = "\n".join(found.complaints[:20])
        raise StartError(
            f"{listed}\n{source} holds {found.count} tables, of which {len(found.complaints)} can’t be "
            f"played again. Nothing was changed. With --force it is restored all the same; those tables are "
            f"then frozen."
        )
    return found.count
