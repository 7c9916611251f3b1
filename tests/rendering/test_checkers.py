"""The painter of Captain's Checkers, by the pixels."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import groupby, pairwise
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.games.checkers import GAME
from bot.games.checkers.actions import BLACK, BOARD, CHECKERS, parse
from bot.games.checkers.book import position
from bot.games.checkers.view import CheckersView
from bot.games.core import Outcome, Placement, Seat
from rendering.checkers.painter import layout, paint
from rendering.checkers.pieces import (
    BADGE,
    CELL,
    FACE,
    LAYERS,
    LEFT,
    RING,
    WOODS,
    face_top,
    layers,
    pile,
    ring,
    shadow,
    thickness,
)
from rendering.checkers.sidebar import BAR, FLAG, LAYER, SIDE, STRIP
from rendering.scene import Scene
from rendering.theme import THEMES, luminance

from .pictures import differing, in_each_palette

THEME = THEMES["default"]
UPRIGHT = layout(False)
LAST = position(
    """
.  .  .  .  .  .  .  bb
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
rr .  bb .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  r
""",
    ("a5-c5",),
)


def start() -> CheckersView:
    return GAME.start(GAME.read_options({})).view_for(None)


def seen(view: CheckersView, *given: Any, **more: Any) -> Image.Image:
    return paint(Scene(view, *given, **more), THEME)


def square(picture: Image.Image, name: str, flipped: bool = False) -> bytes:
    """The pixels of one square, in RGB."""
    return picture.crop(layout(flipped).box(BOARD.read(name))).convert("RGB").tobytes()


@in_each_palette
def test_rows_come_in_equal_pairs(palette: str) -> None:
    for view in (start(), LAST):
        picture = paint(Scene(view, marks=("d5",)), THEMES[palette])
        rows = picture.tobytes()
        assert picture.height % 2 == 0
        for top in range(0, STRIP, 2):
            first = rows[top * 1000 : top * 1000 + 1000]
            assert first == rows[top * 1000 + 1000 : top * 1000 + 2000], top


@in_each_palette
def test_what_can_be_taken_has_two_lines_around_it_which_hide_nothing(palette: str) -> None:
    plain, ringed = (
        paint(Scene(start(), threatened=each), THEMES[palette]).convert("RGB") for each in ((), ("a2", "c2"))
    )
    assert differing(layout(False), plain, ringed, inset=0) == {"a2", "c2"}
    wood = WOODS[palette]
    for height in (1, 4, 7, 40):
        outline, stack = ring(height, wood), pile("r" * height, wood)
        y = face_top(height) + FACE[1] // 2
        left = [outline.getpixel((x, y)) for x in range(LEFT - RING[0][0], LEFT + 2)]
        assert {(*tone, 255) for tone in (wood.inlay, wood.threat)} <= {*left}
        hidden = ImageChops.subtract(stack.getchannel("A"), outline.getchannel("A"))
        assert hidden.point([0] * 128 + [255] * 128).getbbox() is None, "drawn around all of the stack"


@in_each_palette
def test_the_ring_is_seen_in_greyscale_on_a_small_phone_and_looks_like_no_frame(palette: str) -> None:
    wood = WOODS[palette]
    assert all(math.dist(wood.threat, other) > 150 for other in (wood.chosen, wood.highlight, wood.target))
    plain, ringed = (
        paint(Scene(start(), threatened=each), THEMES[palette])
        .convert("L")
        .resize((280, 280), Image.Resampling.BOX)
        for each in ((), ("a2", "b2"))
    )
    for name in ("a2", "b2"):
        box = tuple(round(edge * 0.28) for edge in layout(False).box(BOARD.read(name)))
        changes = ImageChops.difference(plain.crop(box), ringed.crop(box)).tobytes()  # type: ignore[arg-type]
        assert sorted(changes)[-40] > 48, "on light wood and on dark"


def strip(view: CheckersView) -> bytes:
    """What stands below the board."""
    return seen(view).crop((0, STRIP, 1000, 1000)).tobytes()


def test_the_strip_says_who_is_to_move_and_who_has_won() -> None:
    to_move = [strip(replace(start(), to_act=(seat,))) for seat in GAME.seats]
    won = [
        strip(replace(start(), outcome=Outcome.won_by("control", [seat], GAME.seats))) for seat in GAME.seats
    ]
    drawn = strip(replace(start(), outcome=Outcome.drawn("quiet", GAME.seats)))
    assert len({*to_move, *won, drawn}) == 5


@pytest.mark.parametrize("goal", [33, 64])
@pytest.mark.parametrize("seat", GAME.seats)
@in_each_palette
def test_no_number_covers_a_goal(palette: str, seat: Seat, goal: int) -> None:
    def gilded(goal: int) -> int:
        view = replace(start(), goal=goal, to_act=())
        column = paint(Scene(view, seat), THEMES[palette]).crop(SIDE).convert("RGB")
        return {colour: count for count, colour in column.getcolors() or ()}[THEMES[palette].highlight]

    assert gilded(goal) >= gilded(48)


@in_each_palette
def test_the_palette_holds_every_colour_as_it_is_and_parts_the_owners_in_greyscale(palette: str) -> None:
    kept = WOODS[palette].inks
    colours = set(zip(*[iter(kept)] * 3, strict=True))
    paints = WOODS[palette]
    assert luminance(paints.inlay) - luminance(paints.black) > 120
    assert {paints.red, paints.black, paints.inlay, paints.light, paints.dark} <= colours
    assert {THEMES[palette].highlight, THEMES[palette].chosen} <= colours


@pytest.mark.parametrize("ends", [("g1", "c5"), ("a3", "c5"), ("f8", "c5"), ("a7", "c5")])
def test_a_slanting_arrow_is_whole(ends: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert LAST.last is not None
    view = replace(LAST, last=replace(LAST.last, source=ends[0], target=ends[1]))
    narrow = seen(view).convert("RGB")
    monkeypatch.setattr("rendering.checkers.painter.ASIDE", 1000)
    apart = ImageChops.difference(narrow, seen(view).convert("RGB"))
    # What is matched again may have a colour that is next to its own.
    assert apart.point(([0] * 8 + [255] * 248) * 3).getbbox() is None


def test_the_last_turn_is_marked_on_its_squares_and_the_way_between() -> None:
    plain = replace(LAST, last=None)
    assert differing(UPRIGHT, seen(plain), seen(LAST)) == {"a5", "b5", "c5"}


def test_black_at_the_bottom_turns_the_board_by_half() -> None:
    own, turned = seen(start()), seen(start(), BLACK)
    assert square(own, "b2") == square(turned, "b2", flipped=True)
    assert layout(True).box(BOARD.read("a1"))[:2] == layout(False).box(BOARD.read("h8"))[:2]


def test_legal_sources_and_then_targets_are_drawn() -> None:
    state = GAME.start(GAME.read_options({}))
    (seat,) = state.to_act
    legal = state.legal(seat)
    assert not isinstance(legal, Placement)
    plain = seen(start())
    sources = seen(start(), None, (), tuple(legal))
    assert differing(UPRIGHT, plain, sources) == {f"{file}{rank}" for file in "abcdefgh" for rank in "12"}
    whole, split = {"b4", "d4", "d2"}, {"a2", "b1", "b3", "c2"}
    for steps, ways in ((("b", "2"), whole | split), (("b", "2", "split", "top 1"), split)):
        possible = tuple(action for action in legal if action.path[: len(steps)] == steps)
        assert differing(UPRIGHT, plain, seen(start(), None, steps, possible)) == {"b2"} | ways


def test_a_marked_square_gets_its_cross() -> None:
    assert differing(UPRIGHT, seen(start()), seen(start(), marks=("d5",))) == {"d5"}


def test_only_while_a_game_goes_on_does_its_strip_say_what_wins() -> None:
    playing, ended = start(), replace(start(), to_act=())
    assert strip(playing) != strip(replace(playing, goal=40))
    assert strip(ended) == strip(replace(ended, goal=40)) != strip(playing)


def sides(stack: str) -> list[str]:
    """The colours of a stack's side from the top down, as its pixels in the middle say."""
    wood, height = WOODS["default"], len(stack)
    first = face_top(height) + FACE[1]
    picture = pile(stack, wood).convert("RGB")
    found = []
    for y in range(first, first + thickness(height)):
        tone = picture.getpixel((LEFT + 38, y))
        found += [name for name, own in (("r", wood.red), ("b", wood.side)) if tone == own]
    return [colour for colour, _ in groupby(found)]


