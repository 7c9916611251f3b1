"""Divisions, and who plays whom: the circle method, and Swiss pairing. Pure functions.

People are numbers. A pair names first the person who sits down on the game's first side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Final

BYE: Final = 0
"""The opponent of somebody who has no game in a round."""
DIVISION: Final = range(4, 9)
"""How many people a division may have."""
LEAST: Final = DIVISION.start
"""The fewest people with whom a season begins."""
USUAL_DIVISION: Final = 6
_MET: Final = 10**8
"""The cost of a pair that has met before, or of a second round without a game: more than all else."""
_APART: Final = 10**3
"""The cost of a difference in points, which is squared."""
_SAME_SIDE: Final = 100
"""The cost of a pair in which both were on the same side more often."""

Pair = tuple[int, int]
"""First and second; the second is ``BYE`` for somebody who has no game."""


def divisions(people: Sequence[int], size: int = USUAL_DIVISION) -> list[list[int]]:
    """``people``, strongest first, in divisions of about ``size`` and of nearly the same size.

    Each has four to eight people; with fewer than four there is one of all.
    """
    count = max(1, min(-(-len(people) // size), len(people) // DIVISION.start))
    cuts = [place * len(people) // count for place in range(count + 1)]
    return [list(people[start:end]) for start, end in pairwise(cuts)]


def all_play_all(people: Sequence[int], *, twice: bool = False) -> list[list[Pair]]:
    """The rounds in which everybody plays everybody once, or ``twice`` with the sides swapped."""
    # The fixed place: all others are on each side equally often.
    circle = [*([BYE] if len(people) % 2 else []), *people]
    rounds = []
    for number in range(len(circle) - 1):
        pairs = []
        for place in range(len(circle) // 2):
            pair = (circle[place], circle[-1 - place])
            swapped = number % 2 if place == 0 else place % 2
            first, second = reversed(pair) if swapped else pair
            pairs.append((second, first) if first == BYE else (first, second))
        rounds.append(pairs)
        circle = [circle[0], circle[-1], *circle[1:-1]]
    swapped_sides = [
        [(one, other) if other == BYE else (other, one) for one, other in pairs] for pairs in rounds
    ]
    return rounds + swapped_sides * twice


def swiss(people: Sequence[int], points: Mapping[int, int], played: Collection[Pair]) -> list[Pair]:
    """The next round of a Swiss tournament, for ``people`` in the order of the standings.

    Nobody meets the same person twice or has a second bye unless there is no other way; then the points of
    opponents are as close as possible. Among equals the upper half meets the lower half. ``played`` has the
    pairs of all earlier rounds, and ``points`` what everybody has by now.
    """
    # Not at the top: importing it takes most of a second, which only Swiss tournaments need.
    from networkx import Graph, max_weight_matching

    seats = [*people, *([BYE] if len(people) % 2 else [])]
    met = Counter(map(frozenset, played))
    level = Counter(points.get(person, 0) for person in people)
    games = [pair for pair in played if pair[1] != BYE]
    ahead = {person: sum((pair[0] == person) - (pair[1] == person) for pair in games) for person in seats}
    place = {person: number for number, person in enumerate(seats)}
    graph = Graph()
    for one, other in combinations(seats, 2):
        apart = points.get(one, 0) - points.get(other, 0)
        half = level[points.get(one, 0)] // 2
        fold = abs(place[other] - place[one] - half) if other != BYE else -place[one]
        same_side = max(0, ahead[one] * ahead[other]) * _SAME_SIDE
        cost = met[frozenset((one, other))] * _MET + apart**2 * _APART + same_side + fold
        graph.add_edge(one, other, weight=-cost)
    matched = (
        sorted(pair, key=place.__getitem__) for pair in max_weight_matching(graph, maxcardinality=True)
    )
    # Whoever was on the first side less often gets it; among equals it alternates.
    rounds = sum(people[0] in pair for pair in played) if people else 0
    found = []
    for number, (one, other) in enumerate(sorted(matched, key=lambda pair: place[pair[0]])):
        more = ahead[one] - ahead[other]
        swap = more > 0 or (more == 0 and (number + rounds) % 2 == 1)
        found.append((other, one) if swap and other != BYE else (one, other))
    return found


def swiss_rounds(people: int) -> int:
    """How many rounds a Swiss tournament needs until only one person can have won all their games."""
    return max(1, min(people - 1, (max(people, 2) - 1).bit_length()))
