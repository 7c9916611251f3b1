"""Captain's Curse's pictures: what lies where, what is told apart by shape, and what a choice lights up."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations, product
from math import dist
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from bot.games.core import Outcome
from bot.games.curse import prompts
from bot.games.curse.actions import PIRATE, TREASURES, Loot, Sink, parse
from bot.games.curse.island import NEWEST
from bot.games.curse.rules import CurseState
from bot.games.curse.text import DROWNS
from bot.games.curse.view import CurseView, OpenLine
from rendering import jobs
from rendering.canvas import Canvas
from rendering.curse import score_sheet
from rendering.curse.colours import CHARTS, INK, ink
from rendering.curse.layout import DIGITS, HEIGHT, MAP, PLACES, WIDTH, box_of, label, points, spot
from rendering.curse.map import _grown, filled
from rendering.curse.painter import DISC, letters_at, paint, shown
from rendering.curse.score_sheet import CELL, LEFT, SHEET, TOP, cell, panel
from rendering.curse.woodcut import die, icon, woodcut
from rendering.painting import draw
from rendering.pen import Pen
from rendering.scene import PictureHeader, Player, Scene, SeatSign
from rendering.text import width
from rendering.theme import THEMES, luminance
from tests.games.curse.playing import bits, space
from tests.games.playing import played

from .pictures import in_each_palette
from .positions import choosing, positions

START = CurseState()
LOOTING = played(START, "roll 5 2")
SINKING = played(LOOTING, f"black chest {space('chest')}")
DEFAULT = THEMES["default"]
CHART = CHARTS["default"]
RED = tuple(CHART.inks[3 * ink(CHART.loot, CHART) :][:3])
Box = tuple[int, int, int, int]


def seen(view: CurseView, **more: Any) -> Image.Image:
    """The picture of a view, in RGB."""
    return paint(Scene(view, **more), DEFAULT).convert("RGB")


@cache
def picture(state: CurseState, *choices: Loot | Sink, chosen: tuple[str, ...] = ()) -> Image.Image:
    """The picture of a state, in RGB."""
    return seen(state.view_for(PIRATE), chosen=chosen, choices=choices)


def differs(one: Image.Image, other: Image.Image, box: Box) -> bool:
    """Whether two pictures differ within a box."""
    return ImageChops.difference(one.crop(box), other.crop(box)).getbbox() is not None


def around(number: int, reach: int = 36) -> Box:
    """A box round a space's treasure."""
    x, y = label(NEWEST, number).icon
    return round(x - reach), round(y - reach), round(x + reach), round(y + reach)


@pytest.mark.parametrize("number", range(1, 37, 3))
def test_looting_a_space_rings_its_treasure(number: int) -> None:
    looted = replace(LOOTING, looted=bits(number))
    assert differs(picture(looted), picture(LOOTING), around(number))


def test_abandoned_and_looted_spaces_look_different() -> None:
    looted = replace(LOOTING, looted=bits(20))
    abandoned = replace(looted, abandoned=bits(20))
    assert differs(picture(looted), picture(abandoned), around(20))
    red = [
        [colour for _, colour in seen.crop(around(20)).getcolors() or ()].count(RED)
        for seen in map(picture, (LOOTING, abandoned, looted))
    ]
    assert red == [0, 0, 1], "only what is looted has a ring"


@in_each_palette
def test_the_cross_of_an_abandoned_treasure_is_seen_on_the_darkest_one(palette: str) -> None:
    number = space("barrel")
    view = replace(LOOTING, looted=bits(number), abandoned=bits(number)).view_for(PIRATE)
    shown = paint(Scene(view), THEMES[palette]).convert("L")
    x, y = (round(part) for part in label(NEWEST, number).icon)
    # From the middle of an arm to the pale rim beside it, along the other diagonal.
    arm, rim = (shown.getpixel(at) for at in ((x + 10, y + 10), (x + 13, y + 6)))
    assert isinstance(arm, int)
    assert isinstance(rim, int)
    assert rim - arm > 100


def test_no_number_is_under_the_stroke_of_a_line_that_can_be_chosen() -> None:
    x, y = label(NEWEST, 36).digits
    half = round(width("36", DIGITS) / 2) - 3
    box = (round(x) - half, round(y) - 12, round(x) + half, round(y) + 12)
    assert not differs(picture(LOOTING), picture(SINKING), box), "line R is gilded beside it"


