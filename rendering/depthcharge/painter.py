"""The painter of Depth Charge: two patrol boats on a mountain lake at dawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from typing import Final

from PIL import Image

from bot.games.depthcharge.actions import Charge, DepthChargeAction, Move, Sound
from bot.games.depthcharge.view import Deed, DepthChargeView, Report
from bot.games.depthcharge.waters import HALVES, enemy, routes_in
from rendering.boards import BoardFrame
from rendering.cache import cached
from rendering.canvas import Canvas
from rendering.primitives import arrow, chosen, cross, frame, last_move, target
from rendering.scene import Scene
from rendering.sprites import Sketch, stamp
from rendering.text import write_centred
from rendering.theme import RGB, Theme, clear
from rendering.tiles import Ground, TiledPicture, indexed

from .colours import COLOURS, SHADE, LakeColours, inks
from .footer import TOP as FOOTER
from .footer import footer
from .lake import CELL, lake, layout
from .pieces import (
    aside,
    blast,
    boat,
    echo,
    empty,
    island,
    mine,
    plate,
    proved,
    rings,
    small,
    splash,
    wreck,
    wreckage,
)

TURNED: Final = {"n": "s", "s": "n", "e": "w", "w": "e"}

SIGNS: Final = {"possible": "?", "clear": "–", "mine": "!"}
"""By kind."""
FADES: Final = (0, FOOTER)
"""The rows of the board: see ``rendering.painting``."""
BIG: Final = 44
SMALL: Final = 30


def paint(scene: Scene[DepthChargeAction, DepthChargeView], theme: Theme) -> Image.Image:
    """The lake as the view's owner sees it, 1000 × 1104 pixels, P.

    South is at the bottom unless north is asked for.
    """
    view, colours = scene.view, COLOURS[theme.palette]
    board = layout(scene.bottom == "north")
    placing = view.phase in ("islands", "mines") and view.viewer is not None
    picture = TiledPicture(ground(theme, board.flipped, shaded=placing))
    if placing:
        _dim(picture, board, view, theme)
    _bed(picture, board, view, theme, colours)
    # The way is drawn first: it must not hide the reports' times.
    if view.last is not None and view.last.kind == "move":
        _way(picture, board, view.last.squares, theme.highlight, theme.ink)
    _reports(picture, board, view, {name for name, _ in scene.notes}, theme, colours)
    if view.last is not None and view.last.kind != "move":
        _aimed(picture, board, view.last, theme)
    _boats(picture, board, view, theme, colours)
    _offer(picture, board, scene, theme)
    draw_notes(picture, board, view, scene.notes, theme)
    _marks(picture, board, scene, theme, colours)
    footer(picture, view, theme, shaded=placing)
    return picture.finished()


def warm_up(theme: Theme) -> Iterator[Callable[[], object]]:
    """The lake while mines are placed, which no diagram shows."""
    for flipped in (False, True):
        yield partial(ground, theme, flipped, shaded=True)


@lru_cache(maxsize=4)
def ground(theme: Theme, flipped: bool, *, shaded: bool) -> Ground:
    """The lake with its coordinates, in the palette for shaded pictures or others."""
    board = layout(flipped)
    colours = inks(theme, shaded=shaded)
    return Ground(_charted(theme)[flipped], colours, CELL, board.left % CELL, board.top % CELL)


@cached
def _charted(theme: Theme) -> tuple[Canvas, Canvas]:
    """The lake with its coordinates, upright and turned; drawn in two thirds of a second."""
    bare, colours = lake(theme), inks(theme, shaded=False)
    turned = bare.copy()
    layout(flipped=False).coordinates(bare, theme.coordinate, 29, 33)
    layout(flipped=True).coordinates(turned, theme.coordinate, 29, 33)
    upright, turned = (Canvas.copied(indexed(each, colours), colours) for each in (bare, turned))
    return upright, turned


def _at(picture: TiledPicture, board: BoardFrame, sprite: Image.Image, name: str) -> None:
    stamp(picture, sprite, board.centre(board.named(name)))


def _dim(picture: TiledPicture, board: BoardFrame, view: DepthChargeView, theme: Theme) -> None:
    """Draw a shade on the half where the viewer places nothing."""
    assert view.viewer is not None
    shade = _shade(theme.ground)
    for square in HALVES[enemy(view.viewer)]:
        picture.paste(shade, board.box(square)[:2], shade)


@cached
def _shade(tint: RGB) -> Image.Image:
    """The shade on one square."""
    return Image.new("RGBA", (CELL, CELL), clear(tint, SHADE))


def _bed(
    picture: TiledPicture, board: BoardFrame, view: DepthChargeView, theme: Theme, colours: LakeColours
) -> None:
    """Draw islands, what is known to be empty, splashes, mines and wrecks, where no plate hides them."""
    plated = _plated(view)

    def put(sprite: Image.Image, names: Iterable[str]) -> None:
        for name in names:
            if name not in plated:
                _at(picture, board, sprite, name)

    known = {name for side in view.sides for name in side.swept if name not in side.destroyed}
    put(empty(colours), sorted(known.union(view.proof.empty if view.proof is not None else ())))
    if view.proof is not None:
        put(proved(theme.highlight, theme.ink), view.proof.mines)
    for side in view.sides:
        crew = colours.south if side.seat == "south" else colours.north
        for name in side.islands:
            _at(picture, board, island(colours, board.named(name) % 2), name)
        put(splash(colours, crew.sign), side.missed)
    for side in view.sides:
        put(mine(colours, side.seat == "south"), side.mines or ())
        hit = view.last.squares[-1] if view.last is not None and view.last.heard == "hit" else None
        put(wreck(colours, theme.ink), (name for name in side.destroyed if name != hit))
        put(blast(colours), (name for name in side.destroyed if name == hit))


def _afloat(view: DepthChargeView) -> set[str]:
    """The squares of the boats."""
    return {side.boat for side in view.sides if not side.sunk}


def _plated(view: DepthChargeView) -> set[str]:
    """The squares with a report's plate; none lies where a depth charge has just gone off."""
    charged = view.last.squares[-1] if view.last is not None and view.last.kind == "charge" else None
    return {report.square for report in view.reports} - {charged}


