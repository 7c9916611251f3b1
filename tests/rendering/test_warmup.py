"""Warm-up: what first pictures need is drawn beforehand, and in nobody's way."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import threading
from collections.abc import Hashable
from dataclasses import replace
from inspect import unwrap
from pathlib import Path
from typing import Any, Final
from unittest import mock

import pytest

from bot.games import GAMES
from rendering.cache import CACHE, weight
from rendering.canvas import Canvas
from rendering.curse.map import mask
from rendering.depthcharge import painter as depthcharge
from rendering.depthcharge.colours import LAKES
from rendering.jobs import warm_up
from rendering.scene import Scene
from rendering.snorkels import painter as snorkels
from rendering.snorkels.sprites import CRATERS, body, tube
from rendering.sprites import SCALE
from rendering.studio import Studio
from tests.games.playing import viewers

from .pictures import paint
from .positions import choosing, positions

BOARD = 700_000
"""Bytes: what weighs more is as large as a picture, and takes long."""
STATUS: Final = Path("/proc/self/status")
"""Only Linux tells how high a program's memory stood."""


def test_each_game_has_something_to_warm_and_its_first_picture_comes_first() -> None:
    names = [piece.args[0] for piece in warm_up(GAMES.values()) if hasattr(piece, "args")]
    firsts = [names.index(key) for key in GAMES]
    assert firsts == sorted(firsts)
    assert max(firsts) < sum(1 + len(game.seats) for game in GAMES.values())


def test_a_game_without_a_painter_is_left_out() -> None:
    unpainted = replace(GAMES["snorkels"], key="nothing")
    assert list(warm_up([unpainted])) == []


@pytest.mark.thorough
def test_warming_up_takes_little_more_memory_than_what_is_kept_and_leaves_nothing_large_to_draw() -> None:
    # A memory limit that suffices later must not get the painters killed at the start.
    program = [sys.executable, "-c", f"from {__name__} import warmed; warmed()"]
    found = subprocess.run(program, check=True, capture_output=True, text=True)
    highest, kept, *unready = found.stdout.splitlines()
    background = 1000 * SCALE * 1000 * SCALE * 4 // 1024
    assert int(highest) - int(kept) < 2 * background
    assert unready == ["more is drawn in play"], "no board, space or alien"


def test_boards_that_were_drawn_beforehand_are_what_is_drawn() -> None:
    lake, crater = LAKES["default"], CRATERS["default"]
    for file, drawn in (
        (depthcharge.CHART, depthcharge.charted(lake)),
        (snorkels.CRATER, snorkels.background(crater)),
    ):
        kept = Canvas.read(file, drawn.colours)
        assert kept.tobytes() == drawn.tobytes(), "python -m tests.write covers"


def warmed() -> None:
    """Warms up; prints the most kilobytes that it took, those that it keeps, and what is drawn in play."""

    def told(name: str) -> str:
        found = re.search(name + r":\s+(\d+)", STATUS.read_text()) if STATUS.exists() else None
        return found[1] if found else "0"

    def warm() -> None:
        for piece in warm_up(GAMES.values()):
            piece()

    warm()
    print(told("VmHWM"), told("VmRSS"), sep="\n")
    # Again what had no room beside the rest.
    CACHE.budget = 1 << 40
    warm()
    keep, drawn = CACHE.put, len(CACHE)

    def put(key: tuple[Hashable, ...], thing: Any, seconds: float) -> None:
        if weight(thing) >= BOARD or key[0] in (unwrap(tube), unwrap(body), unwrap(mask)):
            print(key)
        keep(key, thing, seconds)

    with mock.patch.object(CACHE, "put", put):
        for key in GAMES:
            for state in positions(key):
                for viewer in viewers(GAMES[key]):
                    paint(key, Scene(state.view_for(viewer), bottom=viewer))
                for scene in choosing(state):
                    paint(key, scene)
    if len(CACHE) > drawn:
        print("more is drawn in play")


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
