"""Graphs of reviews: a line of what could be expected, filled from the middle, with its turning points."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from PIL import Image

from bot.languages import labelled, ngettext

from .canvas import Canvas, indexed
from .scene import Graph, Scene
from .sprites import Point, Sketch, flat
from .text import fit, shortened, width, writable, write, write_centred
from .theme import RGB, Theme, mix, palette_of, rgb

SIZE: Final = (1000, 600)
LEFT: Final = 154
RIGHT: Final = 36
TOP: Final = 88
BOTTOM: Final = 74
LABEL: Final = 36
TITLE: Final = 40
LEAST: Final = 28
"""The size of a title before it is shortened."""
BADGE: Final = 66
"""The diameter of a turning point."""
LINE: Final = 7
GAP: Final = 16
"""Pixels between two numbers below the graph, at least."""
TICKS: Final = 5
"""Numbers of turns below the graph, at most."""
COLOURS: Final = 96
"""Colours of the graph itself; its header has more."""
STEPS: Final = 3
"""Shades between two colours of a header."""
TINT: Final = 0.45
"""The share of colour in what is filled."""


def point_at(graph: Graph, place: float, value: float) -> Point:
    """The pixel of a value after so many turns; what is off the scale is at its end."""
    low, high = graph.lines[0], graph.lines[-1]
    across, down = SIZE[0] - LEFT - RIGHT, SIZE[1] - TOP - BOTTOM
    share = (min(max(value, low), high) - low) / (high - low)
    return LEFT + across * place / max(graph.last, 1), TOP + down * (1 - share)


def paint(scene: Scene[Any, Graph], theme: Theme) -> Image.Image:
    """The graph of ``scene``."""
    graph = scene.view
    sketch = Sketch(*SIZE, theme.ground)
    sketch.rounded((14, 14, SIZE[0] - 14, SIZE[1] - 14), 22, theme.panel)
    _areas(sketch, graph, theme)
    for value in graph.lines:
        start, end = point_at(graph, 0, value), point_at(graph, graph.last, value)
        strong = value == graph.middle
        sketch.line(
            [start, end], theme.faint if strong else mix(theme.panel, theme.faint, 0.4), 3 if strong else 2
        )
    points = [point_at(graph, *each) for each in graph.points]
    if len(points) > 1:
        sketch.line(points, theme.coordinate, LINE)
    badges = badges_of(graph)
    # The worse a turn, the nearer to red; the sign says it, too.
    tints = {"??": theme.bad, "?": mix(theme.bad, theme.highlight, 0.5)}
    for (x, y), (point_x, point_y), mark in badges:
        sketch.line([(point_x, point_y), (x, y)], theme.border, 3)
        sketch.circle((point_x, point_y), 9, theme.border)
        sketch.circle((x, y), BADGE / 2, theme.ground)
        sketch.circle((x, y), BADGE / 2 - 3, tints.get(mark, theme.highlight))
    picture = flat(sketch.sprite(), theme.ground)
    _words(picture, graph, theme)
    for centre, _, mark in badges:
        write_centred(picture, centre, mark, 38, theme.ink)
    players = scene.header.players if scene.header else ()
    return _in_colours(picture, theme, [rgb(colour) for player in players for _, colour, _ in player.seats])


def _in_colours(picture: Image.Image, theme: Theme, seats: list[RGB]) -> Canvas:
    """``picture`` (RGB) with the colours that its header needs, too."""
    near = picture.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    pairs = [
        (theme.highlight, theme.ink),
        (theme.paper, theme.ground),
        *((seat, theme.paper) for seat in seats),
    ]
    more = [mix(*pair, share / STEPS) for pair in pairs for share in range(STEPS + 1)]
    palette = bytes(near.getpalette("RGB") or ()) + palette_of(more)
    return Canvas.of(indexed(picture, palette), palette)


def _areas(sketch: Sketch, graph: Graph, theme: Theme) -> None:
    """What lies between the line and the middle, in one colour above it and another below."""
    middle = graph.middle
    for first, second in pairwise(graph.points):
        (place, value), (next_place, next_value) = first, second
        parts = [(first, second)]
        if (value - middle) * (next_value - middle) < 0:
            share = (middle - value) / (next_value - value)
            crossing = (place + share * (next_place - place), middle)
            parts = [(first, crossing), (crossing, second)]  # type: ignore[list-item]
        for start, end in parts:
            colour = theme.good if start[1] + end[1] > 2 * middle else theme.bad
            corners = [
                point_at(graph, *start),
                point_at(graph, *end),
                point_at(graph, end[0], middle),
                point_at(graph, start[0], middle),
            ]
            sketch.polygon(corners, mix(theme.panel, colour, TINT))


def badges_of(graph: Graph) -> list[tuple[Point, Point, str]]:
    """The place of each turning point's badge, its point, and its sign; badges never cover each other."""
    found: list[tuple[Point, Point, str]] = []
    values, apart = dict(graph.points), BADGE + 4
    x, furthest = LEFT + BADGE / 2 - apart, SIZE[0] - RIGHT - BADGE / 2 - apart * len(graph.marks)
    for place, mark in graph.marks:
        point = point_at(graph, place, values[place])
        furthest += apart
        x = min(max(point[0], x + apart), furthest)
        up = point[1] > (TOP + SIZE[1] - BOTTOM) / 2
        y = point[1] - BADGE if up else point[1] + BADGE
        found.append(((x, min(max(y, TOP + BADGE / 2), SIZE[1] - BOTTOM - BADGE / 2)), point, mark))
    return found


def heading(graph: Graph) -> str:
    """The title with the names as far as the fonts can write them."""
    known = [name for each in graph.names if (name := writable(each))]
    return labelled(graph.title, " & ".join(known)) if known else graph.title


def _words(picture: Image.Image, graph: Graph, theme: Theme) -> None:
    """The title, the values on the left and the turns below."""
    title, room = heading(graph), SIZE[0] - 80
    size = fit(title, TITLE, room, LEAST)
    write(picture, (SIZE[0] / 2, TOP / 2 + 6), shortened(title, size, room), size, theme.coordinate)
    for value, label in zip(graph.lines, graph.labels, strict=True):
        write(picture, (LEFT - 16, point_at(graph, 0, value)[1]), label, LABEL, theme.coordinate, anchor="rm")
    step = next(each for each in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if graph.last <= each * TICKS)
    places, end = range(step, graph.last + 1, step), SIZE[0] - 24.0
    for place in reversed(places):
        text = str(place) if place < places[-1] else ngettext("{number} move", "{number} moves", place)
        half = width(text, LABEL) / 2
        x = min(point_at(graph, place, graph.middle)[0], SIZE[0] - 24 - half)
        if x + half <= end:
            write(picture, (x, SIZE[1] - BOTTOM / 2 - 6), text, LABEL, theme.faint)
            end = x - half - GAP
