"""Warming: what first pictures need is drawn beforehand, and in nobody's way."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace

from bot.games import GAMES
from rendering.cache import CACHE
from rendering.curse.map import mask
from rendering.studio import Studio
from rendering.warming import pieces


def test_each_game_has_something_to_warm_and_its_first_picture_comes_first() -> None:
    names = [piece.args[0] for piece in pieces(GAMES.values()) if hasattr(piece, "args")]
    firsts = [names.index(key) for key in GAMES]
    assert firsts == sorted(firsts)
    assert max(firsts) < sum(1 + len(game.seats) for game in GAMES.values())


def test_a_game_without_a_painter_is_left_out() -> None:
    unpainted = replace(GAMES["snorkels"], key="nothing", book=())
    assert list(pieces([unpainted])) == []


def test_a_painter_names_what_no_diagram_shows() -> None:
    curse = replace(GAMES["curse"], book=())
    CACHE.clear()
    for piece in pieces([curse]):
        while piece() is True:
            pass
    before = len(CACHE)
    assert before >= 36
    for number in range(1, 37):
        mask(number, flood=True)
    assert len(CACHE) == before


async def test_a_picture_that_somebody_waits_for_goes_before_the_rest() -> None:
    studio, done = Studio(), []
    begun, held = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def first() -> None:
        loop.call_soon_threadsafe(begun.set)
        held.wait(30)
        done.append("first")

    warming = asyncio.create_task(studio.warm([first, lambda: done.append("second")]))
    await begun.wait()
    waiting = asyncio.create_task(studio.placard("now"))
    waiting.add_done_callback(lambda _: done.append("placard"))
    await asyncio.sleep(0)
    held.set()
    await asyncio.gather(waiting, warming)
    await studio.close()
    assert done == ["first", "placard", "second"]
