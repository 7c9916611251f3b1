"""A choice of several squares that is made in one action."""

from __future__ import annotations

import pytest

from bot.games.core import IllegalAction, Placement

MINES = Placement("mines", 2, ("b2", "c3", "d4"))


def test_what_is_placed_is_written_in_the_order_of_the_squares() -> None:
    assert MINES.text(("d4", "b2")) == "mines b2 d4"


@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        (("b2",), "Choose 2 different squares. You named 1."),
        (("b2", "c3", "d4"), "You named 3"),
        (("b2", "b2"), "Choose 2 different squares"),
        (("b2", "b2", "c3"), "Choose 2 different squares"),
        (("b2", "e5"), "“e5” can’t be chosen. Choose squares such as "),
    ],
)
def test_what_can_not_be_placed_is_refused_in_words(chosen: tuple[str, ...], why: str) -> None:
    with pytest.raises(IllegalAction, match=why):
        MINES.text(chosen)
