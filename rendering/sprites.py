"""Antialiased sprites: shapes drawn at four times their size and scaled down.

A painter has functions, decorated with :func:`.cache.cached`, that draw on a :class:`Sketch` and return
``sketch.sprite()``. For each picture it only stamps these sprites (:func:`stamp`) on a tiled picture, or on a
copy of a background. All measures are in the finished picture's pixels and may be fractions.

What looks alike but for its size and its colours is a figure: a list of shapes in ``figures.toml`` of the
painter's folder, which :meth:`Sketch.draw` draws.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from .canvas import indexed
from .theme import RGB, RGBA, Theme, colour_of
from .tiles import TiledPicture

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

Colour: TypeAlias = RGB | RGBA | int
"""An int is the number of a colour, on sketches whose ground is an int."""
Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Figure: TypeAlias = Sequence[Mapping[str, Any]]
"""Shapes, drawn one over another: see :meth:`Sketch.draw`."""

SCALE: Final = 4
COLOURS: Final = {"fill", "line", "colour"}
"""The arguments of shapes that are colours."""
STRIP: Final = 128 * SCALE
"""Rows of a sketch that are drawn at once: a whole background takes 64 MB, and more in between."""


def stamp(picture: Image.Image | TiledPicture, sprite: Image.Image, centre: Point) -> None:
    """Put ``sprite`` (RGBA) on ``picture`` with its middle at ``centre``, rounded to whole pixels."""
    across, down = sprite.size
    picture.paste(sprite, (round(centre[0] - across / 2), round(centre[1] - down / 2)), sprite)


class Sketch:
    """A transparent canvas of ``width`` × ``height`` units, of so many pixels, drawn at four times its size.

    Every shape takes colours as RGB or RGBA; a translucent colour *replaces* what is below it (Pillow's way),
    so shade by :meth:`lay`-ing one sketch over another. Drawing methods return the sketch, for chaining.

    Nothing is drawn before it is finished, and then so many rows at a time that little memory is needed.
    With an int as its ``ground`` it is in L, a quarter of the memory, for shapes with hard edges.
    """

    def __init__(self, width: float, height: float, ground: Colour | None = None, *, unit: float = 1) -> None:
        self.unit, self._scale = unit, unit * SCALE
        self._size = round(width * self._scale), round(height * self._scale)
        self.width, self.height = width, height
        self._mode = "L" if isinstance(ground, int) else "RGBA"
        self._ground: Colour = (0, 0, 0, 0) if ground is None else ground
        self._steps: list[Callable[[Image.Image, int], None]] = []
        """What draws it, strip by strip; each takes a strip and its first row."""

    def ellipse(self, box: Box, fill: Colour | None, line: Colour | None = None, width: float = 0) -> Sketch:
        """An ellipse in ``box``, its outline inside."""
        return self._shape("ellipse", self._scaled(box), fill, line, round(width * self._scale))

    def circle(
        self,
        centre: Point,
        radius: float,
        fill: Colour | None = None,
        line: Colour | None = None,
        width: float = 0,
    ) -> Sketch:
        """A circle, its outline inside."""
        x, y, reach = (part * self._scale for part in (*centre, radius))
        box = (x - reach, y - reach, x + reach - 1, y + reach - 1)
        return self._shape("ellipse", box, fill, line, round(width * self._scale))

    def rounded(
        self,
        box: Box,
        radius: float,
        fill: Colour | None = None,
        line: Colour | None = None,
        width: float = 0,
    ) -> Sketch:
        """A rectangle with rounded corners, its outline inside."""
        weight = round(width * self._scale)
        return self._shape("rounded_rectangle", self._scaled(box), radius * self._scale, fill, line, weight)

    def rectangle(self, box: Box, fill: Colour) -> Sketch:
        """A filled rectangle."""
        return self._shape("rectangle", self._scaled(box), fill)

    def polygon(
        self, points: Sequence[Point], fill: Colour, line: Colour | None = None, width: float = 0
    ) -> Sketch:
        """A filled polygon, its outline half inside and half outside, with round corners."""
        self._shape("polygon", [(x * self._scale, y * self._scale) for x, y in points], fill)
        return self if line is None else self.line([*points, points[0]], line, width)

    def line(self, points: Sequence[Point], colour: Colour, width: float) -> Sketch:
        """A line through ``points`` with round joints and round ends."""
        path = [(x * self._scale, y * self._scale) for x, y in points]
        self._shape("line", path, colour, round(width * self._scale))
        for point in path:
            self._shape("ellipse", around(point, width * self._scale / 2), colour)
        return self

    def arc(self, box: Box, start: float, end: float, colour: Colour, width: float) -> Sketch:
        """Part of an ellipse's outline, in degrees clockwise from three o'clock."""
        return self._shape("arc", self._scaled(box), start, end, colour, round(width * self._scale))

    def pie(self, box: Box, start: float, end: float, fill: Colour) -> Sketch:
        """A slice of an ellipse, in degrees clockwise from three o'clock."""
        return self._shape("pieslice", self._scaled(box), start, end, fill)

    def draw(self, figure: Figure, theme: Theme, **own: RGB | RGBA) -> Sketch:
        """The shapes of ``figure``, one over another.

        A shape is a method of this class with its arguments, its place first. Besides:

        - A colour is one of the painter's ``own`` or the theme's, by its name, or ``#rrggbb``: see
          :func:`.theme.colour_of`.
        - ``times`` says how often a shape is drawn, and ``apart`` how far to the right and down each time.
        - A ``layer`` is a figure, seen only where another one (``within``) would be.
        """

        def find(name: str) -> Any:
            return own[name] if name in own else getattr(theme, name)

        for shape in figure:
            (kind, place), *rest = shape.items()
            options = dict(rest)
            if kind == "layer":
                layer, within = (
                    Sketch(self.width, self.height, unit=self.unit).draw(each, theme, **own)
                    for each in (place, options["within"])
                )
                self.lay(layer, within)
                continue
            for key in COLOURS & options.keys():
                options[key] = colour_of(options[key], find)
            right, down = options.pop("apart", (0, 0))
            for order in range(options.pop("times", 1)):
                getattr(self, kind)(_moved(place, right * order, down * order), **options)
        return self

    def lay(self, other: Sketch, within: Sketch | None = None) -> Sketch:
        """Blend ``other``, which has the same width, over this sketch from its top on.

        ``within``: only inside the shapes of a third sketch, as large as ``other``.
        """
        self._steps.append(partial(_laid, other, within))
        return self

    def sprite(self) -> Image.Image:
        """The finished RGBA image at its real size."""

        def finish(strip: Image.Image) -> Image.Image:
            # Weighting by alpha takes a third of a second for a background: only where it makes a difference.
            least, most = strip.im.getband(3).getextrema()
            if most and least < 255:
                return strip.reduce(SCALE)
            return strip._new(strip.im.reduce((SCALE, SCALE), (0, 0, *strip.size)))

        return self._finished(finish)

    def cover(self) -> Image.Image:
        """The share of each finished pixel that is drawn, 0 … 255, of a sketch in L drawn with 255 on 0."""
        return self._finished(lambda strip: strip.reduce(SCALE))

    def drawn(self, top: int = 0, bottom: int | None = None) -> Image.Image:
        """The rows from ``top`` to ``bottom`` at four times their size; all of them unless told otherwise."""
        width, height = self._size
        strip = Image.new(self._mode, (width, (height if bottom is None else bottom) - top), self._ground)
        for step in self._steps:
            step(strip, top)
        return strip

    def _finished(self, finish: Callable[[Image.Image], Image.Image]) -> Image.Image:
        width, height = self._size
        finished = Image.new(self._mode, (-(-width // SCALE), -(-height // SCALE)))
        for top in range(0, height, STRIP):
            finished.paste(finish(self.drawn(top, min(top + STRIP, height))), (0, top // SCALE))
        return finished

    def _shape(self, kind: str, *about: Any) -> Sketch:
        self._steps.append(partial(_drawn, kind, about))
        return self

    def _scaled(self, box: Box) -> Box:
        # Pillow's boxes include their last pixel.
        left, top, right, bottom = (part * self._scale for part in box)
        return left, top, right - 1, bottom - 1


def _drawn(kind: str, about: tuple[Any, ...], strip: Image.Image, top: int) -> None:
    """Draw one of Pillow's shapes on the strip of a sketch that begins at row ``top``."""
    pencil = ImageDraw.Draw(strip)
    pencil.draw = _Raised(pencil.draw, top, strip.height)
    getattr(pencil, kind)(*about)


def _laid(other: Sketch, within: Sketch | None, strip: Image.Image, top: int) -> None:
    """Blend the same rows of ``other`` over a strip, ``within`` the shapes of a third sketch."""
    bottom = min(top + strip.height, other._size[1])
    if bottom <= top:
        return
    layer = other.drawn(top, bottom)
    if within is not None:
        blank = Image.new("RGBA", layer.size, (0, 0, 0, 0))
        layer = Image.composite(layer, blank, within.drawn(top, bottom).getchannel("A"))
    strip.alpha_composite(layer)


class _Raised:
    """What Pillow draws with, everything so many rows higher, and left out if nothing of it is seen.

    Pillow cuts off the fractions of points towards 0, so that has to be done before.
    """

    def __init__(self, core: Any, rows: int, height: int) -> None:
        self._core, self._rows, self._height = core, rows, height

    def __getattr__(self, name: str) -> Any:
        method, rows = getattr(self._core, name), self._rows
        if name == "draw_ink":
            return method

        def draw(points: Sequence[Any], *about: Any) -> None:
            flat = [*chain.from_iterable(points)] if isinstance(points[0], Sequence) else points
            ys = [int(y) - rows for y in flat[1::2]]
            # Half a line's weight is outside its points.
            beside = about[-1] if name == "draw_lines" else 0
            if max(ys) + beside >= 0 and min(ys) - beside < self._height:
                method([*chain.from_iterable(zip(map(int, flat[::2]), ys, strict=True))], *about)

        return draw


def _moved(place: Sequence[Any], right: float, down: float) -> Sequence[Any]:
    """A place so much further ``right`` and ``down``: a point, a box, or points."""
    if isinstance(place[0], Sequence):
        return [_moved(point, right, down) for point in place]
    return [part + (down if order % 2 else right) for order, part in enumerate(place)]


def around(centre: Point, across: float, down: float | None = None) -> Box:
    """The box that reaches so far from ``centre`` to the left and right, and above and below."""
    down = across if down is None else down
    return centre[0] - across, centre[1] - down, centre[0] + across, centre[1] + down


class Cutout(NamedTuple):
    """A sprite in numbers of a palette, with hard edges."""

    image: ImagingCore
    """The core of an image, whose methods take a quarter of the time."""
    mask: tuple[ImagingCore, ...]
    """Empty where all of it is seen."""
    corner: tuple[int, int]
    """Where it begins on the sprite: what is empty around it is cut off."""
    middle: Point
    """The middle of the sprite."""

    def put(self, picture: Image.Image, centre: Point) -> None:
        """Put it on ``picture`` with its middle at ``centre``, rounded to whole pixels."""
        image, mask, (left, top), (x, y) = self
        left, top = round(centre[0] - x) + left, round(centre[1] - y) + top
        across, down = image.size
        picture.im.paste(image, (left, top, left + across, top + down), *mask)


def cut(sprite: Image.Image, ground: RGB, palette: bytes) -> Cutout:
    """``sprite`` (RGBA) cut out where a quarter is opaque, for a ``ground`` of one colour."""
    mask = sprite.getchannel("A").point([0] * 64 + [255] * 192)
    box = mask.getbbox() or (0, 0, 1, 1)
    image, mask = indexed(flat(sprite, ground).crop(box), palette), mask.crop(box)
    masks = () if mask.getextrema() == (255, 255) else (mask.convert("1").im,)
    return Cutout(image.im, masks, box[:2], (sprite.width / 2, sprite.height / 2))


def flat(sprite: Image.Image, ground: RGB) -> Image.Image:
    """``sprite`` on an opaque ``ground``, in RGB."""
    picture = Image.new("RGB", sprite.size, ground)
    picture.paste(sprite, (0, 0), sprite)
    return picture


def pairs(picture: Image.Image) -> Image.Image:
    """``picture`` (of even height) with its lines in equal pairs.

    Every second line then costs a PNG almost nothing, and edges still look smooth: phones show a picture at
    half its width.
    """
    return picture.reduce((1, 2)).resize(picture.size, Image.Resampling.NEAREST)
