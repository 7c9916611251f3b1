"""A seeded game of each kind, and all that its game says beside, reads exactly as it did."""

from __future__ import annotations

import difflib
from typing import Any

import pytest

from bot.games.core import Game
from tests.games.registry import GAMES

from . import FOLDER, LARGEST, texts

FILES = [(game, name) for game in GAMES.values() for name in texts(game)]


@pytest.mark.parametrize(("game", "name"), FILES, ids=[name for _, name in FILES])
def test_a_playthrough_reads_as_it_did(game: Game[Any, Any], name: str) -> None:
    path = FOLDER / name
    again = "python -m tests.write golden"
    assert path.exists(), f"There is no golden file {name}: write it with “{again}”, then read it."
    kept = path.read_text(encoding="utf-8")
    assert len(kept.encode()) < LARGEST, f"{name} is too large: {len(kept.encode()):,} bytes."
    played = texts(game)[name]()
    if played != kept:
        lines = difflib.unified_diff(
            kept.splitlines(), played.splitlines(), "golden", "now", lineterm="", n=2
        )
        pytest.fail(
            "\n".join((f"{name} differs; if that is meant: {again}", *list(lines)[:40])), pytrace=False
        )


def test_every_golden_file_belongs_to_a_game() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} <= {name for _, name in FILES}
