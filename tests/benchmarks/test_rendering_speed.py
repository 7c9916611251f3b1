"""How long pictures take once the sprites are drawn: painting, encoding, both."""

from __future__ import annotations

import importlib

import pytest
from PIL import Image
from pytest_benchmark.fixture import BenchmarkFixture

from bot.games import GAMES
from rendering.painting import draw, in_colours
from rendering.picture import Picture
from rendering.png import png
from rendering.scene import Scene
from rendering.theme import THEMES
from tests.rendering.positions import AnyScene, walks

THEME = THEMES["default"]
each_game = pytest.mark.parametrize("key", GAMES)


def midgame(key: str) -> AnyScene:
    moments = walks(key)[1].moments
    return Scene(moments[len(moments) // 2].before.view_for(None))


@each_game
def test_painting(benchmark: BenchmarkFixture, key: str) -> None:
    painter, scene = importlib.import_module(f"rendering.{key}"), midgame(key)
    painter.paint(scene, THEME)
    image: Image.Image = benchmark(painter.paint, scene, THEME)
    assert image.width >= 900


@each_game
def test_encoding(benchmark: BenchmarkFixture, key: str) -> None:
    image = importlib.import_module(f"rendering.{key}").paint(midgame(key), THEME)
    data: bytes = benchmark(lambda: png(in_colours(image)))
    benchmark.extra_info["kilobytes"] = round(len(data) / 1000, 1)
    assert data


@each_game
def test_painting_and_encoding(benchmark: BenchmarkFixture, key: str) -> None:
    scene = midgame(key)
    draw(key, scene)
    picture: Picture = benchmark(draw, key, scene)
    assert picture.width >= 900
