"""In each language, the words on a picture can be read on a phone, and none is cut off."""

from __future__ import annotations

import importlib
import pkgutil
from unittest import mock

import pytest

import rendering
from bot.games import GAMES
from bot.languages import catalogues, speaking
from rendering import header as headers
from rendering import text as lettering
from rendering.cache import CACHE
from rendering.painting import draw
from rendering.scene import PictureHeader, Scene

from .pictures import paint
from .positions import positions, scenes

LEAST = 20
"""Pixels on a picture of 1,000 across: 5.6 where it's shown at 280."""
MODULES = [
    importlib.import_module(each.name) for each in pkgutil.walk_packages(rendering.__path__, "rendering.")
]


@pytest.mark.parametrize("key", GAMES)
def test_words_on_a_board_and_above_it_can_be_read_and_are_whole(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: dict[str, int] = {}
    cut: list[tuple[str, str]] = []

    def fit(text: str, size: int, room: float, least: int = 12) -> int:
        return written.setdefault(text, lettering.fit(text, size, room, least))

    def shortened(text: str, size: int, room: float) -> str:
        cut.append((text, lettering.shortened(text, size, room)))
        return cut[-1][1]

    def ending(text: str, room: float, size: int) -> str:
        cut.append((text, result(text, room, size)))
        return cut[-1][1]

    result = headers.shortened
    monkeypatch.setattr(headers, "shortened", ending)
    for module in MODULES:
        for name, noting in (("fit", fit), ("shortened", shortened)):
            if vars(module).get(name) is vars(lettering)[name] and module is not lettering:
                monkeypatch.setattr(module, name, noting)
    game = GAMES[key]
    # What has no words is painted once, for all languages.
    with mock.patch.dict(vars(CACHE)):
        CACHE.clear()
        for language in catalogues.names():
            before = len(written)
            with speaking(language):
                for scene in scenes(key):
                    paint(key, scene)
                for state in positions(key):
                    view = state.view_for(None)
                    told = game.ending(view) if state.outcome is not None else ""
                    header = PictureHeader(game.title, game.headline(view), result=told)
                    draw(key, Scene(view, header=header))
            assert len(written) > before, language
    assert {text: size for text, size in written.items() if size < LEAST} == {}
    assert [whole for whole, shown in cut if shown != whole and shown.endswith("…")] == []
