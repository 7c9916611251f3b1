"""The framing is that of the Go Text Protocol, version 2."""

from __future__ import annotations

from io import StringIO

import pytest

from bot.engine.gtp import LONGEST_LINE, Command, Lines, read_command

from .playing import table_id


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("name", Command("", "name", "")),
        ("12 play purple d4", Command("12", "play", "purple d4")),
        ("  play\tpurple   d4\r", Command("", "play", "purple   d4")),
        ("na\x00me # what it is", Command("", "name", "")),
        ("7", Command("7", "", "")),
        ("007 name", Command("007", "name", "")),
        ("٧ name", Command("", "٧", "name")),
        ("-1 name", Command("", "-1", "name")),
        ("\ufeffname", Command("", "name", "")),
    ],
)
def test_a_line_is_a_number_a_name_and_words(line: str, command: Command) -> None:
    assert read_command(line) == command


@pytest.mark.parametrize("line", ["", "   ", "\t", "# a comment", "  # 7 name", "\r", "\ufeff"])
def test_blanks_and_comments_are_no_command(line: str) -> None:
    assert read_command(line) is None


@pytest.mark.parametrize("line", ["\x01", "\x00\x07", "\x1c", "\x7f \x02", "\x85"])
def test_a_line_of_control_characters_is_answered(line: str) -> None:
    assert table_id(line, "name") == ["? unknown command", "= Captain’s Table"]


@pytest.mark.parametrize(
    ("number", "text", "framed"),
    [
        ("", "", "=\n\n"),
        ("7", "", "=7\n\n"),
        ("", "2", "= 2\n\n"),
        ("7", "a\nb", "=7 a\nb\n\n"),
        ("", "\n   a b\n\n 1 . .\n", "=\n   a b\n 1 . .\n\n"),
        ("", "a\n\nb\n", "= a\nb\n\n"),
    ],
)
def test_an_answer_ends_with_an_empty_line_and_holds_none(number: str, text: str, framed: str) -> None:
    assert Command(number, "x", "").answer(text) == framed


@pytest.mark.parametrize(
    ("why", "framed"),
    [
        ("No.", "?3 No.\n\n"),
        ("One line.\nAnother\u2028line.", "?3 One line. Another line.\n\n"),
        ("", "?3 refused\n\n"),
    ],
)
def test_a_refusal_is_one_line(why: str, framed: str) -> None:
    assert Command("3", "x", "").refusal(why) == framed


def test_a_line_without_end_costs_no_memory_and_hides_no_other() -> None:
    lines = Lines(StringIO("x" * (3 * LONGEST_LINE + 3) + "\nname\n" + "y" * LONGEST_LINE + "\nlast"))
    first = lines.next()
    assert first is not None
    assert len(first) == LONGEST_LINE + 1
    assert [lines.next() for _ in range(4)] == ["name", "y" * LONGEST_LINE, "last", None]


def test_lines_up_to_a_dot_are_taken_as_they_are() -> None:
    lines = Lines(StringIO("# one\n\n two \n.\nnext\n"))
    assert lines.upto_dot(100) == ("# one\n\n two ", True)
    assert lines.next() == "next"


def test_lines_up_to_a_dot_are_read_to_the_dot_even_when_they_are_too_many() -> None:
    lines = Lines(StringIO("0123456789\n" * 50 + ".\nnext\n"))
    text, closed = lines.upto_dot(100)
    assert closed
    assert 100 < len(text) < 130
    assert lines.next() == "next"


def test_a_missing_dot_is_noticed() -> None:
    assert Lines(StringIO("one\ntwo")).upto_dot(100) == ("one\ntwo", False)
