"""Rankings: the best scores at Captain's Curse, and one's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.components.interactions.card import Card
from bot.games.curse.actions import SPACES
from bot.games.plurals import counted
from bot.tables.scores import TITLE_OF, Own
from data.store.queries.scores import ScoreRow, Standing

MAX_PLACES: Final = 10
"""Places that a ranking shows; one's own is shown as well."""
MEDALS: Final = ("🥇", "🥈", "🥉")
GOAL_COUNT: Final = 3


def person_text(person: int) -> str:
    """A person; “somebody” for those whose data was erased."""
    return f"<@{person}>" if person > 0 else "somebody"


def score_text(score: ScoreRow) -> str:
    """Score, title and spaces saved."""
    saved = counted(score.land, "space")
    return f"**{counted(score.points or 0, 'point')}** · {TITLE_OF[score.rank]} · {saved} saved"


def places(standings: Sequence[Standing]) -> list[int]:
    """Each standing's place, from 1; equals share one."""
    found: list[int] = []
    for order, standing in enumerate(standings):
        score = standing.score
        value = (score.rank, score.points, score.land)
        before = standings[order - 1].score if order else None
        equal = before is not None and value == (before.rank, before.points, before.land)
        found.append(found[-1] if equal else order + 1)
    return found


def lines(standings: Sequence[Standing], person: int) -> list[str]:
    """The first places, and that of ``person``."""
    rows = []
    for order, (place, standing) in enumerate(zip(places(standings), standings, strict=True)):
        own = standing.person == person
        if order >= MAX_PLACES and not own:
            continue
        sign = MEDALS[place - 1] if place <= len(MEDALS) else f"{place}."
        rows.append(
            f"{sign} {person_text(standing.person)}{' (you)' if own else ''}: {score_text(standing.score)}"
        )
    if len(standings) > MAX_PLACES:
        rows.append(f"-# {len(standings)} have played.")
    return rows


def place_of(standings: Sequence[Standing], person: int) -> int | None:
    """The place of ``person``."""
    every = zip(places(standings), standings, strict=True)
    return next((place for place, standing in every if standing.person == person), None)


def share_line(day: str, person: int, score: ScoreRow, place: int, of: int, streak: int) -> str:
    """A day's result for others to see: nothing in it tells of the dice."""
    parts = [
        f"🏴‍☠️ **The daily curse, {day}** · {person_text(person)}",
        f"{TITLE_OF[score.rank]} with {counted(score.points or 0, 'point')}",
        f"{score.land} of {SPACES} spaces saved",
        f"{score.goals} of {GOAL_COUNT} goals",
        f"place {place} of {of} so far",
    ]
    if streak > 1:
        parts.append(f"{streak} days in a row")
    return " · ".join(parts) + ". `/curse daily` has the same dice for you."


def scores_card(server: Sequence[Standing] | None, own: Own, person: int) -> Card:
    """The best of a server (None: asked for in direct messages), and one's own games."""
    told = []
    if server is not None:
        told += ["**The best in this server**", *lines(server, person)]
        if not server:
            told.append("Nobody has finished a game here yet. `/curse start` begins one.")
    told.append("**Your own games**")
    told += [
        f"{order}. {score_text(standing.score)} · <t:{standing.score.at // 1000}:d>"
        for order, standing in enumerate(own.best, 1)
    ]
    if own.games:
        titles = " · ".join(f"{title} {number}×" for title, number in own.titles)
        told.append(f"{counted(own.games, 'game')}: {titles}")
    else:
        told.append("None is finished yet.")
    told.append("-# Games that were given up, or had a `seed`, do not count.")
    return Card("### Captain’s Curse · Best scores", (), tuple(told))
