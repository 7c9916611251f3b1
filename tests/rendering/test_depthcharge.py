"""Depth Charge's pictures: each viewer's own, north up, small enough."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.games import GAMES
from bot.games.core import Seat
from bot.games.depthcharge.actions import BOARD, DETOUR, NORTH, SOUTH, Charge, Move, Sound
from bot.games.depthcharge.prompts import label
from bot.games.depthcharge.rules import DepthChargeState
from bot.games.depthcharge.view import Deed, DepthChargeView, Proof, Report
from rendering.depthcharge.colours import LAKES, SHADE, crew_of
from rendering.depthcharge.footer import EDGE, GAP, NARROW, RIM, TALL, TOP
from rendering.depthcharge.lake import CELL, FRAME
from rendering.depthcharge.painter import paint
from rendering.depthcharge.pieces import boat, mine, ping, sounding
from rendering.painting import draw
from rendering.scene import Scene
from rendering.theme import THEMES, luminance, mix
from tests.games.depthcharge.drawing import lake
from tests.games.depthcharge.playing import game
from tests.games.playing import played

from .pictures import differing, in_each_palette

THEME = THEMES["default"]
WAYS = ("n", "e", "s", "w")
SEEN = """
9: . . . . . . . . . . . .
. . . * . . . . * . . .
. # . . . . . . . . . .
. . . S . . . . . . . .
. . . . . . . . # . . .
. . * . . . . N . . . .
"""


def changed(one: Image.Image, two: Image.Image) -> set[str]:
    """The squares on which two pictures differ."""
    return differing(FRAME, one, two)


def picture(view: DepthChargeView, **scene: object) -> Image.Image:
    return paint(Scene(view, **scene), THEME)  # type: ignore[arg-type]


def public(state: DepthChargeState) -> Image.Image:
    """What everybody sees."""
    return picture(state.view_for(None))


def test_a_dash_stands_where_a_boat_has_been() -> None:
    view = played(lake(SEEN), "move nwn", "move s", "move sss", "move n").view_for(None)
    south, north = view.sides
    forgotten = replace(view, sides=(south, replace(north, swept=())))
    assert north.swept == ("c7", "c8", "d7")
    assert changed(picture(view), picture(forgotten)) == {"c7", "c8", "d7"}


def test_the_owner_alone_sees_the_mines() -> None:
    state = lake(SEEN)
    seen = public(state)
    assert changed(seen, picture(state.view_for(SOUTH))) == {"c4"}
    assert changed(seen, picture(state.view_for(NORTH))) == {"d8", "i8"}
    assert changed(seen, picture(state.reveal())) == {"c4", "d8", "i8"}


@pytest.mark.parametrize("seat", [SOUTH, NORTH])
def test_a_way_leads_where_a_compass_says_on_the_picture_of_either_side(seat: Seat) -> None:
    view = lake(SEEN, mover=seat).view_for(seat)
    middles = {}
    for square in BOARD.around[BOARD.read(view.side(seat).boat)]:
        name = BOARD.names[square]
        plain, aimed = (
            picture(view, bottom=seat, choices=(Sound(square),) * len(chosen), chosen=chosen)
            for chosen in ((), ("sound", name))
        )
        left, top, right, bottom = (
            ImageChops.difference(plain.convert("RGB"), aimed.convert("RGB")).getbbox() or (0,) * 4
        )
        way = label(view, ("sound",), name).removeprefix(f"{name} ").strip("()")
        middles[way] = (left + right) / 2, (top + bottom) / 2
    assert len(middles) == 8
    for way, other in (("North", "South"), ("Northeast", "Southeast"), ("Northwest", "Southwest")):
        assert middles[way][1] < middles[other][1]
    for way, other in (("West", "East"), ("Northwest", "Northeast"), ("Southwest", "Southeast")):
        assert middles[way][0] < middles[other][0]


def test_the_newest_report_is_told_from_older_ones() -> None:
    fresh, older = played(lake(SEEN), "sound e7"), played(lake(SEEN), "sound e7", "sound g4")
    assert "e7" in changed(public(fresh), public(older))


def sounded(state: DepthChargeState, *reports: Report, viewer: Seat | None = None) -> DepthChargeView:
    """A view of ``state`` after ``reports``."""
    last = reports[-1]
    deed = Deed(last.seat, "sound", (last.square,), "ping", last.times)
    return replace(state.view_for(viewer), reports=reports, last=deed)


@pytest.mark.parametrize("name", ["a1", "a6", "b12", "f12", "l7"])
@pytest.mark.parametrize("times", [(), (3, 5, 9, 11, 14)])
def test_a_sounding_crosses_out_no_coordinate(name: str, times: tuple[int, ...]) -> None:
    view = sounded(lake(SEEN), Report(SOUTH, name, times))
    quiet, seen = (picture(each) for each in (lake(SEEN).view_for(None), view))
    drawn = ImageChops.difference(quiet.convert("RGB"), seen.convert("RGB")).crop((0, 0, 1000, 1000))
    left, top, right, bottom = FRAME.bounds
    assert drawn.crop((left + 2, top + 2, right - 2, bottom - 2)).getbbox()
    drawn.paste(0, (left - 6, top - 6, right + 6, bottom + 6))
    assert drawn.getbbox() is None


PINGS = [
    (Report(SOUTH, "e6", (3,)), "b9 c7 d8 e9 f8 g7 h9"),
    (Report(SOUTH, "e6", (1, 2)), "d7 e7 f7 c8 e8 g8"),
    # An island is in the way to a7.
    (Report(SOUTH, "c7", (2,)), "a9 c9 e7 e9"),
    # No mine lies where a boat starts.
    (Report(SOUTH, "k11", (1,)), "j10 j11 j12 k10 k12 l10 l11"),
    (Report(NORTH, "h7", (2,)), "f5 h5 j5"),
    (Report(SOUTH, "e6", ()), ""),
]


@pytest.mark.parametrize(("report", "squares"), PINGS)
def test_each_ping_is_written_on_the_squares_that_it_may_come_from(report: Report, squares: str) -> None:
    state = lake(SEEN, mover=report.seat)
    view, silent = sounded(state, report), sounded(state, replace(report, times=()))
    assert changed(picture(view), picture(silent)) - {report.square} == set(squares.split())


@pytest.mark.parametrize("palette", THEMES)
def test_pings_are_told_apart_on_any_water_in_a_chat_on_a_narrow_phone(palette: str) -> None:
    theme = LAKES[palette]
    for depth in theme.several("depths"):
        seen = []
        for time in (3, 5, 6, 8, 9):
            square, sprite = Image.new("RGB", (CELL, CELL), depth), ping(time, theme)
            square.paste(sprite, (5, 13), sprite)
            seen.append(square.convert("L").resize((21, 21), Image.Resampling.LANCZOS))
        for one, two in combinations(seen, 2):
            assert ImageStat.Stat(ImageChops.difference(one, two)).rms[0] > 18


def test_everybody_sees_the_soundings_of_whose_turn_it_is_and_at_the_end_the_last() -> None:
    state = played(lake(SEEN), "sound e7", "sound g5", "move s", "sound h5")
    own = draw("depthcharge", Scene(replace(state.view_for(None), viewer=SOUTH))).data
    assert draw("depthcharge", Scene(state.view_for(None))).data == own
    assert {"g7", "f8"} & changed(public(state), public(played(state, "move n"))), "then it's North's"
    over = replace(state.view_for(None), to_act=(), phase="over")
    rings = replace(over, reports=over.reports[:-1])
    assert "h5" in changed(picture(over), picture(rings))


def test_a_ping_is_not_written_where_no_mine_can_be() -> None:
    view = sounded(lake(SEEN), Report(SOUTH, "e6", (3, 5)))
    south, north = view.sides
    known = replace(south, missed=("d8",)), replace(north, swept=("f8",), destroyed=("g7",))
    later = replace(view, sides=known)
    at_once = replace(later, reports=(replace(view.reports[-1], gone=("g7",)),))
    assert {"b9", "c7", "e9", "h9"} <= changed(picture(at_once), picture(later)), "one at 3 is explained"
    assert not {"d8", "f8", "g7", "e11"} & changed(picture(at_once), picture(later))


def test_a_ping_is_not_written_on_a_boat_that_a_preview_puts_there() -> None:
    state = played(lake(SEEN), "sound c7", "move w")
    before, ahead = state.view_for(SOUTH), state.preview(SOUTH, Move("nwn"))
    assert (before.reports[-1].times, ahead.side(SOUTH).boat) == ((1, 7), "c8")
    silent = replace(ahead, reports=(replace(ahead.reports[-1], times=()),))
    assert "b8" in changed(picture(ahead), picture(silent))
    assert "c8" not in changed(picture(ahead), picture(silent))


def test_a_ping_is_not_written_where_the_sonar_officer_knows_better() -> None:
    view = sounded(lake(SEEN), Report(SOUTH, "e6", (3,)), viewer=SOUTH)
    proven = replace(view, proof=Proof(("d8", "f8"), ("e9",)))
    silent = replace(proven, reports=(Report(SOUTH, "e6", ()),))
    assert changed(picture(proven), picture(silent)) == {"b9", "c7", "e6", "g7", "h9"}


def test_water_that_is_proved_empty_is_shaded_with_the_enemy_s_harbour() -> None:
    view = lake(SEEN).view_for(SOUTH)
    proven = replace(view, proof=Proof(("d8", "f8"), ()))
    shaded = changed(picture(view), picture(proven))
    assert {"d8", "f8", "l12"} <= shaded
    assert not {"d9", "e8", "f9", "k12"} & shaded
    assert len(draw("depthcharge", Scene(proven)).data) < 80_000


@in_each_palette
def test_squares_can_be_counted_at_every_depth(palette: str) -> None:
    ground = paint(Scene(lake(SEEN).view_for(None)), THEMES[palette]).convert("L")
    for square in ("a4", "b4", "c4", "d5", "f6"):
        left, top, *_ = FRAME.box(square)
        across = ground.crop((left - 1, top + 20, left + 20, top + 21)).tobytes()
        assert max(across) - min(across) > 12, square


def test_a_miss_is_counted_with_the_sign_that_lies_on_the_lake() -> None:
    def signs(seat: Seat, missed: int) -> bytes:
        view = lake(SEEN, misses=3).view_for(None)
        south, north = (
            replace(each, missed=("e7", "f9")[: missed * (each.seat == seat)]) for each in view.sides
        )
        return picture(replace(view, sides=(south, north))).crop((0, 1003, 1000, 1060)).tobytes()

    assert len({signs(seat, missed) for seat in (SOUTH, NORTH) for missed in (0, 1, 2)}) == 5


def test_a_chart_shows_the_pings_that_its_owner_heard() -> None:
    own, other = Report(SOUTH, "e6", (3,)), Report(NORTH, "h7", (2,))
    heard, silent = (
        picture(sounded(lake(SEEN), replace(own, times=times), other, viewer=SOUTH)) for times in ((3,), ())
    )
    assert {"e9", "h9"} <= changed(heard, silent)
    theirs = lake(SEEN, mover=NORTH)
    open_to_all = [picture(sounded(theirs, replace(own, times=times), other)) for times in ((3,), ())]
    assert changed(*open_to_all) == {"e6"}


def test_a_miss_and_a_wreck_are_marked() -> None:
    near = played(lake(SEEN), "move n", "sound g4")
    waited, missed, hit = (
        played(near, action, "sound g4") for action in ("sound c6", "charge e7", "charge d8")
    )
    before = public(waited)
    assert "e7" in changed(before, public(missed))
    assert "d8" in changed(before, public(hit))


def test_what_lies_under_a_report_is_shown_small() -> None:
    near = played(lake(SEEN), "move n", "sound g4")
    sounded = played(near, "sound d8", "sound g4", "move w", "sound g4")
    charged = played(near, "sound d8", "sound g4", "charge d8", "sound g4")
    assert "d8" in changed(public(sounded), public(charged))


def test_a_boat_faces_the_way_it_came() -> None:
    assert len({boat(SOUTH, way, LAKES["default"]).tobytes() for way in WAYS}) == 4
    state = played(lake("6: . . . . . S . . . . . ."), "move wne", "sound k12")
    other = played(lake("6: . . . . . S . . . . . ."), "move n", "sound k12")
    assert (state.fleet(SOUTH).boat, state.fleet(SOUTH).facing) == (other.fleet(SOUTH).boat, "e")
    assert "f7" in changed(public(state), public(other))


def test_destinations_and_aims_are_marked() -> None:
    state = lake(SEEN)
    view = state.view_for(SOUTH)
    plain = picture(view)
    moves = tuple(action for action in state.legal(SOUTH) if isinstance(action, Move))
    goals = {state.path(action)[1] for action in moves} - {DETOUR}
    assert changed(plain, picture(view, chosen=("move",), choices=moves)) == goals
    ways = tuple(action for action in moves if state.path(action)[1] == "e7")
    assert changed(plain, picture(view, chosen=("move", "e7"), choices=ways)) >= {"e7", "d7", "e6"}


def test_an_aim_is_previewed() -> None:
    state = lake(SEEN)
    for kind in (Sound, Charge):
        seen = picture(state.preview(SOUTH, kind(BOARD.read("d7"))))
        assert changed(picture(state.view_for(SOUTH)), seen) == {"d7"}


def test_a_placement_shows_what_it_has_chosen() -> None:
    state = DepthChargeState()
    view = state.view_for(SOUTH)
    assert changed(picture(view), picture(view, marks=("b2", "f6"))) == {"b2", "f6"}
    assert played(state, "south mines b2 c3 d4 e5 f6").view_for(SOUTH).side(SOUTH).mines


@in_each_palette
def test_the_other_half_lies_in_the_shade_of_its_own_colours_while_one_places(palette: str) -> None:
    theme, board = THEMES[palette], FRAME
    seen = paint(Scene(DepthChargeState().view_for(SOUTH)), theme).convert("RGB")
    for name in ("a8", "c9", "d10", "g9"):
        left, top, right, bottom = board.box(name)
        mirrored = f"{name[0]}{13 - int(name[1:])}"
        low = board.box(mirrored)
        spot = (left + (right - left) // 3, top + (bottom - top) // 3)
        own = (low[0] + (right - left) // 3, low[3] - (bottom - top) // 3)
        lit = seen.getpixel(own)
        assert isinstance(lit, tuple)
        shade, dark = mix((lit[0], lit[1], lit[2]), theme.ground, SHADE), seen.getpixel(spot)
        assert isinstance(dark, tuple)
        # The shades of water and of the lines on it are almost the same.
        assert max(abs(one - other) for one, other in zip(shade, dark, strict=True)) <= 3, name


@in_each_palette
def test_a_chart_full_of_marks_is_small_and_keeps_the_colours_of_both_sides(palette: str) -> None:
    view = game(4, 60)[-1].view_for(SOUTH)
    kinds = ("possible", "clear", "mine")
    notes = tuple((square, kinds[n % 3]) for n, square in enumerate(GAMES["depthcharge"].markable(view)[:45]))
    data = draw("depthcharge", Scene(view, SOUTH, notes=notes), palette).data
    assert len(data) <= 52_000
    image, colours = Image.open(BytesIO(data)), LAKES[palette]
    kept = {found[1] for found in image.convert("RGB").getcolors(256) or ()}
    assert len(kept) <= 34
    assert {crew_of(SOUTH, colours).sign, crew_of(NORTH, colours).sign, colours.highlight} <= kept


@pytest.mark.parametrize("times", [(7,), (3, 5, 9), (9, 10, 11), (3, 5, 9, 11), (1, 2, 3, 4, 5, 6, 7)])
def test_a_mark_never_lies_over_a_report(times: tuple[int, ...]) -> None:
    view = replace(lake(SEEN).view_for(SOUTH), reports=(Report(SOUTH, "f9", times),))
    marks = [picture(view, notes=(("f9", kind),)) for kind in ("possible", "clear", "mine")]
    left, top, right, bottom = FRAME.box("f9")
    written = ((left + right) // 2 - 1, (top + bottom) // 2 - 1, right, bottom)
    assert len({each.convert("RGB").crop(written).tobytes() for each in marks}) == 1
    assert len({each.convert("RGB").tobytes() for each in marks}) == 3


def test_a_mark_on_a_boat_lies_in_the_lower_left_corner() -> None:
    view = lake(SEEN).view_for(SOUTH)
    boat = view.side(SOUTH).boat
    marked = ImageChops.difference(picture(view), picture(view, notes=((boat, "possible"),))).getbbox()
    left, top, right, bottom = FRAME.box(boat)
    assert marked is not None
    assert marked[2] < (left + right) / 2
    assert marked[1] > (top + bottom) / 2


@in_each_palette
def test_the_sides_differ_in_shape_when_colours_are_gone(palette: str) -> None:
    colours = LAKES[palette]
    boats = [boat(seat, "n", colours).getchannel("A") for seat in (SOUTH, NORTH)]
    plates, older = (
        [sounding(3, seat, fresh, colours) for seat in (SOUTH, NORTH)] for fresh in (True, False)
    )
    mines = [mine(seat, colours) for seat in (SOUTH, NORTH)]
    assert ImageChops.difference(*boats).getbbox()
    assert ImageChops.difference(*(sprite.getchannel("A") for sprite in mines)).getbbox()
    light, dark = (luminance(sprite.convert("RGB").getpixel((28, 32))) for sprite in mines)  # type: ignore[arg-type]
    assert light - dark > 100
    for pair in (plates, older):
        assert ImageChops.difference(*(sprite.getchannel("A") for sprite in pair)).getbbox()
    assert luminance(colours.foam) - luminance(colours.several("depths")[4]) > 100


def test_a_boat_wears_no_older_report_and_hides_nothing_of_the_latest() -> None:
    older = played(lake(SEEN), "sound e7", "sound g4", "move e", "sound g5", "sound f7", "sound g5", "move n")
    latest = played(lake(SEEN), "sound e7", "sound g4", "move e", "sound g5", "move n")
    for state, differs in ((older, False), (latest, True)):
        view = replace(state.view_for(None), viewer=SOUTH)
        assert view.side(SOUTH).boat == "e7"
        one, other = (
            picture(replace(view, reports=(Report(SOUTH, "e7", times), *view.reports[1:])))
            for times in ((8,), (8, 9, 10, 11))
        )
        assert ("e7" in changed(one, other)) is differs


def test_a_report_has_as_many_dots_as_pings_and_no_number() -> None:
    for seat in (SOUTH, NORTH):
        for pings in range(8):
            sprite = sounding(pings, seat, True, LAKES["default"]).convert("RGB")
            middle = sprite.width // 2
            inner = sprite.crop((middle - 18, middle - 18, middle + 18, middle + 18))
            ink = {
                (x, y)
                for x in range(inner.width)
                for y in range(inner.height)
                if inner.getpixel((x, y)) == LAKES["default"].ink
            }
            dots = 0
            while ink:
                dots, reached = dots + 1, [ink.pop()]
                for x, y in reached:
                    near = {(x + right, y + down) for right in (-1, 0, 1) for down in (-1, 0, 1)} & ink
                    ink -= near
                    reached += near
            assert dots == pings


def test_what_an_earlier_sounding_rules_out_is_not_written_for_the_latest() -> None:
    """The second lesson: one mine is left, and two soundings have narrowed it down to d8 and e8."""
    near = lake("8: . . . . * . . . . . . .\n. . . . . . . . . . . .\n. . . S . . . . . . . .")
    first = played(near, "sound d7", "sound k12", "sound e7", "sound k12", "move n", "sound k12")
    last = played(first, "sound d8", "sound k12")
    views = [replace(state.view_for(None), viewer=SOUTH) for state in (first, last)]
    silent = [replace(view, reports=view.reports[:4]) for view in views]
    for view, hidden, squares in zip(views, silent, ({"d8", "e8"}, {"e8"}), strict=True):
        without = replace(hidden, reports=tuple(replace(each, times=()) for each in hidden.reports))
        assert squares <= changed(picture(view), picture(without)) <= squares | {"e7", "d7", "d8"}


def test_a_mine_that_pinged_at_0_keeps_its_sign() -> None:
    near = lake("8: . . . . * . . . . . . *\n. . . S . . . . . . . .")
    found = played(near, "sound e8", "sound k12")
    later = played(found, "sound c7", "sound k12")
    for state, known in ((near, False), (found, True), (later, True)):
        view = replace(state.view_for(None), viewer=SOUTH)
        clear = replace(view, reports=tuple(replace(each, times=(1,)) for each in view.reports))
        assert ("e8" in changed(picture(view), picture(clear))) is known


def test_before_the_kind_of_a_turn_is_chosen_nothing_is_offered() -> None:
    state = lake(SEEN)
    view, legal = state.view_for(SOUTH), tuple(state.legal(SOUTH))
    assert picture(view, choices=legal).tobytes() == picture(view).tobytes()
    aims = tuple(action for action in legal if isinstance(action, Sound))
    assert picture(view, choices=aims).tobytes() != picture(view).tobytes(), "a hint may show some of a kind"


def test_a_boat_with_a_number_behind_it_leaves_no_wake() -> None:
    theme, state = LAKES["default"], played(lake(SEEN), "sound c7", "sound g4")
    assert boat(SOUTH, "n", theme).tobytes() != boat(SOUTH, "n", theme, wake=False).tobytes()
    view = replace(state.view_for(None), viewer=SOUTH)
    south, north = view.sides
    ahead = replace(view, sides=(replace(south, boat="b7", facing="s"), north))
    away = replace(view, sides=(replace(south, boat="b3"), north))
    left, top, right, bottom = FRAME.box("b8")
    upper = (left, top, right, (top + bottom) // 2)
    silent = [replace(each, reports=()) for each in (ahead, away)]
    one, other, wake, water = (picture(each).crop(upper).tobytes() for each in (ahead, away, *silent))
    assert one == other != water != wake


@pytest.mark.parametrize("palette", LAKES)
def test_no_wake_touches_the_letters_of_the_frame(palette: str) -> None:
    view = replace(lake(SEEN).view_for(None), viewer=SOUTH)
    south, north = view.sides
    edge, middle = (
        paint(Scene(replace(view, sides=(replace(south, boat=square, facing="n"), north))), LAKES[palette])
        for square in ("a1", "a4")
    )
    left, _, right, bottom = FRAME.box("a1")
    letter = (left, bottom + 20, right, 1000)
    assert edge.crop(letter).tobytes() == middle.crop(letter).tobytes()


def test_an_older_report_is_a_small_mark_and_the_latest_one_s_times_are_below_the_lake() -> None:
    heard = sounded(lake(SEEN), Report(SOUTH, "e6", (3, 9)), Report(SOUTH, "g4", (5, 11)))
    other = sounded(lake(SEEN), Report(SOUTH, "e6", (4, 8)), Report(SOUTH, "g4", (5, 11)))
    assert "e6" not in changed(picture(heard), picture(other)), "an older one has its number of pings alone"
    later = sounded(lake(SEEN), Report(SOUTH, "e6", (3, 9)), Report(SOUTH, "g4", (5, 12)))
    below = (0, FRAME.bounds[3] + 60, 1000, 1068)
    assert picture(heard).crop(below).tobytes() != picture(later).crop(below).tobytes()
    fresh, older = (sounding(2, SOUTH, each, LAKES["default"]).getbbox() for each in (True, False))
    assert fresh
    assert older
    assert older[2] - older[0] <= CELL * 0.6 < CELL <= fresh[2] - fresh[0]


@pytest.mark.parametrize("times", [(), (1,), (11, 12, 13, 14, 15, 16, 17)])
def test_all_times_of_the_latest_sounding_stay_on_their_panel(times: tuple[int, ...]) -> None:
    """A panel's edge is whole, however many times are on it, and so is a “g”."""
    shown = picture(sounded(lake(SEEN), Report(SOUTH, "g4", times))).convert("RGB")
    theme = LAKES["default"]
    sign = crew_of(SOUTH, theme).sign
    left, right = EDGE + NARROW + GAP, 1000 - EDGE - NARROW - GAP
    middle = range(TOP + 20, TOP + TALL - 20)
    assert {shown.getpixel((x, y)) for x in (left + 2, right - 3) for y in middle} == {sign}
    assert {shown.getpixel((x, TOP + 2)) for x in range(left + 20, right - 20)} == {sign}
    above_rim = TOP + TALL - RIM - 1
    assert {shown.getpixel((x, above_rim)) for x in range(left + 20, right - 20)} == {theme.paper}


@pytest.mark.parametrize("seat", [SOUTH, NORTH])
def test_a_boat_is_larger_than_its_square_and_leaves_a_wake(seat: Seat) -> None:
    sprite = boat(seat, "n", LAKES["default"])
    left, top, right, bottom = sprite.getbbox() or (0, 0, 0, 0)
    assert bottom - top > 1.6 * CELL
    assert right - left > CELL * 0.75
    ends = [sprite.crop((0, y, CELL, y + CELL // 2)).getchannel("A") for y in (0, 3 * CELL // 2)]
    assert ImageStat.Stat(ends[0]).mean > ImageStat.Stat(ends[1]).mean, "the wake is behind it"


def test_columns_are_ruled_as_rows_are() -> None:
    seen = picture(DepthChargeState().view_for(None)).convert("RGB")
    left, top, right, bottom = FRAME.box("f6")
    water = seen.getpixel(((left + right) // 2, (top + bottom) // 2))
    assert {seen.getpixel((left, top + at)) for at in (20, 37, 55)} != {water}
    assert {seen.getpixel((left + at, bottom)) for at in (20, 37, 55)} == {
        seen.getpixel((left, top + at)) for at in (20, 37, 55)
    }
