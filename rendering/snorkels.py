"""The painter of Snorkels: aliens with breathing tubes in the squared crater of a far planet."""

from __future__ import annotations

from random import Random
from typing import Final

from PIL import Image

from bot.games.snorkels.actions import BOARD, Place, SnorkelsAction
from bot.games.snorkels.view import Cell, SnorkelsView

from .boards import BoardFrame
from .lettering import width, write
from .primitives import chosen, dot, last_move, mark, panel
from .scene import Scene
from .snorkels_sprites import (
    CELL,
    COLOURS,
    Colours,
    Kind,
    Mood,
    Tube,
    Tubes,
    alien,
    cast_sheet,
    face,
    stone,
    swoon,
)
from .sprites import Sketch, kept, kept_background, stamp
from .theme import Theme, clear, darker, lighter, mix

WIDTH: Final = 1000
HEIGHT: Final = 1076
MARGIN: Final = 80
RIM: Final = 20
FOOT: Final = 1032
"""The y of the footer's middle."""
PITS: Final = (
    (0.9, 5.2, 22), (1.15, 5.05, 9), (4.25, 1.3, 24), (2.7, 3.75, 15), (5.8, 3.1, 12),
    (6.45, 4.8, 20), (3.2, 6.3, 18), (0.55, 2.2, 14), (6.3, 0.7, 16),
)  # fmt: skip
"""Small craters: their middles in squares from the board's top left corner, and their radius in pixels."""


def paint(scene: Scene[SnorkelsAction, SnorkelsView], theme: Theme) -> Image.Image:
    """The crater with its aliens, 1000 × 1076 pixels, RGB; turned by half for green's side."""
    colours, view = COLOURS[theme.palette], scene.view
    frame = BoardFrame(BOARD, MARGIN, MARGIN, CELL, flipped=scene.bottom == "green")
    picture = _background(frame, theme).copy()
    if len(scene.chosen) == 1 and scene.chosen[0] in "abcdefg":
        _light_file(picture, frame, scene.chosen[0], theme)
    moods = _moods(view)
    for square, mood in moods.items():
        if mood == "out":
            stamp(picture, swoon(colours), frame.centre(square))
    if view.last is not None:
        stamp(picture, last_move(CELL, theme), frame.centre(frame.named(view.last)))
    name = "".join(scene.chosen)
    if name in BOARD.names:
        stamp(picture, chosen(CELL, theme), frame.centre(frame.named(name)))
    for square, cell in enumerate(view.cells):
        if cell == "stone":
            stamp(picture, stone(colours), frame.centre(square))
        elif cell:
            tubes = _tubes(view.cells, square, frame)
            stamp(picture, alien(cell, tubes, moods[square], colours), frame.centre(square))
    _point(picture, frame, scene, theme)
    _footer(picture, view, theme, colours, decided="out" in moods.values())
    return picture


