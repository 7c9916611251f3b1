"""The studio: paints scenes in a thread of its own, and keeps the latest pictures.

A painter is a module or a folder ``rendering.<game's key>`` with

- ``paint(scene, theme) -> Image`` in RGB, or in P with a palette of its own, pure and synchronous, and
- for RGB optionally ``swatches(theme) -> Image`` in RGB: a picture that holds all of the painter's colours in
  fair shares (its background and its sprites in one sheet, say). From it the 128 colours of its PNGs are
  found once a theme; without it they are found anew for every picture, which takes 9 ms instead of 1.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, ParamSpec, TypeVar

from PIL import Image, ImageDraw

from .lettering import font
from .png import png
from .scene import Scene
from .theme import THEMES, Theme

P = ParamSpec("P")
T = TypeVar("T")
log: Final = logging.getLogger(__name__)
COLOURS: Final = 128
KEPT: Final = 256
"""Finished pictures that are kept; 8 MB at 30 KB each."""
BREATH: Final = 0.05
"""Seconds between two looks whether somebody waits for a picture."""
LARGEST: Final = (120, 80)
"""Columns and lines of the largest placard: a hostile text must not ask for a huge picture."""


class PaintError(Exception):
    """A picture that could not be made; show a placard or the text instead."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture."""

    data: bytes
    """A PNG file."""
    width: int
    height: int


class Studio:
    """The one worker thread that paints; share one among all who draw, and close it at the end."""

    def __init__(self, kept: int = KEPT) -> None:
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="studio")
        # Only the worker calls this, so a scene that is asked for twice at once is painted once.
        self._draw = lru_cache(maxsize=kept)(self._paint)
        self.on_painted: Callable[[float], None] = lambda _seconds: None
        """Called in the worker after each picture that was painted, with the seconds that it took."""
        self._awaited = 0

    async def draw(self, game_key: str, scene: Scene[Any, Any], *, palette: str = "default") -> Picture:
        """The picture of ``scene``, painted by ``rendering.<game_key>``.

        :raises PaintError: when the game has no painter, the painter fails, or the studio is closed.
        """
        return await self._work(self._draw, game_key, scene, palette)

    def _paint(self, game_key: str, scene: Scene[Any, Any], palette: str) -> Picture:
        began = time.perf_counter()
        picture = draw(game_key, scene, palette)
        self.on_painted(time.perf_counter() - began)
        return picture

    async def placard(self, text: str) -> Picture:
        """A picture of monospaced ``text`` (a game's ``text(view)``): what is shown when painting fails.

        :raises PaintError: when the studio is closed.
        """
        return await self._work(_placard, text)

    async def warm(self, pieces: Iterable[Callable[[], object]]) -> None:
        """Do ``pieces`` one after another, each when nobody waits for a picture."""
        for piece in pieces:
            while self._awaited:  # noqa: ASYNC110 (nobody who waits is to tell of it)
                await asyncio.sleep(BREATH)
            # What fails here fails again, and is told, when somebody asks for it.
            with contextlib.suppress(PaintError):
                await self._work(piece)

    async def _work(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            promise = self._worker.submit(work, *args, **kwargs)
        except RuntimeError as error:
            raise PaintError("The studio is closed.") from error
        self._awaited += 1
        try:
            return await asyncio.wrap_future(promise)
        finally:
            self._awaited -= 1

    def close(self) -> None:
        """Finish the picture under way, drop the rest, end the thread. A closed studio only raises."""
        self._worker.shutdown(cancel_futures=True)


def draw(game_key: str, scene: Scene[Any, Any], palette: str = "default") -> Picture:
    """The picture of ``scene``, painted here and now: what the studio does in its thread.

    :raises PaintError: when the game has no painter or the painter fails.
    """
    try:
        theme = THEMES[palette]
        painter = importlib.import_module(f"rendering.{game_key}")
        image = painter.paint(scene, theme)
        return _picture(image, swatches(game_key, theme))
    except Exception as error:
        log.exception("the painter of %s failed", game_key)
        raise PaintError(f"No picture of {game_key} could be painted.") from error


@lru_cache(maxsize=32)
def swatches(game_key: str, theme: Theme) -> Image.Image | None:
    """A palette image of the painter's colours in ``theme``; None for a painter without ``swatches``."""
    find = getattr(importlib.import_module(f"rendering.{game_key}"), "swatches", None)
    if find is None:
        return None
    sheet: Image.Image = find(theme)
    return sheet.convert("RGB").quantize(
        COLOURS, method=Image.Quantize.MEDIANCUT, kmeans=2, dither=Image.Dither.NONE
    )


def encode(image: Image.Image, palette: Image.Image | None = None) -> bytes:
    """``image`` as a PNG of at most 128 colours: those of ``palette`` (a palette image), else its own.

    An image in P keeps its colours.
    """
    if image.mode == "P":
        return png(image)
    if image.mode != "RGB":
        image = image.convert("RGB")
    if palette is None:
        image = image.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    else:
        image = image.quantize(palette=palette, dither=Image.Dither.NONE)
    return png(image)


def _picture(image: Image.Image, palette: Image.Image | None = None) -> Picture:
    return Picture(encode(image, palette), image.width, image.height)


def placard(text: str) -> Image.Image:
    """Monospaced ``text`` on a dark sheet, 1000 pixels wide or more; its first 80 lines of 120 characters."""
    columns, rows = LARGEST
    lines = [line.expandtabs()[:columns] for line in text[:10_000].splitlines()[:rows]] or [""]
    theme = THEMES["default"]
    longest = max(len(line) for line in lines)
    size = max(12, min(40, int(900 / max(longest, 1) / 0.6), 2000 // len(lines)))
    advance, height = font(size, "mono").getlength("0"), round(size * 1.4)
    margin = 50
    room = max(1000, round(longest * advance) + 2 * margin)
    image = Image.new("RGB", (room, height * len(lines) + 2 * margin), theme.ground)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, image.width - 1, image.height - 1), outline=theme.border, width=6)
    for row, line in enumerate(lines):
        pen.text((margin, margin + row * height), line, font=font(size, "mono"), fill=theme.paper)
    return image


def _placard(text: str) -> Picture:
    return _picture(placard(text))
