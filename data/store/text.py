"""Sentences for hosts whose database can't be used. They never contain a password."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ADDRESS_FORM: Final = "postgresql://user:password@host/name"
OTHER_SCHEME: Final = f"The database can be a file, or PostgreSQL: {ADDRESS_FORM}."
UNREADABLE_ADDRESS: Final = (
    f"The bot can’t read the database URL. Write it as {ADDRESS_FORM}, with %40 for an @ and %2F for a / in "
    "the password."
)
LAST_FOR_OLDER: Final = "972742e0"
"""The last commit that has the migrations from before the first release."""


def no_database(server: str, user: str | None, database: str | None) -> str:
    return f"The server {server} has no database {database}. Create it: createdb --owner={user} {database}."


def unreachable(server: str, reason: str) -> str:
    because = f" ({reason})" if reason else ""
    return (
        f"Can’t reach the database server {server}{because}. Check that it’s running and that the address "
        f"is right."
    )


def no_home(written: str) -> str:
    return f"There’s no home folder {written} on this machine. Write out the whole path."


def not_in_place(path: Path, *, gone: bool, whole: bool) -> str:
    what = f"The database file {path}" if whole else f"The file {path}, which is a part of the database,"
    how = "deleted or moved" if gone else "replaced"
    advice = (
        "Put it back, or stop the bot and restore a backup: python -m bot restore FILE."
        if whole
        else "Stop the bot without killing it, and it will save what was in that file. Then start it again."
    )
    return f"{what} was {how} while the bot was running. {advice}"


def unreadable(path: Path, reason: object) -> str:
    return f"Can’t read {path}: {reason}."


def too_old(revision: str) -> str:
    return (
        f"The database is at revision {revision}, which is too old for this release. Start the program once "
        f"at commit {LAST_FOR_OLDER} (git checkout {LAST_FOR_OLDER}), which will upgrade the database. Then "
        "start this release."
    )


def too_new(revision: str, copy: Path | None) -> str:
    back = f"the copy made before that upgrade: python -m bot restore {copy}" if copy else "an older backup."
    return (
        f"The database is at revision {revision}, which this release doesn’t know, because a newer release "
        f"wrote it. Upgrade the program, or go back to {back}"
    )


def in_use(path: Path) -> str:
    return f"Another program (probably the bot) has {path} open. Stop it first."
