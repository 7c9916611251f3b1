"""Reviews as values: what judges see, and the numbers that follow from what they say."""

from __future__ import annotations

import math
from random import Random

import pytest

from bot.features.privacy.data_export import export
from bot.features.reviews import review as reviews
from bot.features.reviews.review import Judged, Review
from bot.games.core import Placement
from bot.players import PLAYERS
from bot.players.judgement import CHANCE_TO_WIN
from bot.tables.model.table import Table
from bot.tables.service import TableService
from tests.databases import on_both

from .harness import ANN, BOB, holder, play_on, seated


async def test_whoever_judges_a_turn_sees_what_its_seat_saw(service: TableService) -> None:
    table = await seated(service, "depthcharge", ANN, BOB)
    rng = Random(2)
    while len(table.turns) < 12 and table.status == "playing":
        table = await play_on(service, table, rng)
    moments = [reviews.moment(table, place) for place in range(len(table.turns))]
    for moment, turn in zip(moments, table.turns, strict=True):
        assert moment.view.viewer == turn.seat
        (other,) = (side for side in moment.view.sides if side.seat != turn.seat)
        assert other.mines is None
        assert isinstance(moment.legal, Placement) or moment.action in moment.legal


@pytest.fixture
async def checkers(service: TableService) -> Table:
    """A table of Checkers after four turns."""
    table = await seated(service, "checkers", ANN, BOB)
    rng = Random(1)
    for _ in range(4):
        table = await play_on(service, table, rng)
    return table


def review(*turns: Judged) -> Review:
    return Review(turns, CHANCE_TO_WIN)


def test_accuracy_is_whole_for_the_best_turns_and_falls_with_what_is_lost(checkers: Table) -> None:
    perfect = review(Judged(0, 0.5, 0.5, "x"), Judged(1, 0.5, 0.3, "x"), Judged(2, 0.7, 0.7, "x"))
    first, second = (holder(checkers, turn.seat) for turn in checkers.turns[:2])
    assert perfect.accuracy(checkers, first.id) == 1.0
    assert perfect.accuracy(checkers, second.id) == pytest.approx(math.exp(-0.8))
    assert perfect.accuracy(checkers, 12345) is None
    assert perfect.luck(checkers) is None


def test_a_graph_shows_one_sides_chances_from_the_start_on(checkers: Table) -> None:
    found = review(Judged(0, 0.6, 0.6, "x"), Judged(1, 0.5, 0.3, "x"))
    side = checkers.seating.side_number(holder(checkers, checkers.turns[0].seat).id)
    assert side is not None
    assert found.graph(checkers, side) == ((0, 0.6), (1, 0.6), (2, 0.7)), (
        "not from par: the first turn lost nothing"
    )
    assert found.graph(checkers, 1 - side) == ((0, 0.4), (1, 0.4), (2, 0.3))


@on_both
async def test_a_review_is_kept_as_it_was_made(service: TableService, checkers: Table) -> None:
    store = service.store
    turns = (Judged(0, 0.6, 0.5, "a1-a2", "It misses."), Judged(3, 0.2, 0.2, "b1-b2"))
    assert await reviews.load(store, checkers, CHANCE_TO_WIN) is None
    await reviews.keep(store, checkers, turns, 1, 5)
    assert await reviews.load(store, checkers, CHANCE_TO_WIN) == Review(turns, CHANCE_TO_WIN)
    await reviews.keep(store, checkers, turns[:1], 1, 6)
    assert await reviews.load(store, checkers, CHANCE_TO_WIN) == Review(turns, CHANCE_TO_WIN), (
        "the first stays"
    )
    (told,) = (await export(service, ANN.id))["reviews"]
    assert (told["table"], told["player"]) == (checkers.id, 1)


async def test_luck_and_skill_lead_from_par_to_the_result(service: TableService) -> None:
    curse = PLAYERS["curse"].reviewer
    assert curse is not None
    table = await seated(service, "curse", ANN)
    table = await play_on(service, table, Random(1))
    # The first roll brought 3 points, and the turn after it lost 5.
    found = Review((Judged(0, 96.0, 99.0), Judged(1, 99.0, 94.0, "x")), curse.scale).luck(table)
    assert found == (3.0, 94.0 - curse.scale.par - 3.0)
