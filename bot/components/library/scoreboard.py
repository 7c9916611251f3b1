"""Rankings as lines: who did best at a game for one, and how well oneself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from bot.components.interactions.card import Card
from bot.games.core import Game
from bot.games.plurals import counted
from bot.tables.daily import challenge_of
from bot.tables.scores import Own, scores_of, title_of
from data.store.queries.scores import ScoreRow, Standing

MAX_PLACES: Final = 10
"""Places that a ranking shows; one's own is shown as well."""
MEDALS: Final = ("🥇", "🥈", "🥉")


def person_text(person: int) -> str:
    """A person; “somebody” for those whose data was erased."""
    return f"<@{person}>" if person > 0 else "somebody"


def score_text(game: Game[Any, Any], score: ScoreRow) -> str:
    """Score, title and what decides between equals."""
    points, tiebreak = counted(score.points or 0, "point"), scores_of(game).tiebreak(score.tiebreak)
    return f"**{points}** · {title_of(game, score.rank)} · {tiebreak}"


def places(standings: Sequence[Standing]) -> list[int]:
    """Each standing's place, from 1; equals share one."""
    found: list[int] = []
    for order, standing in enumerate(standings):
        score = standing.score
        value = (score.rank, score.points, score.tiebreak)
        before = standings[order - 1].score if order else None
        equal = before is not None and value == (before.rank, before.points, before.tiebreak)
        found.append(found[-1] if equal else order + 1)
    return found


def lines(game: Game[Any, Any], standings: Sequence[Standing], person: int) -> list[str]:
    """The first places, and that of ``person``."""
    rows = []
    for order, (place, standing) in enumerate(zip(places(standings), standings, strict=True)):
        own = standing.person == person
        if order >= MAX_PLACES and not own:
            continue
        sign = MEDALS[place - 1] if place <= len(MEDALS) else f"{place}."
        name = f"{person_text(standing.person)}{' (you)' if own else ''}"
        rows.append(f"{sign} {name}: {score_text(game, standing.score)}")
    if len(standings) > MAX_PLACES:
        rows.append(f"-# {len(standings)} have played.")
    return rows


def place_of(standings: Sequence[Standing], person: int) -> int | None:
    """The place of ``person``."""
    every = zip(places(standings), standings, strict=True)
    return next((place for place, standing in every if standing.person == person), None)


def share_line(
    game: Game[Any, Any], day: str, person: int, score: ScoreRow, place: int, of: int, streak: int
) -> str:
    """A day's result for others to see: nothing in it tells of the chance."""
    challenge, scoring = challenge_of(game), scores_of(game)
    parts = [
        f"{challenge.emblem} **The daily {challenge.noun}, {day}** · {person_text(person)}",
        f"{title_of(game, score.rank)} with {counted(score.points or 0, 'point')}",
        scoring.full_tiebreak(score.tiebreak),
        f"{score.goals} of {scoring.goals} goals",
        f"place {place} of {of} so far",
    ]
    if streak > 1:
        parts.append(f"{streak} days in a row")
    return " · ".join(parts) + f". `/{game.key} daily` has the same {challenge.chance} for you."


def scores_card(game: Game[Any, Any], server: Sequence[Standing] | None, own: Own, person: int) -> Card:
    """The best of a server (None: asked for in direct messages), and one's own games."""
    told = []
    if server is not None:
        told += ["**The best in this server**", *lines(game, server, person)]
        if not server:
            told.append(f"Nobody has finished a game here yet. `/{game.key} start` begins one.")
    told.append("**Your own games**")
    told += [
        f"{order}. {score_text(game, standing.score)} · <t:{standing.score.at // 1000}:d>"
        for order, standing in enumerate(own.best, 1)
    ]
    if own.games:
        titles = " · ".join(f"{title} {number}×" for title, number in own.titles)
        told.append(f"{counted(own.games, 'game')}: {titles}")
    else:
        told.append("None is finished yet.")
    told.append(f"-# {scores_of(game).rule}")
    return Card(f"### {game.title} · Best scores", (), tuple(told))
