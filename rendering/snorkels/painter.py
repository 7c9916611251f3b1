"""The painter of Snorkels: aliens with breathing tubes in the square crater of Deneb Gamma IV."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random
from typing import Final, get_args

from PIL import Image

from bot.games.core import Place
from bot.games.snorkels.actions import BOARD, SnorkelsAction, name_of
from bot.games.snorkels.text import upcoming
from bot.games.snorkels.view import Cell, SnorkelsView, groups
from bot.languages import gettext
from rendering.boards import BoardFrame
from rendering.cache import cached
from rendering.canvas import Canvas, indexed, put
from rendering.primitives import chosen, column, dot, goal, mark, panel
from rendering.scene import Scene
from rendering.sprites import Cutout, Sketch, around, pairs, stamp
from rendering.text import fit, width, write
from rendering.theme import Theme

from .sprites import (
    CELL,
    CRATERS,
    FIGURES,
    Kind,
    Mood,
    Tube,
    body,
    cut_paired,
    face,
    thing,
    tube,
)

CRATER: Final = Path(__file__).with_name("crater.png")
WIDTH: Final = 1000
HEIGHT: Final = 1072
MARGIN: Final = 80
TOP: Final = 76
RIM: Final = 22
FOOT: Final = 1028
"""The y of the footer's middle."""
FADES: Final = (0, FOOT - 30)
"""The rows of the board: see ``rendering.painting``."""
DUST: Final = 90
"""Pebbles on the floor."""
STARS: Final = 170
SPARKLES: Final = 12
"""How many of the stars are bright, with four rays."""


FRAME: Final = BoardFrame(BOARD, MARGIN, TOP, CELL)
CENTRES: Final = tuple(map(FRAME.centre, range(len(BOARD.names))))
BESIDE: Final = tuple(
    tuple(BOARD.at(column + right, row + up) for right, up in ((0, 1), (1, 0), (0, -1), (-1, 0)))
    for column, row in map(BOARD.place, range(len(CENTRES)))
)
"""Where each square's tubes lead: up, right, down, left as seen on the picture (ruling 3); None: the wall."""


def paint(scene: Scene[SnorkelsAction, SnorkelsView], theme: Theme) -> Image.Image:
    """The crater with its aliens, 1000 × 1072 pixels, P."""
    view, theme = scene.view, CRATERS[theme.palette]
    picture = _background(theme).copy()
    moods = _moods(view)
    for square, mood in moods.items():
        if mood in ("out", "worried"):
            thing(mood, theme).put(picture, CENTRES[square])
    name = "".join(scene.chosen)
    if name in BOARD.names:
        _sign(theme, chosen, CELL, theme).put(picture, FRAME.centre(name))
    for square, mood in moods.items():
        if mood == "cheering":
            thing("confetti", theme).put(picture, CENTRES[square])
    for square, cell in enumerate(view.cells):
        if cell == "stone":
            thing("stone", theme).put(picture, CENTRES[square])
        elif cell:
            _alien(picture, view.cells, square, moods[square], theme)
    if view.last is not None:
        mood = moods.get(BOARD.names.index(view.last), "happy")
        thing("last", theme, mood).put(picture, FRAME.centre(view.last))
    for action in scene.choices:
        if isinstance(action, Place):
            _sign(theme, dot, 26, theme.target, theme.ink).put(picture, FRAME.centre(action.square))
    if (lit := FRAME.chosen_column(scene.chosen)) is not None:
        middle = (lit[0] + lit[2]) / 2, (lit[1] + lit[3]) / 2
        _sign(theme, column, lit, theme).put(picture, middle)
    for name in scene.goals:
        _sign(theme, goal, CELL, theme).put(picture, FRAME.centre(name))
    for name in scene.marks:
        _sign(theme, mark, CELL, theme).put(picture, FRAME.centre(name))
    _footer(picture, view, theme, decided="out" in moods.values())
    return picture


def warm_up(theme: Theme) -> None:
    """Draw all aliens and their tubes, 2 ms each: a first picture may need a dozen at once."""
    for kind, mood in product(get_args(Kind), get_args(Mood)):
        body(kind, mood, CRATERS[theme.palette])
        for state, turn in product(get_args(Tube), range(4)):
            tube(state, turn, kind, mood, CRATERS[theme.palette])


def _alien(picture: Image.Image, cells: tuple[Cell, ...], square: int, mood: Mood, theme: Theme) -> None:
    kind: Kind = "purple" if cells[square] == "purple" else "green"
    centre = CENTRES[square]
    for turn, near in enumerate(BESIDE[square]):
        state: Tube = "blocked"
        if near is not None and cells[near] in ("", kind):
            state = "shared" if cells[near] else "open"
        tube(state, turn, kind, mood, theme).put(picture, centre)
    body(kind, mood, theme).put(picture, centre)


@cached
def _sign(theme: Theme, sprite: Callable[..., Image.Image], *args: object) -> Cutout:
    """A ``sprite`` of these on the floor."""
    return cut_paired(sprite(*args), theme.floor, theme)


