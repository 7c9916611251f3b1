"""Painters that hang or end: processes are replaced, a thread is left behind; nobody waits for ever."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from rendering.picture import Fatal, PaintError
from rendering.scene import Scene
from rendering.studio import Studio
from rendering.workers import jobs, process
from rendering.workers.process import PATIENCE, ProcessWorker
from rendering.workers.worker import ThreadWorker

from . import probes
from .test_workers import START, done, gone, number_in

by_signals = pytest.mark.skipif(sys.platform == "win32", reason="processes are killed by signals here")


class Steps:
    """Time that passes when a test says so."""

    def __init__(self) -> None:
        self._asked: asyncio.Queue[asyncio.Future[None]] = asyncio.Queue()

    async def __call__(self) -> None:
        passed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._asked.put_nowait(passed)
        await passed

    async def pass_(self, number: int) -> None:
        """Let so many steps pass, the looks after all but the last of them included."""
        while number:
            passed = await self._asked.get()
            if not passed.done():
                passed.set_result(None)
                number -= 1


@pytest.fixture
def steps() -> Steps:
    return Steps()


@pytest.fixture
async def worker(steps: Steps) -> AsyncIterator[ProcessWorker]:
    worker = ProcessWorker(steps)
    yield worker
    await worker.close()


@by_signals
async def test_a_painter_that_hangs_is_replaced_and_a_picture_that_hangs_two_fails_alone(
    worker: ProcessWorker, steps: Steps, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    begun = tmp_path / "begun"
    hung = worker.do(probes.linger, begun, 600)
    others = [worker.do(probes.said, str(number)) for number in range(6)]
    hanging = []
    with caplog.at_level(logging.ERROR):
        for _ in range(process.LIVES):
            hanging.append(await number_in(begun))
            begun.unlink()
            # The first look is the one that sees that it was ready.
            await steps.pass_(1 + PATIENCE)
    with pytest.raises(PaintError, match="ended"):
        await hung
    assert [found for found, _ in await asyncio.gather(*others)] == [str(number) for number in range(6)]
    for killed in hanging:
        await gone(killed)
    assert len({*hanging, worker.pid}) == 1 + process.LIVES
    assert [record.message for record in caplog.records].count(
        "a painter hangs; it is ended"
    ) == process.LIVES


@by_signals
async def test_each_picture_has_the_whole_patience_from_its_own_beginning(
    worker: ProcessWorker, steps: Steps, tmp_path: Path
) -> None:
    ways = [(tmp_path / f"begun {number}", tmp_path / f"go {number}") for number in range(3)]
    asked = [worker.do(probes.stand, *way) for way in ways]
    painters = set()
    for (begun, go), job in zip(ways, asked, strict=True):
        painters.add(await number_in(begun))
        await steps.pass_(PATIENCE)
        go.touch()
        painters.add((await job)[0])
    await steps.pass_(3 * PATIENCE)
    painters.add(await done(worker, probes.where))
    assert len(painters) == 1, "idle or at work, it is the same one"


@by_signals
async def test_an_hour_in_which_the_machine_slept_kills_no_painter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker, begun, go = ProcessWorker(), tmp_path / "begun", tmp_path / "go"
    job = worker.do(probes.stand, begun, go)
    painter = await number_in(begun)
    loop = asyncio.get_running_loop()
    awake = loop.time
    for hours in range(1, PATIENCE - 2):
        monkeypatch.setattr(loop, "time", lambda gone=hours * 3600.0: awake() + gone)
        for _ in range(10):
            await asyncio.sleep(0)
    go.touch()
    assert (await job)[0] == painter
    assert await done(worker, probes.where) == painter
    await worker.close()


@by_signals
async def test_where_processes_hang_before_they_are_ready_a_thread_paints(
    worker: ProcessWorker, steps: Steps, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "PAUSES", (0.0,))
    told, stuck = tmp_path / "told", tmp_path / "python"

    def numbers() -> list[int]:
        return [int(number) for number in told.read_text("ascii").split()] if told.exists() else []

    stuck.write_text(f"#!/bin/sh\necho $$ >> '{told}'\nexec sleep 600\n", encoding="ascii")
    stuck.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(stuck))
    asked = worker.do(probes.where)
    for begun in range(1, process.STARTS + 1):
        while len(numbers()) < begun:  # noqa: ASYNC110 (another process tells nobody)
            await asyncio.sleep(0.01)
        await steps.pass_(PATIENCE)
    assert (await asked)[0] == os.getpid()
    for number in numbers():
        await gone(number)


@by_signals
async def test_a_picture_that_ended_its_painters_is_not_tried_again(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(jobs, "draw", probes.fall)
        with pytest.raises(Fatal, match="2 painters ended"):
            await studio.draw("snorkels", Scene(START))
    other = await studio.draw("snorkels", Scene(replace(START, last="d4")))
    painter = studio.pids
    with pytest.raises(Fatal, match="before"):
        await studio.draw("snorkels", Scene(START))
    assert await studio.draw("snorkels", Scene(replace(START, last="d4"))) is other
    assert studio.pids == painter


@by_signals
async def test_a_piece_that_ends_painters_is_no_longer_drawn_to_warm_them(
    studio: Studio, tmp_path: Path
) -> None:
    falls, mark = tmp_path / "falls", tmp_path / "mark"
    await studio.warm([_Fall(falls), mark.touch])
    assert mark.exists()
    for _ in range(2):
        mark.unlink()
        os.kill(studio.pids[0], signal.SIGKILL)
        while not mark.exists():  # noqa: ASYNC110 (another process tells nobody)
            await asyncio.sleep(0.01)
    assert falls.read_text("ascii") == "x" * process.LIVES


class _Fall:
    """A piece that ends its process, and counts how often."""

    def __init__(self, count: Path) -> None:
        self.count = count

    def __call__(self) -> None:
        with self.count.open("a", encoding="ascii") as file:
            file.write("x")
        probes.end()


async def test_a_thread_that_hangs_does_not_hold_up_the_end() -> None:
    worker, free = ThreadWorker(grace=0.0), threading.Event()
    hung, next_one = worker.do(free.wait), worker.do(probes.where)
    (thread,) = [each for each in threading.enumerate() if each.name == "studio"]
    await worker.close()
    for dropped in (hung, next_one):
        with pytest.raises(PaintError, match="closed"):
            await dropped
    await asyncio.sleep(0)
    assert worker.busy == 0
    free.set()
    thread.join()


async def test_what_a_thread_is_about_is_finished_and_nothing_after_it() -> None:
    worker, begun, free = ThreadWorker(grace=600.0), threading.Event(), threading.Event()

    def picture() -> str:
        begun.set()
        free.wait()
        return "finished"

    under_way, next_one = worker.do(picture), worker.do(probes.where)
    await asyncio.to_thread(begun.wait)
    closing = asyncio.create_task(worker.close())
    with pytest.raises(PaintError, match="closed"):
        await next_one
    free.set()
    await closing
    assert (await under_way)[0] == "finished"


async def test_a_thread_goes_on_after_whatever_a_picture_raises() -> None:
    worker = ThreadWorker()
    with pytest.raises(RuntimeError, match="StopIteration"):
        await worker.do(next, iter(()))
    with pytest.raises(SystemExit):
        await worker.do(sys.exit, 3)
    assert (await worker.do(probes.where))[0] == os.getpid()
    await worker.close()


STUCK = """
import asyncio, threading
from rendering.workers.worker import ThreadWorker

async def main():
    worker = ThreadWorker(grace=0.0)
    worker.do(threading.Event().wait)
    await worker.close()

asyncio.run(main())
"""


async def test_a_program_ends_while_its_thread_hangs() -> None:
    program = await asyncio.create_subprocess_exec(sys.executable, "-c", STUCK)
    assert await program.wait() == 0