@pytest.mark.parametrize(
    "stack", ["r", "rbb", "rrb", "brr", "rbr", "rrbrr", "rbrbr", "bbbrrrbbb", "rbbbbbbb"]
)
def test_a_stack_shows_its_runs_as_bands_from_the_top(stack: str) -> None:
    assert sides(stack) == [colour for colour, _ in groupby(stack)]


@in_each_palette
def test_a_badge_says_how_many_checkers_of_a_stack_are_the_other_sides(palette: str) -> None:
    stacks = ("bbbb", "bbrb", "brbb", "brrb")
    none, one, elsewhere, two = (pile(stack, WOODS[palette]).convert("RGB") for stack in stacks)
    badge = ImageChops.difference(none, one).getbbox()
    assert badge is not None
    assert badge[2] < CELL > badge[3], "within its square"
    middle = (CELL - BADGE[0] + 10, badge[3] - BADGE[1] + 10, CELL - 12, badge[3] - 10)
    inside = [each.crop(middle).tobytes() for each in (one, elsewhere, two)]
    assert inside[0] == inside[1] != inside[2], "wherever they lie, but not however many there are"


def test_the_bands_of_a_high_stack_have_their_shares() -> None:
    assert layers("r" * 5 + "b" * 20) == "rr" + "b" * 7
    assert layers("r" + "b" * 40) == "r" + "b" * 8
    assert layers("r" * 10 + "b" * 11 + "r") == "rrrrbbbbr"
    assert layers("rb" * 24) == "rbrbrbrbr"
    assert layers("b" * 64) == "b" * LAYERS