def _reports(
    picture: TiledPicture,
    board: BoardFrame,
    view: DepthChargeView,
    noted: set[str],
    theme: Theme,
    colours: LakeColours,
) -> None:
    """Draw the newest report of each square; the latest of all is bright, with its rings."""
    newest: dict[str, Report] = {}
    plated = _plated(view)
    for report in view.reports:
        newest.pop(report.square, None)
        newest[report.square] = report
    sounded = view.last is not None and view.last.kind == "sound" and view.last.heard == "ping"
    if sounded and view.reports[-1].square in plated:
        # Below the other plates: it must not cross out their times.
        _echo(picture, board, view.reports[-1], colours)
    for report in newest.values():
        fresh = sounded and report is view.reports[-1]
        south = report.seat == "south"
        if report.square not in plated:
            continue
        # Below a boat, which is then drawn small, and below a mark: neither hides the other.
        low = report.square in {*noted, *_afloat(view)}
        sprite = plate(report.times, south, fresh, colours, theme.paper, theme.ink, low=low)
        _at(picture, board, sprite, report.square)
        _corner(picture, board, view, report.square, theme, colours)


def _echo(picture: TiledPicture, board: BoardFrame, report: Report, colours: LakeColours) -> None:
    """Draw a report's rings, on the water alone: they must not cross out coordinates."""
    x, y = map(round, board.centre(board.named(report.square)))
    left, top, right, bottom = board.bounds
    reach = rings(len(report.times))
    room = min(reach, x - left), min(reach, y - top), min(reach, right - x), min(reach, bottom - y)
    sprite = echo(len(report.times), colours.foam, room)
    picture.paste(sprite, (x - room[0], y - room[1]), sprite)


