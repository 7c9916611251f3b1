"""The sentences of daily."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.core import AnyGame, DailyChallenge
from bot.games.plurals import plural

NOT_COUNTED: Final = "Your attempt doesn’t count."
NOTHING_TO_SHARE: Final = "There’s nothing to share, because only finished attempts count."
RESULTS: Final = "**Results in this server**"
DATA_NOTE: Final = "**Captain’s Curse**: the scores of finished games, and your attempts at the daily curse."
NO_RESULTS: Final = "No results yet."


def daily_heading(challenge: DailyChallenge, day: str) -> str:
    return f"The daily {challenge.noun} · {day}"


def streak(challenge: DailyChallenge, days: int) -> str:
    return f"You’ve finished the daily {challenge.noun} **{days} days in a row**."


def next_daily(at_s: int) -> str:
    return f"Start of the next one: <t:{at_s}:R>."


def daily_of(challenge: DailyChallenge, day: str, person: str) -> str:
    return f"{challenge.emblem} **The daily {challenge.noun}, {day}** · {person}"


def title_and_points(title: str, points: int) -> str:
    return plural(points, f"{title} with 1 point", f"{title} with {points} points")


def goals_met(goals: int, of: int) -> str:
    return f"{goals} of {of} goals met"


def place_so_far(place: int, of: int) -> str:
    return f"#{place} of {of} so far"


def days_in_a_row(days: int) -> str:
    return f"{days} days in a row"


def daily_invitation(game: AnyGame, challenge: DailyChallenge) -> str:
    return f"Use `/{game.key} daily` to play with the same {challenge.chance}."


BEST_HERE: Final = "**This server’s best**"
OWN_GAMES: Final = "**Your own games**"
NO_OWN_GAMES: Final = "You haven’t finished a game yet."


def nobody_yet(game: str) -> str:
    return f"Nobody has finished a game here yet. Be the first with `/{game} start`."


def players(number: int) -> str:
    return plural(number, "-# 1 person has played.", f"-# {number} people have played.")


def daily_note(challenge: DailyChallenge, day: str, command: str) -> str:
    return (
        f"**The daily {challenge.noun}, {day}.** Everyone in this server gets the same {challenge.chance} "
        f"and one attempt. Only you can see yours. You can close it any time, and `{command}` brings it back."
    )


def daily_needs_server(challenge: DailyChallenge, game: str) -> str:
    return (
        f"The daily {challenge.noun} is played in a server, where everyone gets the same {challenge.chance}. "
        f"To play a game of your own here, use `/{game} start`."
    )


def todays(challenge: DailyChallenge) -> str:
    return f"Today’s {challenge.noun.title()}"


def titles(earned: Sequence[tuple[str, int]]) -> str:
    return " · ".join(f"{title} {number}×" for title, number in earned[:3])


NO_TITLE: Final = "no title"


def no_daily(game: str) -> str:
    return f"{game} has no daily challenge."


def not_a_daily(table_id: int) -> str:
    return f"Table {table_id} isn’t a daily challenge."


def no_scores(game: str) -> str:
    return f"{game} has no high scores."