def test_a_stack_is_as_high_as_it_is() -> None:
    thick = [thickness(height) for height in range(1, 65)]
    assert all(4 <= above - below <= 6 for below, above in pairwise(thick[:7]))
    assert set(thick[6:]) == {36}


@in_each_palette
def test_nothing_runs_over_the_edge_of_its_square(palette: str) -> None:
    for height in range(1, 65):
        for sprite in (each(height, WOODS[palette]) for each in (shadow, ring)):
            left, top, right, bottom = sprite.getbbox() or (0, 0, 0, 0)
            assert 0 < left < right < CELL
            assert 0 < top < bottom < CELL
        box = pile("b" * height, WOODS[palette]).getbbox() or (0, 0, 0, 0)
        assert LEFT <= box[0] < box[2] <= CELL - LEFT
        assert 4 < box[1] < box[3] < CELL - 4, "a frame around the square stays clear of it"


@in_each_palette
def test_the_sides_of_owners_differ_in_greyscale(palette: str) -> None:
    """At a third of their size, as on a phone: red has light notches, black has none."""

    def light(colour: str) -> int:
        upper = face_top(7) + FACE[1] - 12
        side = (
            pile(colour * 7, WOODS[palette]).convert("L").crop((LEFT + 8, upper, CELL - LEFT - 8, upper + 30))
        )
        return sum(side.resize((22, 10), Image.Resampling.BOX).point([0] * 140 + [1] * 116).tobytes())

    assert light("r") > light("b") + 30


def test_the_column_shows_the_shares() -> None:
    def red_rows(view: CheckersView) -> int:
        column = seen(view).convert("RGB").crop(SIDE)
        x = sum(BAR) // 2
        return sum(column.getpixel((x, y)) == WOODS["default"].red for y in range(100, column.height - 100))

    more = GAME.start(GAME.read_options({}))
    for text in ("b2-b4", "c8-c6", "b4-b5/1", "c6-b6/1", "b5-b6"):
        (seat,) = more.to_act
        more = more.play(seat, parse(text))
    assert red_rows(more.view_for(None)) > red_rows(start()) > 200


def test_each_goal_says_whose_it_is() -> None:
    """Above its number is a checker of its colour: two equal numbers would say nothing."""
    column, wood = seen(replace(start(), to_act=())).convert("RGB").crop(SIDE), WOODS["default"]
    bar, right = CHECKERS * LAYER, column.width - FLAG[0] // 2
    for own, face, line in ((wood.red, wood.inlay, 16), (wood.black, wood.gold, 48)):
        y = (column.height - bar) // 2 + line * LAYER - FLAG[1] // 2 + 22
        seen_here = [column.getpixel((x, y)) for x in range(right - 18, right + 18)]
        assert own in seen_here
        assert face in seen_here


def test_squares_hold_whole_stacks() -> None:
    top = layout(False)
    assert top.cell == CELL
    tall = seen(position("b . . . . . . .\n" + ". . . . . . . .\n" * 6 + "r" * 63 + " . . . . . . ."))
    low = seen(position("b . . . . . . .\n" + ". . . . . . . .\n" * 6 + "r . . . . . . ."))
    assert differing(UPRIGHT, tall, low) == {"a1"}
