"""The sentences about tables: refusals, events that nobody caused, limits, settings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.games.plurals import listed

# Tables that can't be used

BUSY: Final = "Several people did something at this table at the same time. Please try again."
STALE: Final = "The game has moved on since this was posted. Use the buttons on the newest card."
FROZEN: Final = (
    "Something went wrong in this game, so it’s frozen. Its record is safe, and the bot’s host has been told."
)
OTHER_RULES: Final = (
    "This game was started under rules that this version of the bot doesn’t know. Its record is safe, and "
    "you can finish the game once the bot’s host goes back to a version that knows them."
)


def not_playing(table_id: int) -> str:
    return f"You’re not playing at Table {table_id}, but you’re welcome to watch."


# Turns

HINTS_ELSEWHERE: Final = "You can only get hints if everyone else in the game is a computer."

NOTHING_TO_MARK: Final = "There’s nothing to mark at this table right now."


def all_picked(count: int) -> str:
    if count == 1:
        return (
            "You’ve already picked a square. To pick a different one, first press your current square again "
            "to clear it."
        )
    return f"You’ve already picked all {count} squares. Clear one of them first."


# Opening and joining

ALREADY_SEATED: Final = "You’re already playing at this table."


def no_computer(game: str) -> str:
    return f"There’s no computer player for {game} right now. Leave `computer` out, and anyone can join."


def already_challenged(name: str, game: str, table_id: int | None) -> str:
    if table_id is None:
        return f"{name} has only just answered your last challenge to {game}. Try again."
    return (
        f"You’ve already challenged {name} to {game} at Table {table_id}. Wait for an answer, or press "
        f"**Cancel** there first."
    )


def started(table_id: int) -> str:
    return f"Table {table_id} has already started."


def cancelled(name: str) -> str:
    return f"{name} cancelled the table."


def challenge_declined(name: str) -> str:
    return f"{name} declined the challenge."


# Requests, draws, rematches

LEAVING_ALONE: Final = "Nobody is waiting for you here. To give up the game, use `/table resign`."
LEAVING_COMPUTERS: Final = (
    "You’re playing against the computer, so nobody is waiting for you. "
    "Use **Resign** under **More** instead."
)
SEAT_ALREADY_WANTED: Final = "Somebody else has already asked for this seat."


# Time

NOT_STARTED: Final = "The game wasn’t started within a day, so this table was closed."
ABANDONED: Final = "Nothing happened at this table for 30 days, so it was closed."
OUT_OF_TIME: Final = "Time ran out, so this table was closed."
CHANNEL_GONE: Final = (
    "The channel was deleted before the game began, so this table was closed. Open another one wherever you "
    "like."
)


# Limits


def too_many_waiting(most: int) -> str:
    if most == 1:
        return "You already have a table waiting for players. **Cancel** it, or wait until it begins."
    return (
        f"You already have {most} tables waiting for players. **Cancel** one of them, or wait until one "
        f"begins. Use `/games` to see them."
    )


def too_many_games(most: int) -> str:
    if most == 1:
        return "You’re already at a table. Finish that game first. Use `/games` to see it."
    return f"You’re already at {most} tables. Finish a game first. Use `/games` to see yours."


def server_full(most: int) -> str:
    if most == 1:
        return "This server allows one open table at a time. Join it, or wait until its game ends."
    return (
        f"This server allows {most} open tables at a time. Join one that’s waiting for players, or wait "
        f"until a game ends."
    )


def too_many_opened(most: int) -> str:
    if most == 1:
        return "You can only have one open table at a time in this server. Finish your current game first."
    return f"You can only have {most} open tables at a time in this server. Finish a game first."


def newcomer_has_no_room(name: str, most: int) -> str:
    return (
        f"{name} is already at {most} tables, so they can’t take the seat yet. Press **Accept** again once "
        f"they’ve finished a game, or press **Decline**."
    )


# Settings


def other_channels(channels: Iterable[int]) -> str:
    return f"In this server, you can start games in {listed((f'<#{each}>' for each in channels), 'or')}."


# Frozen tables, for hosts


def log_too_short(ends: int, expected: int) -> str:
    return f"its log ends at event {ends}, not at {expected}"


def fault_at(place: str, reason: str) -> str:
    return f"{place}: {reason}"
