"""Names are harmless wherever they are shown, and still names."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.people.display_names import MAX_LENGTH, escape_markdown, plain, sanitize


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \t Marie\n", "Ann Marie"),
        ("José", "José"),
        ("Jose\u0301", "José"),
        ("船長", "船長"),
        ("ｗ" * 32, "ｗ" * 32),
        ("🏴\u200d☠️", "🏴☠️"),
        ("evil\u202egnp", "evilgnp"),
        ("a\u2066b\u2069c\u200fd\u061ce", "abcde"),
        ("a\u200bb\u200dc\ufeffd\u00ade", "abcde"),
        ("\x00a\x1b[31mb", "a[31mb"),
        ("z" + "\u0335" * 50 + "!", "z" + "\u0335" * 3 + "!"),
        ("\u0301\u0301abc", "abc"),
        ("\u3164", ""),
        ("\u2800 \uffa0\u115f", ""),
        ("\u200b", ""),
        ("", ""),
        ("x" * 500, "x" * MAX_LENGTH),
    ],
)
def test_a_name_is_one_line_of_signs_that_can_be_seen(name: str, shown: str) -> None:
    assert sanitize(name) == shown


@given(st.text(max_size=200))
def test_any_name_becomes_harmless_once_and_for_all(name: str) -> None:
    shown = sanitize(name)
    assert sanitize(shown) == shown
    assert len(shown) <= MAX_LENGTH
    assert shown.isprintable()
    assert shown == shown.strip()


@given(st.text(max_size=60))
def test_no_name_formats_links_or_mentions(name: str) -> None:
    shown = escape_markdown(name)
    place = 0
    while place < len(shown):
        if shown[place] == "\\":
            place += 2
            continue
        assert shown[place] not in "`*_~|<>[]()#:@-"
        place += 1


@pytest.mark.parametrize("name", ["שלום", "سلام", "ann שלום"])
def test_a_name_that_runs_from_right_to_left_turns_nothing_around_it(name: str) -> None:
    assert plain(name) == f"\u2068{name}\u2069"
    assert unicodedata.bidirectional(plain("Ann")[0]) == "L"


def test_a_name_that_cannot_be_seen_is_somebody() -> None:
    assert plain("\u3164") == escape_markdown("\u200b") == "somebody"
