"""The sentences of privacy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.games.plurals import listed, plural

_STORED: Final = """\
The bot stores only what the games need, and it all stays on the host’s machine and isn’t shared with \
anyone. Here’s what it stores:
- **You**: your settings, if you’ve changed any, whose challenges you refuse, and when you were away in the \
past year.
- **Each table**: who opened it, who was challenged and who sat where (your Discord ID and your name at the \
time); every move, hint, request and reminder with its time; the clock; the IDs of its server, channel and \
messages; squares you’ve picked in secret but not locked in yet; your own marks, plans and standing \
orders; where your private chart is; and whether a message still has to be sent to you.
- **Practice**: your practice board with your moves on it, which lessons and puzzles you’ve tried, with \
the number of wrong moves and hints, and the daily puzzles you tried."""
_GENERAL: Final = """\
- **A server**: its rules for tables. If the bot is removed from a server, the server’s rules and tables \
are deleted 30 days later. Tables that close without a result are deleted after 30 days, too.
The bot doesn’t read messages. **Export** gives you everything about you as a file. **Forget Me** deletes \
your settings and your practice, and takes you out of every table: finished games stay, but without your \
name. People who refuse your challenges stay protected from them. A hash of your ID is kept, so that \
restoring an older copy of the database can’t bring your data back. Anything the bot has posted on Discord \
stays there, like anyone else’s messages."""
FORGET_WARNING: Final = (
    "Your settings will be deleted, and finished games will no longer show your name. This can’t be undone."
)


def about_data(notes: Iterable[str]) -> str:
    """What is stored; ``notes`` are the lines of features."""
    return "\n".join((_STORED, *(f"- {note}" for note in notes), _GENERAL))


def exported(tables: int) -> str:
    return plural(
        tables,
        "Your settings, and everything about you from 1 table.",
        f"Your settings, and everything about you from {tables} tables.",
    )


def games_left(tables: list[str]) -> str:
    return f"You’ll leave or resign from {listed(tables)}."


def challenges_declined(tables: list[str]) -> str:
    return plural(
        len(tables),
        f"You’ll decline the challenge at {listed(tables)}.",
        f"You’ll decline the challenges at {listed(tables)}.",
    )


def forgotten(tables: int) -> str:
    if tables < 2:
        return "Done. The bot has forgotten you."
    return f"Done. The bot has forgotten you, and your name is gone from {tables} tables."
