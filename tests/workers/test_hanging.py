"""Workers that hang: a process is replaced, a thread is left behind; nobody waits for ever."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.workers import process
from bot.workers.process import MAX_POLLS, ProcessWorker
from bot.workers.thread import ThreadWorker
from bot.workers.worker import WorkerClosed, WorkerDied

from . import probes
from .waiting import Polls, gone, pid_in

by_signals = pytest.mark.skipif(sys.platform == "win32", reason="processes are killed by signals here")


@pytest.fixture
def polls() -> Polls:
    return Polls()


@pytest.fixture
async def worker(polls: Polls) -> AsyncIterator[ProcessWorker]:
    worker = ProcessWorker(polls)
    yield worker
    await worker.close()


@by_signals
async def test_a_process_that_hangs_is_replaced_and_a_job_that_hangs_two_fails_alone(
    worker: ProcessWorker, polls: Polls, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    begun = tmp_path / "begun"
    hung = asyncio.create_task(worker.run(probes.linger, begun, 600))
    others = asyncio.gather(*(worker.run(probes.said, str(number)) for number in range(6)))
    hanging = []
    with caplog.at_level(logging.ERROR):
        for _ in range(process.ATTEMPTS):
            hanging.append(await pid_in(begun))
            begun.unlink()
            await polls.pass_(MAX_POLLS)
    with pytest.raises(WorkerDied, match="ended"):
        await hung
    assert await others == [str(number) for number in range(6)]
    for killed in hanging:
        await gone(killed)
    assert len({*hanging, worker.pid}) == 1 + process.ATTEMPTS
    told = [record.message for record in caplog.records]
    assert told.count("a worker process is hanging; killing it") == process.ATTEMPTS


@by_signals
async def test_each_job_has_the_whole_limit_from_its_own_beginning(
    worker: ProcessWorker, polls: Polls, tmp_path: Path
) -> None:
    ways = [(tmp_path / f"begun {number}", tmp_path / f"go {number}") for number in range(3)]
    jobs = [asyncio.create_task(worker.run(probes.stand, *way)) for way in ways]
    pids = set()
    for (begun, go), job in zip(ways, jobs, strict=True):
        pids.add(await pid_in(begun))
        await polls.pass_(MAX_POLLS - 1)
        go.touch()
        pids.add(await job)
    pids.add(await worker.run(probes.where))
    assert len(pids) == 1


@by_signals
async def test_an_hour_in_which_the_machine_slept_kills_no_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker, begun, go = ProcessWorker(), tmp_path / "begun", tmp_path / "go"
    job = asyncio.create_task(worker.run(probes.stand, begun, go))
    pid = await pid_in(begun)
    loop = asyncio.get_running_loop()
    awake = loop.time
    for hours in range(1, MAX_POLLS - 2):
        monkeypatch.setattr(loop, "time", lambda gone=hours * 3600.0: awake() + gone)
        for _ in range(10):
            await asyncio.sleep(0)
    go.touch()
    assert await job == pid
    assert await worker.run(probes.where) == pid
    await worker.close()


@by_signals
async def test_where_processes_hang_before_they_are_ready_a_thread_does_the_work(
    worker: ProcessWorker, polls: Polls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "START_RETRY_S", (0.0, 0.0))
    told, stuck = tmp_path / "told", tmp_path / "python"

    def numbers() -> list[int]:
        return [int(number) for number in told.read_text("ascii").split()] if told.exists() else []

    stuck.write_text(f"#!/bin/sh\necho $$ >> '{told}'\nexec sleep 600\n", encoding="ascii")
    stuck.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(stuck))
    job = asyncio.create_task(worker.run(probes.where))
    for begun in range(1, process.MAX_FAILED_STARTS + 1):
        while len(numbers()) < begun:  # noqa: ASYNC110 (another process tells nobody)
            await asyncio.sleep(0.01)
        await polls.pass_(MAX_POLLS)
    assert await job == os.getpid()
    for number in numbers():
        await gone(number)


async def test_a_thread_that_hangs_does_not_hold_up_the_end() -> None:
    worker, free = ThreadWorker(close_timeout_s=0.0), threading.Event()
    hung, next_one = (asyncio.create_task(worker.run(job)) for job in (free.wait, probes.where))
    await asyncio.sleep(0)
    (thread,) = [each for each in threading.enumerate() if each.name == "worker"]
    await worker.close()
    for dropped in (hung, next_one):
        with pytest.raises(WorkerClosed):
            await dropped
    await asyncio.sleep(0)
    assert worker.busy == 0
    free.set()
    thread.join()


async def test_a_threads_current_job_is_finished_and_nothing_after_it() -> None:
    worker, begun, free = ThreadWorker(close_timeout_s=600.0), threading.Event(), threading.Event()

    def job() -> str:
        begun.set()
        free.wait()
        return "finished"

    under_way = asyncio.create_task(worker.run(job))
    next_one = asyncio.create_task(worker.run(probes.where))
    await asyncio.to_thread(begun.wait)
    closing = asyncio.create_task(worker.close())
    with pytest.raises(WorkerClosed):
        await next_one
    free.set()
    await closing
    assert await under_way == "finished"


async def test_a_thread_goes_on_after_whatever_a_job_raises() -> None:
    worker = ThreadWorker()
    with pytest.raises(RuntimeError, match="StopIteration"):
        await worker.run(next, iter(()))
    with pytest.raises(SystemExit):
        await worker.run(sys.exit, 3)
    assert await worker.run(probes.where) == os.getpid()
    await worker.close()


STUCK = """
import asyncio, threading
from bot.workers.thread import ThreadWorker

async def main():
    worker = ThreadWorker(close_timeout_s=0.0)
    job = asyncio.create_task(worker.run(threading.Event().wait))
    await asyncio.sleep(0)
    await worker.close()
    await asyncio.gather(job, return_exceptions=True)

asyncio.run(main())
"""


async def test_a_program_ends_while_its_thread_hangs() -> None:
    program = await asyncio.create_subprocess_exec(sys.executable, "-c", STUCK)
    assert await program.wait() == 0
