"""A seeded game of each kind reads exactly as it did."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

import pytest

from bot.games.core import Game
from tests.games.registry import GAMES

from . import FOLDER, LARGEST, SEEDS, files, playthrough

FILES = list(files(GAMES))


@pytest.mark.parametrize(("game", "name", "given"), FILES, ids=[name for _, name, _ in FILES])
def test_a_playthrough_reads_as_it_did(game: Game[Any, Any], name: str, given: Mapping[str, str]) -> None:
    path = FOLDER / name
    again = f"python -m tests.games.golden {game.key}"
    assert path.exists(), f"There is no golden file {name}: write it with “{again}”, then read it."
    kept = path.read_text(encoding="utf-8")
    assert len(kept.encode()) < LARGEST, f"{name} is too large: {len(kept.encode()):,} bytes."
    played = playthrough(game, given, SEEDS.get(name, 1))
    if played != kept:
        lines = difflib.unified_diff(
            kept.splitlines(), played.splitlines(), "golden", "now", lineterm="", n=2
        )
        pytest.fail(
            "\n".join((f"{name} differs; if that is meant: {again}", *list(lines)[:40])), pytrace=False
        )


def test_every_golden_file_belongs_to_a_game() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} <= {name for _, name, _ in FILES}
