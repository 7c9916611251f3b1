"""The painters' base: frames of boards, themes, lettering, sprites."""

from __future__ import annotations

import dataclasses
from typing import Any, get_args

import pytest
from PIL import Image, ImageChops, ImageDraw

from bot.games.core.grid import grid
from rendering import faces, primitives, sprites
from rendering import text as drawn_text
from rendering.boards import BoardFrame
from rendering.depthcharge.colours import LAKES, crew_of
from rendering.sprites import Sketch, flat, stamp
from rendering.theme import THEMES, PaletteName, Theme, clear, luminance, mix


def test_a1_is_at_the_bottom_left_and_at_the_top_right_when_turned() -> None:
    board = grid(8, 7)
    upright = BoardFrame(board, 100, 50, 90)
    turned = dataclasses.replace(upright, flipped=True)
    assert upright.box(board.read("a1")) == (100, 590, 190, 680)
    assert turned.box(board.read("a1")) == (730, 50, 820, 140)
    assert upright.centre(board.read("h7")) == turned.centre(board.read("a1")) == (775.0, 95.0)


def test_squares_tile_the_board() -> None:
    frame = BoardFrame(grid(5, 6), 10, 20, 40, flipped=True)
    corners = {frame.box(square)[:2] for square in range(30)}
    assert corners == {(10 + 40 * x, 20 + 40 * y) for x in range(5) for y in range(6)}
    assert frame.bounds == (10, 20, 210, 260)


def test_coordinates_stand_on_all_four_sides() -> None:
    frame = BoardFrame(grid(4, 4), 100, 100, 100)
    picture = Image.new("RGB", (600, 600))
    frame.coordinates(picture, (255, 255, 255), 30, 40)
    for line in range(4):
        near, far = 100 + 100 * line, 200 + 100 * line
        for box in ((near, 30, far, 90), (near, 510, far, 570), (30, near, 90, far), (510, near, 570, far)):
            assert picture.crop(box).getbbox() is not None
    assert picture.crop(frame.bounds).getbbox() is None


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_light_ink_reads_on_the_ground_and_dark_ink_on_paper(theme: Theme) -> None:
    for light in (theme.coordinate, theme.faint, theme.border):
        assert luminance(light) - luminance(theme.ground) >= 90
    assert luminance(theme.paper) - luminance(theme.ink) >= 180


def test_every_theme_is_known_by_its_palette_and_the_default_comes_first() -> None:
    for known in (THEMES, LAKES):
        assert [theme.palette for theme in known.values()] == list(get_args(PaletteName))


def test_a_painters_theme_has_the_shared_colours_and_its_own() -> None:
    plain, other = LAKES["default"], LAKES["colour-blind"]
    assert (other.ink, other.target) == (THEMES["colour-blind"].ink, THEMES["colour-blind"].target)
    assert other.land == plain.land == (98, 84, 96), "what a palette doesn't name is as in the default one"
    assert crew_of("south", other).hull == (150, 66, 0)


def test_colours_mix() -> None:
    assert mix((0, 0, 0), (200, 100, 50), 0.5) == (100, 50, 25)
    assert clear((1, 2, 3), 1) == (1, 2, 3, 255)


def test_fonts_come_with_their_licences_and_stay_small() -> None:
    folder = faces.FONTS
    assert {path.name for path in folder.glob("*.ttf")} == set(faces.FILES.values())
    families = {path.stem.split("-")[0] for path in folder.glob("*.ttf")}
    assert {path.stem.split("-")[0] for path in folder.glob("*-OFL.txt")} == families
    assert sum(path.stat().st_size for path in folder.glob("*.ttf")) < 600_000


def test_text_is_fitted_to_its_room() -> None:
    size = drawn_text.fit("A rather long caption", 60, 300)
    assert 12 <= size < 60
    assert drawn_text.width("A rather long caption", size) <= 300
    assert drawn_text.fit("x" * 1000, 60, 10) == 12


def test_centred_writing_is_centred_on_its_ink() -> None:
    for text in ("7", "g", "11", "–"):
        picture = Image.new("RGB", (200, 200))
        drawn_text.write_centred(picture, (100, 100), text, 60, (255, 255, 255))
        left, top, right, bottom = picture.getbbox() or (0, 0, 0, 0)
        assert abs((left + right) / 2 - 100) <= 1.5
        assert abs((top + bottom) / 2 - 100) <= 1.5


def test_a_sketch_is_antialiased_at_its_real_size() -> None:
    sprite = Sketch(40, 30).circle((20, 15), 10, (200, 30, 30)).sprite()
    assert sprite.size == (40, 30)
    assert len(sprite.getchannel("A").getcolors() or ()) > 4
    assert sprite.getpixel((20, 15)) == (200, 30, 30, 255)


def test_edges_carry_no_dark_fringe() -> None:
    white = Sketch(40, 40).circle((20, 20), 15, (255, 255, 255)).sprite()
    assert flat(white, (255, 255, 255)).getextrema() == ((255, 255),) * 3


def test_an_opaque_sketch_equals_a_clear_one_on_the_same_ground() -> None:
    clear_one = flat(Sketch(40, 40).circle((20, 20), 15, (255, 255, 255)).sprite(), (10, 20, 30))
    opaque = Sketch(40, 40, (10, 20, 30)).circle((20, 20), 15, (255, 255, 255)).sprite().convert("RGB")
    assert max(high for _, high in ImageChops.difference(clear_one, opaque).getextrema()) <= 2  # type: ignore[misc]


