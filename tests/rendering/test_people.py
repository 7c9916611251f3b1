"""Pictures of people: profiles, rankings and a day's results."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops

from rendering.painting import draw
from rendering.scene import ProfileRow, ProfileView, RankingRow, RankingView, Scene
from rendering.theme import THEMES

from .pictures import in_each_palette

ROW = ProfileRow("Snorkels", "1634", (1500, 1579, 1634), "2 won, 0 lost")
PROFILE = ProfileView("Marina", (ROW,), (("Games finished", "2"),), (("Finn", "2 won, 0 lost"),), "Against")
RANKING = RankingView("Ratings", (("Snorkels", (RankingRow("1.", "Marina", "1634", own=True),)),))
RESULT = ProfileView("The daily puzzle", (), (("Solved", "on try 10"),), signs=(*[False] * 9, True))


def picture(kind: str, view: Any, palette: str = "default") -> Image.Image:
    scene: Scene[Any, Any] = Scene(view)
    return Image.open(BytesIO(draw(kind, scene, palette).data))


@in_each_palette
@pytest.mark.parametrize(("kind", "view"), [("profile", PROFILE), ("ranking", RANKING), ("profile", RESULT)])
def test_pictures_of_people_have_a_palette_and_a_phones_width(kind: str, view: Any, palette: str) -> None:
    image = picture(kind, view, palette)
    assert (image.mode, image.width) == ("P", 1000)
    assert image.convert("RGB").getpixel((0, 0)) == THEMES[palette].ground


def test_every_rating_and_every_line_takes_its_room() -> None:
    one = picture("profile", PROFILE)
    assert picture("profile", replace(PROFILE, rows=(ROW, ROW))).height > one.height
    assert picture("profile", replace(PROFILE, rivals=())).height < one.height
    assert picture("profile", replace(PROFILE, rows=(), rivals=(), facts=())).height > 0


def test_all_panels_are_equally_wide() -> None:
    sides = set()
    for view in (replace(PROFILE, rows=()), replace(PROFILE, rivals=(), facts=())):
        image = picture("profile", view).convert("RGB")
        shown = ImageChops.difference(image, Image.new("RGB", image.size, THEMES["default"].ground)).getbbox()
        assert shown is not None
        sides.add(shown[::2])
    assert len(sides) == 1


def test_a_heading_begins_inside_its_panel() -> None:
    two = (picture("profile", replace(PROFILE, heading=each)).convert("RGB") for each in ("Against", "With"))
    changed = ImageChops.difference(*two).getbbox()
    assert changed is not None
    assert changed[0] > 40


def test_places_left_out_of_a_ranking_take_room() -> None:
    ((title, rows),) = RANKING.groups
    near, far = (
        replace(RANKING, groups=((title, (*rows, RankingRow("7.", "Finn", "1500", apart=apart))),))
        for apart in (False, True)
    )
    assert picture("ranking", far).height > picture("ranking", near).height


def test_a_place_among_thousands_stays_within_its_panel() -> None:
    for place in ("1.", "12345."):
        image = picture("ranking", RankingView("", (("", (RankingRow(place, "", "1500", own=True),)),)))
        row = image.convert("RGB").crop((30, 110, 40, image.height - 30))
        assert THEMES["default"].ink not in {colour for _, colour in row.getcolors() or ()}


@pytest.mark.parametrize("name", ["", "🐚" * 40, "W" * 40, "\u2068مريم\u2069", "Łukasz"])
def test_any_name_fits(name: str) -> None:
    whole = picture("profile", replace(PROFILE, name=name, rivals=((name, "1 won, 999 lost"),)))
    assert whole.size == picture("profile", PROFILE).size
    edge = whole.convert("RGB").crop((990, 0, 1000, whole.height))
    assert edge.getcolors() == [(10 * whole.height, THEMES["default"].ground)]


def test_a_rating_without_a_history_is_a_dot() -> None:
    picture("profile", replace(PROFILE, rows=(replace(ROW, trend=(1500,)),)))


@in_each_palette
def test_each_sign_of_a_days_result_has_its_place_and_its_shape(palette: str) -> None:
    image = picture("profile", RESULT, palette).convert("RGB")
    theme, signs = THEMES[palette], [(30 + 92 * order, 100) for order in range(10)]
    found = [image.crop((x + 9, y + 9, x + 69, y + 69)) for x, y in signs]
    inks = [sign.convert("L").point(lambda level: 255 * (level < 60)).getbbox() for sign in found]
    assert [sign.getpixel((30, 3)) for sign in found] == [theme.bad] * 9 + [theme.good]
    assert len(set(inks[:9])) == 1
    assert inks[0] != inks[9], "not by its colour alone"