@pytest.mark.parametrize("number", range(2, 37, 3))
def test_a_sunk_space_is_water_and_its_treasure_gone(number: int) -> None:
    sunk = picture(replace(LOOTING, sunk=bits(number)))
    x, y = spot(NEWEST, number)
    patch = sunk.crop((round(x) - 14, round(y) - 14, round(x) + 14, round(y) + 14))
    assert CHART.land not in {colour for _, colour in patch.getcolors() or ()}
    assert differs(sunk, picture(LOOTING), around(number))


def clearest(image: Image.Image) -> int:
    """How much the plain ground of ``image`` and what is written on it differ in greyscale, at most."""
    counts = image.convert("L").histogram()
    ground = counts.index(max(counts))
    return max(abs(grey - ground) for grey, count in enumerate(counts) if count)


@in_each_palette
def test_the_numbers_of_sunk_spaces_can_be_read(palette: str) -> None:
    view = replace(LOOTING, sunk=bits(20)).view_for(PIRATE)
    x, y = (round(part) for part in label(NEWEST, 20).digits)
    image = paint(Scene(view), THEMES[palette])
    assert clearest(image.crop((x - 20, y - 16, x + 20, y + 16))) > 100


@in_each_palette
def test_a_loss_can_be_read(palette: str) -> None:
    view = replace(LOOTING.view_for(PIRATE), outcome=Outcome.won_by("sunk", [], [PIRATE]))
    assert clearest(paint(Scene(view), THEMES[palette]).crop((LEFT, TOP + 55, LEFT + 70, TOP + 85))) > 100


def test_a_chosen_treasure_s_free_spaces_light_up_and_no_others() -> None:
    choices = tuple(a for a in LOOTING.legal(PIRATE) if str(a).startswith("white gem "))
    lit = seen(LOOTING.view_for(PIRATE), chosen=("white gem",), choices=choices)
    plain = picture(LOOTING)
    for place in START.sheet.spaces:
        assert differs(lit, plain, around(place.number, 12)) == (place.treasure == "gem")


def test_the_values_that_may_be_circled_look_like_the_die_that_gives_them() -> None:
    offers = [(loot.die, loot.treasure) for loot in LOOTING.legal(PIRATE) if isinstance(loot, Loot)]
    assert {die for die, _ in offers} == {"white", "black"}
    view, plain = LOOTING.view_for(PIRATE), picture(replace(LOOTING, phase="roll"))
    x, y = SHEET
    for column, treasure in enumerate(TREASURES):
        for row, value in enumerate(view.columns[column].values):
            left, top = x + (column - 2.5) * CELL.across, y + (row - 2) * CELL.down
            box = (round(left) - 20, round(top) - 17, round(left) + 20, round(top) + 17)
            lit = (value == 5 and ("white", treasure) in offers) or (
                value == 2 and ("black", treasure) in offers
            )
            assert differs(picture(LOOTING), plain, box) == lit, (treasure, value)
            if lit:
                dark = ImageStat.Stat(picture(LOOTING).crop(box).convert("L")).mean[0] < 128
                assert dark == (value == 2)


def test_only_the_values_of_the_chosen_die_stay_marked() -> None:
    black = tuple(loot for loot in LOOTING.legal(PIRATE) if str(loot).startswith("black "))
    x, y = SHEET
    sheet = (round(x) - 180, round(y) - 120, round(x) + 180, round(y) + 120)
    chosen = seen(LOOTING.view_for(PIRATE), chosen=("black",), choices=black)
    assert differs(chosen, picture(LOOTING), sheet)
    assert differs(chosen, picture(replace(LOOTING, phase="roll")), sheet)


def test_lines_are_lettered_and_bolder_when_one_must_be_chosen() -> None:
    quiet = picture(replace(SINKING, phase="roll"))
    assert differs(picture(SINKING), quiet, (0, 0, WIDTH, MAP))


