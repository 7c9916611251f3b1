"""Pictures with a palette, assembled from cached tiles.

Pasted sprites are only recorded at first. A tile with the same sprites on the same ground as an earlier one
comes from the cache. Only the others are drawn and matched to the palette.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import product
from time import thread_time
from typing import TYPE_CHECKING, TypeAlias

from PIL import Image

from .cache import CACHE
from .canvas import Canvas, indexed, put

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom (the last two just outside)."""
_Thing: TypeAlias = tuple[Image.Image, Hashable, int, int]
"""An image, its key in the cache, and the x and y of its upper left corner."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The empty picture and its division into tiles. Make it once and reuse it."""

    image: Canvas
    side: int
    """A tile's side."""
    corner: tuple[int, int]
    """Where tiles begin: the x and the y of some tile's upper left corner, such as a board's."""
    _tiles: dict[tuple[int, int], tuple[Box, bytes] | None] = field(default_factory=dict)

    def tile(self, place: tuple[int, int]) -> tuple[Box, bytes] | None:
        """The box of the tile in a column and a row, and a digest of its ground; None outside the picture.

        The digests of tiles that look the same are equal.
        """
        if place not in self._tiles:
            x, y = self.corner[0] + place[0] * self.side, self.corner[1] + place[1] * self.side
            width, height = self.image.size
            box = (max(x, 0), max(y, 0), min(x + self.side, width), min(y + self.side, height))
            self._tiles[place] = None
            if box[0] < box[2] and box[1] < box[3]:
                pixels = self.image.crop(box).tobytes()
                about = bytes(box[2] - box[0]) + self.image.colours
                self._tiles[place] = box, blake2b(pixels + about, digest_size=12).digest()
        return self._tiles[place]


class TiledPicture:
    """A picture in progress."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._things: dict[tuple[int, int], list[_Thing]] = {}
        self._laid: list[tuple[Image.Image, tuple[int, int]]] = []

    def lay(self, numbers: Image.Image, at: tuple[int, int]) -> None:
        """Put ``numbers`` of colours (L) on top of everything pasted; these parts are not cached."""
        self._laid.append((numbers, at))

    def paste(self, image: Image.Image, at: tuple[int, int], mask: Image.Image | None = None) -> None:
        """Paste ``image`` with its upper left corner ``at``: RGB, or RGBA, which is its own ``mask``."""
        ground, (left, top), things = self._ground, at, self._things
        side, (across, down), thing = ground.side, image.size, (image, CACHE.key(image), left, top)
        x, y = left - ground.corner[0], top - ground.corner[1]
        columns = range(x // side, (x + across - 1) // side + 1)
        for place in product(columns, range(y // side, (y + down - 1) // side + 1)):
            things.setdefault(place, []).append(thing)

    def finished(self) -> Canvas:
        """The picture."""
        ground = self._ground
        picture = ground.image.copy()
        for place, things in self._things.items():
            if (found := ground.tile(place)) is not None:
                box, digest = found
                left, top = box[:2]
                # A tile's look: its ground, and the keys of the images on it with their places.
                look = digest, tuple([(key, x - left, y - top) for _, key, x, y in things])
                tile = CACHE.get(look)
                if tile is None:
                    began = thread_time()
                    tile = self._drawn(box, things)
                    if all(key is not None for key, *_ in look[1]):
                        CACHE.put(look, tile, thread_time() - began)
                picture.im.paste(tile, box)
        for numbers, at in self._laid:
            put(picture, numbers, at)
        return picture

    def _drawn(self, box: Box, things: list[_Thing]) -> ImagingCore:
        """A tile, in numbers of colours."""
        part = self._ground.image.im.crop(box).convert("RGB")
        for image, _, x, y in things:
            left, top, (across, down) = x - box[0], y - box[1], image.size
            mask = (image.im,) if image.mode == "RGBA" else ()
            part.paste(image.im, (left, top, left + across, top + down), *mask)
        return indexed(part, self._ground.image.colours).im
