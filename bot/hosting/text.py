"""The sentences of backup, restore, doctor and health."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from bot.games.plurals import counted

# Backup and restore

NOT_A_FILE: Final = (
    "This command works on database files, but this database is in PostgreSQL. Use pg_dump and pg_restore."
)
RESTART: Final = "Start the bot, and it will repost the card for every open table."


def no_database_yet(path: Path) -> str:
    return f"There’s no database at {path} yet. The bot creates it the first time it starts."


def exists(path: Path) -> str:
    return f"{path} already exists and won’t be overwritten. Name another file."


def copied(source: Path, target: Path) -> str:
    return f"Copied {source} to {target}."


def no_file(path: Path) -> str:
    return f"There’s no file at {path}."


def same_file(path: Path) -> str:
    return f"{path} is the database itself. Name a backup of it instead."


def restored(database: Path, source: Path, tables: int) -> str:
    return f"{database} has been restored from {source}: {counted(tables, 'table')}."


def erased_again(people: int) -> str:
    if people == 1:
        return "One person had their data erased after this backup was made. It has been erased again."
    return f"{people} people had their data erased after this backup was made. It has been erased again."


def erasures_unknown(database: Path) -> str:
    return (
        f"There was no readable database at {database}, so there’s no telling whose data was erased after "
        "the backup was made. Those people will have to use /privacy forget again."
    )


def kept_aside(path: Path) -> str:
    return f"The old database was saved as {path}. Delete it when you no longer need it."


def unreadable(path: Path, reason: object) -> str:
    return f"Can’t read {path}: {reason}."


def no_room(source: Path, folder: Path, reason: object) -> str:
    return (
        f"Couldn’t copy {source} to {folder} to check it: {reason}. Is the disk full? Make room there, or "
        "set TMPDIR to a folder on another disk."
    )


def not_playable(source: Path, complaints: Sequence[str], tables: int) -> str:
    lines = "\n".join(complaints[:20])
    return (
        f"{lines}\n"
        f"{len(complaints)} of the {tables} tables in {source} can’t be replayed, so nothing was changed. "
        "Add --force to restore it anyway. Those tables will then be frozen."
    )


def no_folder(path: Path, reason: str | None) -> str:
    return f"Can’t create the folder for {path}: {reason}."


# Doctor

SETTINGS_WELL: Final = "All the settings are valid."
SEE_ABOVE: Final = "Some things need fixing: see the lines marked NO."
MISSING_LOGIN: Final = (
    "There’s no token. Set DISCORD_TOKEN in the environment or in a .env file (data/hosting/README.md "
    "explains how)."
)
NO_DATE: Final = "Discord didn’t say what time it is."
CLOCK_WELL: Final = "The clock agrees with Discord’s."
NO_INTENTS: Final = "No privileged intents are on, and none are needed."
NO_COMMANDS_YET: Final = "Discord has no commands yet. They’ll be registered the first time the bot starts."
OTHER_COMMANDS: Final = (
    "Discord has another release’s commands. They’ll be updated the next time the bot starts."
)
NO_SHARDS: Final = "No process is serving any shards right now."
ALL_SHARDS: Final = "One process serves all the shards."
PRIVATE: Final = "Only the bot’s user can read the database and .env."
BACKUPS_OFF: Final = "Daily backups are off (CAPTAINS_TABLE_BACKUPS_KEPT is 0). Make your own."
PICTURES_WELL: Final = "The fonts load, and the bot can draw a picture."
NOT_ASKED: Final = "Not checked, because CAPTAINS_TABLE_METRICS_PORT isn’t set."
RUNNING: Final = "The bot is running, and people can play."


def answered(status: int, path: str) -> str:
    advice = "Check DISCORD_API_URL." if status == 404 else "Try again in a few minutes."
    return f"Discord returned status {status} for {path}. {advice}"


def unreachable(address: str, reason: str) -> str:
    return f"Can’t reach Discord at {address}: {reason}. Check the network, the firewall and DISCORD_API_URL."


def logged_in(name: object) -> str:
    return f"Discord accepts the token. The bot is called {name}."


def clock_off(seconds: float) -> str:
    return f"The clock is {seconds:.0f} seconds off. Set it with NTP: players’ time limits depend on it."


def endpoint_set(url: str, portal: str) -> str:
    return (
        f"The application’s Interactions Endpoint URL is set ({url}), so commands don’t reach the bot. "
        f"Clear that field at {portal} (General Information)."
    )


def code_grant(portal: str) -> str:
    return (
        f"“Requires OAuth2 Code Grant” is on, so the usual invite link doesn’t work. Turn it off at "
        f"{portal} (Bot)."
    )


def needless_intents(names: Iterable[str]) -> str:
    return f"The bot needs no privileged intents. You can turn off {', '.join(names)}."


def all_commands(count: int) -> str:
    return f"Discord has all {count} commands."


def lacks(server: str, missing: Iterable[str]) -> str:
    names = [*missing]
    those = "that permission" if len(names) == 1 else "those permissions"
    return f"In “{server}”, the bot is missing {', '.join(names)}. Give its role {those}."


def no_servers(link: str) -> str:
    return f"The bot isn’t in any server yet. Invite it: {link}"


def servers_well(count: int) -> str:
    servers = counted(count, "server")
    return f"The bot has the permissions it needs in {servers}. /doctor checks individual channels."


def empty_database(name: str) -> str:
    return f"{name} is empty. Its tables will be created the first time the bot starts."


def database_answers(name: str) -> str:
    return f"{name} is responding."


def server_upgrade(name: str, revision: str) -> str:
    return (
        f"{name} is responding. It will be upgraded from revision {revision} the next time the bot starts, "
        "so back it up first."
    )


def shards_served(count: int, parts: Iterable[object]) -> str:
    return f"{count} processes share all the shards: {', '.join(map(str, parts))}."


def shards_missing(parts: Iterable[object]) -> str:
    gaps = ", ".join(map(str, parts))
    return f"No process is serving shards {gaps}. Start one with CAPTAINS_TABLE_SHARDS set to that."


def folder_instead(path: Path) -> str:
    return f"{path} is a folder. Set CAPTAINS_TABLE_DB to a file in it."


def folder_not_writable(path: Path) -> str:
    return f"The bot can’t write to {path}. Make the bot’s user the owner of that folder."


def no_file_yet(path: Path) -> str:
    return f"{path} doesn’t exist yet. It will be created the first time the bot starts."


def file_not_writable(path: Path) -> str:
    return f"The bot can’t write to {path}. Make the bot’s user its owner."


def damaged(path: Path, fault: str) -> str:
    return f"{path} is damaged ({fault}). To restore the latest backup: python -m bot restore FILE."


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


def disk_free(megabytes: int, folder: Path) -> str:
    return f"{megabytes} MB free in {folder}."


def disk_full(megabytes: int, folder: Path, needed: int) -> str:
    return f"{megabytes} MB free in {folder}. Free up some space: the bot needs at least {needed} MB."


def not_a_folder(path: Path) -> str:
    return f"{path} isn’t a folder"


def not_writable(folder: Path) -> str:
    return f"the bot’s user can’t write to {folder}"


def no_backups_possible(folder: Path, reason: str) -> str:
    return f"The bot can’t make backups in {folder}: {reason}. Set CAPTAINS_TABLE_BACKUPS to another folder."


def no_backup(folder: Path) -> str:
    return f"There’s no backup in {folder} yet. The bot makes one as soon as it’s running."


def backup_age(folder: Path, hours: int) -> str:
    return f"The newest backup in {folder} is {counted(hours, 'hour')} old."


def backup_old(folder: Path, hours: int) -> str:
    return (
        f"The newest backup in {folder} is {hours} hours old. Check that the bot is running and the disk "
        f"isn’t full. The log says why there’s no newer one."
    )


def no_pictures(reason: object) -> str:
    return f"The bot can’t draw a picture: {reason}. Reinstall the program: pip install ."


def not_running(reason: str) -> str:
    return f"{reason[:1].upper()}{reason[1:]}. Start the bot, or look at its log."


# Health

DISCONNECTED: Final = "the bot isn’t connected to Discord"
DATABASE_SILENT: Final = "the database isn’t responding"


def database_not_writable(reason: object) -> str:
    return f"can’t write to the database: {reason}"


def no_health_address(setting: str) -> str:
    return f"No health address is set. Set {setting} and restart the bot."


def other_server(url: str) -> str:
    return f"another program answers at {url}: the bot needs a CAPTAINS_TABLE_METRICS_PORT of its own"


def no_answer(url: str, reason: object) -> str:
    return f"the bot isn’t responding at {url}: {reason}"
