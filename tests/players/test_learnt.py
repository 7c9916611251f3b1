"""Learnt files are read whole and unchanged, or not at all, and then that is told."""

from __future__ import annotations

import logging
from dataclasses import replace
from random import Random

import pytest

from bot.hosting import local_checks
from bot.players import learnt
from bot.players.learnt import LearntFile, tables
from bot.thinking.thinkers import Thinkers
from data.files import UnreadableFile
from tests.workers.waiting import Polls

from .registry import PLAYERS

FILE = LearntFile("hex", 3, (2, 3))
NUMBERS = ([1, -2], [30_000, -32_768, 0])
WHOLE = FILE.pack(NUMBERS)


def test_what_was_packed_is_unpacked_and_the_same_numbers_are_the_same_bytes() -> None:
    assert [[*table] for table in FILE.unpack(WHOLE)] == [*NUMBERS]
    assert FILE.pack(NUMBERS) == WHOLE
    assert WHOLE.startswith(b"learnt hex 3 ")


def test_a_number_that_is_too_large_is_not_packed() -> None:
    with pytest.raises(OverflowError):
        FILE.pack([[1, 2], [3, 4, 40_000]])


@pytest.mark.parametrize("length", [0, 5, 20, 70, len(WHOLE) - 1])
def test_a_cut_file_is_not_read(length: int) -> None:
    with pytest.raises(ValueError, match=r"version 3|cut or changed"):
        FILE.unpack(WHOLE[:length])


def test_a_changed_file_is_not_read() -> None:
    rng = Random(1)
    for _ in range(200):
        place, bit = rng.randrange(len(WHOLE)), 1 << rng.randrange(8)
        with pytest.raises(ValueError):  # noqa: PT011 (which one depends on the place)
            FILE.unpack(WHOLE[:place] + bytes([WHOLE[place] ^ bit]) + WHOLE[place + 1 :])


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (replace(FILE, version=4), "it isn’t of version 4"),
        (replace(FILE, version=30), "it isn’t of version 30"),
        (replace(FILE, game="he"), "it isn’t of version 3"),
        (replace(FILE, sizes=(2, 2)), "other sizes"),
        (replace(FILE, sizes=(2, 4)), "other sizes"),
    ],
)
def test_a_file_of_another_version_game_or_size_is_not_read(other: LearntFile, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        other.unpack(WHOLE)


MISSING = LearntFile("depthcharge", 1, (1,))


def test_a_missing_file_is_told_and_its_tables_are_none() -> None:
    with pytest.raises(UnreadableFile, match=r"learnt\.bin, a file of the program, can’t be read"):
        MISSING.read()
    assert "Reinstall the program" in MISSING.fault
    assert tables(MISSING) is None


async def test_a_player_without_what_it_has_learnt_is_logged_once_and_told_by_the_doctor(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    lacking = {"depthcharge": replace(PLAYERS["depthcharge"], learnt=MISSING), "hex": PLAYERS["hex"]}
    with caplog.at_level(logging.ERROR):
        await Thinkers(1, lacking, Polls()).close()
        await Thinkers(0, lacking, Polls()).close()
    assert [each.getMessage() for each in caplog.records] == [
        f"A computer player plays without what it has learnt: {MISSING.fault}"
    ]
    monkeypatch.setattr(local_checks, "PLAYERS", lacking)
    found = local_checks.content()
    assert found.well is False
    assert found.words.startswith("1 fault in boards, puzzles, lessons or what computers have learnt: ")
    assert MISSING.fault in found.words


@pytest.mark.parametrize("key", [key for key, player in PLAYERS.items() if player.learnt])
def test_every_learnt_file_of_the_program_can_be_read_and_is_small(key: str) -> None:
    file = PLAYERS[key].learnt
    assert file is not None
    assert file.game == key
    read = file.read()
    assert len(file.pack(read)) <= learnt.MOST_BYTES
    assert sum(any(table) for table in read) == len(read)
