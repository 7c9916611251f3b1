"""Films of finished games: short, light, the people first and the result last."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from bot.games import GAMES
from rendering.film import FADES, LAST_MS, MARGIN, MAX_BYTES, TITLE_MS, WIDTH, film, frame_ms, title_card
from rendering.frames import sampled
from rendering.painting import draw, finished, in_colours
from rendering.scene import Picture, Scene
from rendering.text import write
from rendering.theme import THEMES
from tests.thorough import examples

from .pictures import header
from .positions import walks

LONGEST_MS = 30_000


def pictures(key: str, most: int) -> list[Picture]:
    """The positions of a long game, or ``most`` of them, with what happened above each."""
    walk = walks(key)[0]
    found = []
    for place in sampled(len(walk.moments) + 1, most):
        state = walk.moments[place].before if place < len(walk.moments) else walk.last
        found.append(
            draw(key, Scene(state.view_for(None), header=replace(header(key), story=f"Move {place}.")))
        )
    return found


def frames(data: bytes) -> list[tuple[Image.Image, int]]:
    """A film's pictures, and how long each stays in milliseconds."""
    found = []
    with Image.open(BytesIO(data)) as moving:
        for number in range(moving.n_frames):  # type: ignore[attr-defined]
            moving.seek(number)
            found.append((moving.convert("RGB"), moving.info["duration"]))
    return found


@pytest.mark.parametrize("key", examples(GAMES, {"curse", "crackers"}))
def test_a_long_game_is_a_short_light_film_whose_words_never_lie_over_each_other(key: str) -> None:
    every = pictures(key, 7)
    # Nothing has happened yet, so nothing stands above the first position: its board is higher up.
    every[0] = draw(key, Scene(walks(key)[0].moments[0].before.view_for(None), header=header(key)))
    data = film(every, header(key))
    assert len(data) <= MAX_BYTES
    shown, stays = zip(*frames(data), strict=True)
    assert 15_000 < sum(stays) <= LONGEST_MS
    assert (stays[0], stays[-1]) == (TITLE_MS, LAST_MS)
    assert len(shown) == 2 + (len(FADES) + 1) * (len(every) - 1)
    for order, picture in enumerate(every[1:], 1):
        first, end = (round(row * WIDTH / picture.width) for row in picture.board)
        *between, there = shown[3 * order - 1 : 3 * order + 2]
        for frame in between:
            for words in ((0, 0, WIDTH, first), (0, end, WIDTH, frame.height)):
                assert ImageChops.difference(frame.crop(words), there.crop(words)).getbbox() is None


def test_a_film_that_is_too_large_is_made_of_fewer_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    every = pictures("snorkels", 6)
    whole = film(every, header("snorkels"))
    monkeypatch.setattr("rendering.film.MAX_BYTES", len(whole) * 3 // 4)
    less = film(every, header("snorkels"))
    assert len(less) <= len(whole) * 3 // 4
    for at in (0, -1):
        difference = ImageChops.difference(frames(less)[at][0], frames(whole)[at][0]).convert("L")
        assert sum(difference.histogram()[60:]) < 500, "the same title and end"


def test_the_widest_name_stays_on_the_title() -> None:
    players = tuple(replace(player, name="W" * 32) for player in header("snorkels").players)
    title = title_card(Image.new("RGB", (500, 600)), replace(header("snorkels"), players=players))
    for edge in ((0, 0, MARGIN, 600), (500 - MARGIN, 0, 500, 600)):
        assert len(title.crop(edge).getcolors() or ()) <= 3, "the bare ground, the panel and its border"


def test_a_piece_is_seen_to_arrive() -> None:
    shown = [frame for frame, _ in frames(film(pictures("snorkels", 5), header("snorkels")))]
    _, start, early, late, there, *_ = shown
    changes = []
    for frame in (start, early, late, there):
        board = ImageChops.difference(frame, start).convert("L").crop((0, 110, *frame.size))
        changes.append(sum(level * count for level, count in enumerate(board.histogram())))
    assert changes[0] == 0
    assert changes == sorted(set(changes))


def test_a_number_takes_the_place_of_another_at_once() -> None:
    shown = []
    for number in ("3", "8"):
        image = Image.new("RGB", (500, 600), (230, 200, 160))
        write(image, (100, 300), number, 24, (20, 20, 30))
        shown.append(finished(in_colours(image), None, THEMES["default"], board=(0, 600)))
    _, old, *new = (frame.tobytes() for frame, _ in frames(film(shown, header("snorkels"))))
    assert old not in new
    assert len(set(new)) == 1


@pytest.mark.parametrize("count", [1, 2, 6, 31, 60, 120])
def test_every_length_of_a_film_fits_into_half_a_minute(count: int) -> None:
    assert TITLE_MS + (count - 1) * frame_ms(count) + LAST_MS <= LONGEST_MS


PEAK = """
import resource
from rendering import film, scene
from tests.rendering.pictures import header
from tests.rendering.test_films import pictures
kept = pictures("checkers", 2)
film.film(kept, header("checkers"))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
film.film(kept * 24, header("checkers"))
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""
"""A program that prints how many megabytes more a long film takes than a short one."""


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="what is measured is counted in other units elsewhere")
def test_a_long_film_takes_hardly_more_memory_than_a_short_one() -> None:
    said = subprocess.run([sys.executable, "-c", PEAK], capture_output=True, text=True, check=True)
    assert int(said.stdout) < 20, "all frames of it take over 30"


def test_a_film_needs_a_picture() -> None:
    with pytest.raises(ValueError, match="needs a picture"):
        film([], header("snorkels"))
