"""The painter of Depth Charge: two patrol boats on a mountain lake at dawn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Final, TypeAlias

from PIL import Image

from bot.games.depthcharge.actions import BOARD, DETOUR, Charge, DepthChargeAction, Move, Sound
from bot.games.depthcharge.notebook import latest_report, possible_pings, surely_mined
from bot.games.depthcharge.view import Deed, DepthChargeView
from bot.games.depthcharge.waters import HALVES, HARBOURS, enemy, routes_in
from rendering.cache import cached
from rendering.canvas import Canvas, indexed
from rendering.primitives import arrow, chosen, column, cross, frame, goal, last_move, target
from rendering.scene import Scene
from rendering.sprites import Cutout, Point, Sketch, cut, stamp
from rendering.text import write_centred
from rendering.theme import RGB, Theme, clear
from rendering.tiles import Ground, TiledPicture

from .colours import LAKES, SHADE, inks
from .footer import TOP as FOOTER
from .footer import footer
from .lake import CELL, CENTRES, FRAME, lake
from .pieces import FIGURES, blast, boat, mine, piece, ping, proved, ringed, small, sounding, splash, wreckage

BEHIND: Final = {"n": (0, 1), "s": (0, -1), "e": (-1, 0), "w": (1, 0)}
"""To the right and down, seen from a boat that faces that way."""

SIGNS: Final = {"possible": "?", "clear": "–", "mine": "!"}
"""By kind."""
DepthChargeScene: TypeAlias = Scene[DepthChargeAction, DepthChargeView]
FADES: Final = (0, FOOTER)
"""The rows of the board: see ``rendering.painting``."""
CHART: Final = Path(__file__).with_name("chart.png")
BIG: Final = 44
SMALL: Final = 30


def paint(scene: DepthChargeScene, theme: Theme) -> Image.Image:
    """The lake as the view's owner sees it, 1000 × 1068 pixels, P.

    North is up for both sides: the rules, buttons and sentences name ways by the compass.
    """
    view, theme = scene.view, LAKES[theme.palette]
    dark = _excluded(view)
    picture = TiledPicture(ground(theme, shaded=bool(dark)))
    shade = _shade(theme.ground)
    for square in dark:
        picture.paste(shade, FRAME.box(square)[:2], shade)
    echoes = {} if scene.marks else possible_pings(view)
    written = frozenset(echoes)
    noted = {name for name, _ in scene.notes}
    for name in noted & echoes.keys():
        stamp(picture, ping(echoes.pop(name), theme), CENTRES[name])
    _bed(picture, view, theme)
    # What a boat leaves and the boat are drawn first: they must not hide the reports.
    if view.last is not None and view.last.kind == "move":
        _stretch(picture, [CENTRES[square] for square in view.last.squares], theme.highlight, theme)
    _boats(picture, view, written, theme)
    _reports(picture, view, written, noted, theme)
    if view.last is not None and view.last.kind != "move" and not _ringed(view, view.last):
        _aimed(picture, view.last, theme)
    if (lit := FRAME.chosen_column(scene.chosen)) is not None:
        picture.paste(sprite := column(lit, theme), lit[:2], sprite)
    _offer(picture, scene, echoes, theme)
    _notes(picture, scene, theme)
    for name in scene.goals:
        stamp(picture, goal(CELL, theme), CENTRES[name])
    _marks(picture, scene, theme)
    footer(picture, view, latest_report(view), theme, shaded=bool(dark))
    finished = picture.finished()
    for name, time in echoes.items():
        _cut(time, theme).put(finished, CENTRES[name])
    return finished


@cached
def _cut(time: int, theme: Theme) -> Cutout:
    """A ping's time, ready to be put on a picture: as a sprite it would need a tile for each ground."""
    return cut(ping(time, theme), theme.several("depths")[2], inks(theme))


@lru_cache(maxsize=4)
def ground(theme: Theme, *, shaded: bool) -> Ground:
    """The lake with its coordinates, in the shaded or the plain palette."""
    chart = _charted(theme)
    # The same pixels, with more colours.
    image = Canvas(chart.size, inks(theme, shaded=True), chart.memory) if shaded else chart
    return Ground(image, CELL, (FRAME.left, FRAME.top))


@cached
def _charted(theme: Theme) -> Canvas:
    """The lake with its coordinates: that of the default palette lies beside this file."""
    return Canvas.read(CHART, inks(theme)) if theme.palette == "default" else charted(theme)


def charted(theme: Theme) -> Canvas:
    """The lake with its coordinates, drawn in a fifth of a second."""
    chart = lake(theme)
    FRAME.coordinates(chart, theme.coordinate, 29, 33)
    return Canvas.of(indexed(chart, inks(theme)), inks(theme))