def _moods(view: SnorkelsView) -> dict[int, Mood]:
    """Each alien's mood: out without an open tube in its group, worried with one, else happy or cheering."""
    moods: dict[int, Mood] = {}
    winners = view.outcome.winners if view.outcome is not None else ()
    for colour in get_args(Kind):
        for members, tubes in groups(view.cells, colour):
            mood: Mood = "worried" if len(tubes) == 1 else "happy"
            if not tubes:
                mood = "out"
            elif colour in winners:
                mood = "cheering"
            moods.update(dict.fromkeys(members, mood))
    return moods


def _footer(picture: Image.Image, view: SnorkelsView, theme: Theme, *, decided: bool) -> None:
    """Whose turn it is or who has won, and how many snorkels each colour has."""
    # A rule book shows captures without an outcome.
    who, words = ((), "") if decided and view.outcome is None else _caption(view)
    x = 52
    for kind in who:
        face(kind, theme).put(picture, (x + 23, FOOT))
        x += 54
    if words:
        put(picture, _words(words, theme), (x + 6, FOOT - 22))
    x = WIDTH - 48
    kinds: tuple[Kind, ...] = ("green", "purple")
    for kind in kinds:
        count = _words(str(view.cells.count(kind)), theme)
        x -= count.width
        put(picture, count, (x, FOOT - 22))
        x -= 32
        face(kind, theme).put(picture, (x, FOOT))
        x -= 44


@cached
def _words(text: str, theme: Theme) -> Image.Image:
    """One line of the footer."""
    size = fit(text, 32, 590)
    picture = Image.new("RGB", (round(width(text, size)) + 2, 44), theme.panel)
    write(picture, (0, 22), text, size, theme.coordinate, anchor="lm")
    return indexed(picture, theme.inks)


def _caption(view: SnorkelsView) -> tuple[tuple[Kind, ...], str]:
    acting = view.to_act if view.outcome is None else view.outcome.winners
    kind: Kind = "purple" if "purple" in acting else "green"
    if view.outcome is not None:
        return (kind,), gettext("{name} wins", name=name_of(kind))
    if not view.to_act:
        return (), gettext("Game over")
    shown: dict[str, tuple[Kind, ...]] = {"stones": (), "opening": ("purple",), "choice": ("purple", "green")}
    return shown.get(view.phase, (kind,)), upcoming(view)


def _sky(sketch: Sketch, theme: Theme) -> None:
    """Draw stars around the crater, and a planet; no star is near a coordinate."""
    left, top, right, bottom = FRAME.bounds
    rng, stars = Random(4), 0
    while stars < STARS:
        x, y = rng.randrange(10, WIDTH - 10, 2), rng.randrange(10, FOOT - 40, 2)
        across, down = abs((x - left) % CELL - CELL / 2), abs((y - top) % CELL - CELL / 2)
        over, beside = left - RIM - 12 < x < right + RIM + 12, top - RIM - 12 < y < bottom + RIM + 12
        if (over and beside) or (over and across < 30) or (beside and down < 30):
            continue
        if stars < SPARKLES:
            for wide, high in ((8, 1), (1, 8), (3, 3)):
                sketch.rectangle(around((x, y), wide, high), theme.coordinate)
        else:
            size = rng.choice((1, 1, 2))
            tone = rng.choice((theme.faint, theme.coordinate))
            sketch.rectangle(around((x, y), size), tone)
        stars += 1
    sketch.draw(FIGURES["planet"], theme)


def _soil(sketch: Sketch, theme: Theme) -> None:
    """Draw the floor's small craters and pebbles, and the shadow of the wall."""
    left, top, right, bottom = FRAME.bounds
    rng = Random(11)
    for _ in range(DUST):
        x, y = rng.randrange(left + 8, right - 8, 2), rng.randrange(top + 8, bottom - 8, 2)
        wide = rng.choice((2, 2, 4))
        sketch.rectangle((x - wide, y, x + wide, y + 2), theme.inside)
        sketch.rectangle((x - wide, y - 2, x, y), theme.lip)
    sketch.draw(FIGURES["pits"], theme)


@cached
def _background(theme: Theme) -> Canvas:
    """Everything that never changes: that of the default palette lies beside this file."""
    return Canvas.read(CRATER, theme.inks) if theme.palette == "default" else background(theme)


def background(theme: Theme) -> Canvas:
    """Sky, wall, floor, coordinates and the footer's panel, drawn in a tenth of a second."""
    plain = theme.palette == "high-contrast"
    sketch = Sketch(WIDTH, HEIGHT, theme.ground)
    if not plain:
        _sky(sketch, theme)
    sketch.draw(FIGURES["crater"], theme)
    if not plain:
        _soil(sketch, theme)
    sketch.draw(FIGURES["lines"], theme)
    picture = pairs(sketch.sprite().convert("RGB"))
    stamp(picture, panel(WIDTH - 48, 60, 16, theme.panel, theme.border, 2), (WIDTH / 2, FOOT))
    FRAME.coordinates(picture, theme.coordinate, 36, RIM + 28)
    return Canvas.of(indexed(picture, theme.inks), theme.inks)
