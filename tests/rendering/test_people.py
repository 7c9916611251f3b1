"""Pictures of people: profiles, rankings and a day's results."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import cycle
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.games import GAMES
from rendering import discs
from rendering.painting import draw
from rendering.scene import Face, Scene
from rendering.sheet import Sheet
from rendering.theme import RGB, THEMES, colours_in
from tests.thorough import examples

from .people import CELLS, DAY, EXHIBITS, NOT_YET, OPEN, PORTRAIT, PROFILE, PROGRESS, RANKING, photo
from .pictures import in_each_palette

MOST_BYTES = 80_000


@cache
def picture(kind: str, view: Any, palette: str = "default") -> Image.Image:
    scene: Scene[Any, Any] = Scene(view)
    data = draw(kind, scene, palette).data
    assert len(data) <= MOST_BYTES
    return Image.open(BytesIO(data))


def difference(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    """Where two pictures differ by more than their palettes do."""
    apart = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).convert("L")
    return apart.point(lambda level: 255 * (level > 24)).getbbox()


@pytest.mark.parametrize(
    ("title", "palette"),
    examples(zip(EXHIBITS, cycle(THEMES), strict=False), lambda each: each[1] == "default"),
)
def test_pictures_of_people_have_a_palette_a_phones_width_and_few_bytes(title: str, palette: str) -> None:
    kind, view = EXHIBITS[title]
    image = picture(kind, view, palette)
    assert (image.mode, image.width) == ("P", 1000)
    assert image.convert("RGB").getpixel((0, image.height - 1)) == THEMES[palette].ground


@pytest.mark.parametrize("title", EXHIBITS)
def test_nothing_runs_over_the_edges(title: str) -> None:
    kind, view = EXHIBITS[title]
    # A favourite board reaches to the edge on purpose.
    image = picture(kind, replace(view, board=None) if hasattr(view, "board") else view).convert("RGB")
    for box in ((0, 0, 28, image.height), (972, 140, 1000, image.height)):
        strip = image.crop(box)
        assert strip.getcolors() == [(strip.width * strip.height, THEMES["default"].ground)]


def luminance(colour: RGB) -> float:
    parts = [part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


@in_each_palette
def test_the_letter_on_every_disc_can_be_read(palette: str) -> None:
    own = discs.PEOPLE[palette]
    for colour in own.several("discs"):
        light, dark = luminance(own.letter), luminance(colour)
        assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_a_person_always_has_the_same_disc_and_people_have_different_ones() -> None:
    ids = [(1_000_000_000_000 + number) << 22 for number in range(64)]
    numbers = [Face.of(each, "").number for each in ids]
    assert numbers == [Face.of(each, "").number for each in ids]
    colours = [discs.colour_of(Face("", number), THEMES["default"]) for number in numbers]
    assert len(set(colours)) == 8
    assert max(map(colours.count, colours)) < 24


@pytest.mark.parametrize(("name", "letter"), [("marina", "M"), ("🐚 shell", "S"), ("", "?"), ("Łukasz", "Ł")])
def test_a_disc_has_the_first_letter_of_a_name(name: str, letter: str) -> None:
    assert discs.letter_of(name) == letter


def test_games_have_an_emblem_and_one_without_has_its_letter() -> None:
    found = {discs.game(key, GAMES[key].title, 60, THEMES["default"]).tobytes() for key in GAMES}
    assert len(found) == len(GAMES)
    assert discs.game("hex", "Hex", 60, THEMES["default"]).size == (60, 60)


def test_the_captain_is_on_the_medal_that_he_wins() -> None:
    sign, crew, captain = (
        discs.game("crackers", "", 60, THEMES["default"], seat=each).tobytes()
        for each in ("", "red", "captain")
    )
    assert sign == crew != captain


def test_signs_differ_without_their_colours() -> None:
    kinds = ("won", "drawn", "lost", "playing", "free", "open")
    signs = [discs.sign(kind, 54, THEMES["default"]) for kind in kinds]
    shapes = {sign.convert("L").point(lambda level: 255 * (level < 60)).tobytes() for sign in signs[:4]}
    assert len(shapes) == 4
    assert signs[4].tobytes() != signs[5].tobytes()


def test_a_game_not_played_yet_is_grey_and_has_no_figure() -> None:
    first = picture("profile", replace(PROFILE, board=None, cells=(NOT_YET[0], *CELLS[1:]))).convert("RGB")
    emblems = [first.crop((left + 60, 322, left + 126, 390)).convert("HSV") for left in (0, 320)]
    grey, coloured = (max(each.getchannel("S").tobytes()) for each in emblems)
    assert grey < 150 < coloured
    assert first.crop((190, 300, 320, 410)).getcolors() == [(130 * 110, THEMES["default"].ground)]


def test_every_row_of_cells_takes_its_room() -> None:
    assert picture("profile", replace(PROFILE, cells=CELLS[:3])).height < picture("profile", PROFILE).height
    assert picture("profile", replace(PROFILE, latest=())).height < picture("profile", PROFILE).height
    assert picture("profile", replace(PROFILE, cells=(), latest=(), board=None)).height > 0


@pytest.mark.parametrize("name", ["", "🐚" * 40, "W" * 40, "\u2068مريم\u2069", "Łukasz"])
def test_any_name_fits(name: str) -> None:
    face = Face(name, 3)
    for kind, view in (
        ("profile", replace(PROFILE, face=face, board=None)),
        ("ranking", replace(RANKING, rows=tuple(row._replace(face=face) for row in RANKING.rows))),
    ):
        image = picture(kind, view)
        assert image.size == picture(kind, PROFILE if kind == "profile" else RANKING).size
        edge = image.convert("RGB").crop((975, 140, 1000, image.height))
        assert edge.getcolors() == [(25 * (image.height - 140), THEMES["default"].ground)]


def test_places_left_out_of_a_ranking_take_room() -> None:
    near, far = (
        replace(RANKING, rows=(*RANKING.rows, RANKING.rows[0]._replace(apart=apart)))
        for apart in (False, True)
    )
    assert picture("ranking", far).height > picture("ranking", near).height


def test_ones_own_place_is_marked_on_the_podium_and_below() -> None:
    first, second, third = (row._replace(own=False) for row in RANKING.podium)
    plain = picture("ranking", replace(RANKING, podium=(first, second, third)))
    for podium in (
        (first._replace(own=True), second, third),
        (first, second._replace(own=True), third),
        (first, second, third._replace(own=True)),
    ):
        assert difference(plain, picture("ranking", replace(RANKING, podium=podium))) is not None
    rows = (RANKING.rows[0]._replace(own=True), *RANKING.rows[1:])
    own = replace(RANKING, podium=(first, second, third), rows=rows)
    assert difference(plain, picture("ranking", own)) is not None


def test_an_open_place_is_an_outline_with_a_question_mark() -> None:
    for podium, filled in ((RANKING.podium, True), ((*RANKING.podium[:2], OPEN), False)):
        image = picture("ranking", replace(RANKING, podium=podium)).convert("RGB")
        assert (image.getpixel((772, 397)) != THEMES["default"].ground) is filled


@in_each_palette
def test_each_sign_of_a_days_result_has_its_place_and_its_shape(palette: str) -> None:
    image = picture("day", DAY, palette).convert("RGB")
    theme, signs = THEMES[palette], [(30 + 94 * order, 110) for order in range(10)]
    found = [image.crop((x + 16, y + 16, x + 64, y + 64)) for x, y in signs]
    inks = [sign.convert("L").point(lambda level: 255 * (level < 60)).getbbox() for sign in found]
    assert [sign.getpixel((24, 2)) for sign in found] == [theme.bad] * 9 + [theme.good]
    assert len(set(inks[:9])) == 1
    assert inks[0] != inks[9], "not by its colour alone"


def test_art_adds_no_colours_but_its_own() -> None:
    plain, sheet = Sheet(100, THEMES["default"]), Sheet(100, THEMES["default"])
    art = {(255, 255, 255): 64, (0, 255, 0): 64, (255, 0, 0): 100}
    for colour, across in art.items():
        sheet.art(Image.new("RGB", (across, across), colour))
    before, after = ({*colours_in(bytes(each.finished().getpalette() or ()))} for each in (plain, sheet))
    assert after == before | art.keys()


def test_a_bar_grows_with_what_is_done() -> None:
    def filled(share: float) -> int:
        tiles = (PROGRESS.tiles[0]._replace(share=share), *PROGRESS.tiles[1:])
        none = (PROGRESS.tiles[0]._replace(share=0.0), *PROGRESS.tiles[1:])
        shown, empty = (picture("picker", replace(PROGRESS, tiles=each)) for each in (tiles, none))
        box = difference(shown, empty)
        return box[2] - box[0] if box else 0

    none, quarter, half, whole = map(filled, (0.0, 0.25, 0.5, 1.0))
    assert (none, quarter * 4, half * 2) == (0, whole, whole)
    assert whole > 400


def test_a_face_is_the_picture_of_an_account_or_a_letter_if_that_cannot_be_read() -> None:
    letter, own = picture("profile", PROFILE), picture("profile", PORTRAIT)
    box = (30, 30, 250, 250)
    left, top, right, bottom = difference(letter.crop(box), own.crop(box)) or (0, 0, 0, 0)
    assert min(right - left, bottom - top) > 180
    large = BytesIO()
    Image.new("RGB", (discs.MOST_ACROSS + 1, 8)).save(large, "PNG")
    for data in (photo(2)[:500], b"GIF89a", large.getvalue()):
        broken = replace(PROFILE, face=PROFILE.face._replace(avatar=data))
        assert difference(letter, picture("profile", broken)) is None


def test_a_picture_that_pillow_refuses_to_open_is_a_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    theme = next(iter(THEMES.values()))
    assert discs.portrait(PORTRAIT.face, 100, theme)
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 10)
    assert discs.portrait(PORTRAIT.face, 100, theme) is None
