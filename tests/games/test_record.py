"""A record is text that reads back exactly, replays exactly, and refuses what is none."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.core import CHANCE, RulesError, Seat, quoted
from bot.games.record import (
    HEAD,
    LONGEST,
    VERBS,
    Entry,
    Record,
    RecordError,
    one_line,
    public,
    read,
    replay,
    write,
)
from tests.games.registry import GAMES

from .playing import CASES, case_name, moments, recorded, walk

GAME = """\
captains-table record 1
game snorkels
rules 1
options pie=on stones=2
# table: 214
# host: Ann of the Sea
chance stones c3 e5
host d4
guest take green
green c4 @ 2026-03-01T19:30:00Z
purple resign
"""


def lines(*rest: str) -> str:
    return "\n".join((HEAD, "game snorkels", "rules 1", "options pie=on stones=0", *rest))


def test_a_record_is_what_people_can_read() -> None:
    assert read(GAME) == Record(
        game="snorkels",
        rules=1,
        options=(("pie", "on"), ("stones", "2")),
        entries=(
            Entry(CHANCE, "stones c3 e5"),
            Entry(Seat("host"), "d4"),
            Entry(Seat("guest"), "take green"),
            Entry(Seat("green"), "c4", at=1772393400),
            Entry(Seat("purple"), "resign"),
        ),
        notes=(("table", "214"), ("host", "Ann of the Sea")),
    )


def test_a_record_is_written_as_it_was_read() -> None:
    assert write(read(GAME)) == GAME


def test_blank_lines_comments_and_another_systems_line_ends_do_not_matter() -> None:
    loose = "\ufeff\n" + GAME.replace("\n", "\r\n").replace(
        "host d4", "# a strong opening\r\n\r\n   host   d4  "
    )
    assert read(loose) == read(GAME)


def test_a_record_replays_to_every_position() -> None:
    states = replay(read(GAME), GAMES)
    assert len(states) == 5
    assert states[-1].to_act == {"purple"}, "a resignation is the table’s; the rules know nothing of it"


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_any_game_replays_to_the_same_end(case: tuple[str, tuple[tuple[str, str], ...]]) -> None:
    game, given = GAMES[case[0]], dict(case[1])
    played = walk(game, given, seed=3, longest=120)
    record = recorded(played, given)
    text = write(record)
    assert read(text) == record
    assert all(line.isprintable() and line.strip(" .") for line in text.split("\n")[:-1])
    assert replay(record, GAMES) == [moment.before for moment in played.moments] + [played.last]
    if not game.secrets:
        assert public(record, GAMES) == record


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.secrets])
def test_a_public_record_shows_secrets_only_at_the_end(key: str) -> None:
    game = GAMES[key]
    played = walk(game, {}, seed=3)
    whole = recorded(played)
    entries = whole.entries
    cut = public(replace(whole, entries=entries[:-1]), GAMES)
    hidden = [entry for entry in cut.entries if "?" in entry.text]
    assert hidden
    assert [entry.seat for entry in cut.entries] == [entry.seat for entry in entries[:-1]]
    assert read(write(cut)) == cut
    with pytest.raises(RecordError, match="secret"):
        replay(cut, GAMES)
    assert public(whole, GAMES) == whole
    resigned = replace(whole, entries=(*entries[:-1], Entry(entries[0].seat, "resign")))
    assert public(resigned, GAMES) == resigned


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "Line 1"),
        ("hello", "Line 1"),
        (HEAD, "Line 2"),
        (f"{HEAD}\nrules 1", "Line 2"),
        (f"{HEAD}\ngame snorkels\noptions", "Line 3"),
        (f"{HEAD}\ngame snorkels\nrules 1\nhost d4", "Line 4"),
        (f"{HEAD}\ngame ../etc\nrules 1\noptions", "Line 2"),
        (f"{HEAD}\ngame snorkels\nrules -1\noptions", "Line 3"),
        (f"{HEAD}\ngame snorkels\nrules ²\noptions", "Line 3"),
        (f"{HEAD}\ngame snorkels\nrules {'9' * 500}\noptions", "Line 3"),
        (f"{HEAD}\ngame snorkels\nrules 1\noptions pie", "Line 4"),
        (f"{HEAD}\ngame snorkels\nrules 1\noptions pie=on pie=off", "Line 4"),
        (lines("host"), "Line 5"),
        (lines("host d4", "."), "Line 6"),
        (lines("host d4", "Guest!! take green"), "Line 6"),
        (lines("host d4\x07"), "Line 5"),
        (lines("# host: A\u2028b"), "Line 5"),
        (lines("# host: \u202eA"), "Line 5"),
        (lines("host d4 @ yesterday"), "Line 5"),
        (lines("host d4 @ 2026-02-30T00:00:00Z"), "Line 5"),
        (lines("host d4 @ ٢٠٢٦-01-01T00:00:00Z"), "Line 5"),
        (lines("host d4 @ 2026-03-01T19:30:00"), "Line 5"),
        (lines("host resign", "guest take green"), "Line 6"),
        (lines("host " + "d" * 2_000), "Line 5"),
        ("x" * (LONGEST + 1), "too long"),
        ("\n" * (LONGEST + 1), "too long"),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(text: str, why: str) -> None:
    with pytest.raises(RecordError, match=why) as caught:
        read(text)
    assert str(caught.value).endswith((".", ".”"))
    assert len(str(caught.value)) < 200


def test_a_record_has_a_million_characters_at_most_and_a_line_a_thousand() -> None:
    longest = "#" * 1_000
    start = lines()
    whole = start + f"\n{longest}" * ((1_000_000 - len(start)) // 1_001)
    whole += "\n" * (1_000_000 - len(whole))
    assert read(whole) == read(start)
    with pytest.raises(RecordError, match="too long"):
        read(f"{whole}\n")
    with pytest.raises(RecordError, match="Line 5"):
        read(f"{start}\n{longest}#")


@pytest.mark.parametrize("value", [None, 7, b"captains-table record 1", ["captains-table record 1"]])
def test_only_text_is_a_record(value: Any) -> None:
    with pytest.raises(RecordError):
        read(value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (lines().replace("game snorkels", "game chess"), "chess"),
        (lines().replace("rules 1", "rules 99"), "version 99"),
        (lines().replace("stones=0", "stones=9"), "stones"),
        (lines("host d4", "guest d5"), "Line 6: action 2, “guest d5”"),
        (lines("host d9"), "Line 5: action 1, “host d9”"),
        (lines("captain d4"), "Line 5: action 1, “captain d4”"),
        (lines("host d4", "guest mines ?"), "secret"),
    ],
)
def test_a_record_that_cannot_be_replayed_says_at_which_action(text: str, why: str) -> None:
    with pytest.raises(RulesError, match=why) as caught:
        replay(read(text), GAMES)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    "record",
    [
        Record("snorkels", 1, notes=(("host", "Ann\nhost d4"),)),
        Record("snorkels", 1, notes=(("host", "Ann "),)),
        Record("snorkels", 1, notes=(("a: b", "Ann"),)),
        Record("snorkels", 1, notes=(("host", ""),)),
        Record("snorkels", 1, options=(("pie", "on"), ("a", "1"))),
        Record("snorkels", 1, options=(("pie", "on off"),)),
        Record("snorkels", 1, entries=(Entry(Seat("host"), "d4 @ 2026-03-01T19:30:00Z"),)),
        Record("snorkels", 1, entries=(Entry(Seat("host"), "d4", at=10**18),)),
        Record("snorkels", 1, entries=(Entry(Seat("host"), "d4", at=-(10**11)),)),
        Record("snorkels", 1, entries=(Entry(Seat("#"), "d4"),)),
        Record("snorkels", -1),
    ],
)
def test_a_record_that_no_text_gives_back_is_not_written(record: Record) -> None:
    with pytest.raises(RecordError):
        write(record)


def test_what_is_quoted_is_cut_after_forty_characters() -> None:
    assert quoted("d" * 40) == f"“{'d' * 40}”"
    assert quoted("d" * 41) == f"“{'d' * 40}…”"
    assert quoted("d" * 7, longest=6) == "“dddddd…”"


@given(st.text())
def test_a_name_fits_a_note_whatever_it_is(name: str) -> None:
    record = Record("snorkels", 1, notes=(("host", one_line(name)),))
    assert read(write(record)) == record


PRINTABLE = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Zl", "Zp", "Cf", "Zs")), min_size=1, max_size=20
)
WORDS = st.from_regex("[a-z][a-z0-9_-]{0,9}", fullmatch=True)


@settings(max_examples=40, deadline=None)
@given(
    st.builds(
        Record,
        game=WORDS,
        rules=st.integers(0, 999),
        options=st.dictionaries(WORDS, st.from_regex("[a-z0-9]{1,5}", fullmatch=True), max_size=3).map(
            lambda options: tuple(sorted(options.items()))
        ),
        entries=st.lists(
            st.builds(
                Entry,
                WORDS.map(Seat),
                PRINTABLE.filter(lambda text: text not in VERBS),
                st.none() | st.integers(0, 4 * 10**9),
            ),
            max_size=5,
        ).map(tuple),
        notes=st.lists(st.tuples(WORDS, PRINTABLE), max_size=3).map(tuple),
    )
)
def test_any_record_that_is_written_reads_back(record: Record) -> None:
    assert read(write(record)) == record


def test_a_game_saved_under_older_rules_is_replayed_under_them() -> None:
    newest = GAMES["curse"]
    first = newest.under(1)
    assert first is not None
    assert newest.under(newest.rules) is newest
    assert newest.under(99) is None
    played = [
        (moment.seat, str(moment.action))
        for moment in moments(first, first.start(first.new_options({"seed": "3"})), Random(3))
    ]
    entries = tuple(Entry(seat, text) for seat, text in played)
    saved = read(write(Record("curse", 1, (("seed", "3"),), entries)))
    assert replay(saved, GAMES)[-1].outcome is not None
    with pytest.raises(RecordError):
        replay(replace(saved, rules=newest.rules), GAMES)
