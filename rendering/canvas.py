"""Pictures in few colours, as their pixels lie in the memory of their files: nothing is copied in between.

A palette is the bytes of its colours: red, green and blue of each.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PIL import Image, ImagePalette
from PIL._imaging import map_buffer

from .theme import RGB, RGBA

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

FEW: Final = 16
"""Colours that fit into four bits: a picture of so many takes half a byte per pixel in a file."""
ABOVE: Final = 202
"""Lines that a canvas has above its picture: room for a header."""


@lru_cache(maxsize=32)
def _core(palette: bytes) -> ImagingCore:
    """The core of an image with ``palette``."""
    image = Image.new("P", (1, 1))
    image.im.putpalette("RGB", "RGB", palette)
    return image.im


def indexed(picture: Image.Image | ImagingCore, palette: bytes) -> Image.Image:
    """``picture`` (RGB) in L: each pixel is the number of the nearest colour of ``palette``."""
    # An image's methods take four times as long as those of its core.
    core = picture.im if isinstance(picture, Image.Image) else picture
    numbers = Image.new("L", core.size)
    numbers.im.paste(core.convert("P", Image.Dither.NONE, _core(palette)), (0, 0, *core.size))
    return numbers


def index(colour: RGB, palette: bytes) -> int:
    """The number of ``colour``, or of the colour nearest to it, in ``palette``."""
    return indexed(Image.new("RGB", (1, 1), colour), palette).tobytes()[0]


class Canvas(Image.Image):
    """A picture in P of ``size``, empty, with room above it; each line after what will be its filter byte."""

    def __init__(self, size: tuple[int, int], colours: bytes, memory: bytearray | None = None) -> None:
        super().__init__()
        self.colours = colours
        """The palette."""
        self.few = len(colours) <= 3 * FEW
        self.margin = 2 if self.few else 1
        """Pixels that make the byte before each line."""
        self.stride = size[0] + self.margin
        # The view of the picture begins in the middle of a line, and so ends after the last one.
        self.memory = memory or bytearray((ABOVE + size[1]) * self.stride + self.margin)
        own = memoryview(self.memory)[ABOVE * self.stride + self.margin :]
        self.im = shared(own, size, self.stride)
        self._mode, self._size = "P", size
        self.im.putpalette("RGB", "RGB", colours)
        self.palette = ImagePalette.raw("RGB", colours)

    @classmethod
    def of(cls, numbers: Image.Image, colours: bytes) -> Canvas:
        """A picture of ``numbers`` of ``colours``."""
        canvas = cls(numbers.size, colours)
        put(canvas, numbers, (0, 0))
        return canvas

    @classmethod
    def read(cls, path: Path, colours: bytes) -> Canvas:
        """A picture of ``colours`` that was drawn beforehand (``python -m tests.write covers``)."""
        from PIL.PngImagePlugin import PngImageFile

        with PngImageFile(path) as file:
            file.load()
            return cls.of(file, colours)

    def copy(self) -> Canvas:
        """A copy with a memory of its own."""
        return Canvas(self.size, self.colours, bytearray(self.memory))

    def lines(self, above: tuple[Image.Image, ...]) -> bytes | memoryview:
        """All lines, those of the parts ``above`` first, each after its filter byte, which is 0."""
        top = ABOVE - sum(part.height for part in above)
        size = self.stride, ABOVE - top + self.height
        memory = memoryview(self.memory)[top * self.stride : (ABOVE + self.height) * self.stride]
        whole, row = shared(memory, size, self.stride), 0
        for part in above:
            whole.paste(part.im, (self.margin, row, self.stride, row := row + part.height))
        if not self.few:
            return memory
        # Pillow's types leave memoryviews out.
        return Image.frombuffer("P", size, memory, "raw", "P", 0, 1).tobytes("raw", "P;4")  # type: ignore[arg-type]


def shared(memory: memoryview, size: tuple[int, int], stride: int) -> ImagingCore:
    """The core of an image (P) of ``memory``, lines ``stride`` apart: a change to one changes both."""
    core: ImagingCore = map_buffer(memory, size, "raw", 0, ("P", stride, 1))
    return core


def put(
    picture: Image.Image, image: Image.Image, at: tuple[int, int], mask: Image.Image | None = None
) -> None:
    """Paste ``image`` on ``picture``: both have one byte per pixel, or both have four.

    ``Image.paste`` takes four times as long for a small one.
    """
    (x, y), (across, down) = at, image.size
    if mask is None:
        picture.im.paste(image.im, (x, y, x + across, y + down))
    else:
        picture.im.paste(image.im, (x, y, x + across, y + down), mask.im)


def fill(picture: Image.Image, colour: RGB | RGBA | int, at: tuple[int, int], mask: Image.Image) -> None:
    """Colour ``picture`` where ``mask`` says so, its upper left corner ``at``."""
    (x, y), (across, down) = at, mask.size
    picture.im.paste(colour, (x, y, x + across, y + down), mask.im)
