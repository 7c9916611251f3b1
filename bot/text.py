"""The sentences of the program's commands: settings, start, replay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.plurals import counted

LOGIN_REFUSED: Final = (
    "Discord rejected the token. Get a new one in the developer portal (Bot → Reset Token) and set "
    "DISCORD_TOKEN."
)


def wrong_setting(name: str, reason: str) -> str:
    return f"The setting {name} is wrong. {reason[:1].upper()}{reason[1:]}"


def ignored_settings(names: Sequence[str]) -> str:
    return f"The bot has no setting {' or '.join(names)}. data/hosting/README.md lists all of them."


def local_table_needs(package: str, python: str) -> str:
    return f"The local table needs the package {package}. Run: {python} -m pip install {package}"


def checked(count: int, name: str, bad: int) -> str:
    tables = counted(count, "table")
    if bad:
        return f"{tables} in {name}: {bad} of them can’t be replayed."
    return f"{tables} in {name}: all of them can be replayed."


def replayed(board: str, game: str, actions: int, result: str) -> str:
    return f"{board}\n\n{game}, {counted(actions, 'action')}. {result}"


def resigned(seat: str) -> str:
    return f"{seat} resigned."


def out_of_time(seat: str) -> str:
    return f"{seat} ran out of time."


def accepted_draw(seat: str) -> str:
    return f"{seat} accepted a draw."


def frozen(complaint: str) -> str:
    return f"Frozen: {complaint}"


def rated_again(games: int, changed: int) -> str:
    rated = counted(games, "rated game")
    if not changed:
        return f"{rated}: every rating was right."
    if changed == 1:
        return f"{rated}: 1 entry was wrong and has been corrected."
    return f"{rated}: {changed} entries were wrong and have been corrected."
