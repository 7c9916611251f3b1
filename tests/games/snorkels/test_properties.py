"""What holds in every position of Snorkels, against a slower program that says the same in other words."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.core import CHANCE, HOST, NotationError, Place, Seat
from bot.games.snorkels import GAME
from bot.games.snorkels.actions import BOARD, COLOURS, PIE, parse
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


@given(cells)
def test_groups_and_tubes_are_those_of_a_slow_flood(board: tuple[Cell, ...]) -> None:
    for square in range(49):
        if board[square] in COLOURS:
            assert group(board, square) == flood(board, square)


def blocked(state: SnorkelsState, colour: Seat) -> bool:
    """Whether any group of ``colour`` on the whole board has no tube."""
    return any(not flood(state.cells, square)[1] for square, cell in enumerate(state.cells) if cell == colour)


@settings(max_examples=40, deadline=None)
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


@given(st.integers(0, 10**9), st.sampled_from(["0", "3"]))
def test_every_game_ends_on_the_board_and_never_in_a_draw(seed: int, stones: str) -> None:
    start = GAME.start(GAME.read_options({"stones": stones}))
    *_, last = moments(GAME, start, Random(seed))
    over = last.before.play(last.seat, last.action)
    assert over.outcome is not None
    assert len(over.outcome.winners) == 1
    assert over.view_for(None).blocked


@given(st.integers(0, 10**9))
def test_stones_fall_evenly_drawn_and_ascending(seed: int) -> None:
    state = GAME.start(GAME.read_options({"stones": "3"}))
    drawn = state.sample_chance(Random(seed))
    assert parse(str(drawn)) == drawn
    assert state.play(CHANCE, drawn).to_act == {HOST}


@given(st.text(max_size=12))
def test_any_text_is_refused_or_written_back(text: str) -> None:
    try:
        action = parse(text)
    except NotationError:
        return
    assert parse(str(action)) == action
    assert set(str(action)) <= set("abcdefglnoprstuk 1234567")


@given(cells)
def test_the_text_diagram_holds_every_cell(board: tuple[Cell, ...]) -> None:
    state = SnorkelsState(cells=board, mover=COLOURS[0])
    lines = GAME.text(state.view_for(None)).split("\n")[1:-1]
    marks = {"": ".", "purple": "P", "green": "G", "stone": "#"}
    assert BOARD.from_diagram("\n".join(" ".join(line.split()[1:-1]) for line in lines)) == {
        square: marks[cell] for square, cell in enumerate(board)
    }
