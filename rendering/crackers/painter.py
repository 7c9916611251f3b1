"""The painter of Drown, Captain Crackers!: the flooding station, cut open and seen from above."""

from __future__ import annotations

from itertools import chain, pairwise
from typing import Final, Literal

from PIL import Image, ImageDraw

from bot.games.core.grid import grid
from bot.games.crackers.actions import (
    CREW,
    STEPS,
    Bag,
    CrackersAction,
    Flow,
    Pump,
    Unbag,
    Walk,
    letter_of,
)
from bot.games.crackers.view import CrackersView
from rendering.boards import BoardFrame
from rendering.cache import cached
from rendering.canvas import Canvas, indexed
from rendering.primitives import chosen, frame, goal, last_move, mark, panel, target
from rendering.scene import Scene
from rendering.sprites import Point, Sketch, around, stamp
from rendering.text import write_centred
from rendering.theme import RGB, Theme
from rendering.tiles import Ground, TiledPicture

from .figures import Side, crew, figure, leak, place, step, water_head
from .strip import STRIP, WIDTH, strip
from .tiles import FIGURES, STATIONS, number, plate, square

FADES: Final = (0, -STRIP)
"""The rows of the board: see ``rendering.painting``."""
RIM: Final = 38
"""The hull round the board, coordinates on it."""
ROOM: Final = WIDTH - 96
"""The most that the board may measure."""
OUTSIDE: Final = RIM - 4
"""How far the frame of a chosen column reaches beyond the board above and below."""
LANES: Final = (0.04, 0.22)
"""How far to the right and down of squares' middles the second lane of water is, in their sides: beside the
bag, and below it and the numbers."""
LANE: Final = 0.13
"""The distance of two lanes."""
HEAD_SIZE: Final = 0.34
"""The length of water's head, in squares' sides."""


def paint(scene: Scene[CrackersAction, CrackersView], theme: Theme) -> Image.Image:
    """The station, 960 pixels wide and up to 1002 high, P."""
    view, theme = scene.view, STATIONS[theme.palette]
    board = layout(view.files, view.ranks)
    picture = TiledPicture(_ground(board, theme))
    strip(picture, view, board.bounds[3] + RIM, theme)
    _floor(picture, board, view, theme)
    # Where squares are offered, old water would only be in the way.
    runs = () if scene.choices else (*view.earlier, *view.runs)
    heads = [_run(picture, board, view, order, theme) for order in range(len(runs))]
    # Water runs below whoever stands there.
    places: tuple[tuple[Literal["pod", "control"], str], ...] = (("pod", view.pod), ("control", view.control))
    for kind, name in places:
        square_ = board.grid.read(name)
        picture.paste(place(kind, board.cell, view.water[square_], theme), board.box(square_)[:2])
    if view.last is not None:
        word = view.last[1].split()
        name = (word[0].rstrip("+-") if len(word) == 1 else word[1])[:2]
        stamp(picture, last_move(board.cell, theme), board.centre(name))
    _crew(picture, board, view, theme)
    for name in dict.fromkeys(chain(view.leaks, view.pawns, *runs)):
        square_ = board.grid.read(name)
        number(picture, board.cell, view.sand[square_], view.water[square_], theme, board.box(square_)[:2])
    _ways(picture, board, view, theme)
    for sprite, at in heads:
        stamp(picture, sprite, at)
    steps = tuple(step for step in scene.chosen if step not in STEPS.values())
    if (lit := board.chosen_column(steps)) is not None:
        left, top, right, bottom = lit
        outline = _lit(steps[-1][-1], right - left + 2, bottom - top, theme)
        picture.paste(outline, (left - 1, top - OUTSIDE), outline)
    _offer(picture, board, scene, theme)
    for name in scene.goals:
        stamp(picture, goal(board.cell, theme), board.centre(name))
    for name in scene.marks:
        stamp(picture, mark(board.cell, theme), board.centre(name))
    return picture.finished()


@cached
def _lit(letter: str, across: int, down: int, theme: Theme) -> Image.Image:
    """The frame of a chosen column, outside its tiles, with its letter on a light tab above and below."""
    sprite = frame(across, down + 2 * OUTSIDE, 10, 4, theme.chosen, theme.ink).copy()
    tab = panel(across, OUTSIDE, 10, theme.chosen, theme.ink, 2).copy()
    write_centred(tab, (across / 2, OUTSIDE / 2), letter, 32, theme.ink)
    for y in (0, sprite.height - OUTSIDE):
        sprite.alpha_composite(tab, (0, y))
    return sprite


