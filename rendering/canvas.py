"""Pictures whose pixels lie in memory as in the file that is made from them: nothing is copied in between."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImagePalette

from .theme import RGB, RGBA

FEW: Final = 16
"""Colours that fit into four bits: a picture of so many takes half a byte per pixel in a file."""
ABOVE: Final = 202
"""Lines that a canvas has above its picture: room for a header."""


class Canvas(Image.Image):
    """A picture in P of ``size``, empty, with room above it; each line after what will be its filter byte."""

    def __init__(self, size: tuple[int, int], palette: bytes, memory: bytearray | None = None) -> None:
        super().__init__()
        self.few = len(palette) <= 3 * FEW
        self.margin = 2 if self.few else 1
        """Pixels that make the byte before each line."""
        self.stride = size[0] + self.margin
        # The view of the picture begins in the middle of a line, and so ends after the last one.
        self.memory = memory or bytearray((ABOVE + size[1]) * self.stride + self.margin)
        own = memoryview(self.memory)[ABOVE * self.stride + self.margin :]
        self.im = shared(own, size, self.stride, "P").im
        self._mode, self._size = "P", size
        self.palette = ImagePalette.raw("RGB", palette)

    @classmethod
    def of(cls, image: Image.Image) -> Canvas:
        """``image`` (in P) itself if it is a canvas; else a copy."""
        return image if isinstance(image, cls) else cls.copied(image)

    @classmethod
    def copied(cls, image: Image.Image, colours: Image.Image | None = None) -> Canvas:
        """A copy of ``image``: in P; or in L, the numbers of ``colours``, a palette image."""
        palette = bytes((colours or image).getpalette("RGB") or ())
        if isinstance(image, cls) and image.few == (len(palette) <= 3 * FEW):
            return cls(image.size, palette, bytearray(image.memory))
        canvas = cls(image.size, palette)
        put(canvas, image, (0, 0))
        return canvas

    def lines(self, parts: tuple[Image.Image, ...]) -> bytes | memoryview:
        """All lines, those of ``parts`` above them, each after its filter byte, which is 0."""
        top = ABOVE - sum(part.height for part in parts)
        size = self.stride, ABOVE - top + self.height
        memory = memoryview(self.memory)[top * self.stride : (ABOVE + self.height) * self.stride]
        whole, row = shared(memory, size, mode="P"), 0
        for part in parts:
            put(whole, part, (self.margin, row))
            row += part.height
        return whole.tobytes("raw", "P;4") if self.few else memory


def shared(
    memory: bytearray | memoryview, size: tuple[int, int], stride: int = 0, mode: str = "L"
) -> Image.Image:
    """``memory`` as an image of one byte per pixel, lines ``stride`` apart: a change to one changes both."""
    # Pillow's types leave memoryviews out.
    image = Image.frombuffer(mode, size, memory, "raw", mode, stride, 1)  # type: ignore[arg-type]
    image.readonly = 0
    return image


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
