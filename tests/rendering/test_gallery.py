"""The gallery's page names every picture that was drawn."""

from __future__ import annotations

import re
from pathlib import Path

from bot.games import GAMES
from tests.gallery.__main__ import exhibits, gallery


def test_a_page_shows_every_picture_of_a_game(tmp_path: Path) -> None:
    page = gallery(tmp_path / "new", ["snorkels"], ["high-contrast"])
    shown = re.findall(r'<img src="([^"]+)"', page.read_text("utf-8"))
    assert sorted(shown) == sorted(path.name for path in page.parent.glob("*.png"))
    assert len(shown) == len(list(exhibits("snorkels")))


def test_every_phase_of_every_game_is_shown() -> None:
    for key in GAMES:
        titles = [title for title, _ in exhibits(key)]
        assert any(title.startswith("rule book") for title in titles)
        assert {"over"} < {title.split()[0] for title in titles if not title.startswith("rule book")}, key
