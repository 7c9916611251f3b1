"""The sentences about tables: refusals, events that nobody caused, limits, settings."""

from __future__ import annotations

from typing import Final

from bot.languages import gettext_noop

# Tables that can't be used

BUSY: Final = gettext_noop("Somebody else at this table was a moment quicker. Please try again.")
STALE: Final = gettext_noop(
    "The game has moved on since this was posted. Use the buttons on the newest card."
)
FROZEN: Final = gettext_noop(
    "Something went wrong in this game, so it’s frozen. Its record is safe, and the bot’s host has been told."
)
OTHER_RULES: Final = gettext_noop(
    "This game was started under rules that this version of the bot doesn’t know. Its record is safe, and "
    "you can finish the game once the bot’s host goes back to a version that knows them."
)
NOT_PLAYING: Final = gettext_noop("You’re not playing at Table {table}, but you’re welcome to watch.")


# Turns

NOTHING_TO_MARK: Final = gettext_noop("There’s nothing to mark at this table right now.")


# Opening and joining

ALREADY_SEATED: Final = gettext_noop("You’re already playing at this table.")
NO_COMPUTER: Final = gettext_noop(
    "There’s no computer player for {game} right now. Leave `computer` out, and anyone can join."
)
STARTED: Final = gettext_noop("Table {table} has already started.")


# Requests, draws, rematches

SEAT_ALREADY_WANTED: Final = gettext_noop("Somebody else has already asked for this seat.")


# Closed tables

DECLINED: Final = gettext_noop("{name} declined the challenge.")
CANCELLED: Final = gettext_noop("{name} cancelled the table.")
NOT_STARTED: Final = gettext_noop("The game wasn’t started within a day, so this table was closed.")
ABANDONED: Final = gettext_noop("Nothing happened at this table for 30 days, so it was closed.")
OUT_OF_TIME: Final = gettext_noop("Time ran out, so this table was closed.")
CHANNEL_GONE: Final = gettext_noop(
    "The channel was deleted before the game began, so this table was closed. Open another one wherever you "
    "like."
)
