"""The sentences of backup, restore, doctor and health."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from bot.games.plurals import counted

# Backup and restore


def erased_again(people: int) -> str:
    if people == 1:
        return "One person had their data erased after this backup was made. It has been erased again."
    return f"{people} people had their data erased after this backup was made. It has been erased again."


def unreadable(path: Path, reason: object) -> str:
    return f"Can’t read {path}: {reason}."


def not_playable(source: Path, complaints: Sequence[str], tables: int) -> str:
    lines = "\n".join(complaints[:20])
    return (
        f"{lines}\n"
        f"{len(complaints)} of the {tables} tables in {source} can’t be replayed, so nothing was changed. "
        "Add --force to restore it anyway. Those tables will then be frozen."
    )


# Doctor


def answered(status: int, path: str) -> str:
    advice = "Check DISCORD_API_URL." if status == 404 else "Try again in a few minutes."
    return f"Discord returned status {status} for {path}. {advice}"


def lacks(server: str, missing: Iterable[str]) -> str:
    names = [*missing]
    those = "that permission" if len(names) == 1 else "those permissions"
    return f"In “{server}”, the bot is missing {', '.join(names)}. Give its role {those}."


def servers_well(count: int) -> str:
    servers = counted(count, "server")
    return f"The bot has the permissions it needs in {servers}. /doctor checks individual channels."


def shards_missing(parts: Iterable[object]) -> str:
    gaps = ", ".join(map(str, parts))
    return f"No process is serving shards {gaps}. Start one with CAPTAINS_TABLE_SHARDS set to that."


def database_well(path: Path, live: int) -> str:
    return f"{path}, {counted(live, 'open table')}."


def database_upgrade(path: Path, live: int, revision: str) -> str:
    return (
        f"{database_well(path, live)} The next time the bot starts, the database will be backed up and "
        f"then upgraded from "
        f"revision {revision}."
    )


def exposed(path: Path) -> str:
    return f"Others on this machine can read {path}. Run: chmod 600 {path}"
