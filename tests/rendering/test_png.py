"""PNG files: what is written is read again."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from io import BytesIO
from random import Random

import pytest
from isal import isal_zlib
from PIL import Image

from rendering.png import png


def speckled(width: int, height: int, colours: int) -> Image.Image:
    """A picture in P with equal lines here and there, and ``colours`` random colours."""
    rng = Random(width * height)
    lines = [rng.choices(range(colours), k=width) for _ in range(max(1, height // 3))]
    image = Image.new("P", (width, height))
    image.putdata([index for row in range(height) for index in lines[row // 2 % len(lines)]])
    image.putpalette([rng.randrange(256) for _ in range(3 * colours)])
    return image


@pytest.mark.parametrize("paired", [False, True])
@pytest.mark.parametrize("compress", [zlib.compress, isal_zlib.compress])
@pytest.mark.parametrize(
    ("width", "height", "colours"), [(1, 1, 1), (7, 40, 2), (1000, 3, 256), (31, 31, 64), (3, 1, 16)]
)
def test_a_picture_is_read_as_it_was_written(
    width: int,
    height: int,
    colours: int,
    paired: bool,
    compress: Callable[[bytes, int], bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("rendering.png.compress", compress)
    image = speckled(width, height + height % 2 if paired else height, colours)
    with Image.open(BytesIO(png(image, paired=paired))) as read:
        assert (read.format, read.mode, read.size) == ("PNG", "P", image.size)
        assert read.convert("RGB").tobytes() == image.convert("RGB").tobytes()


def test_the_second_line_of_a_pair_costs_less_than_two_bytes() -> None:
    single = speckled(1000, 90, 64)
    twice = single.resize((1000, 180), Image.Resampling.NEAREST)
    assert len(png(twice, paired=True)) < len(png(single)) + 2 * 90


@pytest.mark.parametrize("width", [7, 8, 1000])
@pytest.mark.parametrize("count", [2, 16, 17, 200])
def test_few_colours_are_packed_two_a_byte_and_read_back_the_same(width: int, count: int) -> None:
    pixels = [(x * 7 + y * 3) % count for y in range(9) for x in range(width)]
    image = Image.new("P", (width, 9))
    image.putdata(pixels)
    image.putpalette([value for colour in range(count) for value in (colour, 255 - colour, colour // 2)])
    data = png(image)
    assert data[24] == (4 if count <= 16 else 8), "the bit depth in the header"
    with Image.open(BytesIO(data)) as again:
        assert again.convert("RGB").tobytes() == image.convert("RGB").tobytes()
