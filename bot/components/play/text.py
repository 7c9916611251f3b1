"""The sentences of private cards and replies during a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.core import DailyChallenge
from bot.games.plurals import listed, plural

# Agreements

DRAW_AGREED: Final = "It’s a draw. Well played!"
DRAW_OFFERED: Final = "Draw offered. Your offer stands until the next move."
DRAW_DECLINED: Final = "You’ve declined the draw."
DRAW_WITHDRAWN: Final = "You’ve withdrawn your draw offer."
UNDONE: Final = "Your last move has been undone."
DONE: Final = "Done."
LEFT: Final = "You’ve left the table."
SEAT_OFFERED: Final = (
    "Your seat is up for grabs if the others agree. Until somebody takes over, please keep playing."
)
STAYED: Final = "Great, you’re staying in the game."
COMPUTER_TAKES_OVER: Final = "The computer has taken over."
SEAT_TAKEN: Final = "The seat is yours."
AGREED: Final = "Agreed."
WITHDRAWN: Final = "You’ve withdrawn your request."
DECLINED: Final = "Declined."
WIN_CLAIMED: Final = "The win is yours."
TIME_GRANTED: Final = "You’ve granted more time."


def asked_too_often(name: str, moment: int) -> str:
    """That one person asks another too often."""
    return f"You’ve sent {name} a lot of requests lately. You can send another <t:{moment}:R>."


def request_sent(names: Sequence[str]) -> str:
    return plural(
        len(names),
        f"Request sent. It takes effect once {listed(names)} agrees.",
        f"Request sent. It takes effect once {listed(names)} agree.",
    )


# Resigning


def resign_question(alone: bool, side_must_agree: bool) -> str:
    if alone:
        return "Give up? This ends the game."
    if side_must_agree:
        return "Resign? This ends the game once the rest of your side agrees."
    return "Resign? This ends the game."


def attempt_lost(challenge: DailyChallenge) -> str:
    return f"Your attempt at the daily {challenge.noun} won’t count."


def resigned(over: bool, alone: bool) -> str:
    if not over:
        return "You’ve asked to resign. The game ends once the rest of your side agrees."
    return "You’ve given up." if alone else "You’ve resigned."


# Private cards

WHAT_NEXT: Final = "What would you like to do?"
WATCHING: Final = "You’re watching this game."
RECORD: Final = "Here’s the record of the game."
RECORD_SO_FAR: Final = "Here’s the record so far."
RECORD_WITHOUT_SECRETS: Final = "Here’s the record so far, without any secrets."

# Placing and marking

NOTHING_TO_MARK: Final = (
    "There’s nothing to mark right now. You can mark hidden squares while a game is being played."
)
CHOOSE_MARK: Final = "Pick a mark, then a column."


def which_squares(column: str, mark: str) -> str:
    return f"Pick squares in column {column} to mark as “{mark}”. Press a square again to clear it."


def placed(what: str, more: bool) -> str:
    done = f"{what.capitalize()} {'laid' if what == 'mines' else 'placed'}."
    if more:
        return f"{done} Here’s what comes next."
    return f"{done} Everyone else only sees that you’re ready."


SQUARES: Final = "Squares, separated by spaces"


def type_squares(verb: str, count: int) -> str:
    """The title of a form for the squares of a placement."""
    return f"{verb.capitalize()}: Name {plural(count, '1 Square', f'{count} Squares')}"


# The picker


PREVIEW_OFF: Final = (
    "From your next turn on, your moves will be played without a preview. You can bring it back with "
    "`/settings`. Press **Confirm** to play this one."
)


CHOOSE_HERE: Final = "-# Choose here. The buttons on the card that everyone sees do the same."


def preview(choices: Sequence[str]) -> str:
    return f"Preview: **{' · '.join(choices)}**. Confirm?"


def so_far(choices: Sequence[str]) -> str:
    return f"So far: **{' · '.join(choices)}**."


# Typed moves and the option ``table``

NO_TABLE_IN_MESSAGE: Final = "That message doesn’t show a table. Pick one of the bot’s cards."
TABLE_OPTION: Final = "The table’s number, if there are several"
WHICH_TABLE: Final = "Which table do you mean?"
NO_GAME_HERE: Final = "There’s no game here. `/help` shows how to start one."


def more_moves(number: int) -> str:
    return f"… and {number} more (keep typing)"


def several_here(table_ids: list[int]) -> str:
    numbers = listed(map(str, table_ids), "or")
    return f"There are several tables in this channel. Set `table` to {numbers}."


def several_yours(table_ids: list[int]) -> str:
    return f"You’re playing at several tables. Set `table` to {listed(map(str, table_ids), 'or')}."


def games_elsewhere(links: list[str]) -> str:
    return f"There’s no game in this channel. You’re playing {listed(links)}. Go there, or set `table`."
