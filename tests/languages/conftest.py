"""A folder for the files of languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.languages import catalogues


@pytest.fixture
def languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The only folder with files of languages; there are none yet."""
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    kept = (catalogues.begun, catalogues.names, catalogues.of)
    for each in kept:
        each.cache_clear()
    yield tmp_path
    for each in kept:
        each.cache_clear()
