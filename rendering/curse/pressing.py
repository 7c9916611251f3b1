"""Pressing: sprites printed on a picture that is put together in numbers of inks, each looked up once."""

from __future__ import annotations

from dataclasses import dataclass
from time import thread_time
from typing import Final

from PIL import Image

from rendering.cache import CACHE
from rendering.mosaic import indexed
from rendering.sprites import Point, flat
from rendering.theme import Theme

from .colours import CHARTS, inks

INKED: Final = [0] * 64 + [255] * 192
"""From which opacity on a pixel is printed."""


@dataclass(frozen=True, slots=True)
class Block:
    """A printing block."""

    image: Image.Image
    """In L: numbers of inks."""
    mask: Image.Image


def press(picture: Image.Image, sprite: Image.Image, centre: Point, theme: Theme) -> None:
    """Print ``sprite`` (RGBA) on ``picture`` (L) with its middle at ``centre``."""
    number = CACHE.number(sprite)
    key = (press, number, theme.palette)
    found: Block | None = CACHE.get(key)
    if found is None:
        began = thread_time()
        found = block(sprite, theme)
        if number is not None:
            CACHE.put(key, found, thread_time() - began)
    at = round(centre[0] - sprite.width / 2), round(centre[1] - sprite.height / 2)
    picture.paste(found.image, at, found.mask)


def block(sprite: Image.Image, theme: Theme) -> Block:
    """The printing block of ``sprite``. What soft edges it has are those on the pirate's sheet."""
    mask = sprite.getchannel("A").point(INKED).convert("1")
    return Block(indexed(flat(sprite, CHARTS[theme.palette].sheet), inks(theme)), mask)
