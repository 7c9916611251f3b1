"""Painters in processes of their own: what they give, how they fail, and that none is left behind."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import signal
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.games import GAMES
from rendering.painting import draw
from rendering.picture import PaintError
from rendering.scene import Scene
from rendering.studio import Studio
from rendering.warmup import pieces
from rendering.workers import process
from rendering.workers.process import Fault, ProcessWorker

from . import probes

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are killed by signals here")
SNORKELS = GAMES["snorkels"]
START = SNORKELS.start(SNORKELS.read_options({})).view_for(None)


@pytest.fixture
async def worker() -> AsyncIterator[ProcessWorker]:
    worker = ProcessWorker()
    yield worker
    await worker.close()


async def done(worker: ProcessWorker, job: Callable[..., Any], *args: Any) -> Any:
    found, _ = await worker.do(job, *args)
    return found


def alive(pid: int) -> bool:
    """Whether the process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(") ")[2][0] != "Z"
    except FileNotFoundError:
        return False


def written(begun: Path) -> int | None:
    """The number of the process that lingers, once it does."""
    return int(begun.read_text("ascii")) if begun.exists() and begun.read_text("ascii") else None


async def number_in(begun: Path) -> int:
    while (number := written(begun)) is None:  # noqa: ASYNC110 (another process tells nobody)
        await asyncio.sleep(0.01)
    return number


async def gone(pid: int) -> None:
    while alive(pid):  # noqa: ASYNC110 (another process tells nobody)
        await asyncio.sleep(0.01)


async def test_a_picture_is_the_same_wherever_it_is_painted(studio: Studio) -> None:
    heard: list[float] = []
    studio.on_painted = heard.append
    scene: Scene[Any, Any] = Scene(START)
    assert await studio.draw("snorkels", scene) == draw("snorkels", scene)
    assert await studio.placard("d4") != await studio.placard("d5")
    assert len(heard) == 1
    assert heard[0] > 0


async def test_orders_are_done_in_another_process_and_in_turn(worker: ProcessWorker) -> None:
    first = await done(worker, probes.where)
    assert first not in (os.getpid(), None)
    assert first == worker.pid
    found = await asyncio.gather(*(done(worker, probes.said, str(number)) for number in range(20)))
    assert found == [str(number) for number in range(20)]
    assert worker.busy == 0


async def test_several_painters_share_the_work(tmp_path: Path) -> None:
    studio = Studio(painters=2)
    views = [replace(START, last=name) for name in ("a1", "b2", "c3", "d4", "e5", "f6")]
    await asyncio.gather(*(studio.draw("snorkels", Scene(view)) for view in views))
    assert len(set(studio.pids)) == 2
    await studio.close()


