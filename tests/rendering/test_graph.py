"""The graph of a review: legible, the same each time, with badges that cover nothing of each other."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any
from unittest import mock

import pytest
from PIL import Image

from rendering import graph
from rendering.graph import BOTTOM, SIZE
from rendering.painting import draw
from rendering.scene import Graph, PictureHeader, Player, Scene, SeatSign
from rendering.text import write
from rendering.theme import THEMES

from .pictures import in_each_palette

POINTS = tuple((place, 0.5 + 0.4 * (-1) ** place * place / 40) for place in range(41))
SHOWN = Graph(
    "Winning chance",
    ("Ann",),
    POINTS,
    40,
    (0.0, 0.25, 0.5, 0.75, 1.0),
    0.5,
    ("0 %", "25 %", "50 %", "75 %", "100 %"),
    ((20, "?!"), (21, "??"), (40, "?")),
)
HEADER = PictureHeader(
    "Snorkels",
    "Finished",
    (Player("Ann", (SeatSign("Purple", 0x8E5BD0, "P"),), lit=True),),
    "won",
    result="!",
)


@in_each_palette
def test_a_graph_is_painted_the_same_in_every_palette_with_its_header(palette: str) -> None:
    scene: Scene[Any, Graph] = Scene(SHOWN, header=HEADER)
    picture = draw("graph", scene, palette)
    assert picture == draw("graph", scene, palette)
    assert picture.width == 1000
    assert len(picture.data) < 60_000
    painted = graph.paint(scene, THEMES[palette])
    assert painted.mode == "P"
    colours = painted.getpalette("RGB") or []
    assert [0x8E, 0x5B, 0xD0] in [colours[at : at + 3] for at in range(0, len(colours), 3)]


def test_better_is_higher_and_later_is_further_right() -> None:
    assert graph.point_at(SHOWN, 3, 0.8)[1] < graph.point_at(SHOWN, 3, 0.2)[1]
    assert graph.point_at(SHOWN, 3, 0.5)[0] < graph.point_at(SHOWN, 4, 0.5)[0]
    assert graph.point_at(SHOWN, 3, 7.0) == graph.point_at(SHOWN, 3, 1.0), (
        "what is off the scale is drawn at its end"
    )


@pytest.mark.parametrize("places", [(20, 21, 40), (1, 2, 3), (38, 39, 40)])
def test_badges_keep_apart_and_stay_on_the_picture(places: tuple[int, int, int]) -> None:
    level = tuple((place, 0.4) for place, _ in POINTS)
    for points in (POINTS, level):
        shown = replace(SHOWN, points=points, marks=tuple(zip(places, ("?!", "??", "?"), strict=True)))
        badges = graph.badges_of(shown)
        assert [mark for _, _, mark in badges] == ["?!", "??", "?"]
        for (first, _, _), (second, _, _) in pairwise(badges):
            assert second[0] - first[0] >= graph.BADGE
        radius = graph.BADGE / 2
        for (x, y), _, _ in badges:
            assert radius <= x <= graph.SIZE[0] - radius
            assert radius <= y <= graph.SIZE[1] - radius


def test_the_last_number_below_says_what_is_counted() -> None:
    def below(last: int) -> list[str]:
        with mock.patch.object(graph, "write", wraps=write) as written:
            graph.paint(
                Scene(replace(SHOWN, last=last, points=POINTS[: last + 1], marks=())), THEMES["default"]
            )
        return [
            call.args[2] for call in written.call_args_list if call.args[1][1] > SIZE[1] - BOTTOM / 2 - 10
        ]

    assert below(40) == ["40 moves", "30", "20", "10"]
    assert below(10) == ["10 moves", "6", "4", "2"], "where there's no room, a number is left out"
    assert below(1) == ["1 move"]


def heading(*names: str) -> bytes:
    """The pixels of a graph's title with ``names``, and of all that is beside it."""
    picture = graph.paint(Scene(replace(SHOWN, names=names)), THEMES["default"])
    return picture.convert("RGB").crop((0, 0, 1000, 80)).tobytes()


def test_names_that_cannot_be_written_are_left_out_of_the_title() -> None:
    assert heading("") == heading()
    assert heading("", "𝓐𝓷𝓷 🦑", "Finn") == heading("Ann", "Finn")


def test_the_title_of_three_long_names_is_cut_and_not_made_tiny() -> None:
    names = ["W" * 32] * 3
    assert heading(*names) == heading(*names, "Finn")


def test_a_game_of_one_turn_and_one_without_points_are_painted() -> None:
    for points in (((0, 0.5),), ((0, 0.5), (1, 0.0))):
        lone = Graph("Winning chance", ("Ann",), points, 1, (0.0, 0.5, 1.0), 0.5, ("0 %", "50 %", "100 %"))
        assert isinstance(graph.paint(Scene(lone), THEMES["default"]), Image.Image)
