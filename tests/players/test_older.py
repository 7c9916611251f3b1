"""A level against the same one of another checkout."""

from __future__ import annotations

from pathlib import Path

import pytest

from .older import Engine, main

ROOT = Path(__file__).parents[2]


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["snorkels", "checkers"])
def test_a_level_plays_that_of_another_checkout(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    main([str(ROOT), game, "--games", "2", "--level", "cabin-boy"])
    words = capsys.readouterr().out.replace(",", "").replace(";", "").split()
    assert sum(int(words[words.index(each) + 1]) for each in ("won", "lost", "drawn")) == 2
    assert words[-5:] == ["s", "in", "the", "other", "checkout"]


def test_what_the_other_engine_cannot_do_is_told() -> None:
    with Engine(ROOT, "snorkels") as engine, pytest.raises(ValueError, match="play purple d9"):
        engine.ask("play purple d9")