def _corner(
    picture: TiledPicture,
    board: BoardFrame,
    view: DepthChargeView,
    name: str,
    theme: Theme,
    colours: LakeColours,
) -> None:
    """Draw in a plate's corner, small, what else is on its square."""
    signs = []
    if view.proof is not None and name in view.proof.mines:
        signs.append(small("proved", colours, theme.highlight, theme.ink))
    for side in view.sides:
        south = side.seat == "south"
        crew = colours.south if south else colours.north
        if name in side.destroyed:
            signs.append(small("wreck", colours, theme.ink, theme.ink))
        elif name in side.missed:
            signs.append(small("splash", colours, crew.sign, theme.ink))
        if name in (side.mines or ()):
            signs.append(small("mine", colours, crew.sign, theme.ink, south=south))
    x, y = board.centre(board.named(name))
    for order, sign in enumerate(signs[:2]):
        stamp(picture, sign, (x + 27 - order * 54, y - 29))


def _aimed(picture: TiledPicture, board: BoardFrame, deed: Deed, theme: Theme) -> None:
    """Draw a frame around the target of a sounding or a charge; in a preview, the aim."""
    goal = deed.squares[-1]
    if deed.heard == "hit":  # An explosion says it by itself.
        return
    sprite = last_move(CELL, theme) if deed.heard else chosen(CELL, theme)
    _at(picture, board, sprite, goal)
    if not deed.heard:
        _at(picture, board, _aim(theme.chosen, theme.ink, deed.kind == "charge"), goal)


