"""Positions in words, and the picker's questions."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.checkers import GAME
from bot.games.checkers.actions import BLACK, BOARD, RED, parse
from bot.games.checkers.book import position, stacks
from bot.games.checkers.rules import CheckersState, CheckersTerms, begin
from bot.games.checkers.view import CheckersView
from bot.games.core import Outcome

from .positions import MIDDLE, start


def after(state: CheckersState, *texts: str) -> CheckersView:
    for text in texts:
        (seat,) = state.to_act
        state = state.play(seat, parse(text))
    return state.view_for(None)


@st.composite
def views(draw: st.DrawFn) -> CheckersView:
    """Positions of all 64 checkers, as mixed and as scattered as can be, after a turn."""
    letters = draw(st.permutations("r" * 32 + "b" * 32))
    cuts = sorted(draw(st.lists(st.integers(1, 63), max_size=63, unique=True)))
    pieces = ["".join(letters[a:b]) for a, b in zip([0, *cuts], [*cuts, 64], strict=True)]
    squares = draw(st.permutations(range(64)))
    board = [""] * 64
    for square, piece in zip(squares, pieces, strict=False):
        board[square] = piece
    state = begin(tuple(board), RED, CheckersTerms(win=100))
    legal = state.legal(RED)
    if not legal or state.outcome:
        return state.view_for(None)
    return state.play(RED, draw(st.sampled_from(list(legal)))).view_for(None)


def told(words: str) -> dict[str, str]:
    """The stacks that an alt text names, by square, as letters."""
    listed = words.split("Stacks from the top: ")[1].rstrip(".")
    found: dict[str, str] = {}
    for part in listed.split("; "):
        runs, squares = part.split(" at ")
        letters = "".join(
            (colour or letter).lower()[0] * int(count or letters_count)
            for count, colour, letter, letters_count in re.findall(r"(\d+) (red|black)|([RB])(\d+)", runs)
        )
        found |= dict.fromkeys(squares.split(", "), letters)
    return found


@settings(max_examples=200, deadline=None)
@given(views())
def test_a_description_names_every_stack_from_the_top_within_1024_characters(view: CheckersView) -> None:
    words = GAME.describe(view)
    assert len(words) <= 1024
    assert told(words) == {name: stack for name, stack in zip(BOARD.names, view.stacks, strict=True) if stack}


def test_a_description_begins_with_what_changed() -> None:
    view = after(start(), "b2-b4", "c7-c5", "b4-b5/1", "c5-c3")
    assert GAME.describe(view).startswith("Black moved a stack of 2 from c5 to c3. It’s red’s turn.")
    taken = after(start(), "b2-b4", "c8-c6", "b4-b5/1", "c6-b6/1", "b5-b6")
    assert GAME.describe(taken).startswith(
        "Red moved a single checker from b5 onto black’s single checker on b6. Red captured 1 checker."
    )


def test_a_description_says_what_a_split_left_and_freed() -> None:
    view = after(begin(stacks(MIDDLE), RED, CheckersTerms(win=100)), "d4-e4/3")
    assert GAME.describe(view).startswith(
        "Red split the top 3 off d4 to e4, leaving 2 black. That freed 2 checkers. It’s black’s turn."
    )


def test_a_look_says_what_a_split_would_free() -> None:
    told = GAME.describe_square(position(MIDDLE), "d4")
    assert "Splits that free enemy checkers: the top 3 (frees 2) and the top 4 (frees 1)." in told
    assert "frees" not in GAME.describe_square(position(MIDDLE), "b3")


def test_the_list_of_turns_says_what_each_lands_on_and_leaves() -> None:
    choice = GAME.choice
    assert choice is not None
    view = position(MIDDLE)
    told = {text: choice(view, parse(text)) for text in ("c2-c6", "b3-c3/1", "d4-e4/3", "d4-e4/2")}
    assert told == {
        "c2-c6": "empty square",
        "b3-c3/1": "onto Black’s 1",
        "d4-e4/3": "empty square, frees 2",
        "d4-e4/2": "empty square",
    }


def test_what_can_be_taken_is_told_with_its_height_until_the_game_is_over() -> None:
    view = position(MIDDLE)
    assert "b3 onto c3 (1)" in GAME.details(view)[0]
    assert GAME.details(replace(view, outcome=Outcome.drawn("quiet", (RED, BLACK)), to_act=())) == ()
    assert GAME.details(replace(view, to_act=())) == (), "its players have ended the game"


def test_narration_says_the_turn_from_the_position_before_it() -> None:
    state = begin(stacks(MIDDLE), RED, CheckersTerms(win=100))
    assert state.narrate(RED, parse("c2-c6"), None) == "Red moved a stack of 4 from c2 to c6."
    assert state.narrate(RED, parse("b3-c3/1"), None) == (
        "Red split the top checker off b3 onto black’s single checker on c3, leaving 1 red. "
        "Red captured 1 checker."
    )


def test_the_text_shows_owner_height_and_insides() -> None:
    lines = GAME.text(position(MIDDLE)).splitlines()
    assert lines[8].split() == ["1", "R8", ".", ".", ".", ".", ".", ".", "R1", "1"]
    assert lines[5].split() == ["4", ".", ".", ".", "R5+", ".", ".", ".", ".", "4"]
    assert "c2  R1 B2 R1" in lines
    assert "d4  R3 B2" in lines


def test_the_text_marks_the_last_turn() -> None:
    lines = GAME.text(after(start(), "b2-d4")).splitlines()
    assert "[R2]" in lines[5]
    assert "[.]" in lines[7]


def test_the_summary_gives_both_shares_the_goal_and_a_long_quiet() -> None:
    view = start().view_for(None)
    assert GAME.summary(view) == "Red 32 · Black 32 · 48 of 64 to win"
    state = begin(stacks(MIDDLE), RED, CheckersTerms(quiet=2))
    quiet = after(state, "b3-b5")
    assert GAME.summary(quiet).endswith(" · 1 of 2 quiet turns")
    agreed = replace(quiet, to_act=())
    assert GAME.summary(agreed).endswith(" to win"), "its players have ended the game"
    assert "it’s a draw" not in GAME.describe(agreed)


def test_headline_counts_turns() -> None:
    assert GAME.headline(start().view_for(None)) == "Turn 1"
    ended = after(begin(stacks(MIDDLE), RED, CheckersTerms(win=100, quiet=1)), "b3-b5")
    assert GAME.headline(ended) == "Finished after 1 turn"


@pytest.mark.parametrize(
    ("steps", "question"),
    [
        ((), "Pick a column."),
        (("d",), "Pick a stack in column d."),
        (
            ("d", "4"),
            (
                "d4 holds 3 red and 2 black, from the top. "
                "It can’t move 5 squares, so how many will you split off?"
            ),
        ),
        (("b", "3"), "b3 holds 2 red. Move the whole stack exactly 2 squares, or split it?"),
        (("h", "1"), "Where will the checker on h1 go?"),
        (("d", "4", "top 3"), "Pick a square next to d4 for its top 3."),
        (("d", "4", "top 20-39"), "How many checkers will you split off d4?"),
    ],
)
def test_the_picker_asks_in_plain_words(steps: tuple[str, ...], question: str) -> None:
    assert GAME.ask(position(MIDDLE), steps) == question


@pytest.mark.parametrize(
    ("steps", "step", "button"),
    [
        ((), "d", "d"),
        (("d",), "4", "d4 (5 High, Mixed)"),
        (("d", "4"), "top 1", "Split Off the Top 1"),
        (("d", "4"), "top 3", "Split Off the Top 3 (Frees 2)"),
        (("b", "3", "top 1"), "c3", "Onto c3 (Black’s 1)"),
        (("b", "3"), "b5", "To b5 (Empty)"),
    ],
)
def test_the_pickers_buttons_say_what_they_do(steps: tuple[str, ...], step: str, button: str) -> None:
    assert GAME.label(position(MIDDLE), steps, step) == button


@settings(max_examples=50, deadline=None)
@given(views())
def test_every_question_and_button_of_every_turn_fits(view: CheckersView) -> None:
    state = begin(view.stacks, RED, CheckersTerms(win=100))
    for action in state.legal(RED):
        path = state.path(action)
        for length, step in enumerate(path):
            assert GAME.ask(view, path[:length]).endswith(("?", "."))
            assert 0 < len(GAME.label(view, path[:length], step)) <= 80


def test_every_phase_has_a_page() -> None:
    keys = {page.key for page in GAME.book}
    rng, state = Random(4), start()
    while True:
        view = state.view_for(None)
        assert GAME.page_for(view) in keys
        if view.outcome:
            assert GAME.ending(view)
            break
        (seat,) = state.to_act
        state = state.play(seat, rng.choice(list(state.legal(seat))))


def test_every_page_and_caption_keeps_the_limits() -> None:
    for page in GAME.book:
        assert 0 < len(page.text) <= 1800
        for diagram in page.diagrams:
            assert diagram.caption
            assert set(diagram.marks) <= set(BOARD.names)
