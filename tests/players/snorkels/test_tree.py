"""The tree proves wins and losses that are there, and the player does without what it has learnt."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from bot.games.core.grid import bits
from bot.players.learnt import LearntFile
from bot.players.player import LEVELS
from bot.players.snorkels import PLAYER, net, review
from bot.players.snorkels.board import SnorkelsBoard
from bot.players.snorkels.net import UNIT
from bot.players.snorkels.tree import LOST, OPEN, POWERS, STEP, UNSURE, WON, Edges, Tree
from tests.players.matches import positions

from . import unlearnt
from .exhaustive import late_position
from .test_net import learnt

POSITIONS = 2_000


def proved(position: SnorkelsBoard) -> int:
    tree = Tree(position, learnt())
    tree.run(POSITIONS)
    return tree.root.proven


def won_by_the_mover(position: SnorkelsBoard) -> bool:
    """By trying every square to the end of the game."""
    if position.wins:
        return True
    return any(not won_by_the_mover(position.after(square)) for square in bits(position.sensible))


def test_what_is_proved_is_what_every_square_to_the_end_of_the_game_shows() -> None:
    rng, found = Random(6), list[int]()
    while len(found) < 60:
        position = late_position(rng)
        if position is None or position.wins or not 0 < position.sensible.bit_count() < 9:
            continue
        proven = proved(position)
        assert proven == (WON if won_by_the_mover(position) else LOST)
        found.append(proven)
    assert min(found.count(WON), found.count(LOST)) > 5


def test_whatever_the_one_who_has_lost_plays_loses() -> None:
    rng, games = Random(7), 0
    while games < 10:
        position = late_position(rng)
        if position is None or position.wins or not position.sensible or proved(position) != LOST:
            continue
        games += 1
        while position.sensible and not position.wins:
            position = position.after(rng.choice([*bits(position.sensible)]))
            if position.wins:
                break
            tree = Tree(position, learnt())
            tree.run(POSITIONS)
            assert tree.root.proven == WON
            position = position.after(tree.line()[0])
            assert not position.wins


def test_what_is_added_up_is_whole_so_that_every_python_adds_the_same() -> None:
    assert {type(each) for each in POWERS} == {int}
    # Up to Python 3.11, a sum of floats is rounded at each step; later, it is compensated.
    seem = tuple(range(0, 49 * UNIT // 8, UNIT // 8))
    found, best = Edges(seem, (1 << 49) - 1), max(seem)
    whole = sum(POWERS[(best - each) // STEP] for each in seem)
    assert found.priors == [
        (1 - UNSURE) / whole * POWERS[(best - each) // STEP] + UNSURE / 49 for each in reversed(seem)
    ]


def test_a_search_for_a_choice_ends_when_it_is_made() -> None:
    rng = Random(8)
    position = next(
        found for found in iter(lambda: late_position(rng), 0) if isinstance(found, SnorkelsBoard)
    )
    whole, short = Tree(position, learnt()), Tree(position, learnt())
    whole.run(POSITIONS)
    short.run(POSITIONS, choosing=True)
    assert short.root.visits <= whole.root.visits
    assert whole.line()[0] == short.line()[0]


def test_a_line_is_one_that_can_be_played() -> None:
    for _, _, view, _, _ in positions("snorkels", 3, 12, pie="off"):
        position = SnorkelsBoard.read(view.cells, "green" if view.viewer == "green" else "purple")
        if position.wins or not position.sensible:
            break
        tree = Tree(position, learnt())
        tree.run(200)
        assert tree.root.proven in (LOST, OPEN, WON)
        for square in tree.line():
            assert square & position.empty
            position = position.after(square)


def test_without_what_was_learnt_the_captain_plays_and_judges_by_playouts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(net, "LEARNT", LearntFile("snorkels", 99, (1,)))
    net.net.cache_clear()
    try:
        assert net.net() is None
        quick = replace(PLAYER.levels[LEVELS[-1].key], budget=600)
        for place, (_, _, view, legal, found) in enumerate(positions("snorkels", 5, 12, pie="on")):
            if place not in (1, 6):
                continue
            chosen = PLAYER.choose(view, legal, Random(1), quick)
            assert chosen.action in legal
            judgement = review.judge(view, legal, found.action, Random(1))
            assert judgement is not None
            assert judgement.before >= judgement.after
    finally:
        net.net.cache_clear()


def test_what_learning_is_worth_is_measured_in_games(capsys: pytest.CaptureFixture[str]) -> None:
    unlearnt.main(["--games", "2", "--share", "0.01"])
    assert re.fullmatch(r"won [012] of 2, \d+ ms a turn against \d+ ms\n", capsys.readouterr().out)
