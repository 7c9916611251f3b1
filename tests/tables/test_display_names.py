"""Names are harmless wherever they are shown, and still names."""

from __future__ import annotations

import html
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.local.page.markdown import render
from bot.local.world.world import World
from bot.people.display_names import MAX_LENGTH, escape_markdown, plain, safe, sanitize

SIGNS = r"\`*_~|<>[]()#:@+-."


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


def rendered(text: str) -> str:
    """``text`` as the local table's page shows it, but for its paragraphs and line breaks."""
    return re.sub("</?p>|<br />", "", render(World(), text))


@given(st.lists(st.sampled_from([*SIGNS, " ", "\n", "1", "a", "://", "https", "everyone"]) | st.characters()))
def test_no_text_formats_links_or_mentions(pieces: list[str]) -> None:
    text = "".join(char for char in "".join(pieces) if char == "\n" or char.isprintable())
    assert html.unescape(rendered(safe(text))).split() == text.split()


@pytest.mark.parametrize(
    "text",
    [
        *("# a", "- a", " + a", "-# a", "1. a", "a\n\n2) a", "1.", "> a", "a\n> b"),
        *("*a*", "_a_", "__a__", "~~a~~", "||a||", "`a`", "[a](https://b.example)", "a\\*"),
        *("<@1>", "<@&1>", "<#1>", "<t:0:R>", "</a:1>", "@here", "https://a.example"),
    ],
)
def test_a_text_that_would_format_link_or_mention_stays_as_it_is(text: str) -> None:
    assert html.unescape(rendered(text)).split() != text.split()
    assert html.unescape(rendered(safe(text))).split() == text.split()


def test_a_text_is_no_emoji_and_ends_no_link() -> None:
    assert safe(":skull: :+1: <:a:1>") == r"\:skull: \:+1: \<\:a:1\>"
    address = "https://a.example"
    link = rendered(f"[{safe('[a](b)')}]({address})")
    assert re.fullmatch(rf'<a href="{address}"[^>]*>\[a\]\(b\)</a>', link)


def test_a_sentence_stays_as_it_was_said() -> None:
    said = "Red (2-1): a4-b5, it’s #3 + 1.5 points at 12:30; done :)"
    assert safe(said) == said


@pytest.mark.parametrize("name", ["שלום", "سلام", "ann שלום"])
def test_a_name_that_runs_from_right_to_left_turns_nothing_around_it(name: str) -> None:
    assert plain(name) == f"\u2068{name}\u2069"
    assert unicodedata.bidirectional(plain("Ann")[0]) == "L"


def test_a_name_that_cannot_be_seen_is_somebody() -> None:
    assert plain("\u3164") == escape_markdown("\u200b") == "somebody"