def swatches(theme: Theme) -> Image.Image:
    """A sheet of this painter's colours."""
    colours = COLOURS[theme.palette]
    cast = cast_sheet(colours)
    ground = _background(BoardFrame(BOARD, MARGIN, MARGIN, CELL), theme).crop((0, 0, WIDTH, 220))
    sheet = Image.new("RGB", (WIDTH, ground.height + cast.height), theme.panel)
    sheet.paste(ground, (0, 0))
    sheet.paste(cast, (0, ground.height))
    for at, sprite in enumerate(
        (last_move(CELL, theme), chosen(CELL, theme), mark(CELL, theme), _target(theme))
    ):
        stamp(sheet, sprite, (WIDTH - 240 + at % 2 * 120, ground.height + 80 + at // 2 * 130))
    return sheet.quantize(64, method=Image.Quantize.MEDIANCUT, kmeans=2, dither=Image.Dither.NONE).convert(
        "RGB"
    )


def _tubes(cells: tuple[Cell, ...], square: int, frame: BoardFrame) -> Tubes:
    """What became of the four tubes of ``square``'s snorkel, as they lie on the picture (ruling 3)."""
    file, rank = BOARD.place(square)
    turn = -1 if frame.flipped else 1

    def tube(right: int, up: int) -> Tube:
        near = BOARD.at(file + right * turn, rank + up * turn)
        if near is None:
            return "blocked"
        if not cells[near]:
            return "open"
        return "shared" if cells[near] == cells[square] else "blocked"

    return tube(0, 1), tube(1, 0), tube(0, -1), tube(-1, 0)


def _moods(view: SnorkelsView) -> dict[int, Mood]:
    """How every alien feels: out when its group is blocked, worried at the group's last tube."""
    moods: dict[int, Mood] = {}
    for start, cell in enumerate(view.cells):
        if cell in ("", "stone") or start in moods:
            continue
        members, tubes, border = {start}, set(), [start]
        while border:
            for near in BOARD.orthogonal[border.pop()]:
                if not view.cells[near]:
                    tubes.add(near)
                elif view.cells[near] == cell and near not in members:
                    members.add(near)
                    border.append(near)
        mood: Mood = "out" if not tubes else "worried" if len(tubes) == 1 else "happy"
        moods.update(dict.fromkeys(members, mood))
    return moods


def _target(theme: Theme) -> Image.Image:
    return dot(26, theme.target, theme.ink)


def _point(
    picture: Image.Image, frame: BoardFrame, scene: Scene[SnorkelsAction, SnorkelsView], theme: Theme
) -> None:
    """What the reader may choose, and what a rule book marks."""
    for action in scene.choices:
        if isinstance(action, Place):
            stamp(picture, _target(theme), frame.centre(action.square))
    for name in scene.marks:
        stamp(picture, mark(CELL, theme), frame.centre(frame.named(name)))


def _light_file(picture: Image.Image, frame: BoardFrame, file: str, theme: Theme) -> None:
    left, _, right, _ = frame.box(frame.named(f"{file}1"))
    _, top, _, bottom = frame.bounds
    stamp(picture, _beam(right - left, bottom - top, theme), ((left + right) / 2, (top + bottom) / 2))


@kept
def _beam(across: int, along: int, theme: Theme) -> Image.Image:
    sketch = Sketch(across, along, clear(theme.chosen, 0.28))
    return sketch.rounded((0, 0, across, along), 4, clear(theme.chosen, 0.28), theme.chosen, 4).sprite()


def _footer(
    picture: Image.Image, view: SnorkelsView, theme: Theme, colours: Colours, *, decided: bool
) -> None:
    """Whose turn it is or who has won, and how many snorkels stand."""
    # A rule book shows captures without an outcome: nobody is to place there.
    who, words = ((), "") if decided and view.outcome is None else _caption(view)
    x = 52
    for kind in who:
        stamp(picture, face(kind, "happy", 44, colours), (x + 23, FOOT))
        x += 54
    write(picture, (x + 6, FOOT), words, 32, theme.coordinate, anchor="lm")
    x = WIDTH - 48
    kinds: tuple[Kind, ...] = ("green", "purple")
    for kind in kinds:
        count = str(view.cells.count(kind))
        write(picture, (x, FOOT), count, 32, theme.coordinate, anchor="rm")
        x -= round(width(count, 32)) + 32
        stamp(picture, face(kind, "happy", 44, colours), (x, FOOT))
        x -= 44


def _caption(view: SnorkelsView) -> tuple[tuple[Kind, ...], str]:
    if view.outcome is not None:
        winner: Kind = "purple" if "purple" in view.outcome.winners else "green"
        return (winner,), f"{winner.capitalize()} wins"
    match view.phase:
        case "stones":
            return (), "The stones are about to fall"
        case "opening":
            return ("purple",), "The host places the first snorkel"
        case "choice":
            return ("purple", "green"), "The guest chooses a colour"
        case _:
            mover: Kind = "purple" if "purple" in view.to_act else "green"
            return (mover,), f"{mover.capitalize()} to place"


@kept_background
def _background(frame: BoardFrame, theme: Theme) -> Image.Image:
    """Sky, rim, floor, coordinates and the footer's panel: all that never changes."""
    colours = COLOURS[theme.palette]
    plain = theme.palette == "high-contrast"
    sketch = Sketch(WIDTH, HEIGHT, theme.ground)
    if not plain:
        _sky(sketch, Random(7), theme)
    left, top, right, bottom = frame.bounds
    _rim(sketch, (left, top, right, bottom), colours, plain)
    sketch.rounded(frame.bounds, 0, colours.floor)
    if not plain:
        _floor(sketch, frame, colours)
    line = darker(colours.floor, 0.55 if plain else 0.2)
    for step in range(BOARD.files + 1):
        x, y = left + step * CELL, top + step * CELL
        sketch.line([(x, top), (x, bottom)], line, 2).line([(left, y), (right, y)], line, 2)
    sketch.rounded((left - 3, top - 3, right + 3, bottom + 3), 4, None, colours.ink, 5)
    picture = sketch.sprite().convert("RGB")
    stamp(picture, panel(WIDTH - 48, 60, 16, theme.panel, theme.border, 2), (WIDTH / 2, FOOT))
    frame.coordinates(picture, theme.coordinate, 38, RIM + 31)
    return picture


def _sky(sketch: Sketch, rng: Random, theme: Theme) -> None:
    tints = [mix(theme.ground, (255, 255, 255), share) for share in (0.45, 0.85)]
    for _ in range(70):
        # Whole pixels and few sizes, so that the PNG finds each star in an earlier one.
        at = rng.randrange(8, WIDTH - 8), rng.randrange(8, 992)
        radius = rng.choice((1.0, 1.0, 2.0))
        sketch.circle(at, radius, tints[radius > 1])


def _rim(sketch: Sketch, box: tuple[int, int, int, int], colours: Colours, plain: bool) -> None:
    """The crater's wall: boulders all round, in a rhythm of 30 pixels.

    Deflate looks back over 32 KB, which is 32 lines of the picture: so the rhythm saves 12 KB.
    """
    left, top, right, bottom = box
    if plain:
        sketch.rounded((left - RIM, top - RIM, right + RIM, bottom + RIM), 14, colours.rim)
        return
    rocks: list[tuple[float, float, float]] = []
    for along, out, radius in ((0, 9, 14.5), (15, 7, 11.5)):
        for at in range(left - 15 + along, right + 16, 30):
            rocks += [(at, top - out, radius), (at, bottom + out, radius)]
        for at in range(top - 15 + along, bottom + 16, 30):
            rocks += [(left - out, at, radius), (right + out, at, radius)]
    for x, y, radius in rocks:
        sketch.circle((x, y), radius + 2.5, colours.ink)
    for x, y, radius in rocks:
        sketch.circle((x, y), radius, colours.rim)
    for x, y, radius in rocks:
        sketch.circle((x - 2, y - 3), radius * 0.5, lighter(colours.rim, 0.2))


def _floor(sketch: Sketch, frame: BoardFrame, colours: Colours) -> None:
    """Small craters on the crater's floor."""
    for x, y, r in PITS:
        x, y = frame.left + x * CELL, frame.top + y * CELL
        sketch.ellipse((x - r, y - r * 0.7, x + r, y + r * 0.7), lighter(colours.floor, 0.4))
        sketch.ellipse((x - r, y - r * 0.7 - 2, x + r - 1, y + r * 0.7 - 3), darker(colours.floor, 0.12))
