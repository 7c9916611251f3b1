"""Learnt files are read whole and unchanged, or not at all, and then that is told."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import bot.players
from bot.games.core import CHANCE
from bot.hosting import local_checks
from bot.players.learnt import LearntFile, tables
from bot.thinking.thinkers import Thinkers
from data.files import UnreadableFile
from tests.games.registry import GAMES
from tests.thorough import examples
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


async def test_a_player_without_what_it_has_learnt_is_logged_once_when_asked_for_and_told_by_the_doctor(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    lacking = {"depthcharge": replace(PLAYERS["depthcharge"], learnt=MISSING), "hex": PLAYERS["hex"]}
    with caplog.at_level(logging.ERROR):
        for count in (1, 0):
            thinkers = Thinkers(count, lacking, Polls())
            assert [thinkers.offers("depthcharge") for _ in range(2)] == [count == 1] * 2
            await thinkers.close()
    assert [each.getMessage() for each in caplog.records] == [
        f"A computer player plays without what it has learnt: {MISSING.fault}"
    ]
    monkeypatch.setattr(local_checks, "PLAYERS", lacking)
    found = local_checks.content()
    assert found.well is False
    assert found.words.startswith("1 fault in boards, puzzles, lessons or what computers have learnt: ")
    assert MISSING.fault in found.words


MOST_BYTES = 400_000
FILES = [file for player in PLAYERS.values() for file in (player.learnt, player.needed) if file]
each_file = pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.game}-{file.name}")


@each_file
def test_every_learnt_file_of_the_program_can_be_read(file: LearntFile) -> None:
    assert PLAYERS[file.game].learnt == file or PLAYERS[file.game].needed == file
    assert all(any(table) for table in file.read())


def test_the_learnt_files_are_all_that_players_have_and_small() -> None:
    found = {path: path.stat().st_size for path in Path(bot.players.__file__).parent.rglob("*.bin")}
    assert {(path.parent.name, path.name) for path in found} == {(file.game, file.name) for file in FILES}
    assert sum(found.values()) <= MOST_BYTES


def forget() -> None:
    """Forget what players have read."""
    for name, module in [*sys.modules.items()]:
        if name.startswith("bot.players."):
            for each in [*vars(module).values()]:
                if hasattr(each, "cache_clear"):
                    each.cache_clear()


@pytest.fixture
def damaged(file: LearntFile, damage: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A program in which one file is missing, cut or of the next version."""
    whole = Path.read_bytes

    def read(path: Path) -> bytes:
        if (path.parent.name, path.name) != (file.game, file.name):
            return whole(path)
        if damage == "missing":
            raise FileNotFoundError(2, "No such file or directory", str(path))
        if damage == "cut":
            return whole(path)[:-100]
        return replace(file, version=file.version + 1).pack(file.unpack(whole(path)))

    monkeypatch.setattr(Path, "read_bytes", read)
    forget()
    yield
    monkeypatch.undo()
    forget()


@pytest.mark.parametrize(
    ("file", "damage"),
    examples(
        [*((each, "missing") for each in FILES), (FILES[1], "cut"), (FILES[1], "of another version")],
        lambda each: each == (FILES[0], "missing") or each[1] == "cut",
    ),
)
@pytest.mark.usefixtures("damaged")
async def test_without_a_file_the_others_play_on_and_the_doctor_says_so(file: LearntFile) -> None:
    player = PLAYERS[file.game]
    assert f"{file.game}/{file.name}, a file of the program" in file.fault
    told = local_checks.content()
    assert told.well is False
    assert file.fault in told.words
    thinkers = Thinkers(1, PLAYERS, Polls())
    assert [key for key in PLAYERS if not thinkers.offers(key)] == [file.game] * (file == player.needed)
    await thinkers.close()
    if file == player.needed:
        return
    game, rng = GAMES[file.game], Random(1)
    state = game.start(game.read_options({}))
    while CHANCE in state.to_act:
        state = state.play(CHANCE, state.sample_chance(rng))
    seat = min(state.to_act)
    view = state.view_for(seat)
    legal: Any = state.legal(seat)
    choice = player.at("cabin-boy", view, legal, rng)
    assert choice.action in legal
    assert player.hint is not None
    assert player.hint(view, choice)
    assert player.reviewer is not None
    player.reviewer.judge(view, legal, choice.action, rng)
