"""Pictures with a palette, assembled from cached tiles.

Pasted sprites are only recorded at first. A tile with the same sprites on the same ground as an earlier one
comes from the cache. Only the others are drawn and matched to the palette, which is slow.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from time import thread_time
from typing import TypeAlias

from PIL import Image

from .cache import CACHE
from .canvas import Canvas, put

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom (the last two just outside)."""
_Thing: TypeAlias = tuple[Image.Image, int, int, bool]
"""An image, the x and y of its upper left corner, and whether it is its own mask."""
_Key: TypeAlias = tuple[bytes, tuple[tuple[int | None, int, int, bool], ...]]
"""A tile's look: its ground, and the numbers of the images on it with their places."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The empty picture and its division into tiles. Make it once and reuse it."""

    image: Image.Image
    """In L: each pixel is the number of a colour."""
    colours: Image.Image
    """A palette image."""
    side: int
    """A tile's side."""
    left: int
    """Where tiles begin: the x and the y of some tile's corner, such as a board's."""
    top: int
    _digests: dict[Box, bytes] = field(default_factory=dict)

    def digest(self, box: Box) -> bytes:
        """A digest of a tile's ground: equal for tiles that look the same."""
        if (found := self._digests.get(box)) is None:
            pixels = self.image.crop(box).tobytes()
            about = repr((box[2] - box[0], self.colours.getpalette())).encode()
            found = self._digests[box] = blake2b(pixels + about, digest_size=12).digest()
        return found


def ground(picture: Image.Image, colours: Image.Image, side: int, left: int = 0, top: int = 0) -> Ground:
    """``picture`` (RGB) as a ground, in ``colours``."""
    return Ground(indexed(picture, colours), colours, side, left % side, top % side)


def indexed(picture: Image.Image, colours: Image.Image) -> Image.Image:
    """``picture`` (RGB) in L: each pixel is the number of the nearest of ``colours``."""
    numbers = picture.quantize(palette=colours, dither=Image.Dither.NONE)
    return Image.frombytes("L", numbers.size, numbers.tobytes())


def coloured(numbers: Image.Image, colours: Image.Image) -> Image.Image:
    """``numbers`` (L) as a picture in P; it is changed in place."""
    numbers.putpalette(colours.getpalette() or ())
    return numbers


class TiledPicture:
    """A picture in progress."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._things: dict[tuple[int, int], list[_Thing]] = {}
        self._laid: list[tuple[Image.Image, tuple[int, int]]] = []

    @property
    def colours(self) -> Image.Image:
        """A palette image of the picture's colours."""
        return self._ground.colours

    def lay(self, numbers: Image.Image, at: tuple[int, int]) -> None:
        """Put ``numbers`` of colours (L) on top of everything pasted; these parts are not cached."""
        self._laid.append((numbers, at))

    def paste(self, image: Image.Image, at: tuple[int, int], mask: Image.Image | None = None) -> None:
        """Paste ``image`` with its upper left corner ``at``: RGB, or RGBA, which is its own ``mask``."""
        ground, (left, top) = self._ground, at
        side, right, low = ground.side, left + image.width, top + image.height
        first, last = (left - ground.left) // side, (right - 1 - ground.left) // side
        rows = range((top - ground.top) // side, (low - 1 - ground.top) // side + 1)
        for column in range(first, last + 1):
            for row in rows:
                self._things.setdefault((column, row), []).append((image, left, top, mask is not None))

    def finished(self) -> Canvas:
        """The picture."""
        ground = self._ground
        picture = Canvas.copied(ground.image, ground.colours)
        missing: list[tuple[Box, _Key, list[_Thing]]] = []
        for (column, row), things in self._things.items():
            x, y = ground.left + column * ground.side, ground.top + row * ground.side
            box = (
                max(x, 0),
                max(y, 0),
                min(x + ground.side, picture.width),
                min(y + ground.side, picture.height),
            )
            if box[0] < box[2] and box[1] < box[3]:
                names = [
                    (CACHE.number(image), x - box[0], y - box[1], masked) for image, x, y, masked in things
                ]
                key = (ground.digest(box), tuple(names))
                tile: Image.Image | None = CACHE.get(key)
                if tile is None:
                    missing.append((box, key, things))
                else:
                    put(picture, tile, box[:2])
        if missing:
            self._draw(picture, missing)
        for numbers, at in self._laid:
            put(picture, numbers, at)
        return picture

    def _draw(self, picture: Image.Image, missing: list[tuple[Box, _Key, list[_Thing]]]) -> None:
        """Draw tiles that aren't cached, all on one sheet: matching colours has a high fixed cost."""
        ground, began = self._ground, thread_time()
        sheet = Image.new("L", (ground.side, ground.side * len(missing)))
        for order, (box, _, _) in enumerate(missing):
            sheet.paste(ground.image.crop(box), (0, order * ground.side))
        sheet = coloured(sheet, ground.colours).convert("RGB")
        for order, (box, _, things) in enumerate(missing):
            top = order * ground.side
            region = sheet.crop((0, top, box[2] - box[0], top + box[3] - box[1]))
            for image, x, y, masked in things:
                region.paste(image, (x - box[0], y - box[1]), image if masked else None)
            sheet.paste(region, (0, top))
        sheet = indexed(sheet, ground.colours)
        tiles = []
        for order, (box, _, _) in enumerate(missing):
            top = order * ground.side
            tile = sheet.crop((0, top, box[2] - box[0], top + box[3] - box[1]))
            put(picture, tile, box[:2])
            tiles.append(tile)
        each = (thread_time() - began) / len(missing)
        for (_, key, _), tile in zip(missing, tiles, strict=True):
            if all(number is not None for number, *_ in key[1]):
                CACHE.put(key, tile, each)
