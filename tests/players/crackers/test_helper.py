"""The player in C is the player: the same moves, outlooks, features and choices."""

from __future__ import annotations

import sys
from random import Random

import pytest

from bot.games.crackers import GAME
from bot.players.crackers import PLAYER
from bot.players.crackers.choosing import picked
from bot.players.crackers.outlook import LAYOUTS, features
from bot.players.crackers.position import Position
from bot.players.crackers.search import Sight
from tests.fuzz import effort
from tests.players.compiled import COMPILED

from .helper import DRAWS, LEVELS, ends, helper


class Drawn(Random):
    """Random numbers that are known beforehand."""

    def __init__(self, draws: list[float]) -> None:
        super().__init__(1)
        self._draws = draws * 50

    def random(self) -> float:
        return self._draws.pop(0)


@pytest.mark.thorough
@COMPILED
def test_the_helper_chooses_and_judges_as_the_player_does() -> None:
    rng, seen, settling = effort.seed(11), 0, 0
    while seen < 250 * effort.TIMES:
        board, path = rng.choice(LAYOUTS), rng.choice(("wade", "wade", "dry"))
        state = GAME.start(GAME.read_options({"board": board, "path": path, "rounds": "200"}))
        position = Position.of(state.view_for(None))
        position.rounds = sys.maxsize
        at, blunders = rng.choice((*LEVELS[:2], *LEVELS)), rng.choice((0.1, 0.5, 1.0))
        while not position.winner and position.round < 60 and seen < 250 * effort.TIMES:
            draws = [rng.random() for _ in range(DRAWS)]
            found = helper().answer(board, position, at, draws)
            moves = position.moves()
            if seen % 15 == 0 or position.settling:
                # The player takes a hundred times as long.
                settings = PLAYER.levels[at]
                assert found.chosen == picked(position, moves, Drawn(draws), settings)[1].moves[0]
                outlook = Sight(1).outlook(position)
                assert found.outlook == outlook
                assert found.features == features(position, outlook)
                assert found.outlooks == {move: Sight(1).outlook(position.play(move)) for move in moves}
            seen += 1
            settling += position.settling
            running = [move for move in moves if position.play(move).settling]
            if running or rng.random() < blunders:
                found = found._replace(chosen=rng.choice(running or moves))
            position = position.play(found.chosen)
    assert settling, "some asked for a choice of runs"


@pytest.mark.thorough
@COMPILED
def test_games_in_the_helper_end_as_they_can_end() -> None:
    found = ends("bell", "wade", "cabin-boy", 20, 40, 1)
    assert found == ends("bell", "wade", "cabin-boy", 20, 40, 1)
    assert found != ends("bell", "wade", "cabin-boy", 20, 40, 2)
    assert {reason for _, reason in found} <= {
        "drowned", "pod flooded", "cut off", "held out", "captain drowned"
    }  # fmt: skip
    assert all((end <= 40) == (reason in ("drowned", "pod flooded", "cut off")) for end, reason in found)


@COMPILED
def test_games_that_are_played_on_from_the_start_are_those_of_a_level() -> None:
    position = Position.of(GAME.start(GAME.read_options({"board": "bell"})).view_for(None))
    longest = 30
    games = ends("bell", "wade", "deckhand", 10, longest, 3)
    _, held = helper("on").play_on("bell", position, 10, longest + 1, 3, "deckhand")
    assert held == [min(end, longest + 1) for end, _ in games]
    assert len({*held}) > 1
