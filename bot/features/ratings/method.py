"""How strengths follow from results: openskill's Bradley–Terry model, one pair of sides at a time.

A crew counts as the mean of its people. One against several is a game between unequal sides, so what the
lone side is worth against a crew of that many is rated along with the people.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from bot.people.settings import Chosen, switch
from data.store.queries.ratings import ADVANTAGES, Strength

from .rated_games import RatedGame

RATINGS: Final = switch(
    "ratings",
    "Ratings",
    on="on",
    off="off, so your games aren’t rated for anyone",
    description="Take part in ratings (if you don’t, your games aren’t rated for anyone)",
    default=True,
    topic="people",
)
PUBLIC: Final = switch(
    "public",
    "Profile",
    on="everyone can see it, along with your ratings",
    off="only you can see it, along with your ratings",
    description="Let others see your profile and your ratings",
    default=True,
    topic="people",
)
MONTH: Final = 30 * 24 * 60 * 60 * 1000
WINDOW: Final = MONTH
"""Milliseconds for which a game between the same people is remembered."""
MEAN: Final = 25.0
DEVIATION: Final = MEAN / 3
"""The deviation of somebody nothing is known about."""
SPREAD: Final = MEAN / 6
"""How much luck and form decide: openskill's beta."""
GROWTH: Final = 1.0
"""The deviation that each further month without games adds, as independent errors add up."""
SETTLED: Final = 4.0
"""The greatest deviation with which a rating is known well: after some 14 games against people whose ratings
are, and 26 against newcomers."""
SHOWN_FROM: Final = 5
"""The rated games of one game after which others see the rating: before, it says little, and looks final."""
ACTIVE: Final = 4 * MONTH
"""Rankings name people who have played within this time, in milliseconds."""
USUAL_MEETINGS: Final = 5
"""Games against the same opponent within a window that count in full."""
ZERO: Final = 1500
"""The points of somebody nothing is known about."""
POINTS: Final = 30
"""Points for one unit of strength: 400 points are odds of about 10 to 1, as in chess."""
_NEWCOMER: Final = Strength(MEAN, DEVIATION)
_EVEN: Final = Strength(0.0, DEVIATION * 2 / 3)


@cache
def _model() -> Any:
    """Loaded for the first rated game: it takes half a megabyte."""
    from openskill.models import BradleyTerryFull

    # The gamma is that of exact inference; openskill's own learns far more slowly.
    return BradleyTerryFull(mu=MEAN, sigma=DEVIATION, beta=SPREAD, gamma=lambda *_given, **_more: 1.0)


def points(strength: Strength) -> int:
    """A strength as people see it."""
    return round(ZERO + POINTS * (strength.mu - MEAN))


def aged(strength: Strength, now: int) -> Strength:
    """``strength`` at the time ``now``: from the second month without games on, it is known less and less."""
    if not strength.games:
        return strength
    months = max(0, now - strength.at - MONTH) / MONTH
    sigma = min(DEVIATION, math.sqrt(strength.sigma**2 + GROWTH**2 * months))
    return replace(strength, sigma=max(strength.sigma, sigma))


def provisional(strength: Strength, now: int) -> bool:
    """Whether a rating isn't known well (yet, or any more)."""
    return aged(strength, now).sigma > SETTLED


def known_to_others(strength: Strength) -> bool:
    """Whether there are enough games behind a rating to show it to others."""
    return strength.games >= SHOWN_FROM


def chance(first: Sequence[Strength], second: Sequence[Strength], advantage: Strength = _EVEN) -> float:
    """The probability (0 to 1) that the ``first`` side wins, half of the draws included."""
    one, other = _mean(first), _mean(second)
    variance = one.sigma**2 + other.sigma**2 + advantage.sigma**2 + 2 * SPREAD**2
    return 1 / (1 + math.exp((other.mu - one.mu - advantage.mu) / math.sqrt(variance)))


def _mean(side: Sequence[Strength]) -> Strength:
    """A side as one player: the mean of its people."""
    size = len(side)
    sigma = math.sqrt(sum(each.sigma**2 for each in side)) / size
    return Strength(sum(each.mu for each in side) / size, sigma)


@dataclass(frozen=True, slots=True)
class RatedGameResult:
    """What a game does to strengths."""

    weight: float
    before: Mapping[int, Strength]
    after: Mapping[int, Strength]


@dataclass(frozen=True, slots=True)
class Kept:
    """What a game keeps of somebody who was erased, whose earlier games can't be found any more."""

    weight: float
    strengths: Mapping[int, Strength]


def takes_part(settings: Mapping[str, Any]) -> bool:
    """Whether somebody with these settings has ratings."""
    return Chosen(settings)[RATINGS]


def shows(settings: Mapping[str, Any]) -> bool:
    """Whether others may see their ratings."""
    return takes_part(settings) and Chosen(settings)[PUBLIC]


def lists(settings: Mapping[str, Any], strength: Strength) -> bool:
    """Whether rankings name them."""
    return shows(settings) and known_to_others(strength)


def play(
    game: RatedGame, before: Mapping[int, Strength], met: Sequence[int], kept: Kept | None
) -> RatedGameResult:
    """The strengths after ``game``; ``met``: the latest games of each two opponents in it."""
    sides = [[*side] for side in game.sides]
    alone = [person for person in game.players if person in ADVANTAGES]
    strengths = {person: aged(before.get(person, _NEWCOMER), game.at) for side in sides for person in side}
    strengths |= {number: before.get(number, _EVEN) for number in alone}
    weight = _weight(met)
    if kept is not None:
        strengths |= kept.strengths
        weight = kept.weight
    first, second = ([strengths[person] for person in side] for side in sides)
    teams = [[_mean(first), *(strengths[number] for number in alone)], [_mean(second)]]
    ratings = [[_model().rating(mu=each.mu, sigma=each.sigma) for each in team] for team in teams]
    one, other = _model().rate(ratings, ranks=[-game.result, 0])
    after: dict[int, Strength] = {}
    for side, (whole, *rest), old in ((sides[0], one, teams[0]), (sides[1], other, teams[1])):
        own = [strengths[person] for person in side]
        moved = _shared(own, old[0], whole.mu - old[0].mu, whole.sigma, weight)
        after |= dict(zip(side, moved, strict=True))
        for number, rating in zip(alone, rest, strict=False):
            known = strengths[number]
            after[number] = _shared([known], known, rating.mu - known.mu, rating.sigma, weight)[0]
    counted = {
        person: replace(strength, games=strengths[person].games + 1, at=game.at)
        for person, strength in after.items()
    }
    return RatedGameResult(weight, strengths, counted)


def _weight(met: Sequence[int]) -> float:
    """How much a game counts (0 to 1), of opponents who have met so often lately."""
    return sum(min(1.0, USUAL_MEETINGS / (times + 1)) for times in met) / len(met)


def _shared(
    people: Sequence[Strength], mean: Strength, gain: float, sigma: float, weight: float
) -> list[Strength]:
    """``people`` after their ``mean`` has gained that much and is known to ``sigma``, in part of ``weight``.

    Those who are known least move most.
    """
    total = sum(each.sigma**2 for each in people)
    shrunk = (sigma / mean.sigma) ** 2
    moved = []
    for each in people:
        share = each.sigma**2 / total
        variance = each.sigma**2 * (1 - weight * share * (1 - shrunk))
        moved.append(
            replace(each, mu=each.mu + weight * gain * share * len(people), sigma=math.sqrt(variance))
        )
    return moved
