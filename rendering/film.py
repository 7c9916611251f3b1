"""A game or its latest turns as a film: an animated GIF, which Discord plays inline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import pairwise
from typing import Final

from PIL import Image, ImageChops, ImageFilter

from .frames import sampled
from .header import CHIP, chips, shown_name
from .scene import Picture, PictureHeader
from .text import fit, shortened, width, write
from .theme import THEMES

WIDTH: Final = 500
"""Pixels; a phone shows about 400."""
COLOURS: Final = 96
MAX_BYTES: Final = 1_500_000
"""A film that is larger is made again with fewer pictures."""
FEWER: Final = 0.7
"""The share of the pictures that stay then."""
TITLE_MS: Final = 2500
LAST_MS: Final = 5000
MOVES_MS: Final = 22_000
"""What all moves together take at most: a film is shorter than 30 seconds."""
SLOWEST_MS: Final = 1500
"""What one move takes at most."""
FADES: Final = (0.35, 0.7)
"""Shares of the next position in the pictures between two: pieces are seen to leave and to arrive."""
FADE_MS: Final = 80
CHANGED: Final = 24
"""The difference in grey, of 255, from which something has changed."""
SHARP: Final = 55
"""The difference of what is drawn from its ground; that of waves and of the grain of wood is less."""
COARSE: Final = 4
"""Pixels of a picture that are one of a mask."""
NEAR: Final = 2
"""Pixels of a mask between what is near each other."""
SOME: Final = 20
"""The part of what is near a place, of 255, that is sharp where something is drawn."""
FADED_FROM_MS: Final = 360
"""Faster films go from one position to the next at once."""


DIMMED: Final = 0.62
"""The share of the ground's colour over the board."""
BLUR: Final = 3
TITLE_SIZE: Final = 52
NAME_SIZE: Final = 36
ROW: Final = 66
MARGIN: Final = 30
GAP: Final = 12


