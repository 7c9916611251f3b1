"""What every painter keeps: size, opacity, weight, equal pixels, visible choices."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from dataclasses import replace
from functools import cache
from gettext import NullTranslations
from itertools import cycle, pairwise
from unittest import mock

import pytest
from PIL import ImageChops

from bot.games import GAMES
from bot.languages import catalogues, speaking
from rendering.cache import CACHE
from rendering.painting import draw
from rendering.scene import Picture, Scene
from rendering.theme import THEMES

from .pictures import of_each_game, of_each_game_and_palette, of_each_game_for_several, paint, pixels
from .positions import AnyScene, choosing, positions, scenes, walks

HEAVIEST = 68_000
"""Bytes; a picture travels to every reader of a channel."""


@cache
def drawn(key: str) -> list[tuple[AnyScene, str, Picture]]:
    """Every scene of a game, in one palette after the other, with its picture."""
    each = zip(scenes(key), cycle(THEMES), strict=False)
    return [(scene, palette, draw(key, scene, palette)) for scene, palette in each]


@of_each_game
def test_every_picture_is_opaque_wide_enough_and_light(key: str) -> None:
    for scene, _, picture in drawn(key):
        pixels(picture)
        assert 900 <= picture.width <= 1300
        assert 500 <= picture.height <= 1600
        assert len(picture.data) <= HEAVIEST, scene


@of_each_game
def test_a_scene_has_the_same_pixels_whatever_was_painted_before(key: str) -> None:
    for scene, palette, picture in drawn(key)[::-4]:
        same = draw(key, scene, palette) == picture
        assert same, scene


def digests() -> str:
    """What the pictures of many scenes of all games come to, a line each."""
    return "\n".join(
        f"{key} {number} {hashlib.sha256(draw(key, scene).data).hexdigest()}"
        for key in GAMES
        for number, scene in enumerate([*scenes(key)][::3])
    )


def test_a_scene_has_the_same_pixels_in_another_process() -> None:
    # Sets of strings have another order there.
    other = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    program = [sys.executable, "-c", f"from {__name__} import digests; print(digests())"]
    environment = os.environ | {"PYTHONHASHSEED": other}
    done = subprocess.run(program, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == digests().splitlines()


FEW = {"checkers": 56, "snorkels": 88, "depthcharge": 30, "crackers": 24}
"""Colours that pictures may have, where they don't fit into half a byte a pixel."""


@of_each_game
def test_a_picture_has_few_colours(key: str) -> None:
    for palette in THEMES:
        assert len(paint(key, Scene(positions(key)[1].view_for(None)), palette).colours) <= 3 * FEW.get(
            key, 16
        )


@of_each_game_for_several
def test_a_game_that_people_ended_early_shows_nobody_to_act(key: str) -> None:
    for state in [state for state in positions(key) if state.outcome is None][:6]:
        view = state.view_for(None)
        if view.to_act:
            assert paint(key, Scene(view)).tobytes() != paint(key, Scene(replace(view, to_act=()))).tobytes()


@of_each_game
def test_palettes_differ(key: str) -> None:
    scene: AnyScene = Scene(positions(key)[-1].view_for(None))
    assert len({paint(key, scene, palette).tobytes() for palette in THEMES}) == len(THEMES)


@of_each_game_and_palette
def test_choices_are_drawn(key: str, palette: str) -> None:
    pairs: list[tuple[AnyScene, AnyScene]] = [
        (scene, replace(scene, choices=()))
        for state in positions(key)
        for scene in choosing(state)
        if scene.choices
    ]
    assert any(
        paint(key, scene, palette).tobytes() != paint(key, plain, palette).tobytes() for scene, plain in pairs
    )


@of_each_game
def test_an_open_move_changes_the_picture(key: str) -> None:
    for moment, following in pairwise(walks(key)[1].moments[:20]):
        before, after = moment.before.view_for(None), following.before.view_for(None)
        secret = moment.before.redacted(moment.seat, moment.action, None) != str(moment.action)
        if before != after and not secret:
            first, second = paint(key, Scene(before)), paint(key, Scene(after))
            assert first.tobytes() != second.tobytes(), moment.action


@of_each_game_and_palette
def test_a_goal_is_framed_and_nothing_of_it_hidden(key: str, palette: str) -> None:
    """Lessons point at squares: a cross would say that they are forbidden."""
    view = GAMES[key].start(GAMES[key].read_options({})).view_for(None)
    goals = ("36",) if key == "curse" else ("b8",) if key == "depthcharge" else ("b2",)
    plain, framed = (paint(key, Scene(view, goals=each), palette).convert("RGB") for each in ((), goals))
    left, top, right, bottom = ImageChops.difference(plain, framed).getbbox() or (0, 0, 0, 0)
    wide, high = right - left, bottom - top
    inner = (left + wide // 5, top + high // 5, right - wide // 5, bottom - high // 5)
    assert 60 < wide < 160
    assert plain.crop(inner).tobytes() == framed.crop(inner).tobytes()


@of_each_game
def test_only_boards_with_home_sides_are_turned(key: str) -> None:
    view = positions(key)[-1].view_for(None)
    pictures = {paint(key, Scene(view, bottom=seat)).tobytes() for seat in (None, *GAMES[key].seats)}
    assert len(pictures) == (len(GAMES[key].seats) if GAMES[key].home_sides else 1)


@of_each_game_for_several
def test_a_chosen_column_is_framed_from_top_to_bottom(key: str) -> None:
    scene: AnyScene = Scene(positions(key)[2].view_for(None))
    boxes = []
    for steps in (("a",), ("b",), ("bag b",)):
        change = ImageChops.difference(
            paint(key, scene).convert("RGB"), paint(key, replace(scene, chosen=steps)).convert("RGB")
        )
        boxes.append(change.getbbox() or (0, 0, 0, 0))
    (left, top, right, bottom), second, third = boxes
    assert bottom - top > 6 * (right - left)
    assert abs(second[0] - right) < 8
    assert third == second


class Accents(NullTranslations):
    """A language that has accents in its words."""

    def gettext(self, message: str) -> str:
        return re.sub(r"(\{\w+\})|[aeo]", lambda found: found[1] or "é", message)

    def ngettext(self, one: str, many: str, number: int) -> str:
        return self.gettext(one if number == 1 else many)

    def pgettext(self, _context: str, message: str) -> str:
        return self.gettext(message)


@of_each_game
def test_no_word_in_a_picture_is_kept_in_another_language(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues, "of", lambda _language: Accents())
    first: AnyScene = Scene(positions(key)[0].view_for(None))
    *_, last = scenes(key)
    english = [draw(key, scene).data for scene in (first, last)]
    with speaking("de"):
        told = [draw(key, scene).data for scene in (first, last)]
        with mock.patch.dict(vars(CACHE)):
            CACHE.clear()
            assert [draw(key, scene).data for scene in (first, last)] == told
    assert told != english