def test_no_letter_covers_another_or_what_is_printed_on_land() -> None:
    for view in (state.view_for(None) for state in positions("curse", 40)):
        labels = tuple(line.label for line in view.sheet.lines if view.takes(line.label))
        letters = letters_at(NEWEST, frozenset(view.sunk), labels)
        assert {name for name, _ in letters} == set(labels)
        for (_, one), (_, other) in combinations(letters, 2):
            assert dist(one, other) >= DISC
        for (_, place), each in product(letters, view.sheet.spaces):
            printed = label(NEWEST, each.number)
            assert dist(place, printed.digits) >= 43
            assert each.number in view.sunk or dist(place, printed.icon) >= DISC / 2 + 35


@pytest.mark.parametrize("edition", [1, NEWEST])
def test_no_number_is_on_the_ring_of_a_treasure(edition: int) -> None:
    for one, other in product(range(1, 37), repeat=2):
        x, y = label(edition, one).digits
        across, down = width(str(one), DIGITS) / 2, DIGITS * 0.36
        ring = label(edition, other).icon
        near = min(max(ring[0], x - across), x + across), min(max(ring[1], y - down), y + down)
        assert dist(near, ring) >= 32, (one, other)


def red(shown: Image.Image) -> int:
    """How many pixels of the map are as red as the line that is about to sink."""
    first, (x, y) = 3 * ink(CHART.loot, CHART), (round(part) for part in PLACES[str(NEWEST)]["dice"])
    shown = shown.copy()
    # The cursed die is red, too.
    shown.paste((0, 0, 0), (x - 150, y - 90, x + 150, y + 90))
    colours: dict[object, int] = {
        colour: count for count, colour in shown.crop((0, 0, WIDTH, MAP)).getcolors() or ()
    }
    return colours.get(tuple(CHART.inks[first : first + 3]), 0)


@pytest.mark.parametrize("line", SINKING.view_for(None).lines, ids=lambda line: line.label)
def test_a_line_that_would_sink_is_coloured_and_the_land_that_it_would_take_shaded(line: OpenLine) -> None:
    sink = Sink(line.label)
    chosen, plain = picture(SINKING, sink, chosen=(str(sink),)), picture(SINKING)
    assert red(chosen) > red(plain) + 400
    for place in START.sheet.spaces:
        left, top, right, bottom = (round(part) for part in 2 * spot(NEWEST, place.number))
        inner = (left - 12, top - 12, right + 12, bottom + 12)
        assert differs(chosen, plain, inner) == (place.number in line.takes)


def test_the_preview_of_a_sinking_shades_the_land_instead_of_drowning_it() -> None:
    label = SINKING.view_for(None).lines[1].label
    preview = SINKING.preview(PIRATE, Sink(label))
    shaded = seen(preview, preview=True)
    drowned = seen(preview)
    assert red(shaded) > red(drowned) + 400
    for number in preview.last.sunk:
        assert differs(shaded, drowned, around(number))


def test_what_everybody_sees_is_not_painted_again_for_who_chooses() -> None:
    for state in positions("curse", 12):
        for scene in choosing(state):
            assert draw("curse", scene) == draw("curse", shown(scene))
    sinks = tuple(SINKING.legal(PIRATE))
    scenes = [Scene(SINKING.view_for(PIRATE), choices=sinks), Scene(SINKING.view_for(None))]
    mine, public = (jobs.draw("curse", scene) for scene in scenes)
    assert mine is public
    assert jobs.draw("curse", replace(scenes[0], choices=sinks[:1])) != public


