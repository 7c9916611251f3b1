"""The station's pictures: heights, crew, dangers and running water, each where it belongs."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.games.core import Outcome, Seat
from bot.games.crackers.actions import BLUE, CAPTAIN
from bot.games.crackers.book import drawn
from bot.games.crackers.rules import CrackersState, start
from bot.games.crackers.view import CrackersView
from bot.languages import speaking
from rendering.crackers.figures import crew
from rendering.crackers.painter import layout, paint
from rendering.crackers.strip import MIDDLE, STRIP, WIDTH
from rendering.crackers.tiles import FIGURES, STATIONS, depth_sign, front, height_sign, number, square
from rendering.painting import draw
from rendering.scene import PictureHeader, Player, Scene, SeatSign
from rendering.theme import THEMES, luminance
from tests.games.crackers.positions import DUNK
from tests.games.playing import played

from .pictures import differing, in_each_palette

DEFAULT = THEMES["default"]
FLOOR = """
c   .   .   .   .
!   .   .   .   .
.   .   .   .   .
.   .   .   .   pRYB
"""


def differences(first: Image.Image, second: Image.Image, state: CrackersState) -> set[str]:
    """The squares on which two pictures of ``state``'s board differ, seams left out."""
    sheet = state.station.layout
    return differing(layout(sheet.grid.columns, sheet.grid.rows), first, second, 3)


def seen_view(view: CrackersView, **scene: Any) -> Image.Image:
    return paint(Scene(view, **scene), DEFAULT)


def seen(state: CrackersState) -> Image.Image:
    return seen_view(state.view_for(None))


@pytest.mark.parametrize("cell", ["1", "3", "~1", "~4", "2~1"])
def test_heights_are_drawn_on_their_square(cell: str) -> None:
    rows = FLOOR.strip().splitlines()
    rows[1] = rows[1].replace("!   .   .", f"!   .   {cell}", 1)
    changed = drawn("\n".join(rows), CAPTAIN)
    plain = drawn(FLOOR, CAPTAIN)
    assert differences(seen(plain), seen(changed), plain) == {"c3"}


@in_each_palette
def test_water_is_darker_the_deeper_it_is(palette: str) -> None:
    tones = [luminance(tone) for tone in STATIONS[palette].several("waters")]
    assert all(above - below > 25 for above, below in pairwise(tones))
    assert luminance(STATIONS[palette].plate) - tones[0] > 40


@in_each_palette
def test_heights_are_told_apart_in_greyscale(palette: str) -> None:
    heights = [(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 0), (2, 0), (3, 0), (1, 1), (2, 1), (3, 1), (2, 2)]
    # As small as a square is on a phone.
    tiles = {
        height: square(108, *height, STATIONS[palette]).convert("L").resize((43, 43)) for height in heights
    }
    for one, other in combinations(heights, 2):
        changed = ImageChops.difference(tiles[one], tiles[other]).point(lambda grey: 255 if grey > 60 else 0)
        assert changed.histogram()[255] > 20, (one, other)


@in_each_palette
def test_each_sandbag_raises_the_floor_wet_or_dry(palette: str) -> None:
    theme = STATIONS[palette]

    def fronts(water: int) -> list[int]:
        """How many rows from below are the front's."""
        found = []
        for sand in range(4):
            edge = square(108, sand, water, theme).crop((30, 0, 31, 106)).tobytes()
            rows = [edge[3 * y : 3 * y + 3] for y in range(105, -1, -1)]
            side = {bytes(theme.bag_line), bytes(theme.pod)}
            found.append(next(count for count, row in enumerate(rows) if row not in side))
        return found

    assert fronts(1) == fronts(2) == [0, 7, 16, 25]
    assert fronts(0)[1:] == [7, 16, 25]


def numbered(sand: int, water: int) -> Image.Image:
    """Nothing but the numbers of a square."""
    tile = Image.new("RGB", (108, 108), DEFAULT.chosen)
    number(tile, 108, sand, water, STATIONS["default"])
    return tile


@pytest.mark.parametrize("water", [0, 1, 4])
def test_a_number_of_sandbags_stands_from_two_on(water: int) -> None:
    bare = numbered(0, water)
    assert [numbered(sand, water) != bare for sand in range(4)] == [False, False, True, True]


def test_a_depth_stands_from_two_on_where_it_drowns() -> None:
    assert [numbered(0, water) != numbered(0, 0) for water in range(4)] == [False, False, True, True]


