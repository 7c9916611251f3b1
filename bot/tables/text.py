"""The sentences about tables: refusals, events that nobody caused, limits, settings."""

from __future__ import annotations

from typing import Final

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

HINTS_ELSEWHERE: Final = (
    "You can only get hints if no other person plays in the game, and never in a daily challenge."
)

NOTHING_TO_MARK: Final = "There’s nothing to mark at this table right now."


# Opening and joining

ALREADY_SEATED: Final = "You’re already playing at this table."


def no_computer(game: str) -> str:
    return f"There’s no computer player for {game} right now. Leave `computer` out, and anyone can join."


def started(table_id: int) -> str:
    return f"Table {table_id} has already started."


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


def newcomer_has_no_room(name: str, most: int) -> str:
    return (
        f"{name} is already at {most} tables, so they can’t take the seat yet. Press **Accept** again once "
        f"they’ve finished a game, or press **Decline**."
    )


# Frozen tables, for hosts


def log_too_short(ends: int, expected: int) -> str:
    return f"its log ends at event {ends}, not at {expected}"
