"""Enumerations and counts."""

from __future__ import annotations

import pytest

from bot.games.plurals import counted, listed


@pytest.mark.parametrize(
    ("parts", "told"),
    [((), ""), (("a1",), "a1"), (("a1", "b1"), "a1 and b1"), (("a1", "b1", "c1"), "a1, b1 and c1")],
)
def test_parts_are_listed_as_one_says_them(parts: tuple[str, ...], told: str) -> None:
    assert listed(parts) == told
    assert listed(iter(parts), "or") == told.replace(" and ", " or ")


@pytest.mark.parametrize(
    ("number", "thing", "told"),
    [
        (0, "mine", "0 mines"),
        (1, "miss", "1 miss"),
        (2, "miss", "2 misses"),
        (12, "open tube", "12 open tubes"),
    ],
)
def test_what_is_counted_stands_in_the_plural_but_for_one(number: int, thing: str, told: str) -> None:
    assert counted(number, thing) == told
