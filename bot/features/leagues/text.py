"""The sentences about leagues and Swiss tournaments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.components.cards.text import link, mention_id, moment, pace, results, safe
from bot.games.plurals import listed, plural
from bot.tables.model.pace import read
from data.store.queries.leagues import League

from .schedule import DIVISION
from .service import LEAST
from .standings import MOVED, StandingsLine

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


def game_of(title: str, number: int) -> str:
    """The line of a table that a league opened."""
    return f"**{safe(title)}**, round {number}"


def leagues_elsewhere(titles: list[str]) -> str:
    names = listed(f"**{safe(title)}**" for title in titles)
    plays = plural(len(titles), "still plays in its own channel", "still play in their own channels")
    return f"*{names} {plays}. `/league close` ends a league.*"


def leagues_left(titles: list[str]) -> str:
    return f"You’ll leave {listed(titles)}, and lose any games still to come there."
