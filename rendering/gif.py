"""Films: a game's pictures, one after another, as an animated GIF that Discord plays inline."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Final

from .picture import Picture

if TYPE_CHECKING:
    from PIL import Image

WIDTH: Final = 500
"""Pixels: what a film is reduced to; a phone shows some 400."""
COLOURS: Final = 96
LONGEST: Final = 160
"""Frames; a longer game is shown in even strides, its end always."""
LAST: Final = 4000
"""Milliseconds for which the last frame stands."""


def strides(count: int, most: int = LONGEST) -> list[int]:
    """Which of ``count`` positions a film shows: all, or evenly spread ones with the first and the last."""
    if count <= most:
        return list(range(count))
    return [round(place * (count - 1) / (most - 1)) for place in range(most)]


def pace(count: int) -> int:
    """Milliseconds a frame, so that a film of ``count`` frames takes at most about a minute."""
    return max(250, min(1000, 60_000 // max(count, 1)))


def film(pictures: Sequence[Picture]) -> bytes:
    """An endless GIF of ``pictures``, 500 pixels wide; slow: call it in a thread.

    :raises ValueError: when there is no picture.
    """
    if not pictures:
        raise ValueError("a film needs a picture")
    from PIL import Image  # Few of a bot's days need it.

    size = WIDTH, round(pictures[-1].height * WIDTH / pictures[-1].width)
    palette = _frame(pictures[-1], size).quantize(COLOURS, dither=Image.Dither.NONE)
    frames = [_frame(each, size).quantize(palette=palette, dither=Image.Dither.NONE) for each in pictures]
    times = [pace(len(frames))] * (len(frames) - 1) + [LAST]
    file = BytesIO()
    frames[0].save(
        file, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=False
    )
    return file.getvalue()


def _frame(picture: Picture, size: tuple[int, int]) -> Image.Image:
    from PIL import Image

    with Image.open(BytesIO(picture.data)) as image:
        return image.convert("RGB").resize(size, Image.Resampling.BOX)
