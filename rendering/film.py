"""A game or its latest turns as a film: an animated GIF, which Discord plays inline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from io import SEEK_END, BytesIO
from typing import Final, NamedTuple

from PIL import GifImagePlugin, Image, ImageChops, ImageFilter

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
    """A film of all ``pictures``. Only a few of its frames are in memory at a time: one takes a megabyte."""
    size = WIDTH, max(round(picture.height * WIDTH / picture.width) for picture in pictures)
    frame_of = lru_cache(maxsize=2)(partial(_frame, size=size))
    steps = [*_steps(len(pictures))]

    def frame(step: _Step) -> Image.Image:
        place, share, _ = step
        if not share:
            # Words around the board would lie under those of the title.
            start, board = frame_of(pictures[0]), _board(pictures[0])
            bare = Image.new("RGB", size, start.getpixel((0, 0)))
            bare.paste(start.crop(board), board)
            return title_card(bare, header)
        there = frame_of(pictures[place])
        if share == 1:
            return there
        last, board = pictures[place - 1], _board(pictures[place])
        before, after = frame_of(last).crop(_board(last)), there.crop(board)
        between = there.copy()
        between.paste(Image.blend(before, after, share), board, _fading(before, after))
        return between

    shown = sampled(len(steps), 6)
    sheet = Image.new("RGB", (WIDTH, size[1] * len(shown)))
    for order, place in enumerate(shown):
        sheet.paste(frame(steps[place]), (0, order * size[1]))
    palette = sheet.quantize(COLOURS, dither=Image.Dither.NONE)
    drawn = (frame(step).quantize(palette=palette, dither=Image.Dither.NONE) for step in steps)
    return _written(drawn, [step.ms for step in steps])


def _written(frames: Iterator[Image.Image], times: Sequence[int]) -> bytes:
    """The GIF of ``frames``, all of one palette. Pillow's own way keeps every frame until the end."""
    file, before, how = BytesIO(), next(frames), {"transparency": COLOURS, "disposal": 1}
    waiting, stays = (before, (0, 0)), times[0]

    def write() -> None:
        image, corner = waiting
        if file.tell():
            file.writelines(GifImagePlugin.getdata(image, corner, duration=stays, **how))
        else:
            image.save(file, "GIF", loop=0, optimize=False, duration=stays, **how)
            # More is to come before the end.
            file.seek(-1, SEEK_END)

    for after, ms in zip(frames, times[1:], strict=True):
        if (changed := _changes(before, after)) is None:
            stays += ms
            continue
        write()
        waiting, stays, before = changed, ms, after
    write()
    file.write(b";")
    return file.getvalue()


def _changes(before: Image.Image, after: Image.Image) -> tuple[Image.Image, tuple[int, int]] | None:
    """What of ``after`` isn't as ``before``, transparent where it is (a fifth of the bytes); its corner."""
    numbers = [Image.frombytes("L", each.size, each.tobytes()) for each in (before, after)]
    difference = ImageChops.difference(*numbers)
    if (box := difference.getbbox()) is None:
        return None
    changed = after.crop(box)
    changed.paste(COLOURS, (0, 0), difference.crop(box).point([255] + [0] * 255))
    return changed, box[:2]


class _Step(NamedTuple):
    """A frame of a film."""

    place: int
    """The position that it shows, from 0."""
    share: float
    """How much of it is seen over the position before; 0 for the title."""
    ms: int
    """How long it stays."""


def _steps(count: int) -> Iterator[_Step]:
    """The title, each of ``count`` positions, and in slow films the pictures between.

    Only the board fades: words of two positions would lie over each other. So would numbers on it.
    """
    each = frame_ms(count)
    fades = FADES if each >= FADED_FROM_MS else ()
    yield _Step(0, 0, TITLE_MS)
    yield _Step(0, 1, each)
    for place in range(1, count):
        yield from (_Step(place, share, FADE_MS) for share in fades)
        yield _Step(place, 1, LAST_MS if place == count - 1 else each - FADE_MS * len(fades))


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