def _way(picture: TiledPicture, board: BoardFrame, squares: Sequence[str], colour: RGB, ink: RGB) -> None:
    """Draw a path: a line from step to step with an arrow's head, under the boat."""
    points = [board.centre(board.named(name)) for name in squares]
    for start, end in pairwise(points[:-1]):
        sprite = _stroke(round(end[0] - start[0]), round(end[1] - start[1]), colour, ink)
        stamp(picture, sprite, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    start, end = points[-2], points[-1]
    tip = (end[0] - (end[0] - start[0]) * 0.36, end[1] - (end[1] - start[1]) * 0.36)
    arrow(picture, start, tip, 9, colour, ink, 3)


@cached
def _stroke(across: int, down: int, colour: RGB, ink: RGB) -> Image.Image:
    width, height = abs(across) + 16, abs(down) + 16
    sketch = Sketch(width, height)
    ends = [(8.0, 8.0), (width - 8.0, height - 8.0)]
    return sketch.line(ends, ink, 13).line(ends, colour, 9).sprite()


@cached
def _aim(colour: RGB, ink: RGB, charge: bool) -> Image.Image:
    """The aim of a sounding (two rings) or of a depth charge (a filled one), before it is confirmed."""
    sketch = Sketch(60, 60)
    for radius in (24, 13) if not charge else (20,):
        sketch.circle((30, 30), radius + 1.5, None, ink, 8).circle((30, 30), radius, None, colour, 5)
    if charge:
        sketch.circle((30, 30), 10, ink).circle((30, 30), 8, colour)
    return sketch.sprite()


def _boats(
    picture: TiledPicture, board: BoardFrame, view: DepthChargeView, theme: Theme, colours: LakeColours
) -> None:
    for side in view.sides:
        south = side.seat == "south"
        if side.sunk:
            _at(picture, board, wreckage(colours, south, theme.ink), side.boat)
            continue
        facing = TURNED[side.facing] if board.flipped else side.facing
        if side.boat in _plated(view):
            x, y = board.centre(board.named(side.boat))
            stamp(picture, aside(colours, south, facing, theme.ink), (x, y - 26))
        else:
            _at(picture, board, boat(colours, south, facing, theme.ink), side.boat)


def _offer(
    picture: TiledPicture, board: BoardFrame, scene: Scene[DepthChargeAction, DepthChargeView], theme: Theme
) -> None:
    """Draw what has been chosen, or the squares that may be: the boat's goals, or its targets."""
    view = scene.view
    if not scene.choices or len(view.to_act) != 1 or view.phase != "play":
        return
    start, paths = board.named(view.side(view.to_act[0]).boat), routes_in(view)
    moves = [
        paths[action.steps] for action in scene.choices if isinstance(action, Move) and action.steps in paths
    ]
    aims = {action.square for action in scene.choices if isinstance(action, Sound | Charge)}
    if len(scene.chosen) >= 2:
        for path in moves:
            names = [board.grid.names[square] for square in (start, *path)]
            _way(picture, board, names, theme.chosen, theme.ink)
        for square in aims | {path[-1] for path in moves}:
            stamp(picture, chosen(CELL, theme), board.centre(square))
        return
    framed = aims | {board.named(report.square) for report in view.reports}
    for square in aims | {path[-1] for path in moves}:
        sign = frame(CELL, CELL, CELL * 0.12, 3, theme.target, theme.ink)
        stamp(picture, sign if square in framed else target(CELL, theme), board.centre(square))


def _marks(
    picture: TiledPicture,
    board: BoardFrame,
    scene: Scene[DepthChargeAction, DepthChargeView],
    theme: Theme,
    colours: LakeColours,
) -> None:
    """Draw a rule book's ✕s, or the squares that a placement has chosen so far."""
    phase, viewer = scene.view.phase, scene.view.viewer
    for name in scene.marks:
        if phase == "islands":
            _at(picture, board, island(colours, board.named(name) % 2), name)
        elif phase == "mines":
            _at(picture, board, mine(colours, viewer != "north"), name)
        else:
            _at(picture, board, cross(CELL * 0.42, 6, theme.mark, theme.paper), name)
            continue
        _at(picture, board, chosen(CELL, theme), name)


def draw_notes(
    picture: TiledPicture,
    board: BoardFrame,
    view: DepthChargeView,
    notes: tuple[tuple[str, str], ...],
    theme: Theme,
) -> None:
    """Draw ``notes`` (square, kind): in the middle of an empty square, else above a plate or in a corner."""
    busy, plated, afloat = _busy(view), _plated(view), _afloat(view)
    for name, kind in notes:
        if kind not in SIGNS:
            continue
        x, y = board.centre(board.named(name))
        if name in plated:
            at = (x - 28 if name in afloat else x, y - 26)
            stamp(picture, slip(kind, SMALL, theme.paper, theme.highlight, theme.ink), at)
        elif name in busy:
            stamp(picture, slip(kind, SMALL, theme.paper, theme.highlight, theme.ink), (x - 25, y + 25))
        else:
            stamp(picture, slip(kind, BIG, theme.paper, theme.highlight, theme.ink), (x, y))


def _busy(view: DepthChargeView) -> frozenset[str]:
    """The squares on which something else is drawn."""
    named = [report.square for report in view.reports]
    for side in view.sides:
        named += [side.boat, *side.missed, *side.destroyed, *(side.mines or ())]
    if view.proof is not None:
        named += [*view.proof.empty, *view.proof.mines]
    return frozenset(named)


@cached
def slip(kind: str, size: int, paper: RGB, warning: RGB, ink: RGB) -> Image.Image:
    """A mark: a round slip with ?, a square one with –, or a pointed one with !."""
    sketch, half = Sketch(size, size), size / 2
    if kind == "mine":
        sketch.polygon([(half, 0), (size, size - 1), (0, size - 1)], ink)
        sketch.polygon([(half, 5), (size - 5, size - 4), (5, size - 4)], warning)
    elif kind == "clear":
        sketch.rounded((3, 3, size - 3, size - 3), 2, ink)
        sketch.rounded((6, 6, size - 6, size - 6), 1, paper)
    else:
        sketch.circle((half, half), half - 0.5, ink).circle((half, half), half - 3.5, paper)
    sprite = sketch.sprite()
    low = size * 0.14 if kind == "mine" else 0
    write_centred(sprite, (half, half + low), SIGNS[kind], round(size * 0.62), ink)
    return sprite