def layout(files: int, ranks: int) -> BoardFrame:
    """Where the squares lie: as large as they fit, in the middle."""
    cell = min(ROOM // files, ROOM // ranks, 148) // 2 * 2  # A middle is a whole pixel.
    return BoardFrame(grid(files, ranks), (WIDTH - cell * files) // 2, RIM, cell)


@cached
def _ground(board: BoardFrame, theme: Theme) -> Ground:
    """The sea, the hull with its coordinates, the dry floor."""
    left, top, right, bottom = board.bounds
    picture = Image.new("RGB", (WIDTH, bottom + RIM + STRIP), theme.ground)
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 0, WIDTH, bottom + RIM), theme.several("waters")[3])
    hull = Sketch(right - left + 2 * RIM, bottom - top + 2 * RIM)
    hull.rounded((0, 0, hull.width, hull.height), 30, theme.seam)
    hull.rounded((4, 4, hull.width - 4, hull.height - 4), 27, theme.hull)
    sprite = hull.sprite()
    picture.paste(sprite, (left - RIM, top - RIM), sprite)
    pen.rectangle((left - 4, top - 4, right + 3, bottom + 3), theme.ink)
    for square_ in range(len(board.grid.names)):
        x, y, _, _ = board.box(square_)
        picture.paste(plate(board.cell, theme), (x, y))
    board.coordinates(picture, theme.paper, 30, RIM / 2 + 1)
    return Ground(Canvas.of(indexed(picture, theme.inks), theme.inks), board.cell, (left, top))


def _floor(picture: TiledPicture, board: BoardFrame, view: CrackersView, theme: Theme) -> None:
    """Draw sandbags, water and the leaks."""
    cell = board.cell
    for square_, (sand, water) in enumerate(zip(view.sand, view.water, strict=True)):
        if sand or water:
            picture.paste(square(cell, sand, water, theme), board.box(square_)[:2])
    for name in view.leaks:
        spray = leak(cell, _side(board, board.grid.read(name)), theme)
        stamp(picture, spray, board.centre(name))


def _side(board: BoardFrame, square_: int) -> Side:
    """The side of a square on which the hull is, as it lies on the picture."""
    file, rank = board.grid.place(square_)
    column, row = board.column(file), board.row(rank)
    if column in (0, board.grid.columns - 1):
        return "left" if column == 0 else "right"
    if row in (0, board.grid.rows - 1):
        return "top" if row == 0 else "bottom"
    return "middle"


