"""Warm-up: what first pictures need is drawn beforehand, and in nobody's way."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Hashable
from dataclasses import replace
from inspect import unwrap
from pathlib import Path
from typing import Any, Final

import pytest

from bot.games import GAMES
from bot.games.curse.island import NEWEST
from rendering.cache import CACHE, weight
from rendering.curse.map import mask, tiles
from rendering.depthcharge.painter import ground
from rendering.jobs import warm_up
from rendering.scene import Scene
from rendering.snorkels.sprites import body, tube
from rendering.studio import Studio
from tests.games.playing import viewers

from .pictures import paint
from .positions import choosing, positions

BOARD = 700_000
"""Bytes: what weighs more is as large as a picture, and takes long."""

STATUS: Final = Path("/proc/self/status")
FIRST_PICTURES: Final = """
import re
from pathlib import Path
from bot.games import GAMES
from rendering.sprites import SCALE
from rendering.jobs import warm_up

def told(name):
    return int(re.search(name + r":\\s+(\\d+)", Path("/proc/self/status").read_text())[1])

before = told("VmRSS")
for piece in warm_up(GAMES.values()):
    piece()
print(before, told("VmHWM"), told("VmRSS"), 1000 * SCALE * 1000 * SCALE * 4 // 1024)
"""
"""Prints kilobytes: before, the most, after, and what a sketch of a background takes."""


def test_each_game_has_something_to_warm_and_its_first_picture_comes_first() -> None:
    names = [piece.args[0] for piece in warm_up(GAMES.values()) if hasattr(piece, "args")]
    firsts = [names.index(key) for key in GAMES]
    assert firsts == sorted(firsts)
    assert max(firsts) < sum(1 + len(game.seats) for game in GAMES.values())


def test_a_game_without_a_painter_is_left_out() -> None:
    unpainted = replace(GAMES["snorkels"], key="nothing")
    assert list(warm_up([unpainted])) == []


def test_a_painter_names_what_no_diagram_shows() -> None:
    curse = replace(GAMES["curse"], book=())
    CACHE.clear()
    for piece in warm_up([curse]):
        piece()
    before = len(CACHE)
    assert before >= 36
    for number in range(1, 37):
        mask(NEWEST, number, flood=True)
    assert len(CACHE) == before


@pytest.mark.skipif(not STATUS.exists(), reason="only Linux tells how high a program's memory stood")
def test_the_first_pictures_need_little_more_memory_than_what_is_kept_of_them() -> None:
    # A memory limit that suffices later must not get the painters killed at the start.
    found = subprocess.run([sys.executable, "-c", FIRST_PICTURES], check=True, capture_output=True, text=True)
    before, highest, kept, background = map(int, found.stdout.split())
    assert highest > before
    assert highest - kept < 2 * background


def test_no_board_and_no_alien_is_drawn_in_play_once_all_is_warm(monkeypatch: pytest.MonkeyPatch) -> None:
    CACHE.clear()
    for keeper in (tiles, ground):
        keeper.cache_clear()
    monkeypatch.setattr(CACHE, "budget", 1 << 40)
    for piece in warm_up(GAMES.values()):
        piece()
    unready: list[Hashable] = []
    keep = CACHE.put

    def put(key: tuple[Hashable, ...], thing: Any, seconds: float) -> None:
        if weight(thing) >= BOARD or key[0] in (unwrap(tube), unwrap(body)):
            unready.append(key)
        keep(key, thing, seconds)

    monkeypatch.setattr(CACHE, "put", put)
    drawn = len(CACHE)
    for key in GAMES:
        for state in positions(key):
            for viewer in viewers(GAMES[key]):
                paint(key, Scene(state.view_for(viewer), bottom=viewer))
            for scene in choosing(state):
                paint(key, scene)
    assert len(CACHE) > drawn
    assert unready == []


async def test_a_picture_that_somebody_waits_for_goes_before_the_rest() -> None:
    done: list[str] = []
    begun, held = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def first() -> None:
        loop.call_soon_threadsafe(begun.set)
        held.wait(30)
        done.append("first")

    studio = Studio(pieces=[first, lambda: done.append("second")])
    await studio.text_image("the first picture")
    await begun.wait()
    waiting = asyncio.create_task(studio.text_image("now"))
    waiting.add_done_callback(lambda _: done.append("text"))
    await asyncio.sleep(0)
    held.set()
    await waiting
    await studio.warmed_up()
    await studio.close()
    assert done == ["first", "text", "second"]