def test_a_closed_line_is_fainter_than_an_open_one() -> None:
    # Line M opens with the piece off its end.
    sheet = START.sheet
    line = next(line for line in sheet.lines if line.gates)
    closed, opened = (picture(replace(LOOTING, sunk=sunk)) for sunk in (0, line.gates))
    middle = points(NEWEST)[line.path[len(line.path) // 2]]
    box = (round(middle[0]) - 40, round(middle[1]) - 40, round(middle[0]) + 40, round(middle[1]) + 40)
    dark = [sum(image.crop(box).convert("L").histogram()[:90]) for image in (closed, opened)]
    assert dark[0] < dark[1]


def test_the_score_on_the_picture_is_that_so_far_and_what_is_empty_is_told_after_the_first_turn() -> None:
    panel = (0, MAP, WIDTH, HEIGHT)
    view = LOOTING.view_for(None)
    assert (view.now.total, view.end.total) == (0, -36)
    plain, later = seen(view), replace(view, looted=(36,))
    assert differs(plain, seen(replace(view, now=replace(view.now, total=71))), panel)
    assert not differs(plain, seen(replace(view, end=replace(view.end, total=-30, crossed=30))), panel)
    assert differs(seen(later), seen(replace(later, end=replace(view.end, crossed=30))), panel)


@pytest.mark.parametrize("outcome", [None, Outcome.won_by("columns", [PIRATE], [PIRATE])])
def test_a_title_below_the_score_is_called_one(
    monkeypatch: pytest.MonkeyPatch, outcome: Outcome | None
) -> None:
    written: list[str] = []
    monkeypatch.setattr(Pen, "write", lambda _pen, text, *_given, **_more: written.append(text))
    view = LOOTING.view_for(None)
    sheet = replace(view, outcome=outcome, end=replace(view.end, total=83, title="Cabin Boy"))
    panel(Image.new("P", (WIDTH, HEIGHT)), sheet, CHART)
    assert "Title: Cabin Boy" in written


def test_the_key_names_only_what_is_on_the_map() -> None:
    corner, view = (0, 0, 240, 100), LOOTING.view_for(None)
    none, looted, both = (
        seen(each)
        for each in (view, replace(view, looted=(36,)), replace(view, looted=(36,), abandoned=(36,)))
    )
    assert CHART.sheet not in {colour for _, colour in none.crop(corner).getcolors() or ()}
    assert differs(none, looted, corner)
    assert differs(looted, both, (0, 60, 240, 100))


def test_a_preview_shows_the_die_that_is_taken() -> None:
    dice = round(PLACES[str(NEWEST)]["dice"][0])
    white, black = (dice - 130, 210, dice, 310), (dice, 210, dice + 130, 310)
    before, taken = picture(LOOTING), seen(LOOTING.preview(PIRATE, parse("white barrel 10")), preview=True)
    assert not differs(before, taken, white)
    assert differs(before, taken, black), "its place is empty"


def test_the_lines_are_drawn_through_where_nothing_is_left_but_to_pass() -> None:
    full = replace(START, depths=(6, 6, 6, 6, 6, 5))
    gold = tuple(CHART.inks[3 * ink(CHART.highlight, CHART) :][:3])
    golden = []
    for roll in ("roll 6 1", "roll 1 2"):
        island = seen(played(full, roll).view_for(PIRATE)).crop((0, 0, WIDTH, MAP))
        golden.append({colour: count for count, colour in island.getcolors() or ()}.get(gold, 0))
    assert golden[1] > 3 * golden[0]


@in_each_palette
def test_the_lines_to_choose_from_are_drawn_through(palette: str) -> None:
    quiet = replace(SINKING, phase="roll")
    chart, line = CHARTS[palette], SINKING.sheet.by_label["H"]
    (x1, y1), (x2, y2) = (points(NEWEST)[vertex] for vertex in line.path[1:3])
    spots = [(round(x1 + (x2 - x1) * part / 40), round(y1 + (y2 - y1) * part / 40)) for part in range(8, 33)]
    dark = tuple(chart.inks[3 * ink(INK, chart) :][:3])
    shares = []
    for state in (quiet, SINKING):
        image = paint(Scene(state.view_for(PIRATE)), THEMES[palette]).convert("RGB")
        shares.append(sum(image.getpixel(spot) == dark for spot in spots) / len(spots))
    assert shares[0] < 0.8 < 0.95 < shares[1]


@in_each_palette
def test_treasures_differ_without_their_colours(palette: str) -> None:
    drawn = {}
    for kind in TREASURES:
        sprite = woodcut(icon(kind, 44, CHARTS[palette]))
        ground = Image.new("RGBA", sprite.size, (233, 208, 158, 255))
        ground.alpha_composite(sprite)
        drawn[kind] = ground.convert("L").point(lambda value: 255 if value > 90 else 0)
    for one in TREASURES:
        for other in TREASURES:
            if one < other:
                apart = ImageChops.difference(drawn[one], drawn[other]).histogram()[255]
                assert apart > 44 * 44 * 0.12, f"{one} and {other} have nearly one outline"


def test_the_dice_are_told_apart_by_shade() -> None:
    shades, picture = [], Canvas((84, 84), CHART.inks)
    for cursed in (False, True):
        die(3, 84, CHART, cursed=cursed).put(picture, (42, 42))
        shades.append(picture.convert("L").tobytes()[42 * 84 + 20])
    assert shades[0] - shades[1] > 150


def test_tiles_stay_on_the_map() -> None:
    for number in range(1, 37):
        left, top, right, bottom = box_of(NEWEST, number)
        assert 0 <= left < right <= WIDTH
        assert 0 <= top < bottom <= MAP


@in_each_palette
def test_land_that_may_be_chosen_or_is_doomed_has_a_colour_that_no_other_has(palette: str) -> None:
    chart = CHARTS[palette]
    assert abs(luminance(chart.land) - luminance(chart.sea)) > 25
    assert abs(luminance(chart.sheet) - luminance(chart.loot)) > 120
    others = {ink(colour, chart) for colour in (chart.sea, chart.shallows, chart.land, chart.hills)}
    assert len(others) == 4
    assert not others & {ink(chart.lit, chart), ink(chart.doomed, chart)}
    assert ink(chart.lit, chart) != ink(chart.doomed, chart)


@pytest.mark.parametrize("pixels", [1, 2, 8])
def test_a_space_grows_on_all_sides(pixels: int) -> None:
    shape = filled(NEWEST, 7, box_of(NEWEST, 7))
    assert _grown(shape, pixels) == shape.filter(ImageFilter.MaxFilter(2 * pixels + 1)) != shape


def test_a_value_that_is_crossed_out_is_a_cross_and_any_other_a_number() -> None:
    for mark in ("crossed", "circled", "open"):
        one, other = (bytes(cell(value, mark, CHART).image) for value in (20, 25))
        assert (one == other) is (mark == "crossed")


@in_each_palette
def test_letters_have_soft_edges(palette: str) -> None:
    image = paint(Scene(LOOTING.view_for(None)), THEMES[palette])
    for x, y in (label(NEWEST, 33).digits, (LEFT + 20, TOP + 70)):
        assert len(image.crop((x - 20, y - 14, x + 20, y + 14)).getcolors() or ()) > 2


def test_with_any_header_the_picture_is_at_most_a_fifth_higher_than_wide() -> None:
    for story in ("", "A story"):
        header = PictureHeader(
            "Captain’s Curse", "Round 6", (Player("Ann", (SeatSign("Pirate", 0, "P"),)),), result=story
        )
        drawn = draw("curse", Scene(SINKING.view_for(None), header=header))
        assert drawn.height <= 1.2 * drawn.width


def test_what_sinks_is_written_on_the_map_in_the_place_of_the_dice() -> None:
    x, y = (round(part) for part in PLACES[str(NEWEST)]["dice"])
    box = (x - 130, y - 80, x + 130, y + 80)
    lines = SINKING.view_for(None).lines[:2]
    one, other = (picture(SINKING, Sink(each.label), chosen=(f"sink {each.label}",)) for each in lines)
    assert differs(one, other, box)
    preview = seen(SINKING.preview(PIRATE, Sink(lines[0].label)), preview=True)
    assert not differs(one, preview, box), "the preview says the same"


def test_each_goal_has_its_own_sign_for_met_open_and_missed() -> None:
    view = LOOTING.view_for(None)
    shown = [
        seen(each)
        for each in (
            view,
            replace(view, end=replace(view.end, crossed=0, perfect=True)),
            replace(view, now=replace(view.now, unsunk=14), end=replace(view.end, unsunk=14)),
        )
    ]
    for row, (met, missed) in enumerate([(True, False), (True, False), (False, True)]):
        y = TOP + 237 + 40 * row
        box = (LEFT, y - 18, LEFT + 36, y + 18)
        assert differs(shown[0], shown[1], box) is met
        assert differs(shown[0], shown[2], box) is missed


def test_what_sinks_is_said_as_in_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    said = list[tuple[str, ...]]()
    monkeypatch.setattr(score_sheet, "plate", lambda _picture, _edition, lines, _theme: said.append(lines))
    view = SINKING.view_for(PIRATE)
    for row in prompts.rows(view, ()):
        for offer in row:
            seen(view, chosen=offer.steps)
            letter, *cost = said.pop()
            assert offer.label.removesuffix(f" {DROWNS}") == f"Line {letter} · {', '.join(cost)}"
