"""What holds in every game that can be played."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.checkers import GAME
from bot.games.checkers.actions import BLACK, BOARD, RED
from bot.games.checkers.rules import CheckersState, controlled
from bot.games.core import Seat

OPTIONS = st.fixed_dictionaries(
    {
        "win": st.integers(51, 100).map(str),
        "split": st.sampled_from(["any", "halves"]),
        "quiet": st.sampled_from(["0", "5", "100"]),
    }
)


@settings(max_examples=20, deadline=None)
@given(OPTIONS, st.randoms(use_true_random=False))
def test_a_game_keeps_its_checkers_its_count_and_its_board(options: dict[str, str], rng: Random) -> None:
    state = GAME.start(GAME.read_options(options))
    for _ in range(150):
        assert isinstance(state, CheckersState)
        assert "".join(sorted("".join(state.stacks))) == "b" * 32 + "r" * 32
        assert state.red == controlled(state.stacks, RED) == 64 - controlled(state.stacks, BLACK)
        if not state.to_act:
            break
        (seat,) = state.to_act
        legal = state.legal(seat)
        assert legal
        assert len(set(legal)) == len(legal)
        action = rng.choice(list(legal))
        source, target = BOARD.place(action.source), BOARD.place(action.target)
        height = len(state.stacks[action.source])
        way = [abs(a - b) for a, b in zip(source, target, strict=True)]
        assert all(0 <= part < 8 for part in (*source, *target))
        if action.count is None:
            assert set(way) <= {0, height}
        else:
            assert sorted(way) == [0, 1]
            assert 0 < action.count < height
        assert state.stacks[action.source][0] == seat[0]
        assert state.legal(Seat("red" if seat == "black" else "black")) == ()
        state = state.play(seat, action)
