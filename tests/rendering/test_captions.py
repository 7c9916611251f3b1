"""Captions: put together from words, they look as if written at once."""

from __future__ import annotations

from typing import get_args

import pytest
from PIL import Image

from rendering.cache import CACHE
from rendering.canvas import Canvas
from rendering.faces import Face
from rendering.sprites import flat, stamp
from rendering.text import caption, font, line, width
from rendering.theme import palette_of
from rendering.tiles import Ground, TiledPicture

INK, GROUND, RED = (240, 230, 210), (20, 30, 60), (200, 60, 40)
SENTENCE = "North moved to j10 by g11, and hears 3 7 12: no mine."


def mosaic() -> TiledPicture:
    return TiledPicture(
        Ground(Canvas.of(Image.new("L", (800, 60), 1), palette_of([INK, GROUND, RED])), 20, (0, 0))
    )


@pytest.mark.parametrize("face", get_args(Face))
@pytest.mark.parametrize("size", [12, 17, 24, 29, 34, 58])
def test_a_line_is_as_wide_as_its_words_and_spaces(size: int, face: Face) -> None:
    for text in (SENTENCE, "", " ", "AVAST, Captain’s Tower", "31 crosses"):
        assert width(text, size, face) == font(size, face).getlength(text)


@pytest.mark.parametrize("share", [0, 0.5, 1])
def test_a_caption_has_the_pixels_of_a_line_written_at_once(share: float) -> None:
    whole, parts = mosaic(), mosaic()
    sprite = line(SENTENCE, 29, INK)
    stamp(whole, sprite, (400 + sprite.width * (0.5 - share), 30))
    caption(parts, (400, 30), SENTENCE, 29, INK, GROUND, share=share)
    assert parts.finished().tobytes() == whole.finished().tobytes()
    assert flat(sprite, GROUND).getbbox()


def test_a_sentence_of_known_words_adds_nothing_to_what_is_kept() -> None:
    caption(mosaic(), (400, 30), "South moved to f10", 29, INK, GROUND)
    kept = len(CACHE)
    caption(mosaic(), (400, 30), "f10 South moved", 29, INK, GROUND)
    assert len(CACHE) == kept


def test_a_caption_lies_over_all_that_is_pasted() -> None:
    picture = mosaic()
    caption(picture, (400, 30), "Here", 29, INK, GROUND)
    picture.paste(Image.new("RGB", (800, 60), RED), (0, 0))
    finished = picture.finished().convert("RGB")
    assert finished.getpixel((5, 5)) == RED
    word = finished.crop((380, 20, 420, 40)).getcolors() or []
    assert {INK, GROUND} <= {colour for count, colour in word if count > 50}
