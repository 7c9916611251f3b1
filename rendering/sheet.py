"""A sheet on which people are drawn: panels, words and discs in full colour, at the end in a palette."""

from __future__ import annotations

from typing import Final

from PIL import Image

from bot.languages import gettext

from . import discs
from .canvas import Canvas, indexed
from .pen import shaded
from .primitives import panel
from .scene import Face
from .sprites import Point, Sketch, flat, pairs, stamp
from .text import fit, shortened, width, writable, write
from .theme import RGB, Theme, colours_in, palette_of

ACROSS: Final = 1000
EDGE: Final = 30
ART: Final = 40
"""Colours for emblems of a size, or for a board, beside those of words and signs."""
PORTRAIT: Final = (48, 48)
"""The size of portraits whose colours are found: theirs, not those of emblems."""
TALL: Final = 1300
"""The height above which lines are in equal pairs: else the file would be too large."""
FACES: Final = 20
"""Those of portraits."""
NEAR: Final = 6
"""How far a colour of art is from all others in red, green or blue."""
STARS: Final = (
    (662, 30),
    (700, 66),
    (725, 18),
    (785, 26),
    (811, 83),
    (845, 24),
    (905, 71),
    (954, 42),
    (971, 16),
)
"""Where the night sky of a title has its stars."""


class Sheet:
    """A picture ``high`` pixels high, or one more: an even number."""

    def __init__(self, high: int, theme: Theme) -> None:
        self.theme = theme
        self.picture = Image.new("RGB", (ACROSS, high + high % 2), theme.ground)
        self._art: list[Image.Image] = []
        self._pairs: set[tuple[RGB, RGB]] = set()

    def panel(
        self,
        box: tuple[int, int, int, int],
        colour: RGB,
        radius: int = 22,
        line: RGB | None = None,
        weight: float = 4,
    ) -> None:
        """A rounded panel: left, top, width and height."""
        left, top, across, down = box
        sprite = panel(across, down, radius, colour, line, weight if line else 0)
        self.picture.paste(sprite, (left, top), sprite)
        self._pairs |= {(colour, self.theme.ground), (colour, self.theme.panel)}
        if line is not None:
            self._pairs |= {(line, self.theme.ground), (line, colour)}

    def write(
        self,
        text: str,
        sizes: tuple[int, int],
        at: Point,
        room: float,
        colour: RGB,
        ground: RGB | None = None,
        anchor: str = "lm",
    ) -> float:
        """A line as large as it fits ``room``, from the first to the second of ``sizes``, else cut.

        Its width in pixels.
        """
        size = fit(text, sizes[0], room, sizes[1])
        said = shortened(text, size, room)
        write(self.picture, at, said, size, colour, anchor=anchor)
        self._pairs.add((colour, ground or self.theme.ground))
        return width(said, size)

    def name(
        self,
        face: Face,
        sizes: tuple[int, int],
        at: Point,
        room: float,
        colour: RGB,
        ground: RGB,
        anchor: str = "lm",
    ) -> float:
        """Somebody's name; its width in pixels."""
        return self.write(named(face), sizes, at, room, colour, ground, anchor)

    def face(self, face: Face, across: int, centre: Point, ring: RGB | None = None) -> None:
        """Somebody's disc."""
        theme, grounds = self.theme, (self.theme.ground, self.theme.panel, self.theme.paper)
        shown = discs.portrait(face, across, theme, ring) if face.avatar else None
        if shown is not None:
            self.art(flat(shown, theme.panel).resize(PORTRAIT, Image.Resampling.NEAREST))
        else:
            shown = discs.person(face._replace(avatar=b""), across, theme, ring)
        stamp(self.picture, shown, centre)
        colour = discs.colour_of(face, theme)
        self._pairs |= {(discs.PEOPLE[theme.palette].letter, colour), *((colour, each) for each in grounds)}
        if ring is not None:
            self._pairs |= {(ring, theme.ground), (ring, theme.panel)}

    def emblem(self, key: str, title: str, across: int, centre: Point, *, grey: bool = False) -> None:
        """The emblem of a game; that of puzzles, if ``key`` is empty."""
        theme = self.theme
        sprite = (
            discs.game(key, title, across, theme, grey=grey)
            if key
            else discs.puzzle(across, theme, grey=grey)
        )
        stamp(self.picture, sprite, centre)
        self.art(flat(sprite, theme.panel).resize((64, 64), Image.Resampling.BOX))

    def sign(self, kind: str, across: int, centre: Point) -> None:
        """How a game stands."""
        self.stamp(discs.sign(kind, across, self.theme), centre)

    def stamp(self, sprite: Image.Image, centre: Point, *inks: tuple[RGB, RGB]) -> None:
        """A sprite in the theme's colours; ``inks``: those of its pairs that a sheet hasn't anyway."""
        stamp(self.picture, sprite, centre)
        self._pairs |= set(inks)

    def art(self, picture: Image.Image) -> None:
        """What ``picture`` (RGB) shows has its colours in the palette."""
        self._art.append(picture)

    def stars(self, after: float) -> None:
        """A few stars beside a title that ends there."""
        theme, sketch = self.theme, Sketch(ACROSS, 140)
        for order, (x, y) in enumerate(STARS):
            if x > after + 24:
                sketch.circle((x, y), 1.6 + order % 3 * 0.5, theme.faint)
        sprite = sketch.sprite()
        self.picture.paste(sprite, (0, 0), sprite)

    def finished(self) -> Canvas:
        """The picture in its palette: the colours of words and signs with their shades, then those of art."""
        theme = self.theme
        if self.picture.height > TALL:
            self.picture = pairs(self.picture)
        light = (theme.paper, theme.good, theme.bad, theme.faint, theme.chosen, theme.highlight)
        inks = [
            (theme.panel, theme.ground),
            *sorted(self._pairs),
            *((theme.ink, each) for each in light),
            *((each, ground) for each in light for ground in (theme.ground, theme.panel)),
        ]
        words = shaded(*dict.fromkeys(inks))
        plain = colours_in(words)
        art = colours_in(self._art_colours())
        own = [each for each in art if all(_apart(each, other) for other in plain)]
        colours = palette_of((*plain, *own))[: 3 * 256]
        return Canvas.of(indexed(self.picture, colours), colours)

    def _art_colours(self) -> bytes:
        """The colours of small pictures, then those of a large one: it mustn't take theirs."""
        found = b""
        for size in sorted({each.size for each in self._art}):
            alike = [each for each in self._art if each.size == size]
            strip = Image.new("RGB", (size[0], size[1] * len(alike)))
            for order, each in enumerate(alike):
                strip.paste(each, (0, order * size[1]))
            few = strip.quantize(
                FACES if size == PORTRAIT else ART, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE
            )
            found += bytes(few.getpalette("RGB") or ())
        return found


def _apart(one: RGB, other: RGB) -> bool:
    """Whether two colours are worth an entry each: a ground mustn't take the one beside its own."""
    (red, green, blue), (reddish, greenish, bluish) = one, other
    return abs(red - reddish) > NEAR or abs(green - greenish) > NEAR or abs(blue - bluish) > NEAR


def named(face: Face) -> str:
    """Somebody's name as it is written."""
    return writable(face.name) or gettext("somebody")