@in_each_palette
@pytest.mark.parametrize("size", [6, 8])
def test_numbers_can_be_read_where_a_picture_is_280_pixels_wide(palette: str, size: int) -> None:
    theme, cell = STATIONS[palette], layout(size, size).cell
    for sign, ink in (
        (depth_sign(cell, 3, theme), theme.paper),
        (height_sign(cell, 3, theme), theme.bag_line),
    ):
        inner = sign.crop((6, 6, sign.width - 6, sign.height - 6)).convert("RGB")
        lit = ImageChops.difference(inner, Image.new("RGB", inner.size, ink)).convert("L")
        _, top, _, bottom = lit.point(lambda off: 255 if off < 60 else 0).getbbox() or (0, 0, 0, 0)
        assert (bottom - top) * 280 / WIDTH > 5, "as high as small print"


def test_the_numbers_of_a_square_are_clear_of_each_other() -> None:
    theme = STATIONS["default"]
    for cell in (86, 108, 148):
        disc, tag = depth_sign(cell, 4, theme), height_sign(cell, 3, theme)
        assert 3 + disc.height <= cell - front(cell, 3) - tag.height


def test_a_chosen_column_is_marked_outside_its_tiles() -> None:
    state = drawn(FLOOR, CAPTAIN)
    view = state.view_for(None)
    plain, lit = seen_view(view), seen_view(view, chosen=("b",))
    board = layout(view.files, view.ranks)
    assert differing(board, plain, lit, 5) == set()
    left, top, right, bottom = ImageChops.difference(plain.convert("RGB"), lit.convert("RGB")).getbbox() or (
        0,
        0,
        0,
        0,
    )
    assert top < board.top - 20
    assert bottom > board.bounds[3] + 20
    assert (left + 3, right - 3) == board.box("b2")[::2]
    for y in (board.top - 10, board.bounds[3] + 10):
        assert lit.convert("RGB").getpixel((left + 12, y)) == DEFAULT.chosen, (
            "its letters stand on light tabs"
        )


@in_each_palette
def test_the_crew_differs_in_shape_and_letter(palette: str) -> None:
    shapes = [crew(who, "RYB"[who], 60, STATIONS[palette]).getchannel("A") for who in range(3)]
    for one, other in combinations(shapes, 2):
        assert ImageChops.difference(one, other).histogram()[255] > 100


def test_the_crew_has_the_first_letters_of_its_names() -> None:
    state = drawn("c R B\n! Y .\n. . p", CAPTAIN)
    english = seen(state)
    with speaking("de"):
        assert differences(english, seen(state), state) == {"b2"}, "Gelb is yellow, Rot red and Blau blue"


def test_each_of_three_on_one_square_can_be_seen() -> None:
    together = drawn("c . .\n! RYB .\n. . p", CAPTAIN)
    for missing in ("RY", "RB", "YB"):
        assert "b2" in differences(
            seen(together), seen(drawn(f"c . .\n! {missing} .\n. . p", CAPTAIN)), together
        )