@pytest.mark.parametrize("ground", [None, (10, 20, 30)])
def test_a_sketch_finished_in_strips_equals_one_finished_at_once(
    monkeypatch: pytest.MonkeyPatch, ground: tuple[int, int, int] | None
) -> None:
    def made(strip: int) -> Image.Image:
        monkeypatch.setattr(sprites, "STRIP", strip)
        shape = Sketch(41.3, 50).circle((20, 20), 15, (255, 255, 255))
        wake = Sketch(41.3, 50).line([(0, 0), (41, 50)], clear((90, 0, 200), 0.5), 6)
        sketch = Sketch(41.3, 90.6, ground).circle((20, 40), 18.3, (200, 30, 30))
        return sketch.lay(wake, within=shape).lay(wake).sprite()

    assert made(12).tobytes() == made(4000).tobytes()


def test_a_cover_tells_how_much_of_each_pixel_is_drawn() -> None:
    cover = Sketch(3, 2, 0).rounded((0, 0, 1.5, 2), 0, 255).cover()
    assert (cover.mode, cover.size) == ("L", (3, 2))
    assert [cover.getpixel((x, 1)) for x in range(3)] == [255, 128, 0]


def test_a_stamp_leaves_its_sprite_alone() -> None:
    theme = THEMES["default"]
    sprite = primitives.target(100, theme)
    before = sprite.tobytes()
    stamp(Image.new("RGB", (100, 100)), sprite, (50, 50))
    assert primitives.target(100, theme) is sprite
    assert sprite.tobytes() == before


def test_signs_differ_from_each_other() -> None:
    theme = THEMES["default"]
    signs = [
        sign(120, theme)
        for sign in (primitives.target, primitives.mark, primitives.last_move, primitives.chosen)
    ]
    assert len({sign.tobytes() for sign in signs}) == len(signs)


def test_an_arrow_stays_between_its_ends_and_points_to_the_second() -> None:
    there, back = (Image.new("RGB", (300, 300)) for _ in range(2))
    for picture, ends in ((there, ((50, 250), (250, 50))), (back, ((250, 50), (50, 250)))):
        sprite, at = primitives.arrow(*ends, 12, (255, 255, 255), (90, 90, 90), 3)
        picture.paste(sprite, at, sprite)
    assert there.tobytes() != back.tobytes()
    left, top, right, bottom = there.getbbox() or (0, 0, 0, 0)
    assert min(left, top) >= 40
    assert max(right, bottom) <= 262


@pytest.mark.parametrize("face", get_args(faces.Face))
@pytest.mark.parametrize("size", [12, 17, 24, 29, 34, 58])
def test_a_line_is_as_wide_as_its_words_and_spaces(size: int, face: faces.Face) -> None:
    for text in ("North moved to j10 by g11, and hears 3 7 12: no mine.", "", " ", "AVAST, Captain’s Tower"):
        assert drawn_text.width(text, size, face) == drawn_text.font(size, face).getlength(text)


@pytest.mark.parametrize("face", get_args(faces.Face))
@pytest.mark.parametrize("anchor", ["lm", "mm", "rm", "la", "ls"])
def test_a_line_put_together_from_letters_is_as_pillow_writes_it(face: faces.Face, anchor: str) -> None:
    for size, text in enumerate(("Sailor 3 to j7…", "Türkisch: “fjord”", "AV", "W. of 12"), start=31):
        for at in ((150, 60), (150.5, 60.5), (150.49, 60.51)):
            ours, theirs = Image.new("RGB", (500, 120)), Image.new("RGB", (500, 120))
            drawn_text.write(ours, at, text, size, (250, 200, 90), face=face, anchor=anchor)
            font = drawn_text.font(size, face)
            ImageDraw.Draw(theirs).text(at, text, (250, 200, 90), font, anchor)
            assert ours.getbbox()
            assert ours == theirs


def test_a_letter_is_whole_where_the_room_above_it_begins_outside() -> None:
    inside, outside = Image.new("L", (60, 90)), Image.new("L", (60, 90))
    drawn_text.write(inside, (9, 9), "E", 34, 255, anchor="la")
    drawn_text.write(outside, (-0.6, -0.6), "E", 34, 255, anchor="la")
    assert inside.crop(inside.getbbox()) == outside.crop(outside.getbbox())


def test_a_sketch_in_strips_is_as_one_that_is_drawn_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    red, half = (200, 30, 40, 255), (30, 90, 200, 120)
    layer = Sketch(60, 300).ellipse((5, -4.3, 52, 290), red).arc((9, 90.7, 40, 170), 20, 300, half, 3.3)
    sketch = Sketch(60, 310.5)
    for y in range(-7, 330, 13):
        sketch.circle((20.3, y + 0.6), 9.4, red, half, 2.2).line(
            [(2, y), (31.3, y + 7.9), (50, y)], half, 4.1
        )
        sketch.rounded((33.7, y, 58, y + 19.2), 6.3, half, red, 1.7)
        sketch.polygon([(40, y), (55, y + 3.3), (44.6, y + 30)], red, half, 1.2)
        sketch.pie((3, y, 17, y + 15.5), 10, 130, half).rectangle((1, y, 4, y + 5.5), red)
    sketch.lay(layer, Sketch(60, 280).ellipse((0, 30, 60, 270), red))
    monkeypatch.setattr(sprites, "STRIP", 4096)
    whole = sketch.sprite()
    for rows in (16, 60, 512):
        monkeypatch.setattr(sprites, "STRIP", rows)
        assert ImageChops.difference(whole, sketch.sprite()).getbbox(alpha_only=False) is None


def test_of_a_large_sketch_a_strip_at_a_time_is_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    new = Image.new

    def watched(mode: str, size: tuple[int, int], *rest: Any) -> Image.Image:
        made.append(size[0] * size[1])
        return new(mode, size, *rest)

    monkeypatch.setattr(Image, "new", watched)
    Sketch(1000, 1000).circle((500, 500), 400, (1, 2, 3)).sprite()
    assert max(made) <= 4000 * sprites.STRIP