def _excluded(view: DepthChargeView) -> Collection[int]:
    """The shaded squares: the half where the viewer places nothing, or what reports prove to be empty."""
    if view.phase in ("islands", "mines") and view.viewer is not None:
        return HALVES[enemy(view.viewer)]
    if view.proof is None or view.viewer is None:
        return ()
    return [HARBOURS[enemy(view.viewer)], *map(BOARD.read, view.proof.empty)]


@cached
def _shade(tint: RGB) -> Image.Image:
    """The shade on one square."""
    return Image.new("RGBA", (CELL, CELL), clear(tint, SHADE))


def _bed(picture: TiledPicture, view: DepthChargeView, theme: Theme) -> None:
    """Draw islands, what is known to be empty, splashes, mines and wrecks, where no plate hides them."""
    plated = _plated(view)
    heard = latest_report(view)

    def put(sprite: Image.Image, names: Iterable[str]) -> None:
        for name in names:
            if name not in plated:
                stamp(picture, sprite, CENTRES[name])

    known = {name for side in view.sides for name in side.swept if name not in side.destroyed}
    put(piece("empty", theme, 30, 8), sorted(known))
    put(proved(theme), surely_mined(view))
    if heard is not None and heard.square in surely_mined(view):
        put(ringed(theme), (heard.square,))
    for side in view.sides:
        for name in side.islands:
            stamp(picture, piece(f"island_{BOARD.read(name) % 2}", theme), CENTRES[name])
        put(splash(side.seat, theme), side.missed)
    for side in view.sides:
        put(mine(side.seat, theme), side.mines or ())
        hit = view.last.squares[-1] if view.last is not None and view.last.heard == "hit" else None
        for name in side.destroyed:
            put(blast(2.4 * CELL, theme) if name == hit else piece("wreck", theme), (name,))


def _afloat(view: DepthChargeView) -> set[str]:
    """The squares of the boats."""
    return {side.boat for side in view.sides if not side.sunk}


def _plated(view: DepthChargeView) -> set[str]:
    """The squares with a report's plate; none lies where a charge has just gone off, or on a mine's sign."""
    charged = view.last.squares[-1] if view.last is not None and view.last.kind == "charge" else None
    return {report.square for report in view.reports} - {charged} - surely_mined(view)


def _reports(
    picture: TiledPicture, view: DepthChargeView, written: Collection[str], noted: set[str], theme: Theme
) -> None:
    """Draw the newest report of each square; the one whose pings are ``written`` on the lake is bright.

    An older one is left out where one of these is, or a boat.
    """
    newest, heard = {report.square: report for report in view.reports}, latest_report(view)
    afloat = _afloat(view)
    shared = afloat | noted
    for name in _plated(view).difference(written):
        report, signs, (x, y) = newest[name], _beside(view, name, theme), CENTRES[name]
        if name in afloat and report is not heard and not signs:
            continue
        # What else is on the square is drawn beside a small mark: neither hides the other.
        aside = bool(signs) or name in shared
        mark = sounding(len(report.times), report.seat, report is heard, theme, aside=aside)
        stamp(picture, mark, (x + 16, y + 16) if aside else (x, y))
        for order, sign in enumerate(signs[:2]):
            stamp(picture, sign, (x - 16 + order * 32, y - 16))


def _ringed(view: DepthChargeView, deed: Deed) -> bool:
    """Whether the rings around a report say by themselves what was done last."""
    heard = latest_report(view)
    return deed.heard == "ping" and heard is not None and heard is view.reports[-1]


def _beside(view: DepthChargeView, name: str, theme: Theme) -> list[Image.Image]:
    """What else is on a report's square, small."""
    signs = []
    for side in view.sides:
        if name in side.destroyed:
            signs.append(small(42, piece, "wreck", theme))
        elif name in side.missed:
            signs.append(small(42, splash, side.seat, theme))
        if name in (side.mines or ()):
            signs.append(small(42, mine, side.seat, theme))
    return signs


def _aimed(picture: TiledPicture, deed: Deed, theme: Theme) -> None:
    """Draw a frame around the target of a sounding or a charge; in a preview, the aim."""
    middle = CENTRES[deed.squares[-1]]
    if deed.heard == "hit":  # An explosion says it by itself.
        return
    if deed.heard:
        stamp(picture, last_move(CELL + 10, theme), middle)
    else:
        stamp(picture, chosen(CELL, theme), middle)
        stamp(picture, piece(f"aim_{deed.kind}", theme, 60, 60), middle)


def _stretch(picture: TiledPicture, points: Sequence[Point], colour: RGB, theme: Theme) -> None:
    """Draw a line from point to point."""
    for start, end in pairwise(points):
        sprite = _stroke(round(end[0] - start[0]), round(end[1] - start[1]), colour, theme.ink)
        stamp(picture, sprite, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))


