"""What the rulings say of moving, splitting and refusing, each sentence as a drawn position."""

from __future__ import annotations

import pytest

from bot.games.checkers.actions import BLACK, RED
from bot.games.checkers.book import stacks
from bot.games.checkers.moving import sizes
from bot.games.checkers.rules import CheckersTerms, controlled
from tests.games.playing import begun, played, refusal

from .positions import MIDDLE, START, at, stack, still, ways

# Ruling 1


def test_each_side_starts_with_a_stack_of_two_on_every_square_of_its_home_ranks() -> None:
    assert begun("checkers").stacks == stacks(START)


def test_red_moves_first_and_the_sides_take_turns() -> None:
    state = begun("checkers")
    assert state.to_act == {RED}
    assert played(state, "b2-b4").to_act == {BLACK}
    assert played(state, "b2-b4", "c7-c5").to_act == {RED}


# Ruling 2


def test_the_top_checker_owns_the_whole_stack() -> None:
    board = at(MIDDLE).stacks
    assert controlled(board, RED) == 8 + 5 + 2 + 4 + 1
    assert controlled(board, BLACK) == 8 + 2 + 1 + 1


def test_a_stack_with_an_enemy_on_top_cannot_be_used() -> None:
    assert (
        refusal(at(MIDDLE), "c5-c6") == "Black controls the stack on c5. Choose one with your colour on top."
    )


# Ruling 3


def test_a_stack_moves_exactly_its_height_in_eight_directions() -> None:
    moves = {way for way in ways(at(MIDDLE), "b3") if "/" not in way}
    assert moves == {"b3-b5", "b3-d5", "b3-d3", "b3-d1", "b3-b1"}


def test_a_move_passes_over_other_stacks() -> None:
    assert stack(played(at(MIDDLE), "b3-d3"), "c3") == "b"


def test_a_moved_stack_lands_on_top_and_captures() -> None:
    assert stack(played(at(MIDDLE), "c2-c6"), "c6") == "rbbr"
    assert stack(played(at(MIDDLE, BLACK), "e7-c5"), "c5") == "bbb"


def test_a_capture_takes_all_of_the_stack() -> None:
    state = played(
        at(
            """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . brb . . . .
        . . . . . . . .
        . rr . . . . . .
        . . . . . . . .
    """,
            terms=CheckersTerms(win=100),
        ),
        "b2-d4",
    )
    assert stack(state, "d4") == "rrbrb"
    assert state.red == 5


def test_a_stack_higher_than_seven_can_only_be_split() -> None:
    assert ways(at(MIDDLE), "a1") == {
        f"a1-{target}/{count}" for target in ("a2", "b1") for count in range(1, 8)
    }
    assert refusal(at(MIDDLE), "a1-a8") == (
        "The stack on a1 is 8 high, which is too high to move. Split it instead."
    )


def test_a_stack_that_would_leave_the_board_in_every_direction_has_no_move() -> None:
    assert not [way for way in ways(at(MIDDLE), "d4") if "/" not in way]


# Ruling 4


def test_a_split_lifts_the_top_onto_a_square_beside_it() -> None:
    state = played(at(MIDDLE), "d4-d5/2")
    assert (stack(state, "d5"), stack(state, "d4")) == ("rr", "rbb")


def test_a_split_may_land_on_a_stack_and_capture_it() -> None:
    assert stack(played(at(MIDDLE), "b3-c3/1"), "c3") == "rb"


def test_what_stays_belongs_to_its_new_top_checker() -> None:
    state = played(at(MIDDLE), "d4-e4/3")
    assert stack(state, "d4") == "bb"
    assert state.red == at(MIDDLE).red - 2


def test_a_split_never_goes_diagonally() -> None:
    assert refusal(at(MIDDLE), "d4-e5/1") == (
        "e5 isn’t next to d4. Split to an adjacent square: up, down, left or right."
    )


def test_any_number_but_all_may_be_split_off() -> None:
    assert {way[-1] for way in ways(at(MIDDLE), "d4")} == set("1234")


@pytest.mark.parametrize(
    ("height", "allowed"), [(1, ()), (2, (1,)), (3, (1, 2)), (4, (2,)), (5, (2, 3)), (49, (24, 25))]
)
def test_halves_are_rounded_down_or_up(height: int, allowed: tuple[int, ...]) -> None:
    assert sizes(height, "halves") == allowed


def test_with_halves_other_splits_are_refused() -> None:
    state = at(MIDDLE, terms=CheckersTerms(win=100, split="halves"))
    assert refusal(state, "d4-d5/1") == (
        "At this table, stacks can only be split in half. Split off the top 2 or 3 from d4."
    )
    assert {way[-1] for way in ways(state, "d4")} == {"2", "3"}


# Refusals


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("e5-e6", "e5 is empty. Choose a stack with your colour on top."),
        ("b3-e3", "A stack of 2 moves exactly 2 squares, but e3 is 3 away from b3."),
        ("h1-h3", "A single checker moves exactly 1 square, but h3 is 2 away from h1."),
        ("b3-c5", "c5 isn’t in a straight line from b3. Move along the column, along the row or diagonally."),
        ("b3-b4/2", "You can’t split off all of b3. Leave at least 1 behind, or move the whole stack."),
        ("b3-b4/5", "The stack on b3 is only 2 high. Split off at most 1."),
        ("h1-g1/1", "There’s only one checker on h1, so you can move it but not split it."),
        ("d4-d6/1", "d6 isn’t next to d4. Split to an adjacent square: up, down, left or right."),
    ],
)
def test_a_wrong_turn_is_refused_in_a_clear_sentence(text: str, sentence: str) -> None:
    assert refusal(at(MIDDLE), text) == sentence


def test_the_wrong_side_and_a_finished_game_are_refused() -> None:
    assert refusal(begun("checkers"), "black b7-b5") == "Red is next."
    assert refusal(still(1, "a1-a3"), "black h8-h6") == "This game is over."
