"""Rule books begin with the game in a minute and have a picture on every page; games credit designers."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.games.core import Designer, Diagram, Page
from tests.games.registry import GAMES, AnyGame

from .cases import each_game

MAX_GLANCE = 1_200
"""Characters that most people read in well under a minute."""
MAX_CAPTION = 200
NUMBERS_OF_PROGRAMS = re.compile(r"\bprogram|\bcomputer|\bwon \d+ of \d+|\d+ of \d+ games", re.IGNORECASE)
CHESS_WORDS = re.compile(r"\b(files?|ranks?)\b", re.IGNORECASE)

each_real_game = pytest.mark.parametrize(
    "game", [game for game in GAMES.values() if game.key != "hex"], ids=lambda game: game.key
)


@each_game
def test_the_first_page_is_the_game_in_a_minute(game: AnyGame) -> None:
    first = game.book[0]
    assert (first.key, first.title) == ("in-a-minute", "In a Minute")
    assert len(first.text) <= MAX_GLANCE
    assert re.search(r"\b(win|wins|winning)\b", first.text, re.IGNORECASE)


@each_real_game
def test_the_first_page_says_how_many_play_how_long_and_what_a_turn_is(game: AnyGame) -> None:
    headline, *rest = game.book[0].text.split("\n\n")
    least, most = game.people
    players = "1 player" if most == 1 else f"{least} to {most} players" if least < most else f"{most} players"
    assert headline.startswith(f"**{players} · ")
    assert "minutes" in headline or "turns" in headline
    assert any("**Your turn:**" in part for part in rest)


@each_game
def test_every_page_has_a_picture_and_its_captions_fit(game: AnyGame) -> None:
    for page in game.book:
        assert page.diagrams, f"no picture on page {page.key}"
        assert len(page.text) + sum(len(caption) + 5 for caption in page.captions) <= 2_600, page.key
        for caption in page.captions:
            assert len(caption) <= MAX_CAPTION, f"{page.key}: {len(caption)} characters"
            assert caption.endswith((".", "?", "!"))


@each_game
def test_a_book_speaks_of_columns_and_rows_and_quotes_no_computer_players(game: AnyGame) -> None:
    for page in game.book:
        for text in (page.title, page.text, *page.captions):
            assert not CHESS_WORDS.search(text), text
            assert not NUMBERS_OF_PROGRAMS.search(text), text


def test_captions_are_numbered_where_a_page_has_several_pictures() -> None:
    view: Any = None
    one = Page("a", "A", "…", (Diagram(view, "First."),))
    two = Page("b", "B", "…", (Diagram(view, "First."), Diagram(view, "Second.")))
    assert one.captions == ("First.",)
    assert two.captions == ("1. First.", "2. Second.")


@pytest.mark.parametrize(
    ("designer", "credit"),
    [
        (Designer("Ann Example"), "Designed by Ann Example."),
        (Designer("Ann", "https://www.ann.example"), "Designed by [Ann](https://www.ann.example)."),
        (Designer("Ann", published="Club, 2006"), "Designed by Ann (Club, 2006)."),
        (Designer("Ann", "https://a.example", "2006"), "Designed by [Ann](https://a.example) (2006)."),
    ],
)
def test_a_credit_names_the_designer_and_what_is_known_of_them(designer: Designer, credit: str) -> None:
    assert designer.credit == credit


@each_game
def test_every_game_credits_its_designer(game: AnyGame) -> None:
    assert re.fullmatch(r"Designed by \S.*[^.]\.", game.designer.credit)
    assert len(game.designer.credit) <= 100
