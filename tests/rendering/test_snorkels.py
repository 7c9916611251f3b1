"""Snorkels' pictures: every square, every tube, and two kinds of aliens that colour alone does not part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.games.core import Outcome, Place, Take
from bot.games.snorkels import GAME as SNORKELS
from bot.games.snorkels.actions import BOARD, SnorkelsAction
from bot.games.snorkels.actions import COLOURS as SIDES
from bot.games.snorkels.book import position
from bot.games.snorkels.view import Cell, SnorkelsView
from rendering.canvas import Canvas
from rendering.png import png
from rendering.scene import Scene
from rendering.snorkels.painter import FRAME
from rendering.snorkels.sprites import CELL, CRATERS, Kind, Mood, bare
from rendering.sprites import flat
from rendering.theme import THEMES, luminance
from tests.games.playing import walk

from .pictures import differing, in_each_palette, paint

EMPTY = position("\n".join([". . . . . . ."] * 7))
DEFAULT = THEMES["default"]
LIGHT = 46_000
"""Bytes of a picture with at most 30 snorkels."""
HEAVIEST = 52_000
"""Bytes of any picture."""


def picture(
    view: SnorkelsView,
    *,
    chosen: tuple[str, ...] = (),
    choices: tuple[SnorkelsAction, ...] = (),
    marks: tuple[str, ...] = (),
    palette: str = "default",
) -> Canvas:
    return paint("snorkels", Scene(view, None, chosen, choices, marks), palette)


def with_cell(square: int, cell: Cell) -> SnorkelsView:
    return replace(EMPTY, cells=(*EMPTY.cells[:square], cell, *EMPTY.cells[square + 1 :]))


def differences(first: Image.Image, second: Image.Image) -> set[str]:
    """The squares whose middles differ: bubbles reach only their edges."""
    return differing(FRAME, first, second, 30)


@pytest.mark.parametrize("square", range(0, len(BOARD.names), 4), ids=BOARD.names[::4])
def test_what_stands_on_a_square_is_drawn_on_that_square(square: int) -> None:
    bare = picture(EMPTY)
    cells: tuple[Cell, ...] = ("purple", "green", "stone")
    drawn = [picture(with_cell(square, cell)) for cell in cells]
    for image in drawn:
        assert differences(bare, image) == {BOARD.names[square]}
    assert differences(drawn[0], drawn[1]) == differences(drawn[1], drawn[2]) == {BOARD.names[square]}


def test_no_star_is_below_the_footer() -> None:
    assert len(set(picture(EMPTY).crop((0, 1064, 1000, 1072)).tobytes())) == 1


def test_choices_are_targets_on_their_squares() -> None:
    names = {"a1", "d4", "g7"}
    assert differences(picture(EMPTY), picture(EMPTY, choices=tuple(map(Place, names)))) == names


def test_the_pie_choice_points_at_no_square() -> None:
    view = replace(with_cell(24, "purple"), phase="choice")
    choices = tuple(Take(side) for side in SIDES)
    assert picture(view, choices=choices).tobytes() == picture(view).tobytes()


def test_a_chosen_square_and_the_last_one_are_framed() -> None:
    view = with_cell(BOARD.read("c3"), "purple")
    plain = picture(view)
    framed = [picture(view, chosen=("c", "3")), picture(replace(view, last="c3"))]
    for image in framed:
        left, top, right, bottom = ImageChops.difference(plain, image).getbbox() or (0, 0, 0, 0)
        assert FRAME.box("c3") == (left, top, right, bottom)
    assert framed[0].tobytes() != framed[1].tobytes()


def test_the_snorkels_of_each_colour_are_counted_in_the_footer() -> None:
    box = (500, 1000, 1000, 1060)
    rows = ("G P . . . . .", "G G P . . . .", "G P P . . . .")
    feet = [picture(position("\n".join([row, *[". . . . . . ."] * 6]))).crop(box) for row in rows]
    assert all(ImageChops.difference(one, other).getbbox() for one, other in combinations(feet, 2))


@in_each_palette
@pytest.mark.parametrize("kind", ["purple", "green"])
def test_nothing_hides_the_corners_of_the_last_move(kind: Kind, palette: str) -> None:
    square = BOARD.read("c3")
    view = replace(with_cell(square, kind), last="c3", outcome=Outcome.won_by("capture", [SIDES[0]], SIDES))
    image = picture(view, palette=palette).convert("RGB")
    left, top, right, bottom = FRAME.box(square)
    for x in (left + 8, right - 8):
        for y in (top + 8, bottom - 8):
            assert image.getpixel((x, y)) == CRATERS[palette].highlight


@in_each_palette
def test_the_ground_of_a_group_with_one_open_tube_differs(palette: str) -> None:
    view = position("\n".join([". . . . . . ."] * 5 + ["G G G . . . .", "P P . . . . ."]))
    image = picture(view, palette=palette).convert("L")

    def ground(name: str) -> int:
        left, top, _, _ = FRAME.box(name)
        return ImageStat.Stat(image.crop((left + 110, top + 12, left + 117, top + 38))).median[0]

    assert {ground(name) for name in ("b2", "c2")} == {ground("e5")}
    assert ground("a1") == ground("b1") < ground("e5") - 20


@in_each_palette
def test_the_corners_of_the_last_move_leave_the_ring_of_its_group_red(palette: str) -> None:
    theme = CRATERS[palette]
    view = position("\n".join([". . . . . . ."] * 5 + ["G G G . . . .", "P P . . . . ."]))
    for last, edge in (("a1", theme.ring), ("c2", theme.outline)):
        left, top, _, _ = FRAME.box(BOARD.read(last))
        image = picture(replace(view, last=last), palette=palette).convert("RGB")
        assert image.getpixel((left + 8, top + 24)) == theme.highlight
        assert image.getpixel((left + 13, top + 24)) == edge


@in_each_palette
def test_a_group_with_one_open_tube_is_paler_than_one_with_more_and_ringed(palette: str) -> None:
    theme = CRATERS[palette]
    moods: tuple[Mood, ...] = ("worried", "happy")
    view = position("\n".join([". . . . . . ."] * 5 + ["G G G . . . .", "P P . . . P G"]))
    image = picture(view, palette=palette).convert("RGB")
    for name in ("a1", "b1", "g1"):
        left, top, _, bottom = FRAME.box(name)
        assert {image.getpixel((left + 4, y)) for y in (top + 12, bottom - 12)} == {theme.ring}, name
    kinds: tuple[Kind, ...] = ("purple", "green")
    for kind in kinds:
        pale, well = (
            ImageStat.Stat(
                flat(bare(kind, mood, theme), theme.floor).convert("L").crop((30, 66, 90, 96))
            ).mean[0]
            for mood in moods
        )
        assert pale - well > 25


def test_marks_are_crosses_on_their_squares() -> None:
    assert differences(picture(EMPTY), picture(EMPTY, marks=("b2", "f6"))) == {"b2", "f6"}


def tube_pixel(view: SnorkelsView, name: str, up: int, right: int) -> object:
    """The colour of a tube's end, 49 pixels away from the middle of its square and 6 beside its own."""
    x, y = FRAME.centre(name)
    return picture(view).getpixel((round(x + 49 * right + 6 * up), round(y - 49 * up + 6 * right)))


