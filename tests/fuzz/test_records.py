"""A damaged record is refused with a sentence that names the line."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.core import RulesError
from bot.games.record import LONGEST, follow, public, read, write
from tests.games.playing import CASES, recorded, walk
from tests.games.registry import GAMES

from .effort import effort
from .texts import HOSTILE, bent, require_short


@cache
def real(number: int) -> str:
    """A record of a random game."""
    key, given_ = CASES[number % len(CASES)]
    game = GAMES[key]
    played = walk(game, dict(given_), seed=number, longest=40)
    return write(replace(recorded(played, dict(given_)), notes=(("table", "7"), ("host", "Ann"))))


def require_known_or_refused(text: str) -> None:
    """Fail for anything but a record that is told, or a refusal of one printable paragraph."""
    try:
        record = read(text)
    except RulesError as refusal:
        require_short(refusal)
        return
    assert read(write(record)) == record
    for use in (follow, public):
        try:
            use(record, GAMES)
        except RulesError as refusal:
            require_short(refusal)


@effort(100)
@given(st.integers(0, 60), st.data())
def test_a_bent_record_is_played_again_or_refused(number: int, data: st.DataObject) -> None:
    require_known_or_refused(data.draw(bent(real(number))))


@effort(100)
@given(st.integers(0, 60), st.lists(st.tuples(st.integers(0, 60), HOSTILE), max_size=3), st.randoms())
def test_lines_put_in_taken_out_and_shuffled_are_played_or_refused(
    number: int, new: list[tuple[int, str]], rng: object
) -> None:
    lines = real(number).split("\n")
    for place, line in new:
        lines.insert(place % (len(lines) + 1), line)
    require_known_or_refused("\n".join(lines))
    require_known_or_refused("\r\n".join(lines))
    require_known_or_refused("\ufeff" + "\n".join(lines[:4] + lines[5:]))


@pytest.mark.parametrize(
    "text",
    [
        "\0" * 100,
        "a" * (5 * LONGEST),
        "\n" * (LONGEST + 1),
        "captains-table record 1\ngame snorkels\nrules 1\noptions\n" + "host d4\n" * 120_000,
        "captains-table record 1\ngame snorkels\nrules 1\noptions" + " a=b" * 200,
        "🦑" * LONGEST,
    ],
    ids=("nul", "huge", "blank", "actions", "options", "wide"),
)
def test_a_huge_or_foreign_text_is_refused(text: str) -> None:
    with pytest.raises(RulesError) as refusal:
        follow(read(text), GAMES)
    require_short(refusal.value)
