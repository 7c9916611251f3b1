"""Rankings as lines: the best at a game for one, and a person's own results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from bot.components.cards.text import mention_id
from bot.components.interactions.card import Card
from bot.games.core import Game
from bot.games.plurals import counted
from data.store.queries.scores import PlayerScore, ScoreRow

from . import text
from .scores import Own, scores_of, title_of

MAX_PLACES: Final = 10
"""Places that a ranking shows, beside the reader's own."""
MAX_OWN_SCORES: Final = 5
"""The most of the reader's own games that are listed."""
MEDALS: Final = ("🥇", "🥈", "🥉")


def score_text(game: Game[Any, Any], score: ScoreRow) -> str:
    """Score, title and tiebreak."""
    points, tiebreak = counted(score.points or 0, "point"), scores_of(game).tiebreak(score.tiebreak)
    return f"**{points}** · {title_of(game, score.rank)} · {tiebreak}"


def places(standings: Sequence[PlayerScore]) -> list[int]:
    """Each standing's place, from 1; equals share one."""
    found: list[int] = []
    for order, standing in enumerate(standings):
        score = standing.score
        value = (score.rank, score.points, score.tiebreak)
        before = standings[order - 1].score if order else None
        equal = before is not None and value == (before.rank, before.points, before.tiebreak)
        found.append(found[-1] if equal else order + 1)
    return found


def lines(game: Game[Any, Any], standings: Sequence[PlayerScore], person: int) -> list[str]:
    """The first places, and that of ``person``."""
    rows = []
    for order, (place, standing) in enumerate(zip(places(standings), standings, strict=True)):
        own = standing.person == person
        if order >= MAX_PLACES and not own:
            continue
        sign = MEDALS[place - 1] if place <= len(MEDALS) else f"{place}."
        name = f"{mention_id(standing.person)}{' (you)' if own else ''}"
        rows.append(f"{sign} {name}: {score_text(game, standing.score)}")
    return [*rows, text.players(len(standings))] if len(standings) > MAX_PLACES else rows


def place_of(standings: Sequence[PlayerScore], person: int) -> int | None:
    """The place of ``person``."""
    every = zip(places(standings), standings, strict=True)
    return next((place for place, standing in every if standing.person == person), None)


def scores_card(game: Game[Any, Any], server: Sequence[PlayerScore] | None, own: Own, person: int) -> Card:
    """The best of a server (None in direct messages), and ``person``'s own games."""
    shown = []
    if server is not None:
        shown += [text.BEST_HERE, *(lines(game, server, person) or [text.nobody_yet(game.key)])]
    shown.append(text.OWN_GAMES)
    shown += [
        f"{order}. {score_text(game, standing.score)} · <t:{standing.score.at // 1000}:d>"
        for order, standing in enumerate(own.best, 1)
    ]
    if own.games:
        titles = " · ".join(f"{title} {number}×" for title, number in own.titles)
        shown.append(f"{counted(own.games, 'game')}: {titles}")
    else:
        shown.append(text.NO_OWN_GAMES)
    return Card(f"### {game.title} · Best scores", lines=(*shown, f"-# {scores_of(game).rule}"))
