"""The sentences of ratings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.features.ratings.profile import Profile
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


def facts(profile: Profile) -> Iterator[tuple[str, str]]:
    if profile.favourite is not None:
        game, number = profile.favourite
        yield "Favourite game", f"{game.title} ({plural(number, '1 game', f'{number} games')})"
        yield "Games finished", str(profile.finished)
    if profile.best_streak > 1:
        now = f"{profile.streak} now, " if profile.streak > 1 else ""
        yield "Wins in a row", f"{now}{profile.best_streak} at best"