def frame_ms(count: int) -> int:
    """Milliseconds per move of a film of ``count`` positions, in whole hundredths of a second."""
    return min(SLOWEST_MS, MOVES_MS // max(count - 1, 1)) // 10 * 10


def film(pictures: Sequence[Picture], header: PictureHeader) -> bytes:
    """An endless GIF of the title with the people of ``header``, then ``pictures``, 500 pixels wide.

    At most 30 seconds and 1.5 MB. Slow: the studio makes films in a process of their own.

    :raises ValueError: when there are no pictures.
    """
    if not pictures:
        raise ValueError("a film needs a picture")
    most = len(pictures)
    while True:
        data = _animated([pictures[place] for place in sampled(len(pictures), most)], header)
        if len(data) <= MAX_BYTES or most <= 2:
            return data
        most = max(2, round(most * FEWER))


def _animated(pictures: Sequence[Picture], header: PictureHeader) -> bytes:
    size = WIDTH, max(round(picture.height * WIDTH / picture.width) for picture in pictures)
    # Words around the board would lie under those of the title.
    start, place = _frame(pictures[0], size), _board(pictures[0])
    bare = Image.new("RGB", size, start.getpixel((0, 0)))
    bare.paste(start.crop(place), place)
    frames, times = zip((title_card(bare, header), TITLE_MS), *_steps(pictures, size), strict=True)
    shown = [frames[place] for place in sampled(len(frames), 6)]
    sheet = Image.new("RGB", (WIDTH, size[1] * len(shown)))
    for order, frame in enumerate(shown):
        sheet.paste(frame, (0, order * size[1]))
    palette = sheet.quantize(COLOURS, dither=Image.Dither.NONE)
    drawn = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    changes = [_changes(before, after) for before, after in pairwise(drawn)]
    file = BytesIO()
    drawn[0].save(
        file, "GIF", save_all=True, append_images=changes, duration=times, loop=0, optimize=False,
        transparency=COLOURS, disposal=1,
    )  # fmt: skip
    return file.getvalue()


def _changes(before: Image.Image, after: Image.Image) -> Image.Image:
    """``after``, transparent where it is as ``before``: a fifth of the bytes."""
    numbers = [Image.frombytes("L", each.size, each.tobytes()) for each in (before, after)]
    same = ImageChops.difference(*numbers).point([255] + [0] * 255)
    changed = after.copy()
    changed.paste(COLOURS, (0, 0), same)
    return changed


def _steps(pictures: Sequence[Picture], size: tuple[int, int]) -> Iterator[tuple[Image.Image, int]]:
    """Each position and how long it stays, in milliseconds; in slow films with the pictures between.

    Only the board fades: words of two positions would lie over each other. So would numbers on it.
    """
    each = frame_ms(len(pictures))
    fades = FADES if each >= FADED_FROM_MS else ()
    frame = _frame(pictures[0], size)
    yield frame, each
    for order, (last, picture) in enumerate(pairwise(pictures), 2):
        before, frame, place = frame.crop(_board(last)), _frame(picture, size), _board(picture)
        after = frame.crop(place)
        fading = _fading(before, after) if fades else None
        for share in fades:
            between = frame.copy()
            between.paste(Image.blend(before, after, share), place, fading)
            yield between, FADE_MS
        yield frame, LAST_MS if order == len(pictures) else each - FADE_MS * len(fades)


def _fading(before: Image.Image, after: Image.Image) -> Image.Image:
    """Where ``before`` fades into ``after``: all but what takes the place of something, as a number does."""
    greys = [each.convert("L") for each in (before, after)]
    changed = ImageChops.difference(*greys).point(_from(CHANGED)).reduce(COARSE)
    changed, drawn = changed.filter(ImageFilter.MaxFilter(2 * NEAR + 1)).point(_from(1)), []
    for grey in greys:
        edges = ImageChops.difference(grey, ImageChops.offset(grey, 1)).point(_from(SHARP))
        near = ImageChops.multiply(edges.reduce(COARSE), changed).filter(ImageFilter.BoxBlur(NEAR))
        drawn.append(near.point(_from(SOME)))
    return ImageChops.invert(ImageChops.darker(*drawn)).resize(before.size, Image.Resampling.NEAREST)


def _from(least: int) -> list[int]:
    """Makes a mask of what is ``least`` or more, of 255."""
    return [0] * least + [255] * (256 - least)


def _board(picture: Picture) -> tuple[int, int, int, int]:
    """Where the board is in a frame of ``picture``; of one size in all of a film, wherever it begins."""
    first, end = picture.board
    top = round(first * WIDTH / picture.width)
    return 0, top, WIDTH, top + (end - first) * WIDTH // picture.width


def _frame(picture: Picture, size: tuple[int, int]) -> Image.Image:
    with Image.open(BytesIO(picture.data)) as image:
        frame = image.convert("RGB").resize(
            (size[0], round(picture.height * size[0] / picture.width)), Image.Resampling.BOX
        )
    if frame.size == size:
        return frame
    # Boards can grow by a line; what is above them stays where it is.
    whole = Image.new("RGB", size, frame.getpixel((0, 0)))
    whole.paste(frame, (0, 0))
    return whole


def title_card(board: Image.Image, header: PictureHeader) -> Image.Image:
    """``board`` (RGB), dimmed, with the game's name and below it a line for each person."""
    theme = THEMES["default"]
    picture = Image.blend(
        board.filter(ImageFilter.BoxBlur(BLUR)), Image.new("RGB", board.size, theme.ground), DIMMED
    )
    across, down = picture.size
    panel = 2 * ROW + ROW * len(header.players)
    top = (down - panel) // 2
    picture.paste(theme.ground, (0, top, across, top + panel))
    picture.paste(theme.border, (0, top, across, top + 4))
    picture.paste(theme.border, (0, top + panel - 4, across, top + panel))
    size = fit(header.title, TITLE_SIZE, across - 2 * MARGIN)
    write(picture, (across / 2, top + ROW * 0.8), header.title, size, theme.border)
    for row, player in enumerate(header.players):
        y, taken = top + ROW * (1.9 + row), len(player.seats) * (CHIP + 4)
        name, room = shown_name(player), across - 2 * MARGIN - taken - GAP
        size = fit(name, NAME_SIZE, room, least=20)
        name = shortened(name, size, room)
        x = round((across - taken - GAP - width(name, size)) / 2)
        x = chips(picture, player, (x, y), theme.ground, theme)
        write(picture, (x + GAP, y), name, size, theme.coordinate, anchor="lm")
    return picture
