"""What Snorkels refuses, and how it says so."""

from __future__ import annotations

import pytest

from bot.games.core import NotationError
from bot.games.snorkels.actions import parse
from tests.games.playing import begun, played, refusal

from .drawing import drawn

PLACING = "Your opponent has to place the first purple snorkel."


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("purple d4", "d4 is taken. Choose an empty square."),
        ("purple a1", "a1 is taken. Choose an empty square."),
        ("purple g7", "g7 is taken. Choose an empty square."),
        ("green a2", "Purple is next."),
        ("host a2", "Purple is next."),
        ("chance a2", "Purple is next."),
        ("purple take green", "Place a snorkel now. Name an empty square, such as d4."),
        ("purple stones a2", "Place a snorkel now. Name an empty square, such as d4."),
    ],
)
def test_a_refusal_in_play_says_what_to_do(line: str, sentence: str) -> None:
    state = drawn("""
        . . . . . . #
        . . . . . . .
        . . . . . . .
        . . . G . . .
        . . . . . . .
        . . . . . . .
        P . . . . . .
    """)  # fmt: skip
    assert refusal(state, line) == sentence


@pytest.mark.parametrize(
    ("before", "line", "sentence"),
    [
        ((), "host d4", "The stones have to fall first."),
        ((), "chance d4", "The stones have to fall first."),
        ((), "chance stones a1", "Exactly 2 stones fall in this game."),
        ((), "chance stones a1 a2 a3", "Exactly 2 stones fall in this game."),
        (
            ("chance stones a1 a2",),
            "guest take green",
            PLACING,
        ),
        (("chance stones a1 a2",), "purple d4", PLACING),
        (
            ("chance stones a1 a2",),
            "host take green",
            "Place a snorkel now. Name an empty square, such as d4.",
        ),
        (("chance stones a1 a2", "host d4"), "host d5", "Your opponent has to pick a colour first."),
        (
            ("chance stones a1 a2", "host d4"),
            "guest d5",
            "Pick your colour now: “take purple” or “take green”.",
        ),
    ],
)
def test_a_refusal_before_play_says_what_comes_first(
    before: tuple[str, ...], line: str, sentence: str
) -> None:
    state = played(begun("snorkels", stones="2"), *before)
    assert refusal(state, line) == sentence


# Notation


@pytest.mark.parametrize(
    ("text", "tidy"),
    [
        ("D4", "d4"),
        ("  d4\n", "d4"),
        ("Take  PURPLE", "take purple"),
        ("stones E5 c3", "stones c3 e5"),
        ("stones c10", None),
        ("stones", None),
        ("stones c3 c3", None),
        ("d04", None),
        ("d 4", "d4"),
        ("PURPLE", "take purple"),
        ("green", "take green"),
        ("d8", None),
        ("h1", None),
        ("d", None),
        ("4d", None),
        ("d4 d5", None),
        ("d４", None),
        ("take blue", None),
        ("take", None),
        ("take purple green", None),
        ("stones " + "a1 " * 60, None),
        ("d4" * 100_000, None),
    ],
)
def test_notation_is_forgiving_about_case_blanks_and_order_and_nothing_else(
    text: str, tidy: str | None
) -> None:
    if tidy is not None:
        assert str(parse(text)) == tidy
        return
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert str(caught.value).endswith(".")
    assert len(str(caught.value)) < 120
