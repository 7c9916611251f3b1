"""The painter of Captain's Checkers, by the pixels."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.games.checkers import GAME
from bot.games.checkers.actions import BLACK, BOARD, parse
from bot.games.checkers.book import position
from bot.games.checkers.view import CheckersView
from bot.games.core import Outcome, Placement, Seat
from rendering.checkers.painter import layout, paint
from rendering.checkers.pieces import CELL, WOODS
from rendering.checkers.sidebar import SIDE, STRIP
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
def test_what_can_be_taken_has_a_ring(palette: str) -> None:
    plain, ringed = (
        paint(Scene(start(), threatened=each), THEMES[palette]).convert("RGB") for each in ((), ("a2", "c2"))
    )
    assert differing(layout(False), plain, ringed, inset=0) == {"a2", "c2"}


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


def runs(*stacks: str) -> list[bytes]:
    """What stands beside a stack on a1, for each of ``stacks``."""
    board = ". . . . . . . .\n" * 7 + "{} . . . . . . bbb"
    _, top, right, bottom = UPRIGHT.box("a1")
    box = right - 28, top + 8, right - 8, bottom - 6
    return [seen(position(board.format(each))).crop(box).tobytes() for each in stacks]


def test_a_mixed_stack_shows_its_runs_from_the_top() -> None:
    mixed = "rbb", "rrb", "brr", "rbr", "rrbrr", "rbrbr", "rb" * 24 + "r", "r" * 10 + "b" * 11
    assert len({*runs(*mixed)}) == len(mixed)


def test_a_stack_of_one_colour_lists_no_runs() -> None:
    assert seen(start()).size == (1000, 1000)
    picture = seen(position("b . . . . . . .\n" + ". . . . . . . .\n" * 6 + "rr . . . . . . b"))
    _, top, right, _ = UPRIGHT.box("a1")
    beside = picture.crop((right - 6, top + 8, right - 2, top + 40)).convert("RGB").getcolors() or []
    assert WOODS["default"].inlay not in {colour for _, colour in beside}


def test_the_column_shows_the_shares() -> None:
    def red_rows(view: CheckersView) -> int:
        column = seen(view).convert("RGB").crop(SIDE)
        x = column.width // 2 - 26
        return sum(column.getpixel((x, y)) == WOODS["default"].red for y in range(100, column.height - 100))

    more = GAME.start(GAME.read_options({}))
    for text in ("b2-b4", "c8-c6", "b4-b5/1", "c6-b6/1", "b5-b6"):
        (seat,) = more.to_act
        more = more.play(seat, parse(text))
    assert red_rows(more.view_for(None)) > red_rows(start()) > 200


def test_squares_hold_whole_stacks() -> None:
    top = layout(False)
    assert top.cell == CELL
    tall = seen(position("b . . . . . . .\n" + ". . . . . . . .\n" * 6 + "r" * 63 + " . . . . . . ."))
    low = seen(position("b . . . . . . .\n" + ". . . . . . . .\n" * 6 + "r . . . . . . ."))
    assert differing(UPRIGHT, tall, low) == {"a1"}