async def test_a_painter_that_raises_is_told_with_its_traceback(
    studio: Studio, worker: ProcessWorker, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(Fault, match="in trip\n") as fault:
        await done(worker, probes.trip)
    assert "KeyError: 'no brush'" in str(fault.value)
    with caplog.at_level(logging.ERROR), pytest.raises(PaintError, match="snorkels"):
        await studio.draw("snorkels", Scene(None))
    assert "painter.py" in caplog.text or "snorkels.py" in caplog.text
    assert "AttributeError" in caplog.text
    assert (await studio.draw("snorkels", Scene(START))).width > 0


async def test_what_cannot_be_sent_is_the_fault_of_that_picture_alone(
    studio: Studio, worker: ProcessWorker, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR), pytest.raises(PaintError) as failure:
        await studio.draw("snorkels", Scene(lambda: None))
    assert isinstance(failure.value.__cause__, pickle.PicklingError | AttributeError)
    with pytest.raises(Fault, match="odd"):
        await done(worker, probes.odd)
    assert (await studio.draw("snorkels", Scene(START))).width > 0


async def test_a_painter_killed_in_the_middle_is_replaced_and_its_pictures_are_painted(
    worker: ProcessWorker, tmp_path: Path
) -> None:
    begun = tmp_path / "begun"
    first, *others = (worker.do(probes.linger, begun, 0.2), *(worker.do(probes.where) for _ in range(8)))
    killed = await number_in(begun)
    os.kill(killed, signal.SIGKILL)
    found = {number for number, _ in await asyncio.gather(first, *others)}
    assert len(found) == 1
    assert killed not in found
    assert found == {worker.pid}


async def test_a_painter_killed_while_idle_is_replaced_before_anybody_asks(
    worker: ProcessWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = asyncio.Event()
    worker.on_start = again.set
    first = await done(worker, probes.where)
    os.kill(first, signal.SIGKILL)
    await again.wait()
    assert await done(worker, probes.where) != first


async def test_an_order_that_ends_two_painters_fails_alone(worker: ProcessWorker, tmp_path: Path) -> None:
    fatal = worker.do(probes.end)
    others = [worker.do(probes.said, str(number)) for number in range(6)]
    with pytest.raises(PaintError, match="ended"):
        await fatal
    assert [found for found, _ in await asyncio.gather(*others)] == [str(number) for number in range(6)]
    assert await done(worker, probes.end_once, tmp_path / "mark") == worker.pid


async def test_a_painter_that_was_replaced_is_warmed_again(studio: Studio, tmp_path: Path) -> None:
    marks = iter(tmp_path / str(number) for number in range(3))
    mark = next(marks)
    await studio.warm([_Touch(mark)])
    assert mark.exists()
    mark.unlink()
    os.kill(studio.pids[0], signal.SIGKILL)
    while not mark.exists():  # noqa: ASYNC110 (another process tells nobody)
        await asyncio.sleep(0.01)


class _Touch:
    """A piece that leaves a mark."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __call__(self) -> None:
        self.mark.touch()


async def test_warming_happens_where_pictures_are_painted(studio: Studio) -> None:
    await studio.warm(piece for piece in pieces([replace(SNORKELS, book=SNORKELS.book[:1])]))
    assert len(studio.pids) == 1


async def test_a_closed_studio_leaves_no_process(tmp_path: Path) -> None:
    studio, begun = Studio(painters=1), tmp_path / "begun"
    worker = studio._workers[0]
    late = worker.do(probes.linger, begun, 600)
    painter = await number_in(begun)
    await studio.close()
    with pytest.raises(PaintError, match="closed"):
        await late
    with pytest.raises(PaintError, match="closed"):
        await studio.draw("snorkels", Scene(START))
    assert not alive(painter)


async def test_a_studio_that_is_closed_while_its_painter_starts_leaves_no_process() -> None:
    worker = ProcessWorker()
    asked = worker.do(probes.where)
    await asyncio.sleep(0)
    await worker.close()
    with pytest.raises(PaintError, match="closed"):
        await asked
    assert worker._life is not None
    assert worker._life.done()


PARENT = """
import asyncio
from pathlib import Path
from rendering.workers import process
from rendering.workers.process import ProcessWorker
from tests.rendering import probes

async def main():
    worker = ProcessWorker()
    await worker.do(probes.linger, Path(%r), 600)

asyncio.run(main())
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
async def test_no_process_outlives_the_one_that_started_it(tmp_path: Path, number: signal.Signals) -> None:
    begun = tmp_path / "begun"
    parent = await asyncio.create_subprocess_exec(sys.executable, "-c", PARENT % str(begun))
    child = await number_in(begun)
    assert alive(child)
    parent.send_signal(number)
    await parent.wait()
    await gone(child)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_signals_for_the_bot_end_no_painter(worker: ProcessWorker, number: signal.Signals) -> None:
    first = await done(worker, probes.where)
    os.kill(first, number)
    assert await done(worker, probes.where) == first
    assert os.getpgid(first) != os.getpgid(0), "a terminal's Ctrl+C goes to a group"


async def test_a_painter_gets_no_secret_of_the_bot_and_no_library_of_discord(
    worker: ProcessWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    monkeypatch.setenv("CAPTAINS_TABLE_DB", "postgresql://captain:password@localhost/table")
    names = await done(worker, probes.variables)
    assert not [name for name in names if name.startswith(("DISCORD", "CAPTAINS"))]
    assert not {"discord", "sqlalchemy", "asyncio", "multiprocessing"} & set(
        await done(worker, probes.loaded)
    )


LOADED = """
import sys
import bot.run
print([name for name in ("PIL", "isal") if name in sys.modules])
"""


async def test_a_bot_whose_painters_are_processes_never_loads_what_painting_needs() -> None:
    bot = await asyncio.create_subprocess_exec(sys.executable, "-c", LOADED, stdout=asyncio.subprocess.PIPE)
    told, _ = await bot.communicate()
    assert told.strip() == b"[]"


async def test_where_no_process_comes_up_a_thread_paints(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(process, "PAUSES", (0.0,))
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    studio = Studio(painters=1)
    with caplog.at_level(logging.WARNING):
        first = await studio.draw("snorkels", Scene(START))
        again = await studio.draw("snorkels", Scene(replace(START, last="d4")))
    assert first.width == again.width
    assert "own process" in caplog.text
    await studio.close()
    with pytest.raises(PaintError, match="closed"):
        await studio.draw("snorkels", Scene(replace(START, last="d5")))
