"""A worker in a thread: one job after another, and a job that hangs is left behind."""

from __future__ import annotations

import asyncio
import os
import sys
import threading

import pytest

from bot.workers.worker import JobFailed, ThreadWorker, WorkerClosed

from . import probes


async def test_a_thread_that_hangs_holds_up_the_next_job_but_not_the_end() -> None:
    worker, free = ThreadWorker(), threading.Event()
    hung, next_one = (asyncio.create_task(worker.run(job)) for job in (free.wait, probes.where))
    await asyncio.wait([hung, next_one], timeout=0)
    hung.cancel()
    (thread,) = [each for each in threading.enumerate() if each.name == "worker"]
    await asyncio.wait([next_one], timeout=0.05)
    assert not next_one.done()
    await worker.close()
    with pytest.raises(WorkerClosed):
        await next_one
    assert worker.busy == 0
    free.set()
    thread.join()


async def test_a_thread_goes_on_after_whatever_a_job_raises() -> None:
    worker = ThreadWorker()
    with pytest.raises(JobFailed, match="StopIteration"):
        await worker.run(next, iter(()))
    with pytest.raises(JobFailed, match="SystemExit: 3"):
        await worker.run(sys.exit, 3)
    assert await worker.run(probes.where) == os.getpid()


STUCK = """
import asyncio, threading
from bot.workers.worker import ThreadWorker

async def main():
    worker = ThreadWorker()
    job = asyncio.create_task(worker.run(threading.Event().wait))
    await asyncio.sleep(0)
    await worker.close()
    await asyncio.gather(job, return_exceptions=True)

asyncio.run(main())
"""


async def test_a_program_ends_while_its_thread_hangs() -> None:
    program = await asyncio.create_subprocess_exec(sys.executable, "-c", STUCK)
    assert await program.wait() == 0
