"""The sentences of the program's commands: settings, start, replay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from bot.games.plurals import counted

MISSING_LOGIN: Final = (
    "There’s no token. Set DISCORD_TOKEN in the environment or in a .env file (data/hosting/README.md "
    "explains how). To try the bot without Discord: python -m bot local."
)
SHARDS_NEED_POSTGRESQL: Final = (
    "With CAPTAINS_TABLE_SHARDS, several processes share one database, which has to be PostgreSQL. Set "
    "CAPTAINS_TABLE_DB to postgresql://user:password@host/name."
)
LOGIN_REFUSED: Final = (
    "Discord rejected the token. Get a new one in the developer portal (Bot → Reset Token) and set "
    "DISCORD_TOKEN."
)
LOCAL_TABLE_NEEDS_A_FILE: Final = "It saves its games in a file: name one instead, with --database FILE."


def unreadable_env(reason: object) -> str:
    return f"Can’t read the file .env: {reason}."


def wrong_setting(name: str, reason: str) -> str:
    return f"The setting {name} is wrong. {reason[:1].upper()}{reason[1:]}"


def wrong_value(name: str, value: str, possible: str) -> str:
    return f"The setting {name} is wrong: it’s “{value[:100]}”, but it has to be {possible}."


def one_of(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


def number_between(least: object, most: object, *, whole: bool) -> str:
    return f"a {'whole ' if whole else ''}number from {least} to {most}"


def misspelt_setting(name: str, meant: str) -> str:
    return f"There’s no setting {name}. Did you mean {meant}?"


def ignored_settings(names: Sequence[str]) -> str:
    return f"The bot has no setting {' or '.join(names)}. data/hosting/README.md lists all of them."


def refused_by_discord(reason: object) -> str:
    return f"Discord won’t let the bot in: {reason}."


def commands_refused(reason: object) -> str:
    return (
        f"Discord wouldn’t take the bot’s commands: {str(reason).rstrip('.')}. Start the bot again in a "
        "minute. If that doesn’t help, please report this."
    )


def unreachable_discord(reason: object) -> str:
    return f"Can’t reach Discord: {reason}."


def ended(reason: object) -> str:
    return f"Captain’s Table has stopped. {reason}"


def cannot_start(reason: object) -> str:
    return f"Captain’s Table can’t start. {reason}"


def local_table_needs(package: str, python: str) -> str:
    return f"The local table needs the package {package}. Run: {python} -m pip install {package}"


def local_table_opened(url: str) -> str:
    return f"The local table is open at {url} (press Ctrl-C to close it)."


def local_table_cannot_open(reason: object) -> str:
    return f"The local table can’t open. {reason}"


def no_database(path: Path) -> str:
    return f"There’s no database at {path}. Say where it is with --database."


def checked(count: int, name: str, bad: int) -> str:
    tables = counted(count, "table")
    if bad:
        return f"{tables} in {name}: {bad} of them can’t be replayed."
    return f"{tables} in {name}: all of them can be replayed."


def not_a_record(path: Path) -> str:
    return f"{path} isn’t a record, because it isn’t UTF-8 text."


def end_after_end(line: int | None, entry: object) -> str:
    return f"Line {line}: “{entry}” comes after the game is already over."


def no_such_seat(line: int | None, game: str) -> str:
    return f"Line {line}: {game} has no seat called that."


def not_drawable(line: int | None, game: str) -> str:
    return f"Line {line}: players can’t agree to a draw in {game}."


def replayed(board: str, game: str, actions: int, result: str) -> str:
    return f"{board}\n\n{game}, {counted(actions, 'action')}. {result}"


def resigned(seat: str) -> str:
    return f"{seat} resigned."


def out_of_time(seat: str) -> str:
    return f"{seat} ran out of time."


def accepted_draw(seat: str) -> str:
    return f"{seat} accepted a draw."


def in_play(seats: Iterable[str]) -> str:
    return f"The game isn’t over: it’s {' and '.join(seats)}’s turn."


def empty_database(name: str) -> str:
    return f"{name} is empty. The bot creates its tables the first time it starts."


def other_revision(name: str, revision: str, known: str) -> str:
    return (
        f"{name} is at revision {revision}, but this release reads revision {known}. Start the bot once to "
        f"upgrade the database, or do that with a copy if you’d rather not touch the original."
    )


def frozen(complaint: str) -> str:
    return f"Frozen: {complaint}"


def recovers(table_id: int, game: str) -> str:
    return (
        f"Table {table_id} ({game}) is frozen, but this release can play it. "
        "It will resume the next time the bot starts."
    )


def unknown_game(table_id: int, game: str) -> str:
    return f"The game at Table {table_id} is “{game}”, which this release doesn’t have."


def other_rules(table_id: int, game: str, rules: int, known: int) -> str:
    return (
        f"Table {table_id} was started under version {rules} of the {game} rules, but this release knows "
        f"version "
        f"{known}."
    )


def fault(table_id: int, game: str, reason: object) -> str:
    return f"Table {table_id} ({game}), {reason}"


def wrong_status(table_id: int, log: str, index: str) -> str:
    return f"Table {table_id} is “{log}” in its log but “{index}” in the index."


def rated_again(games: int, changed: int) -> str:
    rated = counted(games, "rated game")
    if not changed:
        return f"{rated}: every rating was right."
    if changed == 1:
        return f"{rated}: 1 entry was wrong and has been corrected."
    return f"{rated}: {changed} entries were wrong and have been corrected."


def not_rated_again(table_id: int) -> str:
    return f"Table {table_id} can’t be replayed, so its stored result counts."
