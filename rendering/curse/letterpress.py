"""Letterpress: sprites printed on a picture that is put together in numbers of inks, each looked up once."""

from __future__ import annotations

from dataclasses import dataclass
from time import thread_time
from typing import Final

from PIL import Image

from rendering.cache import CACHE
from rendering.canvas import put
from rendering.sprites import Point, flat
from rendering.theme import RGB, Theme
from rendering.tiles import indexed

from .colours import CHARTS, inks

INKED: Final = [0] * 64 + [255] * 192
"""From which opacity on a pixel is printed."""


@dataclass(frozen=True, slots=True)
class Block:
    """A printing block."""

    image: Image.Image
    """In L: numbers of inks."""
    mask: Image.Image

    def put(self, picture: Image.Image, centre: Point) -> None:
        """Print it on ``picture`` (L) with its middle at ``centre``."""
        at = round(centre[0] - self.image.width / 2), round(centre[1] - self.image.height / 2)
        put(picture, self.image, at, self.mask)


def press(
    picture: Image.Image, sprite: Image.Image, centre: Point, theme: Theme, ground: RGB | None = None
) -> None:
    """Print ``sprite`` (RGBA) on ``picture`` (L) with its middle at ``centre``.

    What soft edges it has are those on a ``ground`` of one colour: on the pirate's sheet unless it is given.
    """
    number = CACHE.number(sprite)
    key = (press, number, theme.palette)
    found: Block | None = CACHE.get(key)
    if found is None:
        began = thread_time()
        found = block(sprite, theme, ground)
        if number is not None:
            CACHE.put(key, found, thread_time() - began)
    found.put(picture, centre)


def block(sprite: Image.Image, theme: Theme, ground: RGB | None = None) -> Block:
    """The printing block of ``sprite``."""
    mask = sprite.getchannel("A").point(INKED).convert("1")
    return Block(indexed(flat(sprite, ground or CHARTS[theme.palette].sheet), inks(theme)), mask)
