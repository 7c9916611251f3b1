"""A game's pictures as an animated GIF, which Discord plays inline."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Final

from .picture import Picture

if TYPE_CHECKING:
    from PIL import Image

WIDTH: Final = 500
"""Pixels; a phone shows about 400."""
COLOURS: Final = 96
MAX_FRAMES: Final = 160
"""Longer games are sampled evenly."""
LAST_FRAME_MS: Final = 4000


def sampled(count: int, most: int = MAX_FRAMES) -> list[int]:
    """The positions that are shown of ``count``: all, or evenly spread ones with the first and the last."""
    if count <= most:
        return list(range(count))
    return [round(place * (count - 1) / (most - 1)) for place in range(most)]


def frame_ms(count: int) -> int:
    """Milliseconds per frame: ``count`` frames take about a minute at most."""
    return max(250, min(1000, 60_000 // max(count, 1)))


def animated_gif(pictures: Sequence[Picture]) -> bytes:
    """An endless GIF of ``pictures``, 500 pixels wide. Slow: call it in a thread.

    :raises ValueError: when there are no pictures.
    """
    if not pictures:
        raise ValueError("an animated GIF needs a picture")
    from PIL import Image

    size = WIDTH, round(pictures[-1].height * WIDTH / pictures[-1].width)
    palette = _frame(pictures[-1], size).quantize(COLOURS, dither=Image.Dither.NONE)
    frames = [_frame(each, size).quantize(palette=palette, dither=Image.Dither.NONE) for each in pictures]
    times = [frame_ms(len(frames))] * (len(frames) - 1) + [LAST_FRAME_MS]
    file = BytesIO()
    frames[0].save(
        file, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=False
    )
    return file.getvalue()


def _frame(picture: Picture, size: tuple[int, int]) -> Image.Image:
    from PIL import Image

    with Image.open(BytesIO(picture.data)) as image:
        return image.convert("RGB").resize(size, Image.Resampling.BOX)
