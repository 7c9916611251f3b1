"""The studio: one thread, kept pictures, and what happens when painting fails."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
from collections.abc import AsyncIterator
from io import BytesIO
from types import ModuleType
from typing import Any

import pytest
from PIL import Image

from bot.games import GAMES
from bot.workers.worker import ThreadWorker, WorkerDied
from rendering import studio as studio_module
from rendering.painting import COLOURS, in_colours, text_image
from rendering.png import png
from rendering.scene import NoPainter, PaintError, Scene
from rendering.studio import Studio
from rendering.theme import Theme
from tests.patience import PATIENCE

from .positions import AnyScene

SNORKELS = GAMES["snorkels"]
START = SNORKELS.start(SNORKELS.read_options({})).view_for(None)


class EaselModule(ModuleType):
    """A painter that counts its pictures and notes its threads."""

    def __init__(self) -> None:
        super().__init__("rendering.easel")
        self.threads: list[str] = []
        self.broken = False
        self.begun, self.may_finish = threading.Event(), threading.Event()
        self.may_finish.set()

    def paint(self, scene: AnyScene, theme: Theme) -> Image.Image:
        self.threads.append(threading.current_thread().name)
        self.begun.set()
        assert self.may_finish.wait(PATIENCE)
        if self.broken:
            raise KeyError("no brush")
        return Image.new("RGB", (900, 600), theme.ground)


@pytest.fixture
def easel(monkeypatch: pytest.MonkeyPatch) -> EaselModule:
    module = EaselModule()
    monkeypatch.setitem(sys.modules, "rendering.easel", module)
    return module


@pytest.fixture
async def studio() -> AsyncIterator[Studio]:
    studio = Studio(cache_size=2)
    yield studio
    await studio.close()


def scene(mark: str = "") -> AnyScene:
    return Scene(START, marks=(mark,) if mark else ())


async def test_all_painting_is_done_in_one_thread_that_is_not_the_loops(
    studio: Studio, easel: EaselModule
) -> None:
    await asyncio.gather(*(studio.draw("easel", scene(f"a{rank}")) for rank in range(1, 8)))
    assert len(easel.threads) == 7
    assert set(easel.threads) == {"worker"}


async def test_a_scene_is_painted_once_for_each_palette_and_mark(studio: Studio, easel: EaselModule) -> None:
    first, second = await asyncio.gather(studio.draw("easel", scene()), studio.draw("easel", scene()))
    assert first is second
    assert await studio.draw("easel", scene()) is first
    assert len(easel.threads) == 1
    await studio.draw("easel", scene(), palette="high-contrast")
    await studio.draw("easel", scene("a1"))
    assert len(easel.threads) == 3


async def test_the_picture_unused_for_longest_goes_first(studio: Studio, easel: EaselModule) -> None:
    for mark in ("a1", "b1", "a1", "c1", "a1"):
        await studio.draw("easel", scene(mark))
    assert len(easel.threads) == 3
    await studio.draw("easel", scene("b1"))
    assert len(easel.threads) == 4


@pytest.mark.parametrize("painters", [0, 1])
async def test_a_game_without_a_painter_is_no_fault(painters: int, caplog: pytest.LogCaptureFixture) -> None:
    studio = Studio(painters)
    with caplog.at_level(logging.WARNING), pytest.raises(NoPainter, match="hopscotch"):
        await studio.draw("hopscotch", scene())
    await studio.close()
    assert caplog.text == ""


@pytest.mark.parametrize(("module", "palette"), [("theme", "default"), ("easel", "ultraviolet")])
async def test_a_module_that_is_no_painter_and_an_unknown_palette_are_paint_errors(
    studio: Studio, easel: EaselModule, module: str, palette: Any
) -> None:
    with pytest.raises(PaintError):
        await studio.draw(module, scene(), palette=palette)


async def test_a_painters_failure_is_logged_and_not_kept(
    studio: Studio, easel: EaselModule, caplog: pytest.LogCaptureFixture
) -> None:
    easel.broken = True
    with caplog.at_level(logging.ERROR), pytest.raises(PaintError):
        await studio.draw("easel", scene())
    assert "KeyError: 'no brush'" in caplog.text
    easel.broken = False
    assert (await studio.draw("easel", scene())).width == 900


@pytest.mark.parametrize("others", [0, 1])
async def test_a_picture_is_made_once_and_kept_though_a_reader_gives_up(
    studio: Studio, easel: EaselModule, others: int
) -> None:
    easel.may_finish.clear()
    gives_up, *wait = (asyncio.create_task(studio.draw("easel", scene())) for _ in range(1 + others))
    await asyncio.to_thread(easel.begun.wait, PATIENCE)
    gives_up.cancel()
    with pytest.raises(asyncio.CancelledError):
        await gives_up
    easel.may_finish.set()
    for each in (*wait, studio.draw("easel", scene())):
        assert (await each).width == 900
    assert len(easel.threads) == 1


@pytest.mark.parametrize("text", ["", "\n", "x" * 100_000, "y\n" * 100_000, "\t" * 1000, "\x00\x1b[31m"])
def test_a_text_image_of_any_text_has_a_sensible_size(text: str) -> None:
    image = text_image(text)
    assert 900 <= image.width <= 1300
    assert 100 <= image.height <= 4000


async def test_a_closed_studio_leaves_no_thread(easel: EaselModule) -> None:
    studio = Studio()
    await studio.draw("easel", scene())
    await studio.close()
    while any(thread.name == "worker" for thread in threading.enumerate()):  # noqa: ASYNC110 (one just ends)
        await asyncio.sleep(0)


def test_pictures_have_few_colours_even_when_their_painter_has_many() -> None:
    wheel = Image.linear_gradient("L").resize((300, 300))
    loud = Image.merge("RGB", (wheel, wheel.rotate(90), wheel.rotate(180)))
    with Image.open(BytesIO(png(in_colours(loud)))) as image:
        assert image.mode == "P"
        assert len(image.getcolors() or ()) <= COLOURS


async def test_a_piece_that_has_ended_a_process_is_not_begun_in_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, workers = list[Any](), list[Any]()

    class Frail(ThreadWorker):
        def __init__(self, **given: Any) -> None:
            super().__init__()
            self.started = given.get("on_started")
            workers.append(self)

        async def run(self, job: Any, *args: Any) -> Any:  # type: ignore[override]
            begun.append(job)
            if job is list:
                raise WorkerDied
            return await super().run(job, *args)

    monkeypatch.setattr(studio_module, "ProcessWorker", Frail)
    studio = Studio(1, pieces=(list, dict))
    for _ in range(2):
        workers[0].started(workers[0])
        await studio.warmed_up()
    assert begun == [list, dict, dict]
    await studio.close()
