"""Canvases: pictures in the memory of their files, with room above."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from rendering.canvas import ABOVE, Canvas, fill, put
from rendering.header import TOLD_BAND
from rendering.png import png

from .test_png import speckled


@pytest.mark.parametrize("colours", [2, 16, 17, 256])
@pytest.mark.parametrize("width", [7, 40])
def test_a_canvas_is_a_picture_like_any_other(width: int, colours: int) -> None:
    image = speckled(width, 12, colours)
    canvas = Canvas.of(image)
    assert Canvas.of(canvas) is canvas
    assert (canvas.mode, canvas.size) == ("P", image.size)
    assert canvas.convert("RGB").tobytes() == image.convert("RGB").tobytes()
    assert canvas.crop((1, 2, 5, 9)).tobytes() == image.crop((1, 2, 5, 9)).tobytes()
    assert png(canvas) == png(image)


@pytest.mark.parametrize("colours", [16, 17])
def test_a_copy_of_a_canvas_leaves_the_first_as_it_was(colours: int) -> None:
    first = Canvas.of(speckled(40, 12, colours))
    before, copy = first.tobytes(), Canvas.copied(first)
    copy.paste(0, (0, 0, 40, 12))
    assert first.tobytes() == before
    assert set(copy.tobytes()) == {0}
    copy.paste(1, (0, 0, 40, 12))
    assert set(copy.tobytes()) == {1}


@pytest.mark.parametrize("colours", [16, 17])
def test_a_copy_may_have_other_colours_whether_few_or_many(colours: int) -> None:
    first, palette = Canvas.of(speckled(40, 12, 16)), speckled(1, 1, colours)
    copy = Canvas.copied(first, palette)
    assert copy.tobytes() == first.tobytes()
    assert copy.getpalette() == palette.getpalette()


@pytest.mark.parametrize("colours", [16, 17])
@pytest.mark.parametrize("paired", [False, True])
def test_what_stands_above_a_canvas_is_in_its_file(colours: int, paired: bool) -> None:
    below = speckled(40, 12, colours)
    above = speckled(40, 6, colours)
    above.putpalette(below.getpalette() or ())
    with Image.open(BytesIO(png(above, Canvas.of(below), paired=paired))) as read:
        assert read.size == (40, 18)
        whole = read.convert("RGB")
    assert whole.crop((0, 0, 40, 6)).tobytes() == above.convert("RGB").tobytes()
    assert whole.crop((0, 6, 40, 18)).tobytes() == below.convert("RGB").tobytes()


def test_every_header_has_room() -> None:
    assert TOLD_BAND <= ABOVE


def test_what_is_put_on_a_picture_is_what_pasting_puts_there() -> None:
    sprite, shape = speckled(20, 9, 16), speckled(20, 9, 2)
    mask = Image.frombytes("L", shape.size, shape.tobytes()).point([0] + [255] * 255).convert("1")
    for at in ((3, 2), (-5, 4), (30, 8)):
        pasted, picture = Image.new("P", (40, 12)), Canvas((40, 12), bytes(48))
        pasted.paste(sprite, at)
        put(picture, sprite, at)
        assert picture.tobytes() == pasted.tobytes()
        pasted.paste(7, at, mask)
        fill(picture, 7, at, mask)
        assert picture.tobytes() == pasted.tobytes()
        pasted.paste(sprite.transpose(Image.Transpose.ROTATE_180), at, mask)
        put(picture, sprite.transpose(Image.Transpose.ROTATE_180), at, mask)
        assert picture.tobytes() == pasted.tobytes()