def _way(picture: TiledPicture, squares: Sequence[int | str], colour: RGB, theme: Theme) -> None:
    """Draw a path: a line from step to step with an arrow's head."""
    points = [CENTRES[square] for square in squares]
    _stretch(picture, points[:-1], colour, theme)
    start, end = points[-2], points[-1]
    tip = (end[0] - (end[0] - start[0]) * 0.36, end[1] - (end[1] - start[1]) * 0.36)
    picture.paste(*arrow(start, tip, 9, colour, theme.ink, 3))


@cached
def _stroke(across: int, down: int, colour: RGB, ink: RGB) -> Image.Image:
    width, height = abs(across) + 16, abs(down) + 16
    ends = [(8.0, 8.0), (width - 8.0, height - 8.0)]
    return Sketch(width, height).line(ends, ink, 13).line(ends, colour, 9).sprite()


def _boats(picture: TiledPicture, view: DepthChargeView, written: Collection[str], theme: Theme) -> None:
    """Draw the boats; a wake would hide what is ``written`` behind one, and the letters beside the lake."""
    free = {*CENTRES.values()}.difference(CENTRES[name] for name in written)
    for side in view.sides:
        x, y = CENTRES[side.boat]
        if side.sunk:
            stamp(picture, wreckage(side.seat, theme), (x, y))
        else:
            right, down = BEHIND[side.facing]
            wake = (x + right * CELL, y + down * CELL) in free
            sprite = boat(side.seat, side.facing, theme, wake=wake)
            stamp(picture, sprite, (x + right * CELL / 2, y + down * CELL / 2))


def _offer(
    picture: TiledPicture,
    scene: DepthChargeScene,
    echoes: Iterable[str],
    theme: Theme,
) -> None:
    """Draw what has been chosen, or the squares that may be: the boat's goals, or its targets."""
    view = scene.view
    if not scene.choices or len(view.to_act) != 1 or view.phase != "play":
        return
    routes = routes_in(view)
    moves = [
        routes[action.steps]
        for action in scene.choices
        if isinstance(action, Move) and action.steps in routes
    ]
    aims = {action.square for action in scene.choices if isinstance(action, Sound | Charge)}
    if moves and aims:
        return  # The kind of turn isn't chosen yet.
    goals = aims | {path[-1] for path in moves}
    if len(scene.chosen) >= 2 and scene.chosen[-1] != DETOUR:
        for path in moves:
            _way(picture, (view.side(view.to_act[0]).boat, *path), theme.chosen, theme)
        for square in goals:
            stamp(picture, chosen(CELL, theme), CENTRES[square])
        return
    framed = aims | {BOARD.read(name) for name in {*echoes, *_plated(view)}}
    outline = frame(CELL, CELL, CELL * 0.12, 3, theme.target, theme.ink)
    for square in goals:
        stamp(picture, outline if square in framed else target(CELL, theme), CENTRES[square])


def _marks(picture: TiledPicture, scene: DepthChargeScene, theme: Theme) -> None:
    """Draw a rule book's ✕s, or the squares that a placement has chosen so far."""
    phase, viewer = scene.view.phase, scene.view.viewer
    for name in scene.marks:
        if phase == "islands":
            sprite = piece(f"island_{BOARD.read(name) % 2}", theme)
        elif phase == "mines":
            sprite = mine(viewer or "south", theme)
        else:
            sprite = cross(CELL * 0.42, 6, theme.mark, theme.paper)
        stamp(picture, sprite, CENTRES[name])
        if phase in ("islands", "mines"):
            stamp(picture, chosen(CELL, theme), CENTRES[name])


def _notes(picture: TiledPicture, scene: DepthChargeScene, theme: Theme) -> None:
    """Draw notes: in the middle of an empty square, else in the lower left corner."""
    if not scene.notes:
        return
    busy = _busy(scene.view).union(possible_pings(scene.view))
    for name, kind in scene.notes:
        x, y = CENTRES[name]
        if kind in SIGNS:
            corner = (x - 25, y + 25) if name in busy else (x, y)
            stamp(picture, slip(kind, SMALL if name in busy else BIG, theme), corner)


def _busy(view: DepthChargeView) -> frozenset[str]:
    """The squares on which something else is drawn."""
    named = [*(report.square for report in view.reports), *view.proved.empty, *view.proved.mines]
    for side in view.sides:
        named += [side.boat, *side.missed, *side.destroyed, *(side.mines or ())]
    return frozenset(named)


@cached
def slip(kind: str, size: int, theme: Theme) -> Image.Image:
    """A mark: a round slip with ?, a square one with –, or a pointed one with !."""
    sprite = Sketch(size, size).draw(FIGURES[f"{kind}_{size}"], theme).sprite()
    middle = size / 2, size * (0.64 if kind == "mine" else 0.5)
    write_centred(sprite, middle, SIGNS[kind], round(size * 0.62), theme.ink)
    return sprite
