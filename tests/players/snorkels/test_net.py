"""The net says what its training says, the same of a board that is turned, and never more than fits."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from bot.games.core.grid import bits, squares_in
from bot.players.snorkels.board import ALL, SnorkelsBoard, safe_squares
from bot.players.snorkels.net import COUNT, EACH, KINDS, LEARNT, TURNED, UNIT, Eye, Net, Seen, net
from tests.players.compiled import COMPILED
from tests.players.snorkels.training import TRAINING


@cache
def learnt() -> Net:
    found = net()
    assert found is not None
    return found


def played(rng: Random, most: int) -> list[int]:
    """Squares of a game in which nobody has lost at once."""
    position, squares = SnorkelsBoard((), (), ALL), list[int]()
    while len(squares) < most and not position.wins and position.sensible:
        square = rng.choice([*bits(position.sensible)])
        squares.append(square.bit_length() - 1)
        position = position.after(square)
    return squares if not position.wins else squares[:-1]


def position_after(squares: list[int]) -> SnorkelsBoard:
    position = SnorkelsBoard((), (), ALL)
    for square in squares:
        position = position.after(1 << square)
    return position


def look(position: SnorkelsBoard, of: Net, stones: int = 0) -> tuple[Seen, tuple[int, ...]]:
    eye = Eye(of, stones)
    safe = safe_squares(position.mine, position.empty)
    seen = eye.look(position.mine, position.theirs, position.empty, safe)
    return seen, eye.squares(seen)


@pytest.mark.thorough
@COMPILED
def test_the_same_seed_and_games_teach_the_same() -> None:
    first, again, more = (TRAINING.learn(games, 1) for games in (30, 30, 60))
    assert first == again
    assert first != more
    assert first != TRAINING.learn(30, 2)


@COMPILED
def test_the_player_sees_what_was_trained() -> None:
    rng = Random(1)
    games = [played(rng, count) for count in range(2, 46, 2)]
    numbers, said = TRAINING.helped(0, 1, "".join(f"{' '.join(map(str, game))}\n" for game in games))
    new, lines = Net(numbers), said.splitlines()
    assert len(lines) == len(games)
    for game, line in zip(games, lines, strict=True):
        *squares, chance = map(float, line.split())
        seen, found = look(position_after(game), new)
        assert seen.chance / UNIT == pytest.approx(chance, abs=0.05)
        assert max(squares) - min(squares) > 0.1
        differences = [(each - found[0]) / UNIT for each in found]
        assert differences == pytest.approx([each - squares[0] for each in squares], abs=0.05)


def test_a_turned_board_is_judged_the_same() -> None:
    rng = Random(2)
    for count in (1, 8, 15, 30):
        game = played(rng, count)
        seen, squares = look(position_after(game), learnt())
        for turn in TURNED:
            other, found = look(position_after([turn[square] for square in game]), learnt())
            assert other.chance == seen.chance
            assert [found[turn[square]] for square in range(COUNT)] == [*squares]


def test_whose_snorkels_they_are_and_stones_make_a_difference() -> None:
    position = position_after([8, 24, 9])
    other = SnorkelsBoard(position.theirs, position.mine, position.empty)
    assert look(position, learnt()) != look(other, learnt())
    stone = 1 << 30
    fewer = SnorkelsBoard(position.mine, position.theirs, position.empty & ~stone)
    assert look(fewer, learnt(), stone) != look(position, learnt())


def test_no_sum_leaves_its_lane() -> None:
    units, biases, *_ = LEARNT.read()
    for each in EACH:
        most = sum(
            max(abs(units[(each * KINDS + kind) * COUNT + square]) for kind in range(KINDS))
            for square in squares_in(ALL)
        )
        assert most + abs(biases[each]) < 1 << 15
