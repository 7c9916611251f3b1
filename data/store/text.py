"""Sentences for hosts whose database can't be used. They never contain a password."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ADDRESS_FORM: Final = "postgresql://user:password@host/name"
NOT_A_FILE: Final = "The database has to be a file, because games have to survive a restart."
OTHER_SCHEME: Final = f"The database can be a file, or PostgreSQL: {ADDRESS_FORM}."
UNREADABLE_ADDRESS: Final = (
    f"The bot can’t read the database URL. Write it as {ADDRESS_FORM}, with %40 for an @ and %2F for a / in "
    "the password."
)
POOL_SIZE: Final = "pool_size in the database URL must be a number from 1 to 100."
BROKEN_REFERENCES: Final = "The upgrade would break references between tables, so nothing was changed."
RESTORE_HINT: Final = (
    " If this file was the bot’s database, it’s damaged. To restore a backup: python -m bot restore FILE."
)
OWNER_HINT: Final = " Make the bot’s user the owner of that file and of its folder, and let it write there."
DISK_HINT: Final = " Is the disk full? Make room, or use a file on another disk."
LAST_FOR_OLDER: Final = "972742e0"
"""The last commit that has the migrations from before the first release."""


def missing_package(package: str | None) -> str:
    return f"PostgreSQL needs the package {package}: pip install '.[postgres]'."


def login_refused(server: str, user: str | None) -> str:
    return f"The database server {server} doesn’t accept the user {user} or the password."


def no_database(server: str, user: str | None, database: str | None) -> str:
    return f"The server {server} has no database {database}. Create it: createdb --owner={user} {database}."


def unreachable(server: str, reason: str) -> str:
    because = f" ({reason})" if reason else ""
    return (
        f"Can’t reach the database server {server}{because}. Check that it’s running and that the address "
        f"is right."
    )


def unusable(name: str, what: str, reason: object, advice: str) -> str:
    return f"The database {name} can’t be {what}: {reason}.{advice}"


def no_home(written: str) -> str:
    return f"There’s no home folder {written} on this machine. Write out the whole path."


def folder_instead(path: Path) -> str:
    return f"The database {path} is a folder. Name a file in it."


def no_folder(path: Path, reason: str | None) -> str:
    return f"Can’t create the folder for {str(path)[:200]}: {reason}."


def not_in_place(path: Path, *, gone: bool, whole: bool) -> str:
    what = f"The database file {path}" if whole else f"The file {path}, which is a part of the database,"
    how = "deleted or moved" if gone else "replaced"
    advice = (
        "Put it back, or stop the bot and restore a backup: python -m bot restore FILE."
        if whole
        else "Stop the bot without killing it, and it will save what was in that file. Then start it again."
    )
    return f"{what} was {how} while the bot was running. {advice}"


def damaged_file(reason: object) -> str:
    return f"The database file is damaged: {reason}."


def unreadable(path: Path, reason: object) -> str:
    return f"Can’t read {path}: {reason}."


def damaged(path: Path, faults: str) -> str:
    return f"{path} is damaged: {faults}."


def dangling(row: object, table: object) -> str:
    return f"row {row} of {table} refers to a row that doesn’t exist"


def not_ours(path: Path) -> str:
    return f"{path} isn’t a Captain’s Table database."


def other_program(name: str) -> str:
    return f"The database {name} contains another program’s tables. Give the bot a database of its own."


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


def upgraded(path: Path, revision: str, copy: Path) -> str:
    return f"The database {path} was upgraded to revision {revision}. A copy of it from before is {copy}."


def not_copied(source: Path, target: Path, reason: object) -> str:
    return f"Couldn’t copy {source} to {target}: {reason}."


def not_compacted(path: Path, reason: object) -> str:
    return f"Couldn’t compact {path}: {reason}."


def not_restored(path: Path, reason: object) -> str:
    return f"Couldn’t restore {path}: {reason}."


def in_use(path: Path) -> str:
    return f"Another program (probably the bot) has {path} open. Stop it first."


def other_bot(path: Path) -> str:
    return f"Another bot has {path} open. Stop it first: only one bot can use a database file."


def other_user(path: Path, lock: Path) -> str:
    return (
        f"Another program has {path} open, and the lock file {lock} was only just created. If that "
        f"program is another copy of the bot, somebody must have deleted the old lock file. Stop that "
        f"program first."
    )


def shards_taken(ours: str, theirs: str) -> str:
    return (
        f"Another process using this database serves {theirs}, but this one is set to serve {ours}. Give "
        "each shard to exactly one process, all with the same number after the slash "
        "(CAPTAINS_TABLE_SHARDS). If the other machine has just crashed, try again in a minute."
    )
