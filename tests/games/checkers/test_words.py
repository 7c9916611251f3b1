"""Positions in words, and the picker's questions."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.components.cards.table_cards import STYLES
from bot.components.interactions.card import Style
from bot.games.checkers import GAME
from bot.games.checkers.actions import BLACK, BOARD, RED, parse
from bot.games.checkers.book import position, stacks
from bot.games.checkers.rules import CheckersTerms, begin
from bot.games.checkers.view import CheckersView
from bot.games.core import Outcome, Placement
from tests.games.playing import begun, played, walk

from .positions import MIDDLE

SPLITTING = """
.  .  .  .  .  .  .  bb
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  b  .  .  .  .
.  .  .  rr .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
"""


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


@settings(max_examples=60, deadline=None)
@given(views())
def test_a_description_names_every_stack_from_the_top_within_1024_characters(view: CheckersView) -> None:
    words = GAME.describe(view)
    assert len(words) <= 1024
    assert told(words) == {name: stack for name, stack in zip(BOARD.names, view.stacks, strict=True) if stack}


def test_a_description_begins_with_what_changed() -> None:
    view = played(begun("checkers"), "b2-b4", "c7-c5", "b4-b5/1", "c5-c3").view_for(None)
    assert GAME.describe(view).startswith("Black moved from c5 to c3. Red is next.")
    taken = played(begun("checkers"), "b2-b4", "c8-c6", "b4-b5/1", "c6-b6/1", "b5-b6").view_for(None)
    assert GAME.describe(taken).startswith("Red moved from b5 to b6 and captured 1 checker.")


def test_a_description_says_what_a_split_left_and_freed() -> None:
    view = played(begin(stacks(MIDDLE), RED, CheckersTerms(win=100)), "d4-e4/3").view_for(None)
    told = "Red moved the top 3 checkers of d4 to e4 and gave away 2 checkers. Black is next."
    assert GAME.describe(view).startswith(told)


def test_what_can_be_taken_is_told_with_its_height_until_the_game_is_over() -> None:
    view = position(MIDDLE)
    assert "b3 onto c3 (1)" in GAME.details(view)[0]
    assert GAME.details(replace(view, outcome=Outcome.drawn("quiet", (RED, BLACK)), to_act=())) == ()
    assert GAME.details(replace(view, to_act=())) == (), "its players have ended the game"


def test_narration_says_the_turn_from_the_position_before_it() -> None:
    state = begin(stacks(MIDDLE), RED, CheckersTerms(win=100))
    assert state.narrate(RED, parse("c2-c6"), None) == "Red moved from c2 to c6."
    captured = "Red moved the top checker of b3 to c3 and captured 1 checker."
    assert state.narrate(RED, parse("b3-c3/1"), None) == captured
    assert begun("checkers").narrate(RED, parse("d1-d2/1"), None) == "Red moved the top checker of d1 to d2."


def test_the_diagram_gives_both_shares_and_the_goal_and_the_summary_a_long_quiet() -> None:
    view = begun("checkers").view_for(None)
    assert GAME.text(view).endswith("\nRed 32 · Black 32 · 48 of 64 to win")
    assert GAME.summary(view) == ""
    state = begin(stacks(MIDDLE), RED, CheckersTerms(quiet=2))
    quiet = played(state, "b3-b5").view_for(None)
    assert GAME.summary(quiet) == "Nothing has changed hands for 1 turn. After 2, it’s a draw."
    assert GAME.text(quiet).endswith(" to win\nNothing has changed hands for 1 turn. After 2, it’s a draw.")
    agreed = replace(quiet, to_act=())
    assert GAME.summary(agreed) == "", "its players have ended the game"
    assert "it’s a draw" not in GAME.describe(agreed)


def test_a_beginner_sees_what_can_be_taken_and_a_preview_says_from_where() -> None:
    taken = played(begun("checkers"), "d2-d4", "c8-c6", "e2-e4", "c6-a4").view_for(None)
    assert GAME.threatened(taken) == ("a2", "c2")
    assert GAME.risk(taken) == "It can be taken from a2 and c2."
    assert GAME.threatened(begun("checkers").view_for(None)) == ()
    retaken = played(begun("checkers"), "d2-d4", "a8-c6", "a2-a4", "c6-a4").view_for(None)
    assert GAME.risk(retaken) == "It can be retaken from c2."


def test_captures_are_chosen_first_and_splits_last() -> None:
    view = played(begun("checkers"), "d2-d4", "a8-c6", "a2-a4", "c6-a4").view_for(None)
    ranks = [GAME.rank(view, ("c", "2"), step) for step in ("a4", "c4", "split")]
    assert ranks == [-2, 0, 1]
    assert GAME.label(view, ("c", "2"), "a4") == "a4 · Takes 4"


def test_a_move_says_before_it_is_chosen_whether_it_wins_and_what_can_be_taken_of_it() -> None:
    seen: Counter[str] = Counter()
    for moment in walk(GAME, {"win": "62"}, 1, 80).moments:
        state, seat = moment.before, moment.seat
        legal, view = state.legal(seat), state.view_for(None)
        assert not isinstance(legal, Placement)
        for action in legal[::2]:
            *steps, last = action.path
            label = GAME.label(view, tuple(steps), last)
            captures = "Takes" in label
            after = state.play(seat, action).view_for(None)
            risky = GAME.risk(after) != ""
            won = after.outcome is not None and after.outcome.winners == (seat,)
            told = (
                f"Risks {len(after.stacks[action.target])}" if risky else "Wins" if won and captures else ""
            )
            assert label.partition(", ")[2] == told
            wanted = (-1 if risky else -2) if captures else 0
            assert GAME.rank(view, tuple(steps), last) == wanted
            seen[f"{captures} {told[:4]}"] += 1
    assert all(seen[each] > 10 for each in ("True Risk", "True ", "False Risk", "False "))
    assert seen["True Wins"]


def test_a_split_says_before_it_is_chosen_what_it_can_take_and_looks_like_it() -> None:
    view = played(begun("checkers"), "f2-f4", "g7-g5").view_for(None)
    assert GAME.label(view, ("f", "4"), "split") == "Split…"
    assert GAME.rank(view, ("f", "4"), "split") == 1
    view = played(begun("checkers"), "f2-f4", "f7-f5").view_for(None)
    assert GAME.label(view, ("f", "4"), "split") == "Split… · Takes 2"
    rank = GAME.rank(view, ("f", "4"), "split")
    assert (rank, STYLES[rank]) == (2, Style.primary), "last, but in colour"
    safe = position(SPLITTING)
    rank = GAME.rank(safe, ("d", "4"), "split")
    assert (rank, STYLES[rank]) == (3, Style.success), "as green as any other capture that nobody answers"


def test_a_split_says_what_is_inside_how_many_and_that_it_is_never_diagonal() -> None:
    view = position(MIDDLE)
    asked = GAME.ask(view, ("d", "4", "split"))
    assert asked == "How many checkers will you split off from d4? From the top: 3 red and 2 black."
    assert "From the top" not in GAME.ask(view, ("b", "3", "split")), "of one colour"
    labels = [GAME.label(view, ("d", "4", "split"), f"top {size}") for size in (1, 2, 3)]
    assert labels == ["Top 1", "Top 2", "Top 3 · Gives Away 2"], "short: two or more in a phone's row"
    assert "never diagonally" in GAME.ask(view, ("d", "4", "split", "top 3"))


def test_a_shorter_game_says_what_is_usual() -> None:
    told = [GAME.aim(begun("checkers", win=win).view_for(None)) for win in ("62", "75", "100")]
    assert ["48" in each for each in told] == [True, True, False]
    assert ["usual" in each for each in told] == [True, False, False]
    assert "Control 48 checkers" in told[1], "that is what is usual"