def _ways(picture: TiledPicture, board: BoardFrame, view: CrackersView, theme: Theme) -> None:
    """Draw the ways to the pod of those in danger as chevrons, and the squares that these need."""
    for name in sorted({name for danger in view.dangers for name in danger.straits}):
        outline = frame(board.cell, board.cell, board.cell * 0.1, board.cell * 0.045, theme.bad, theme.paper)
        stamp(picture, outline, board.centre(name))
    steps = dict.fromkeys(pair for danger in view.dangers for pair in pairwise(danger.way))
    for here, there in steps:
        (x, y), (to_x, to_y) = board.centre(here), board.centre(there)
        # Between two squares it hides neither, and ways that meet are one way from there on.
        between = x + (to_x - x) * 0.57, y + (to_y - y) * 0.57
        stamp(picture, step(board.cell * 2 // 5, _towards(x, y, to_x, to_y), theme), between)


def _towards(x: float, y: float, to_x: float, to_y: float) -> Side:
    """The side to which a step leads."""
    if to_y == y:
        return "right" if to_x > x else "left"
    return "bottom" if to_y > y else "top"


def _crew(picture: TiledPicture, board: BoardFrame, view: CrackersView, theme: Theme) -> None:
    """Draw the crew, side by side where they share a square; an alarm beside those in danger, and on the pod.

    The pod is in danger once it is wet.
    """
    cell = board.cell
    alarm = figure("alarm", round(cell * 0.26), theme)
    if view.water[board.grid.read(view.pod)] and not view.outcome:
        left, top, _, _ = board.box(view.pod)
        stamp(picture, alarm, (left + cell * 0.13, top + cell * 0.13))
    dangers = {danger.seat for danger in view.dangers}
    for name in sorted(set(view.pawns)):
        here = [who for who, pawn in enumerate(view.pawns) if pawn == name]
        left, top, _, _ = board.box(name)
        places, size = FIGURES["stands"][len(here) - 1]
        for who, (x, y) in zip(here, places, strict=True):
            seat = CREW[who]
            token = crew(who, letter_of(seat), round(cell * size), theme, active=seat in view.to_act)
            at = (left + cell * x, top + cell * y)
            stamp(picture, token, at)
        if dangers & {CREW[who] for who in here}:
            across = 0.13 if len(here) == 1 else 0.5
            stamp(picture, alarm, (left + cell * across, top + cell * across))


def _run(
    picture: TiledPicture, board: BoardFrame, view: CrackersView, order: int, theme: Theme
) -> tuple[Image.Image, Point]:
    """Draw the way of one unit of the turn's water: a line from square to square, or nothing where it stays.

    Three units in a row have a lane each. Gives the sprite that says where it ends, and its middle.
    """
    runs, cell = (*view.earlier, *view.runs), board.cell
    run, lane, thick = runs[order], order % 3 - (len(runs) > 1), 6 if order < len(view.earlier) else 10
    size = round(cell * HEAD_SIZE)
    places = [board.centre(name) for name in run]
    if len(run) == 1:
        ((x, y),) = places
        return water_head(size, None, theme), (x - cell * 0.33, y - cell * lane * 0.3)
    right, down = (cell * (start + LANE * lane) for start in LANES)
    points = [(round(x + right), round(y + down)) for x, y in places]
    (x, y), (to_x, to_y) = points[-2:]
    # Between two squares the head hides nobody, wherever its lane is.
    along = 0.5 if run[-1] in (view.pod, view.control, *view.pawns) else 0.8
    along += (lane * cell * LANE / 2 - (right * (to_x - x) + down * (to_y - y)) / cell) / cell
    end = x + (to_x - x) * along, y + (to_y - y) * along
    line = [*points[:-1], (round(end[0]), round(end[1]))]
    for width, shade in ((thick + 4, theme.ink), (thick, theme.highlight)):
        for start, stop in pairwise(line):
            sprite = _leg(stop[0] - start[0], stop[1] - start[1], width, shade)
            picture.paste(sprite, (min(start[0], stop[0]) - width, min(start[1], stop[1]) - width), sprite)
    return water_head(size, _towards(x, y, to_x, to_y), theme), end


@cached
def _leg(across: int, down: int, width: int, colour: RGB) -> Image.Image:
    """A piece of a way of water: a line with a round start, ``width`` pixels inside its sprite."""
    sprite = Image.new("RGBA", (abs(across) + 2 * width, abs(down) + 2 * width), (*colour, 0))
    pen = ImageDraw.Draw(sprite)
    x, y, radius = width - min(across, 0), width - min(down, 0), width // 2
    pen.line(((x, y), (x + across, y + down)), colour, width)
    pen.ellipse(around((x, y), radius), colour)
    return sprite


def _offer(
    picture: TiledPicture, board: BoardFrame, scene: Scene[CrackersAction, CrackersView], theme: Theme
) -> None:
    """Draw what has been chosen, and the squares that may be chosen next."""
    sources, goals = _choices(scene)
    for name in sorted(sources):
        stamp(picture, chosen(board.cell, theme), board.centre(name))
    outline = frame(board.cell, board.cell, board.cell * 0.12, board.cell * 0.045, theme.target, theme.ink)
    for name in sorted(goals):
        # A dot would hide the people there.
        sign = outline if name in scene.view.pawns else target(board.cell, theme)
        stamp(picture, sign, board.centre(name))


def _choices(scene: Scene[CrackersAction, CrackersView]) -> tuple[set[str], set[str]]:
    """The squares that are chosen so far, and those that may be chosen."""
    sources: set[str] = set()
    goals: set[str] = set()
    for action in scene.choices:
        match action:
            case Walk(to):
                goals.add(to)
            case Pump(point, to) if scene.chosen:
                sources.add(point)
                goals.add(to or point)
            case Pump(point):
                goals.add(point)
            case Bag(name) | Unbag(name) if scene.chosen:
                goals.add(name)
            case Flow(name, to):
                sources.add(name)
                goals.add(to)
    if scene.chosen and len(goals) == 1 and not sources:
        return goals, set()
    return sources, goals
