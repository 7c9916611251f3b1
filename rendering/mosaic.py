"""Mosaics: pictures of few colours that are put together from finished tiles.

What is stamped on a mosaic is noted first. A tile with the same things on the same ground as one before is
that one; only others are drawn, and only for these the nearest of the few colours is looked up.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from time import thread_time
from typing import TypeAlias

from PIL import Image

from .cache import CACHE

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom (the last two just outside)."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """What a mosaic begins with, and its division into squares. Keep it: it is made once."""

    image: Image.Image
    """In L: each pixel the number of a colour."""
    colours: Image.Image
    """A palette image."""
    side: int
    """A tile's side."""
    left: int
    """Where tiles begin: the x and the y of some tile's corner, such as a board's."""
    top: int
    _digests: dict[Box, bytes] = field(default_factory=dict)

    def digest(self, box: Box) -> bytes:
        """What the ground of a tile looks like: the same for all that look alike."""
        if (found := self._digests.get(box)) is None:
            pixels = self.image.crop(box).tobytes()
            about = repr((box[2] - box[0], self.colours.getpalette())).encode()
            found = self._digests[box] = blake2b(pixels + about, digest_size=12).digest()
        return found


def ground(picture: Image.Image, colours: Image.Image, side: int, left: int = 0, top: int = 0) -> Ground:
    """The ground that ``picture`` (RGB) is, in ``colours``."""
    return Ground(indexed(picture, colours), colours, side, left % side, top % side)


def indexed(picture: Image.Image, colours: Image.Image) -> Image.Image:
    """``picture`` (RGB) in ``colours``, in L: each pixel the number of a colour."""
    numbers = picture.quantize(palette=colours, dither=Image.Dither.NONE)
    return Image.frombytes("L", numbers.size, numbers.tobytes())


def coloured(numbers: Image.Image, colours: Image.Image) -> Image.Image:
    """``numbers`` (L) as a picture in P; it is changed in place."""
    numbers.putpalette(colours.getpalette() or ())
    return numbers


class Mosaic:
    """A picture under way."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._things: dict[tuple[int, int], list[tuple[Image.Image, int, int, bool]]] = {}

    def paste(self, image: Image.Image, at: tuple[int, int], mask: Image.Image | None = None) -> None:
        """Lay ``image`` with its upper left corner ``at``: RGB, or RGBA, which is its own ``mask``."""
        ground, (left, top) = self._ground, at
        side, right, low = ground.side, left + image.width, top + image.height
        first, last = (left - ground.left) // side, (right - 1 - ground.left) // side
        rows = range((top - ground.top) // side, (low - 1 - ground.top) // side + 1)
        for column in range(first, last + 1):
            for row in rows:
                self._things.setdefault((column, row), []).append((image, left, top, mask is not None))

    def finished(self) -> Image.Image:
        """The picture, in P."""
        ground = self._ground
        picture = ground.image.copy()
        for (column, row), things in self._things.items():
            x, y = ground.left + column * ground.side, ground.top + row * ground.side
            box = (
                max(x, 0),
                max(y, 0),
                min(x + ground.side, picture.width),
                min(y + ground.side, picture.height),
            )
            if box[0] < box[2] and box[1] < box[3]:
                picture.paste(self._tile(box, things), box[:2])
        return coloured(picture, ground.colours)

    def _tile(self, box: Box, things: list[tuple[Image.Image, int, int, bool]]) -> Image.Image:
        ground = self._ground
        names = [(CACHE.number(image), x - box[0], y - box[1], masked) for image, x, y, masked in things]
        key = (ground.digest(box), tuple(names))
        tile: Image.Image | None = CACHE.get(key)
        if tile is None:
            began = thread_time()
            region = coloured(ground.image.crop(box), ground.colours).convert("RGB")
            for image, x, y, masked in things:
                region.paste(image, (x - box[0], y - box[1]), image if masked else None)
            tile = indexed(region, ground.colours)
            if all(number is not None for number, *_ in names):
                CACHE.put(key, tile, thread_time() - began)
        return tile
