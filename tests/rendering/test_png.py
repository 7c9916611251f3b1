"""Canvases and their PNG files: what is drawn and written is read again."""

from __future__ import annotations

from io import BytesIO
from random import Random

import pytest
from PIL import Image

from rendering.canvas import ABOVE, Canvas, fill, put
from rendering.header import TOLD_BAND
from rendering.png import png


def speckled(width: int, height: int, colours: int) -> Canvas:
    """A picture with equal lines here and there, and ``colours`` random colours."""
    rng = Random(width * height)
    lines = [rng.choices(range(colours), k=width) for _ in range(max(1, height // 3))]
    numbers = Image.new("L", (width, height))
    numbers.putdata([index for row in range(height) for index in lines[row // 2 % len(lines)]])
    return Canvas.of(numbers, bytes(rng.randrange(256) for _ in range(3 * colours)))


def read(data: bytes) -> Image.Image:
    """The picture in a file, in RGB."""
    with Image.open(BytesIO(data)) as image:
        assert (image.format, image.mode) == ("PNG", "P")
        return image.convert("RGB")


@pytest.mark.parametrize("module", ["zlib", "isal.isal_zlib"])
@pytest.mark.parametrize(
    ("width", "height", "colours"),
    [(1, 1, 1), (7, 40, 2), (8, 9, 16), (7, 9, 17), (1000, 3, 256), (31, 31, 64), (3, 1, 16)],
)
def test_a_picture_is_read_as_it_was_written(
    width: int,
    height: int,
    colours: int,
    module: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Not every machine has a build of isal.
    monkeypatch.setattr("rendering.png.compress", pytest.importorskip(module).compress)
    image = speckled(width, height, colours)
    drawn, above = image.convert("RGB"), speckled(width, 6, colours)
    for parts, high in (([], 0), ([above], 6)):
        data = png(image.copy(), *parts)
        assert data[24] == (4 if colours <= 16 else 8), "the bit depth in the header"
        whole = read(data)
        assert whole.size == (width, high + image.height)
        assert whole.crop((0, high, *whole.size)).tobytes() == drawn.tobytes()
        above.putpalette(image.colours)
        assert whole.crop((0, 0, width, high)).tobytes() == above.convert("RGB").tobytes()[: 3 * width * high]


@pytest.mark.parametrize("colours", [16, 17])
def test_a_copy_of_a_canvas_leaves_the_first_as_it_was(colours: int) -> None:
    first = speckled(40, 12, colours)
    before, copy = first.tobytes(), first.copy()
    for colour in (0, 1):
        copy.paste(colour, (0, 0, 40, 12))
        assert first.tobytes() == before
        assert set(copy.tobytes()) == {colour}


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
