"""The examples at the head of each game's rules, and of the painters, run and say what they say."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

from bot import games

MODULES = ["rendering", *(f"bot.games.{key}.rules" for key in games.GAMES)]


@pytest.mark.parametrize("name", MODULES)
def test_the_example_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted > 3
    assert not found.failed