def test_tubes_are_open_blocked_by_all_but_friends_and_shared() -> None:
    view = position("""
    . . . . . . .
    . . . . . . .
    . . . # . . .
    . . P P G . .
    . . . . . . .
    G . . . . . .
    P . . . . . .
    """)
    looks = {way: tube_pixel(view, "d4", *way) for way in ((1, 0), (0, 1), (-1, 0), (0, -1))}
    assert len({looks[1, 0], looks[-1, 0], looks[0, -1]}) == 3, "stone, air and friend"
    assert looks[1, 0] == tube_pixel(view, "e4", 0, -1) == looks[0, 1], "stone and enemy block alike"
    assert looks[0, -1] == tube_pixel(view, "c4", 0, 1), "one shared tube, seen from both"
    walls = {tube_pixel(view, "a1", *way) for way in ((0, -1), (-1, 0), (1, 0))}
    assert len(walls) == 1, "the wall and an enemy block alike"
    assert tube_pixel(view, "a1", 0, 1) not in walls


def test_a_blocked_group_passes_out() -> None:
    view = replace(
        position("\n".join([". . . . . . ."] * 5 + ["G . . . . . .", "P G . . . . ."])),
        outcome=Outcome.won_by("capture", [SIDES[1]], SIDES),
        to_act=(),
        phase="over",
        blocked=("a1",),
    )
    alive = replace(view, cells=(*view.cells[:1], "", *view.cells[2:]))
    assert "a1" in differences(picture(view), picture(alive))
    assert "b1" not in differences(picture(view), picture(alive))


