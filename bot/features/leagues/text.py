"""The sentences about leagues and Swiss tournaments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.components.cards.text import link, mention_id, moment, pace, results, safe
from bot.games.plurals import listed, plural
from bot.tables.model.pace import read
from data.store.queries.leagues import League

from .schedule import DIVISION, LEAST
from .standings import MISSED, MOVED, StandingsLine

DATA_NOTE: Final = "**Leagues**: which seasons you joined, your division, your games and results in them."
NO_LEAGUES: Final = (
    "There’s no league in this server right now. Members with the **Manage Server** permission can start "
    "one with `/league create`."
)
NOT_IN_A_THREAD: Final = (
    "A league needs a channel, because each of its games gets a thread. Use this in a channel."
)
NEEDS_MANAGER_TO_CLOSE: Final = "Only members with the **Manage Server** permission can close a league."
CONFIRM_LEAVING: Final = (
    "The season is under way. If you leave now, you resign from your game, lose the ones still to come, and "
    "finish below everybody who stays."
)
SEASON_OVER: Final = "That season is over. To leave the next one, use **Leave** on the league’s newest card."
NOBODY_IN: Final = "Nobody has joined yet."
NO_WINNER: Final = "Nobody has won."
IN_AGAIN: Final = "In for another season? Press **Join**."
MOVING: Final = (
    f"-# After the season, the top {MOVED} of a division move up and the bottom {MOVED} move down."
)
WHICH_LEAGUE: Final = "Which league do you mean?"
NO_GAMES: Final = "You have no games in it right now."
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


def heading(league: League, season: int) -> str:
    return f"### {safe(league.title)}" if league.swiss else f"### {safe(league.title)} · Season {season}"


def about(league: League, title: str) -> str:
    """What kind of league it is."""
    limit = pace(read(league.pace))
    if league.swiss:
        return (
            f"A {title} Swiss tournament: each round, you play somebody with about the same score. "
            f"Time limit: {limit}."
        )
    times = "twice, once on each side" if league.twice else "once"
    return f"A {title} league: you play everybody in your division {times}. Time limit: {limit}."


def starts(league: League) -> str:
    what = "The first round" if league.swiss else f"Season {league.season}"
    return (
        f"{what} starts with everybody who has joined, if there are at least {LEAST}. Your games then "
        f"open automatically. Start: {moment(league.ends)}."
    )


def next_season(league: League) -> str:
    """To somebody who played in the last season, by direct message."""
    return (
        f"**{safe(league.title)}** goes on with season {league.season}. Start: {moment(league.ends)}. "
        f"In for another season? Press **Join** on [its card]({link(league.guild, league.channel)})."
    )


def joined(people: Sequence[int]) -> str:
    if not people:
        return NOBODY_IN
    return f"**Joined so far ({len(people)}):** {', '.join(map(mention_id, people))}"


def progress(league: League, finished: int, games: int) -> str:
    return (
        f"Round {league.round} of {league.rounds}: {finished} of {plural(games, '1 game', f'{games} games')} "
        f"finished. Deadline: {moment(league.ends)}."
    )


def over(league: League, season: int, winners: Sequence[Sequence[int]]) -> str:
    """The end of a season, with the winners of each division."""
    what = "The tournament" if league.swiss else f"Season {season}"
    return f"{what} is over. {winner(winners)}"


def winner(winners: Sequence[Sequence[int]]) -> str:
    names = listed(mention_id(person) for division in winners for person in division)
    if not names:
        return NO_WINNER
    if len(winners) < 2:
        return f"Congratulations, {names}!"
    return f"Congratulations to the winners of the divisions: {names}!"


def closed(league: League) -> str:
    return f"This {_kind(league)} is closed. Thanks for playing!"


def short_of_people(league: League) -> str:
    """That a league closed with too few people to begin."""
    return f"This {_kind(league)} is closed. Fewer than {LEAST} people had joined."


def _kind(league: League) -> str:
    return "Swiss tournament" if league.swiss else "league"


def division(number: int) -> str:
    return f"**Division {number}**"


def points(halves: int) -> str:
    """Half points as points: 5 is “2½”."""
    whole, half = divmod(halves, 2)
    return f"{whole or ('' if half else '0')}{'½' if half else ''}"


def line(place: int, each: StandingsLine) -> str:
    left = " (left)" if each.out else ""
    won_and_lost = results(each.won, each.drawn, each.lost)
    return f"{place}. {mention_id(each.person)} **{points(each.halves)}** · {won_and_lost}{left}"


def you_joined(league: League) -> str:
    begin = moment(league.ends)
    return f"You’re in! Your games in **{safe(league.title)}** open automatically. Start: {begin}."


def you_left(league: League) -> str:
    return f"You’ve left **{safe(league.title)}**."


def created(league: str, channel: int) -> str:
    return f"**{safe(league)}** is open in <#{channel}>. Its card there has a **Join** button."


def confirm_closing(league: League) -> str:
    return (
        f"Close **{safe(league.title)}** for good? Nobody will be able to join, and no new games will "
        "start. Games in progress will continue as ordinary games."
    )


def was_closed(league: League) -> str:
    return f"**{safe(league.title)}** is closed."


def which(titles: Iterable[str]) -> str:
    return (
        f"There are several leagues here: {listed(map(safe, titles))}. Choose one with the option `league`."
    )


def card_link(address: str) -> str:
    return f"[Its card]({address}) keeps itself up to date."


def own_games(links: Sequence[str]) -> str:
    return f"Your games: {listed(links)}." if links else NO_GAMES


SIZES: Final = f"About how many people a division has ({DIVISION.start}–{DIVISION.stop - 1})"


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


def game_of(title: str, number: int) -> str:
    """The line of a table that a league opened."""
    return f"**{safe(title)}**, round {number}"


def leagues_elsewhere(titles: list[str]) -> str:
    names = listed(f"**{safe(title)}**" for title in titles)
    plays = plural(len(titles), "still plays in its own channel", "still play in their own channels")
    return f"*{names} {plays}. `/league close` ends a league.*"


def leagues_left(titles: list[str]) -> str:
    return f"You’ll leave {listed(titles)}, and lose any games still to come there."
