"""A damaged record is refused with a sentence that names the line, from memory or from a file."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.__main__ import main
from bot.games.core import RulesError
from bot.games.record import LONGEST, follow, public, read, write
from bot.replay import replay_text
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
    for use in (follow, public, replay_text):
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


@effort(30)
@given(
    data=st.one_of(st.binary(max_size=200), st.integers(0, 60).map(lambda n: real(n).encode())),
    noise=st.binary(max_size=4),
    at=st.integers(0, 400),
)
def test_any_file_is_played_again_or_refused_on_one_line(
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
    data: bytes,
    noise: bytes,
    at: int,
) -> None:
    path = tmp_path_factory.mktemp("records") / "record.txt"
    path.write_bytes(data[:at] + noise + data[at:])
    status = main(["replay", str(path)])
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    assert (status, bool(out), bool(err)) in ((0, True, False), (1, False, True))
    if err:
        assert err.count("\n") == 1


@pytest.mark.parametrize(
    "data",
    [
        b"\x00" * 100,
        b"a" * (5 * LONGEST),
        b"\n" * (LONGEST + 1),
        b"captains-table record 1\ngame snorkels\nrules 1\noptions\n" + b"host d4\n" * 120_000,
        b"captains-table record 1\ngame snorkels\nrules 1\noptions" + b" a=b" * 200,
        b"\xff\xfe" + "captains-table record 1\n".encode("utf-16-le"),
        "🦑".encode() * LONGEST,
    ],
    ids=("nul", "huge", "blank", "actions", "options", "utf-16", "wide"),
)
def test_a_huge_or_foreign_file_is_refused_on_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes
) -> None:
    path = tmp_path / "record.txt"
    path.write_bytes(data)
    assert main(["replay", str(path)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    assert err.count("\n") == 1


def test_a_record_of_nothing_but_notes_is_told_in_few_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record.txt"
    head = "captains-table record 1\ngame snorkels\nrules 1\noptions\n"
    path.write_text(head + "# note: x\n" * 99_000, encoding="utf-8")
    assert main(["replay", str(path)]) == 0
    out, err = capsys.readouterr()
    assert 5 < out.count("\n") < 60
    assert err == ""


@pytest.mark.parametrize("path", ["", ".", "no/such/file", "x" * 5000])
def test_a_path_that_is_no_file_is_refused_on_one_line(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", path]) == 1
    assert capsys.readouterr().err.count("\n") == 1
