"""Whoever was erased stays so, whichever older database is put in place of this one."""

from __future__ import annotations

import logging
from itertools import chain
from pathlib import Path
from random import Random
from typing import Final

from bot.components.hooks import load, table_hooks
from bot.config import Settings
from bot.errors import StartError
from bot.features import FEATURES
from bot.features.privacy.erasure import forget_again
from bot.games import GAMES
from bot.languages import ngettext
from bot.tables.service import TableService
from data.store.connection_errors import opening
from data.store.queries import due
from data.store.queries.erasures import Erasures, erasures, keep_listed, listed, together
from data.store.records import StoreError
from data.store.store import Store

from .daily_backups import BACKUPS, folder_of, name_and_ending

log: Final = logging.getLogger(__name__)
LIST: Final = ".forgotten"
"""What the names of lists of erasures end with."""


def list_of(settings: Settings) -> Path:
    """The list of erasures: in the folder of the backups, with which it is copied."""
    name, _ = name_and_ending(settings.database_url)
    return folder_of(settings) / f"{name}{LIST}"


def known_to(settings: Settings, found: Erasures | None) -> Erasures | None:
    """The erasures that were ``found`` in the database (None: there is none), and those in the list.

    None if there is neither.
    """
    file = list_of(settings)
    return together(found or Erasures(()), listed(file)) if found is not None or file.exists() else None


def known_of(file: Path) -> Erasures | None:
    """The erasures in the list of a SQLite file, or of the one that ``file`` is a copy of.

    None if there is no such list beside it, nor in the usual folder of backups.
    """
    lists = chain.from_iterable(folder.glob(f"*{LIST}") for folder in (file.parent, file.parent / BACKUPS))
    found = [listed(each) for each in lists if file.name.startswith(each.stem)]
    return together(*found) if found else None


async def erase_again(store: Store, known: Erasures) -> int:
    """Erase everybody in ``known`` whom the database doesn't list as erased. Returns their number."""
    with opening(store.url, "written"):
        # The database's own time, so that the clocks get back the time since then.
        return await forget_again(tables_in(store, await due.last_moment(store)), known)


def tables_in(store: Store, now: int) -> TableService:
    """The tables of a database at a time, with all that features keep about people."""
    return TableService(store, GAMES, rng=Random(), now=lambda: now, hooks=table_hooks(load(FEATURES)))


async def keep_forgotten(store: Store, file: Path) -> None:
    """Erase again whom only the list has: somebody has put an older database in place without ``restore``.

    From now on, what is erased is listed, too.

    :raises StartError: when the list or the database can't be used.
    """
    try:
        known = listed(file)
    except OSError as error:
        raise StartError(
            f"Can’t read {file}, the list of people who were forgotten: {error.strerror}. Make the bot’s "
            "user its owner."
        ) from error
    try:
        with opening(store.url, "used"):
            own = await store.read(erasures)
            if not set(known.rows()) <= set(own.rows()) and (count := await erase_again(store, known)):
                again = ngettext(
                    "1 person who had been forgotten was forgotten again",
                    "{number} people who had been forgotten were forgotten again",
                    count,
                )
                log.warning("an older database was put in place: %s", again)
            store.erasures_list = file
            await store.read(keep_listed, file)
    except StoreError as error:
        raise StartError(str(error)) from error
