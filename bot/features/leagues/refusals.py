"""The sentences about leagues and Swiss tournaments that don't depend on Discord."""

from __future__ import annotations

from typing import Final

from bot.games.plurals import listed

from .standings import MISSED

LEAGUE_GAME_STAYS: Final = (
    "League games can’t be cancelled. If you want to give this one up, use **Resign** under **More**."
)
LEAGUE_SEATS_STAY: Final = "Nobody can take over a seat in a league game."
LEAGUE_PLAYERS_STAY: Final = (
    f"{LEAGUE_SEATS_STAY} If you want to give the game up, use **Resign** under **More**."
)
ROUND_OVER: Final = (
    "The league’s round has ended, so this table was closed. The player who took more time over the game "
    "loses it in the league."
)
BOTH_OUT: Final = (
    "Neither player made it in time, so this table was closed. Neither gets a point in the league."
)
NO_SUCH_LEAGUE: Final = "That league isn’t there any more. `/league standings` shows the others."
UNDER_WAY: Final = (
    "The season has already started. When it’s over, you can press **Join** on the league’s new card for the "
    "next one."
)
NIGHT_UNDER_WAY: Final = "This Swiss tournament has already started, so nobody can join any more."
JOINED_ALREADY: Final = "You’re already in. The games start automatically."
NOT_IN: Final = "You’re not in this league right now."
OUT_ALREADY: Final = f"You’re already out of this season: you’ve left it, or missed {MISSED} games in a row."
BUSY: Final = "Several people did something in this league at the same time. Please try again."
NEEDS_LIMIT: Final = (
    "A league needs a time limit for its turns, such as `12h` or `1d`, so that every game ends."
)
NO_BANK: Final = "Enter a single length of time, such as `30m`, `12h` or `3d`."
ROUNDS_OF_A_NIGHT: Final = (
    "Only a Swiss tournament has a number of `rounds`. Set `swiss` as well, or leave out `rounds`: in a "
    "league, everybody plays everybody in their division."
)
ONCE_A_NIGHT: Final = (
    "In a Swiss tournament, people don’t play each other `twice`. Leave out either `twice` or `swiss`."
)
TURN_TOO_LONG: Final = (
    "A turn can’t take longer than a round. Choose a shorter `pace` or a longer `round_time`."
)


def not_for_two(title: str, others: list[str]) -> str:
    return f"{title} isn’t a game for exactly two players. Leagues can play {listed(others, 'or')}."


def full(most: int) -> str:
    return f"{most} people are in, which is as many as a league can have."


def too_many(most: int) -> str:
    return f"This server has {most} leagues, which is the limit. Close one with `/league close` first."


def name_length(most: int) -> str:
    return f"Give the league a name of 1 to {most} characters."


def division_size(low: int, high: int) -> str:
    return f"A division can have {low} to {high} people."


def rounds(most: int) -> str:
    return f"A Swiss tournament can have 1 to {most} rounds."
