"""Who plays whom in a league, and what the standings make of it."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.features.leagues.schedule import BYE, DIVISION, Pair, all_play_all, divisions, swiss, swiss_rounds
from bot.features.leagues.standings import (
    DRAWN,
    LOST,
    NEITHER,
    WON,
    absent,
    next_order,
    standings,
    winners,
)
from data.store.queries.leagues import LeagueGame

RESULTS = st.sampled_from([WON, DRAWN, LOST, NEITHER])


@given(count=st.integers(1, 60), size=st.sampled_from(DIVISION))
def test_divisions_have_four_to_eight_people_in_their_order(count: int, size: int) -> None:
    people = list(range(1, count + 1))
    found = divisions(people, size)
    assert [person for division in found for person in division] == people
    sizes = {len(division) for division in found}
    assert max(sizes) - min(sizes) <= 1
    assert count < DIVISION.start or sizes <= set(DIVISION)
    if count % size == 0:
        assert sizes == {size}


@given(count=st.integers(2, 12), twice=st.booleans())
def test_everybody_plays_everybody_and_each_side_as_often(count: int, twice: bool) -> None:
    people = list(range(1, count + 1))
    rounds = all_play_all(people, twice=twice)
    for pairs in rounds:
        assert sorted(person for pair in pairs for person in pair if person != BYE) == people
    games = [pair for pairs in rounds for pair in pairs if pair[1] != BYE]
    both = Counter(frozenset(pair) for pair in games)
    assert both == dict.fromkeys(map(frozenset, combinations(people, 2)), 1 + twice)
    first, second = (Counter(pair[side] for pair in games) for side in (0, 1))
    assert all(abs(first[person] - second[person]) <= (0 if twice else 1) for person in people)
    assert not twice or len(set(games)) == len(games)


def ended(first: int, second: int, result: int, *, forfeit: bool = False) -> LeagueGame:
    """A game that is decided."""
    return LeagueGame(1, 1, 1, first, second, result=result, forfeit=forfeit)


def swiss_night(count: int, rounds: int, results: list[int]) -> tuple[list[list[Pair]], dict[int, int]]:
    people, played, points = list(range(1, count + 1)), list[list[Pair]](), dict[int, int]()
    decided, rng = list[LeagueGame](), iter(results)
    for _ in range(rounds):
        lines = standings(people, decided)
        points = {line.person: line.halves for line in lines}
        every = [pair for pairs in played for pair in pairs]
        played.append(swiss([line.person for line in lines], points, every))
        for one, other in played[-1]:
            decided.append(ended(one, other, WON if other == BYE else next(rng)))
    return played, points


@settings(max_examples=40, deadline=None)
@given(count=st.integers(2, 24), data=st.data())
def test_a_swiss_night_pairs_nobody_twice(count: int, data: st.DataObject) -> None:
    rounds = swiss_rounds(count)
    results = data.draw(st.lists(RESULTS, min_size=rounds * count, max_size=rounds * count))
    played, _ = swiss_night(count, rounds, results)
    for pairs in played:
        assert sorted(person for pair in pairs for person in pair if person != BYE) == [*range(1, count + 1)]
    met = Counter(frozenset(pair) for pairs in played for pair in pairs)
    # Three people can't have a fourth round, and the last round of five can be stuck.
    assert max(met.values()) == 1 or count < 6
    byes = Counter(pair[0] for pairs in played for pair in pairs if pair[1] == BYE)
    assert max(byes.values(), default=1) == 1


def test_a_swiss_night_gives_everybody_each_side_about_as_often() -> None:
    rng = Random(5)
    for _ in range(5):
        played, _ = swiss_night(24, 6, [rng.choice([WON, DRAWN, LOST]) for _ in range(72)])
        first = Counter(pair[0] for pairs in played for pair in pairs)
        assert set(first.values()) <= {2, 3, 4}


def test_a_swiss_night_brings_those_together_who_have_as_many_points() -> None:
    people, points = [1, 2, 3, 4, 5, 6, 7, 8], {1: 4, 2: 4, 3: 4, 4: 4, 5: 2, 6: 2}
    pairs = swiss(people, points, [(1, 3)])
    assert {frozenset(pair) for pair in pairs if 5 in pair} == {frozenset((5, 6))}
    assert {frozenset(pair) for pair in pairs if 7 in pair} == {frozenset((7, 8))}
    assert frozenset((1, 3)) not in map(frozenset, pairs)


def test_the_first_round_pairs_the_upper_half_with_the_lower() -> None:
    pairs = swiss([*range(1, 9)], {}, [])
    assert sorted(map(sorted, pairs)) == [[1, 5], [2, 6], [3, 7], [4, 8]]


def test_the_last_without_a_bye_has_the_bye() -> None:
    assert (5, BYE) in swiss([1, 2, 3, 4, 5], {}, [])
    assert (4, BYE) in swiss([1, 2, 5, 3, 4], {1: 2, 2: 2, 5: 2}, [(5, BYE), (1, 3), (2, 4)])


@pytest.mark.parametrize(("people", "rounds"), [(2, 1), (3, 2), (4, 2), (8, 3), (9, 4), (24, 5)])
def test_a_swiss_night_has_as_many_rounds_as_it_takes_to_find_a_winner(people: int, rounds: int) -> None:
    assert swiss_rounds(people) == rounds


def test_points_decide_then_whom_they_were_won_against() -> None:
    results = [
        ended(1, 2, WON),
        ended(3, 4, WON),
        ended(1, 3, LOST),
        ended(2, 4, WON),
        ended(1, 4, WON),
        ended(2, 3, WON),
    ]
    lines = standings([1, 2, 3, 4], results)
    # One, two and three have won two games each; the winners of their games have as many points, too.
    assert [(line.person, line.halves, line.won, line.lost) for line in lines][-1] == (4, 0, 0, 3)
    assert {line.halves for line in lines[:3]} == {4}
    assert [line.person for line in standings([1, 2, 3, 4], results, out=[1])][-1] == 1
    (alone,) = standings([1], results)
    assert (alone.won, alone.tiebreak) == (2, 0), "those who left bring nothing"


def test_all_between_whom_nothing_decides_have_won() -> None:
    drawn = [ended(*pair, DRAWN) for pair in combinations([1, 2, 3, 4], 2)]
    assert winners(standings([1, 2, 3, 4], drawn)) == [1, 2, 3, 4]
    assert winners(standings([1, 2, 3, 4], drawn, out=[2])) == [1, 3, 4]
    assert winners(standings([1, 2, 3, 4], [*drawn, ended(3, 4, WON)])) == [3]
    assert winners(standings([1, 2], drawn, out=[1, 2])) == []


def test_nobody_wins_without_a_point() -> None:
    assert winners(standings([1, 2], [ended(1, 2, NEITHER, forfeit=True)])) == []


@given(st.lists(st.tuples(st.permutations(range(1, 7)), RESULTS, st.booleans()), max_size=30))
def test_each_decided_game_is_worth_a_point_or_none(games: list[tuple[list[int], int, bool]]) -> None:
    results = [ended(order[0], order[1], result, forfeit=forfeit) for order, result, forfeit in games]
    lines = standings([*range(1, 7)], results)
    assert sum(line.halves for line in lines) == 2 * sum(each.result != NEITHER for each in results)
    assert sum(line.won + line.drawn + line.lost for line in lines) == 2 * len(results)
    assert [line.halves for line in lines] == sorted((line.halves for line in lines), reverse=True)


def test_somebody_who_misses_two_games_in_a_row_is_out() -> None:
    missed, lost = ended(1, 2, LOST, forfeit=True), ended(1, 3, LOST)
    assert not absent(1, [missed])
    assert absent(1, [lost, missed, ended(4, 1, WON, forfeit=True)])
    assert absent(1, [missed, ended(1, BYE, WON), missed])
    assert not absent(1, [missed, lost])
    assert not absent(2, [missed, missed])


def test_the_last_two_change_places_with_the_first_two_below() -> None:
    finished = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
    order = next_order(finished, [*range(1, 13)])
    assert order == [1, 2, 5, 6, 3, 4, 9, 10, 7, 8, 11, 12]
    assert next_order(finished, [20, 12, 5, 1, 21]) == [1, 5, 12, 20, 21]