@pytest.mark.parametrize("size", [6, 7, 8])
@pytest.mark.parametrize("here", [1, 2, 3])
def test_nobody_hides_a_number_or_each_other(size: int, here: int) -> None:
    board, theme = layout(size, size), STATIONS["default"]
    places, share = FIGURES["stands"][here - 1]
    taken = Image.new("L", (board.cell * 2, board.cell * 2))
    shift = board.cell // 2
    for who, (x, y) in enumerate(places):
        token = crew(who, "RYB"[who], round(board.cell * share), theme, active=True)
        left, top = (shift + round(board.cell * place) - token.width // 2 for place in (x, y))
        solid = Image.new("L", taken.size)
        solid.paste(token.getchannel("A").point(lambda alpha: 255 if alpha > 128 else 0), (left, top))
        hidden = ImageChops.multiply(taken, solid).histogram()[255]
        assert hidden < 0.06 * solid.histogram()[255], "their rims may touch"
        taken = ImageChops.lighter(taken, solid)
    bare = Image.new("RGB", (board.cell, board.cell), theme.chosen)
    for sand, water in ((3, 0), (0, 3)):
        tile = bare.copy()
        number(tile, board.cell, sand, water, theme)
        left, top, right, bottom = ImageChops.difference(bare, tile).getbbox() or (0, 0, 0, 0)
        digit = (left + 6 + shift, top + 6 + shift, right - 6 + shift, bottom - 6 + shift)
        assert taken.crop(digit).histogram()[255] == 0


def test_whose_turn_it_is_shows_on_the_board() -> None:
    red, captain = drawn("c . .\n! R .\n. . pYB"), drawn("c . .\n! R .\n. . pYB", CAPTAIN)
    assert differences(seen(red), seen(captain), red) == {"b2"}


def test_what_the_captain_may_still_do_and_the_end_stand_in_place_of_the_rounds() -> None:
    crew, settling = drawn(DUNK, BLUE), played(drawn(DUNK, BLUE), "b2-")
    turns = [drawn(DUNK, CAPTAIN, done) for done in ((), ("bag",))]
    ended = replace(crew.view_for(None), to_act=(), phase="over")
    views = (ended, *(state.view_for(None) for state in (crew, settling, *turns)))
    assert settling.to_act == {CAPTAIN}
    assert len({_strip(view).tobytes() for view in views}) == len(views)


def test_nobody_is_lit_once_people_ended_the_game() -> None:
    view = drawn(DUNK, BLUE).view_for(None)
    ended = replace(view, to_act=())
    assert "b2" in differences(seen_view(view), seen_view(ended), drawn(DUNK, BLUE))


def test_running_water_is_an_arrow_over_its_squares() -> None:
    before = drawn("c3 3 3 3\n!~1 1 . 3\n3 3 3 pRYB", CAPTAIN)
    after = played(before, "pump a2 c2")
    still = drawn("c3 3 3 3\n!~1 1 ~1 3\n3 3 3 pRYB", CAPTAIN, ("pump",))
    assert differences(seen(after), seen(still), after) == {"a2", "b2", "c2"}


def test_water_runs_below_whoever_stands_there() -> None:
    state = drawn(DUNK)
    view = state.view_for(None)
    runs = ("a2", "b2", "b3", "a3", "a4", "b4"), ("a2", "b2", "b3"), ("b4", "a4"), ("d1", "e1")
    frame = layout(view.files, view.ranks)
    dry = seen_view(view).convert("RGB")
    for run in runs:
        wet = seen_view(replace(view, runs=(run,))).convert("RGB")
        for one, other in pairwise(run):
            (x, y), (to_x, to_y) = frame.centre(one), frame.centre(other)
            x, y = round((x + to_x) / 2), round((y + to_y) / 2)
            box = (x - 40, y - 40, x + 40, y + 40)
            assert ImageChops.difference(dry.crop(box), wet.crop(box)).getbbox(), (one, other)
        for name in {"a4", "b2", "b3", "e1"} & set(run):
            x, y = frame.centre(name)
            face = (round(x) - 18, round(y) - 24, round(x) + 18, round(y) + 12)
            assert ImageChops.difference(dry.crop(face), wet.crop(face)).getbbox() is None, (run, name)


def test_old_water_is_not_drawn_over_the_squares_that_are_offered() -> None:
    state = played(drawn(FLOOR, CAPTAIN), "pump a3", "pump a3 b3")
    view, choices = state.view_for(CAPTAIN), tuple(state.legal(CAPTAIN))[:3]
    dry = replace(view, runs=(), earlier=())
    assert differences(seen_view(view), seen_view(dry), state) == {"a3", "b3"}
    assert seen_view(view, choices=choices).tobytes() == seen_view(dry, choices=choices).tobytes()


def test_earlier_water_of_the_turn_stays_drawn() -> None:
    state = played(drawn(FLOOR, CAPTAIN), "pump a3", "pump a3 b3", "bag e3")
    view = state.view_for(None)
    images = [seen_view(each) for each in (view, replace(view, earlier=()))]
    assert differences(images[0], images[1], state) == {"a3", "b3"}


def test_a_danger_is_shown_with_the_way_and_its_straits() -> None:
    safe = drawn("c . . .\n! R . .\n. . . pYB", CAPTAIN)
    tight = drawn("c . ~2 .\n! R . .\n. . ~2 pYB", CAPTAIN)
    calm = drawn("c . ~2 .\n! . . .\n. . ~2 pRYB", CAPTAIN)
    assert {"c2", "d2"} <= differences(seen(tight), seen(calm), tight)
    assert differences(seen(safe), seen(drawn("c . . .\n! . . .\n. . . pRYB", CAPTAIN)), safe) == {"b2", "d1"}


def test_a_wet_pod_has_an_alarm_until_the_game_is_over() -> None:
    wet = drawn("c . .\n! . R\nY B p~1", CAPTAIN)
    view = wet.view_for(None)
    over = replace(view, outcome=Outcome.won_by("held out", (BLUE,), (BLUE, CAPTAIN)))
    assert differences(seen(wet), seen_view(over), wet) == {"c1"}


def test_a_way_that_two_need_is_drawn_once() -> None:
    state = drawn("c . ~2 .\n! RY . .\n. . ~2 pB", CAPTAIN)
    view = state.view_for(None)
    assert len(view.dangers) == 2
    assert len({danger.way for danger in view.dangers}) == 1
    alone = replace(view, dangers=view.dangers[:1])
    assert seen_view(view).tobytes() == seen_view(alone).tobytes()


def test_choices_are_targets_on_their_squares() -> None:
    state = played(drawn(DUNK, BLUE), "b2-")
    view = state.view_for(CAPTAIN)
    offered = seen_view(view, choices=tuple(state.legal(CAPTAIN)))
    assert differences(seen_view(view), offered, state) == {"b1", "b3", "c2", "a2"}


def test_a_chosen_leak_and_its_resting_places_are_marked() -> None:
    state = drawn("c3 3 3 3\n!~2 1 . 3\n3 2 . pRYB", CAPTAIN)
    view = state.view_for(CAPTAIN)
    pumps = tuple(action for action in state.legal(CAPTAIN) if str(action).startswith("pump"))
    marked = differences(seen_view(view), seen_view(view, chosen=("pump a2",), choices=pumps), state)
    assert marked == {"a2", *(str(pump).split()[2] for pump in pumps)}


def test_marks_are_crosses() -> None:
    state = drawn(FLOOR, CAPTAIN)
    view = state.view_for(None)
    assert differences(seen_view(view), seen_view(view, marks=("b2", "c4")), state) == {
        "b2",
        "c4",
    }


@pytest.mark.parametrize("name", ["station", "outpost", "bell"])
def test_every_layout_is_painted_light(name: str) -> None:
    state = start({"board": name, "rounds": None, "path": "wade"})
    header = PictureHeader(
        "Crackers", "Round 1", (Player("Ann", (SeatSign("Red", 0xE24A46, "R"),), lit=True),)
    )
    picture = draw("crackers", Scene(state.view_for(None), header=header))
    assert picture.width == 960
    assert picture.height <= 1.2 * picture.width
    assert len(picture.data) < 40_000


def _strip(view: CrackersView) -> Image.Image:
    """What is drawn below the station."""
    picture = seen_view(view).convert("RGB")
    return picture.crop((0, picture.height - STRIP, WIDTH, picture.height))


def test_half_the_rounds_fill_half_of_the_gauge() -> None:
    view = drawn(FLOOR).view_for(None)
    row = (0, MIDDLE - 16, WIDTH, MIDDLE - 15)  # above the words
    started, half = (replace(view, round=over + 1) for over in (0, view.rounds // 2))
    one, other = (_strip(each).crop(row) for each in (started, half))
    left, _, right, _ = ImageChops.difference(one, other).getbbox() or (0, 0, 0, 0)
    assert left < 60
    assert right == pytest.approx(461, abs=1)


def test_the_end_of_the_gauge_s_filling_swallows_no_letter() -> None:
    view = drawn(FLOOR, rounds=16).view_for(None)
    for now in range(2, 17):
        strip = _strip(replace(view, round=now))
        empty = strip.getpixel((WIDTH - 100, MIDDLE - 16))
        row = [strip.getpixel((x, MIDDLE - 16)) for x in range(WIDTH - 90)]  # above the words
        end = max(x for x, shade in enumerate(row) if shade != empty) + 1
        for x in (end - 4, end + 4):
            column = {strip.getpixel((x, y)) for y in range(MIDDLE - 16, MIDDLE + 16)}
            assert len(column) == 1, "no letter is beside it"


@pytest.mark.parametrize("mover", [Seat("red"), CAPTAIN])
def test_the_round_stands_below_the_board_next_to_what_is_asked(mover: Seat) -> None:
    rounds = [replace(drawn(FLOOR, mover).view_for(None), round=number) for number in (4, 9)]
    changed = ImageChops.difference(*(_strip(view) for view in rounds)).getbbox()
    assert changed is not None
    assert changed[3] - changed[1] > 16, "its numbers can be read at 280 pixels"
    state, sheet = drawn(FLOOR, mover), drawn(FLOOR, mover).station.layout
    whole = seen(state)
    assert whole.height - STRIP >= layout(sheet.grid.columns, sheet.grid.rows).bounds[3]