def test_winners_cheer_and_losers_do_not() -> None:
    view = position("\n".join([". . . . . . ."] * 5 + ["G . . . . . .", "P G . . . . P"]))
    over = replace(view, to_act=(), phase="over")
    ended = {side: replace(over, outcome=Outcome.won_by("capture", [side], SIDES)) for side in SIDES}
    drawn = replace(over, outcome=Outcome.drawn("mutual", SIDES))
    for side, others in (("purple", {"a2", "b1"}), ("green", {"g1"})):
        (seat,) = (each for each in SIDES if each == side)
        cheering = differences(picture(drawn), picture(ended[seat]))
        assert cheering == {"a2", "b1", "g1"} - others, "a captured alien cheers for nobody"


@pytest.mark.parametrize("kind", ["purple", "green"])
def test_an_alien_fills_most_of_its_square(kind: Kind) -> None:
    left, top, right, bottom = bare(kind, "happy", CRATERS["default"]).getbbox() or (0, 0, 0, 0)
    assert right - left >= CELL * 0.75
    assert bottom - top >= CELL * 0.85


@in_each_palette
def test_the_two_kinds_are_apart_in_greyscale_and_in_shape(palette: str) -> None:
    colours = CRATERS[palette]
    skins = [luminance(skin) for skin in (colours.purple, colours.green)]
    assert skins[1] - skins[0] >= 60
    kinds: tuple[Kind, ...] = ("purple", "green")
    sprites = [bare(kind, "happy", colours) for kind in kinds]
    shapes = [sprite.getchannel("A") for sprite in sprites]
    assert ImageStat.Stat(ImageChops.difference(*shapes)).mean[0] >= 15
    grey = [flat(sprite, colours.floor).convert("L") for sprite in sprites]
    inner = [image.crop((20, 20, 100, 100)) for image in grey]
    assert ImageStat.Stat(ImageChops.difference(*inner)).mean[0] >= 25


@in_each_palette
def test_an_open_tube_is_much_lighter_than_a_blocked_one(palette: str) -> None:
    colours = CRATERS[palette]
    assert luminance(colours.air) - luminance(colours.plug) >= 90


def crowd(seed: int) -> Iterator[SnorkelsView]:
    """Every position of a random game in which both sides capture only when they must."""
    played = walk(SNORKELS, {"stones": str(seed % 4)}, seed, cautious=True)
    yield from (moment.before.view_for(None) for moment in played.moments)
    yield played.last.view_for(None)


@pytest.mark.parametrize(
    ("seed", "palette"), [(0, "default"), (1, "colour-blind"), (2, "high-contrast"), (3, "default")]
)
def test_a_picture_is_light_and_a_crowded_one_hardly_heavier(seed: int, palette: str) -> None:
    views = list(crowd(seed))
    assert views[-1].turn >= 25
    for view in views[1::2]:
        most = LIGHT if view.turn <= 30 else HEAVIEST
        assert len(png(picture(view, palette=palette))) <= most, view
