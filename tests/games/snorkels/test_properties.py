"""What holds in every position of Snorkels, against a slower program that says the same in other words."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.core import Place, Seat
from bot.games.snorkels import GAME
from bot.games.snorkels.actions import COLOURS, PIE
from bot.games.snorkels.rules import SnorkelsState
from bot.games.snorkels.view import Cell, group
from tests.games.playing import moments

cells = st.lists(
    st.sampled_from(("", "", "purple", "green", "stone")), min_size=49, max_size=49
).map(tuple)  # fmt: skip


def flood(board: tuple[Cell, ...], square: int) -> tuple[frozenset[int], frozenset[int]]:
    """The group and tubes of ``square``, by growing it until nothing changes."""

    def touching(one: int, two: int) -> bool:
        (file, rank), (other_file, other_rank) = divmod(one, 7), divmod(two, 7)
        return abs(file - other_file) + abs(rank - other_rank) == 1

    def beside(squares: frozenset[int], cell: Cell) -> frozenset[int]:
        return frozenset(
            far for far in range(49) if board[far] == cell and any(touching(near, far) for near in squares)
        )

    members = frozenset({square})
    while (grown := members | beside(members, board[square])) != members:
        members = grown
    return members, beside(members, "")


@settings(max_examples=40, deadline=None)
@given(cells)
def test_groups_and_tubes_are_those_of_a_slow_flood(board: tuple[Cell, ...]) -> None:
    for square in range(49):
        if board[square] in COLOURS:
            assert group(board, square) == flood(board, square)


def blocked(state: SnorkelsState, colour: Seat) -> bool:
    """Whether any group of ``colour`` on the whole board has no tube."""
    return any(not flood(state.cells, square)[1] for square, cell in enumerate(state.cells) if cell == colour)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(["0", "1", "2", "3"]), st.sampled_from(["on", "off"]))
def test_the_end_is_judged_as_on_the_whole_board(seed: int, stones: str, pie: str) -> None:
    start = GAME.start(GAME.read_options({"stones": stones, "pie": pie}))
    for moment in moments(GAME, start, Random(seed)):
        before, action = moment.before, moment.action
        after = before.play(moment.seat, action)
        assert isinstance(after, SnorkelsState)
        if not isinstance(action, Place) or moment.seat not in COLOURS:
            assert after.outcome is None
            continue
        enemy = PIE.other(moment.seat)
        if blocked(after, enemy):
            assert after.outcome is not None
            assert (after.outcome.winners, after.outcome.reason) == ((moment.seat,), "capture")
        elif blocked(after, moment.seat):
            assert after.outcome is not None
            assert (after.outcome.winners, after.outcome.reason) == ((enemy,), "self-capture")
        else:
            assert after.outcome is None
            assert "" in after.cells
