"""The crew's chance, as learnt: more with fewer rounds left, and by formula where the file can't be read."""

from __future__ import annotations

from functools import cache
from math import exp
from random import Random

import pytest

from bot.games.crackers.book import drawn
from bot.players.crackers import PLAYER, judgement
from bot.players.crackers.outlook import FEATURES, LEARNT, chance, features, net, rounds
from bot.players.crackers.position import Position
from bot.players.crackers.search import Sight
from tests.games.crackers import NAMES
from tests.games.crackers.positions import CALM
from tests.players.compiled import COMPILED
from tests.players.crackers.training import TRAINING
from tests.players.matches import positions


@cache
def met() -> list[tuple[Position, float]]:
    """Positions of a game on each layout, with their outlook."""
    found = []
    for board in NAMES:
        for number, (_, _, view, _, _) in enumerate(positions("crackers", 3, 60, board=board)):
            if number % 9 == 0:
                position = Position.of(view)
                found.append((position, Sight(1).outlook(position)))
    return found


def lack(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.players.crackers.outlook.nets", lambda: None)


@pytest.mark.thorough
@pytest.mark.parametrize("is_learnt", [True, False])
def test_fewer_rounds_are_better_for_the_crew(monkeypatch: pytest.MonkeyPatch, *, is_learnt: bool) -> None:
    if not is_learnt:
        lack(monkeypatch)
    for position, outlook in met():
        found = [chance(position, outlook, left) for left in (1, 5, 25, 100)]
        assert 1 >= found[0] > found[1] > found[2] > found[3] >= 0
        assert rounds(position, outlook) >= 0


def test_the_chance_is_a_half_with_the_rounds_that_half_of_the_games_survive() -> None:
    seen = 0
    for position, outlook in met():
        left = round(rounds(position, outlook))
        if left > 3:
            seen += 1
            assert chance(position, outlook, left) == pytest.approx(0.5, abs=0.1)
    assert seen > 5


def test_features_are_as_many_as_there_are_rows_for_and_few_are_always_the_same() -> None:
    found = [features(position, outlook) for position, outlook in met()]
    assert {len(each) for each in found} == {FEATURES}
    assert sum(len(set(column)) == 1 for column in zip(*found, strict=True)) < 8


def test_a_board_that_nothing_was_learnt_of_goes_by_the_formula() -> None:
    position = Position.of(drawn(CALM).view_for(None))
    assert net(position) is None
    found = Sight(1).outlook(position)
    odds, root = judgement.odds(position, found)
    assert chance(position, found, 9) == pytest.approx(1 / (1 + exp(-odds - 3 * root)))


def test_without_the_file_a_turn_is_still_chosen_and_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    lack(monkeypatch)
    assert PLAYER.reviewer is not None
    *_, (_, _, view, legal, _) = positions("crackers", 1, 30, board="bell")
    choice = PLAYER.at("deckhand", view, legal, Random(1))
    found = PLAYER.reviewer.judge(view, legal, choice.action, Random(1))
    assert found is not None
    assert 0 < found.after <= found.before < 1


@pytest.mark.thorough
@COMPILED
def test_the_same_seed_and_games_teach_the_same() -> None:
    first, again, more = (TRAINING.learn(games, 1) for games in (9, 9, 12))
    assert first == again
    assert first != more
    assert LEARNT.unpack(first)
