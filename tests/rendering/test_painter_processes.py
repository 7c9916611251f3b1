"""Painters in processes of their own: pictures are the same, and the studio keeps them warm."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.games import GAMES
from bot.workers import process
from rendering import jobs
from rendering.film import film
from rendering.jobs import warm_up
from rendering.painting import draw
from rendering.scene import Fatal, PaintError, PictureHeader, Scene
from rendering.studio import Studio
from tests.workers import probes
from tests.workers.waiting import alive, gone

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are killed by signals here")
SNORKELS = GAMES["snorkels"]
START = SNORKELS.start(SNORKELS.read_options({})).view_for(None)


async def test_a_picture_is_the_same_wherever_it_is_painted() -> None:
    heard: list[float] = []
    studio = Studio(painters=1, on_painted=heard.append)
    scene: Scene[Any, Any] = Scene(START)
    assert await studio.draw("snorkels", scene) == draw("snorkels", scene)
    assert await studio.text_image("d4") != await studio.text_image("d5")
    assert len(heard) == 1
    assert heard[0] > 0
    await studio.close()


async def test_several_painters_share_the_work(tmp_path: Path) -> None:
    studio = Studio(painters=2)
    views = [replace(START, last=name) for name in ("a1", "b2", "c3", "d4", "e5", "f6")]
    await asyncio.gather(*(studio.draw("snorkels", Scene(view)) for view in views))
    assert len(set(studio.pids)) == 2
    await studio.close()


async def test_films_are_made_beside_the_pictures_also_after_one_that_failed_or_that_nobody_waits_for(
    studio: Studio, caplog: pytest.LogCaptureFixture
) -> None:
    header = PictureHeader("Snorkels", "Turn 2")
    with caplog.at_level(logging.ERROR), pytest.raises(PaintError, match="Snorkels"):
        await studio.film([], header)
    assert "a film needs a picture" in caplog.text
    pictures = [draw("snorkels", Scene(replace(START, last=name))) for name in ("a1", "b2")]
    gone_away = asyncio.create_task(studio.film(pictures, header))
    await asyncio.sleep(0)
    gone_away.cancel()
    made = asyncio.create_task(studio.film(pictures, header))
    await studio.draw("snorkels", Scene(START))
    assert len(set(studio.pids)) == 2, "a picture doesn’t wait for a film"
    assert await made == film(pictures, header)


@pytest.mark.thorough
async def test_a_film_whose_processes_are_killed_fails_alone_and_the_next_is_made(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    header, picture = PictureHeader("Snorkels", "Turn 2"), draw("snorkels", Scene(START))
    with monkeypatch.context() as broken:
        broken.setattr(jobs, "film", probes.fall)
        with pytest.raises(PaintError, match="No film of Snorkels"):
            await studio.film([picture], header)
    assert await studio.film([picture], header) == film([picture], header)


async def test_what_cannot_be_sent_or_painted_is_the_fault_of_that_picture_alone(
    studio: Studio, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR), pytest.raises(PaintError) as failure:
        await studio.draw("snorkels", Scene(lambda: None))
    assert isinstance(failure.value.__cause__, pickle.PicklingError | AttributeError)
    with caplog.at_level(logging.ERROR), pytest.raises(PaintError, match="snorkels"):
        await studio.draw("snorkels", Scene(None))
    assert "painter.py" in caplog.text or "snorkels.py" in caplog.text
    assert "AttributeError" in caplog.text
    assert (await studio.draw("snorkels", Scene(START))).width > 0


async def test_warming_happens_where_pictures_are_painted(studios: Callable[..., Studio]) -> None:
    studio = studios(*warm_up([replace(SNORKELS, book=SNORKELS.book[:1])]))
    await studio.text_image("the first picture")
    await studio.warmed_up()
    assert len(studio.pids) == 1


async def test_a_closed_studio_makes_nothing_and_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    studio = Studio(painters=1)
    picture, header = await studio.draw("snorkels", Scene(START)), PictureHeader("Snorkels", "Turn 2")
    await studio.film([picture], header)
    pids = studio.pids
    assert len(pids) == 2

    def late(last: str) -> list[asyncio.Future[Any]]:
        asked = (studio.draw("snorkels", Scene(replace(START, last=last))), studio.film([picture], header))
        return [asyncio.ensure_future(each) for each in asked]

    monkeypatch.setattr(jobs, "draw", probes.hang)
    monkeypatch.setattr(jobs, "film", probes.hang)
    under_way = late("d4")
    await asyncio.sleep(0)
    await studio.close()
    for each in (*under_way, *late("d5")):
        with pytest.raises(PaintError, match="closed"):
            await each
    assert not any(map(alive, pids))


async def test_where_no_process_comes_up_a_thread_paints(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    studio = Studio(painters=1)
    with caplog.at_level(logging.WARNING):
        first = await studio.draw("snorkels", Scene(START))
        again = await studio.draw("snorkels", Scene(replace(START, last="d4")))
    assert first.width == again.width
    assert "using a thread instead" in caplog.text
    await studio.close()
    with pytest.raises(PaintError, match="closed"):
        await studio.draw("snorkels", Scene(replace(START, last="d5")))


async def test_a_picture_that_ended_its_painters_is_not_tried_again(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(jobs, "draw", probes.fall)
        with pytest.raises(Fatal, match="that ended"):
            await studio.draw("snorkels", Scene(START))
    other = await studio.draw("snorkels", Scene(replace(START, last="d4")))
    painter = studio.pids
    with pytest.raises(Fatal, match="before"):
        await studio.draw("snorkels", Scene(START))
    assert await studio.draw("snorkels", Scene(replace(START, last="d4"))) is other
    assert studio.pids == painter


@pytest.mark.thorough
async def test_each_painter_is_warmed_up_but_not_with_a_piece_that_has_ended_some(
    tmp_path: Path, studios: Callable[..., Studio]
) -> None:
    falls, mark = tmp_path / "falls", tmp_path / "mark"
    studio = studios(_Fall(falls), mark.touch)
    assert not studio.pids, "a bot that paints nothing has no painter"
    await studio.text_image("the first picture")
    await studio.warmed_up()
    assert mark.exists()
    mark.unlink()
    (pid,) = studio.pids
    os.kill(pid, signal.SIGKILL)
    await gone(pid)
    await studio.text_image("the next picture")
    while not mark.exists():  # noqa: ASYNC110 (another process tells nobody)
        await asyncio.sleep(0.01)
    assert falls.read_text("ascii") == "x" * process.ATTEMPTS


class _Fall:
    """A piece that ends its process, and counts how often."""

    def __init__(self, count: Path) -> None:
        self.count = count

    def __call__(self) -> None:
        with self.count.open("a", encoding="ascii") as file:
            file.write("x")
        probes.end()
