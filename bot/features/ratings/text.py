"""The sentences of ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.components.cards.text import mention_id
from bot.games.plurals import plural

SOMEBODY: Final = "somebody"
RANKING: Final = "### Ratings in this server"
RANKING_TITLE: Final = "Ratings in this server"
NOBODY_RANKED: Final = "Nobody here has an established rating yet. That takes about 15 to 25 rated games."
RANKING_NOTE: Final = (
    "-# These are people who have played here in the last four months and have an established rating. A "
    "rating is provisional (“?”) at first, and again after a long break. `/profile` shows your own ratings."
)
UNSETTLED: Final = (
    "-# A rating with a “?” is provisional: it takes about 15 to 25 rated games to establish one."
)
ONLY_YOU: Final = (
    "-# Only you can see this. To let others see it too, turn on `public` and `ratings` with `/settings`."
)
NO_GAMES_YET: Final = "There’s nothing to show yet. Play a game first: `/play` finds you an opponent."
DATA_NOTE: Final = (
    "**Ratings**: your rated games and how they changed your ratings. With `/settings`, you can turn "
    "`ratings` off, or hide your profile (`public`)."
)
RIVALS: Final = "Frequent opponents"
FAVOURITE: Final = "Favourite game"
FINISHED: Final = "Games finished"
STREAK: Final = "Wins in a row"
RATED: Final = "-# This game is rated."
UNRATED: Final = "-# This game isn’t rated, because somebody here has turned ratings off."
NO_PROFILE: Final = (
    "There’s no profile to show: it may be private, or this member hasn’t finished a game yet. To see "
    "somebody else’s profile, use `/profile` in a server that you’re both in."
)


def rating_title(game: str, side: str, *, computers: bool) -> str:
    title = f"{game} · {side}" if side else game
    return f"{title} · against the computer" if computers else title


def ranking_words(title: str, rows: Sequence[str], people: int) -> str:
    more = f" ({people} people listed.)" if people > len(rows) else ""
    return f"{title}: {'; '.join(rows)}.{more}"


def own_place(title: str, rating: str, place: int | None, people: int) -> str:
    where = f"place {place} of {people}" if place is not None else "not listed"
    return f"Your rating in {title}: **{rating}**, {where}."


def named(people: str) -> str:
    return f"-# {people}"


def profile_of(person: str) -> str:
    return f"### {person}’s profile"


def rating_words(title: str, rating: str, trend: Sequence[int], won_and_lost: str) -> str:
    way = f", between {min(trend)} and {max(trend)} lately" if len(trend) > 1 else ""
    return f"{title}: {rating}{way}; {won_and_lost}."


def rival_words(name: str, won_and_lost: str) -> str:
    return f"Against {name}: {won_and_lost}."


def games_of(title: str, number: int) -> str:
    return f"{title} ({plural(number, '1 game', f'{number} games')})"


def streak(now: int, best: int) -> str:
    return f"{f'{now} now, ' if now > 1 else ''}{best} at best"


def gain(person: int, before: int, after: int, *, provisional: bool) -> str:
    won = after - before
    change = f"+{won}" if won > 0 else f"−{-won}" if won else "±0"
    return f"{mention_id(person)} {before} → **{after}**{'?' if provisional else ''} ({change})"


def gains(each: Iterable[str]) -> str:
    """What the game did to the ratings of those who show theirs."""
    return f"Ratings: {' · '.join(each)}"
