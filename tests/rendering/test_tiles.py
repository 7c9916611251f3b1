"""Mosaics: the same pixels as painting it all and looking up all colours, whatever was painted before."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from unittest import mock

import pytest
from PIL import Image, ImageDraw

from rendering.cache import CACHE, cached
from rendering.canvas import Canvas, indexed
from rendering.sprites import Sketch, stamp
from rendering.theme import palette_of
from rendering.tiles import Ground, TiledPicture

TINTS = ((20, 30, 60), (200, 60, 40), (240, 230, 210), (90, 140, 90), (250, 200, 60))


@pytest.fixture(autouse=True)
def _bare_shelf() -> Iterator[None]:
    with mock.patch.dict(vars(CACHE)):
        CACHE.clear()
        yield


PALETTE = palette_of(TINTS)


def board() -> Image.Image:
    """A chequered picture in its colours, with a rim."""
    picture = Image.new("RGB", (130, 110), TINTS[0])
    pen = ImageDraw.Draw(picture)
    for x in range(10, 120, 20):
        for y in range(5, 100, 20):
            pen.rectangle((x, y, x + 19, y + 19), TINTS[2 + (x + y) // 20 % 2])
    return picture


@cached
def blob(size: int, number: int) -> Image.Image:
    return Sketch(size, size).circle((size / 2, size / 2), size / 2, TINTS[number]).sprite()


def things(rng: Random) -> list[tuple[Image.Image, tuple[float, float]]]:
    """Sprites of several tiles' size, some of them partly outside."""
    return [
        (blob(rng.choice((8, 18, 50)), rng.randrange(5)), (rng.uniform(-10, 140), rng.uniform(-10, 120)))
        for _ in range(rng.randrange(12))
    ]


@pytest.fixture
def chequers() -> Ground:
    return Ground(Canvas.of(indexed(board(), PALETTE), PALETTE), 20, (10, 5))


@pytest.mark.parametrize("budget", [1, 50_000, 10_000_000])
def test_a_mosaic_has_the_pixels_of_a_picture_painted_as_a_whole(
    chequers: Ground, budget: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CACHE, "budget", budget)
    for seed in range(30):
        whole, mosaic = board(), TiledPicture(chequers)
        for sprite, centre in things(Random(seed % 20)):
            stamp(whole, sprite, centre)
            stamp(mosaic, sprite, centre)
        assert mosaic.finished().tobytes() == indexed(whole, PALETTE).tobytes()


def test_an_opaque_part_covers_what_is_below_it(chequers: Ground) -> None:
    mosaic = TiledPicture(chequers)
    stamp(mosaic, blob(18, 1), (60, 50))
    mosaic.paste(Image.new("RGB", (40, 40), TINTS[4]), (40, 30))
    assert mosaic.finished().convert("RGB").getpixel((60, 50)) == TINTS[4]


def test_the_same_things_on_ground_that_looks_alike_are_drawn_once(chequers: Ground) -> None:
    def painted(*middles: tuple[float, float]) -> None:
        mosaic = TiledPicture(chequers)
        for middle in middles:
            stamp(mosaic, blob(18, 1), middle)
        mosaic.finished()

    painted((20, 15))
    before = len(CACHE)
    painted((20, 15), (60, 15), (40, 35))
    assert len(CACHE) == before
    painted((40, 15))
    assert len(CACHE) == before + 1


def test_what_is_not_kept_leaves_no_tile(chequers: Ground) -> None:
    before, mosaic = len(CACHE), TiledPicture(chequers)
    stamp(mosaic, Image.new("RGBA", (18, 18), (*TINTS[1], 255)), (20, 15))
    mosaic.finished()
    assert len(CACHE) == before
