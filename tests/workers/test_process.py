"""Worker processes: what they give, how they fail, and that none is left behind."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import platform
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.workers import process
from bot.workers.process import MAX_POLLS, ProcessWorker
from bot.workers.worker import JobFailed, WorkerClosed, WorkerDied

from . import probes
from .waiting import Polls, alive, gone, pid_in

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are killed by signals here")


@pytest.fixture
def polls() -> Polls:
    return Polls()


@pytest.fixture
async def worker(polls: Polls) -> AsyncIterator[ProcessWorker]:
    worker = ProcessWorker(polls)
    yield worker
    await worker.close()


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="others give memory back by themselves")
async def test_a_worker_gives_back_what_large_pictures_took(worker: ProcessWorker) -> None:
    assert await worker.run(probes.left_of_pictures) < 20


async def test_jobs_are_done_in_another_process_and_in_turn(worker: ProcessWorker) -> None:
    first = await worker.run(probes.where)
    assert first not in (os.getpid(), None)
    assert first == worker.pid
    found = await asyncio.gather(*(worker.run(probes.said, str(number)) for number in range(20)))
    assert found == [str(number) for number in range(20)]
    assert worker.busy == 0


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has such a score")
async def test_where_memory_runs_out_a_worker_is_killed_before_the_bot(worker: ProcessWorker) -> None:
    def score(process: int) -> str:
        return Path(f"/proc/{process}/oom_score_adj").read_text()

    ours = score(os.getpid())
    assert score(await worker.run(probes.where)) == "1000\n"
    assert score(os.getpid()) == ours


async def test_a_process_killed_in_the_middle_of_a_job_is_replaced_and_all_jobs_are_done(
    worker: ProcessWorker, tmp_path: Path
) -> None:
    begun, go = tmp_path / "begun", tmp_path / "go"
    jobs = [worker.run(probes.stand, begun, go), *(worker.run(probes.where) for _ in range(8))]
    waiting = asyncio.gather(*jobs)
    killed = await pid_in(begun)
    os.kill(killed, signal.SIGKILL)
    go.touch()
    found = set(await waiting)
    assert len(found) == 1
    assert killed not in found
    assert found == {worker.pid}


async def test_a_process_killed_while_idle_is_replaced_with_the_next_job(
    caplog: pytest.LogCaptureFixture,
) -> None:
    started: list[int | None] = []
    worker = ProcessWorker(on_started=lambda worker: started.append(worker.pid))
    first = await worker.run(probes.where)
    assert started == [first]
    os.kill(first, signal.SIGKILL)
    await gone(first)
    second = await worker.run(probes.where)
    assert second != first
    assert started == [first, second]
    await worker.close()
    assert "has ended" in caplog.text


async def test_an_idle_process_ends_and_the_next_job_starts_another(caplog: pytest.LogCaptureFixture) -> None:
    worker = ProcessWorker(idle_timeout_s=0.05)
    first = await worker.run(probes.where)
    await gone(first)
    while worker.pid is not None:  # noqa: ASYNC110 (the loop hears of it from another process)
        await asyncio.sleep(0.01)
    assert await worker.run(probes.where) != first
    assert "has ended" not in caplog.text
    await worker.close()


async def test_what_a_job_raises_is_told_with_its_traceback(worker: ProcessWorker) -> None:
    with pytest.raises(JobFailed, match="in trip\n") as failed:
        await worker.run(probes.trip)
    assert "KeyError: 'no brush'" in str(failed.value)
    assert await worker.run(probes.said, "still here") == "still here"


async def test_what_cannot_be_sent_is_the_fault_of_that_job_alone(worker: ProcessWorker) -> None:
    with pytest.raises((pickle.PicklingError, AttributeError)):
        await worker.run(probes.said, lambda: None)  # type: ignore[arg-type]
    with pytest.raises(JobFailed, match="odd"):
        await worker.run(probes.odd)
    assert await worker.run(probes.said, "still here") == "still here"


async def test_a_job_that_ends_two_processes_fails_alone(worker: ProcessWorker, tmp_path: Path) -> None:
    fatal = asyncio.create_task(worker.run(probes.end))
    others = asyncio.gather(*(worker.run(probes.said, str(number)) for number in range(6)))
    with pytest.raises(WorkerDied, match="ended"):
        await fatal
    assert await others == [str(number) for number in range(6)]
    assert await worker.run(probes.end_once, tmp_path / "mark") == worker.pid


async def test_a_job_that_hangs_two_processes_fails_alone(
    worker: ProcessWorker, polls: Polls, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    begun, hanging = tmp_path / "begun", []
    hung = asyncio.create_task(worker.run(probes.stand, begun, tmp_path / "never"))
    other = asyncio.create_task(worker.run(probes.where))
    for _ in range(process.ATTEMPTS):
        hanging.append(await pid_in(begun))
        begun.unlink()
        await polls.pass_(MAX_POLLS)
    with pytest.raises(WorkerDied, match="ended"):
        await hung
    assert await other not in hanging
    assert not any(map(alive, hanging))
    told = [record.message for record in caplog.records]
    assert told.count("a worker process is hanging; killing it") == process.ATTEMPTS


@pytest.mark.parametrize("before", [True, False], ids=["before its job", "in its job"])
async def test_a_process_that_somebody_stopped_goes_on(
    worker: ProcessWorker, polls: Polls, tmp_path: Path, before: bool
) -> None:
    """Two turns waited half a minute for a painter that was stopped."""
    pid = await worker.run(probes.where)
    begun, go = tmp_path / "begun", tmp_path / "go"
    if before:
        os.kill(pid, signal.SIGSTOP)
        go.touch()
    job = asyncio.create_task(worker.run(probes.stand, begun, go))
    if not before:
        await pid_in(begun)
        os.kill(pid, signal.SIGSTOP)
        go.touch()
    await polls.pass_(1)
    assert await job == pid
    assert process.POLL_S <= 1


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
    assert len(pids) == 1


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
    await worker.close()


async def test_a_worker_that_is_closed_while_it_starts_leaves_no_process() -> None:
    worker = ProcessWorker()
    job = asyncio.create_task(worker.run(probes.where))
    await asyncio.sleep(0)
    await worker.close()
    with pytest.raises(WorkerClosed):
        await job
    assert worker.pid is None
    assert worker.busy == 0


async def test_where_no_process_can_be_started_a_thread_does_the_work(
    worker: ProcessWorker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as broken, caplog.at_level(logging.WARNING):
        broken.setattr(sys, "executable", "/nowhere/python")
        assert await worker.run(probes.where) == os.getpid()
    assert "using a thread instead" in caplog.text
    assert await worker.run(probes.where) == worker.pid


async def test_where_a_process_hangs_before_it_is_ready_a_thread_does_the_work(
    worker: ProcessWorker, polls: Polls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, stuck = tmp_path / "begun", tmp_path / "python"
    stuck.write_text(f"#!/bin/sh\necho $$ > '{begun}'\nexec sleep 600\n", encoding="ascii")
    stuck.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(stuck))
    job = asyncio.create_task(worker.run(probes.where))
    pid = await pid_in(begun)
    await polls.pass_(MAX_POLLS)
    assert await job == os.getpid()
    assert not alive(pid)


PARENT = """
import asyncio
from pathlib import Path
from bot.workers.process import MAX_POLLS, ProcessWorker
from tests.workers import probes

async def main():
    worker = ProcessWorker()
    await worker.run(probes.stand, Path(%r), Path("never"))

asyncio.run(main())
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
async def test_no_process_outlives_the_one_that_started_it(tmp_path: Path, number: signal.Signals) -> None:
    begun = tmp_path / "begun"
    parent = await asyncio.create_subprocess_exec(sys.executable, "-c", PARENT % str(begun))
    child = await pid_in(begun)
    assert alive(child)
    parent.send_signal(number)
    await parent.wait()
    await gone(child)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_signals_for_the_bot_end_no_worker(worker: ProcessWorker, number: signal.Signals) -> None:
    first = await worker.run(probes.where)
    os.kill(first, number)
    assert await worker.run(probes.where) == first
    assert os.getpgid(first) != os.getpgid(0), "a terminal's Ctrl+C goes to a group"


async def test_a_worker_gets_no_secret_of_the_bot_and_no_library_of_discord(
    worker: ProcessWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    monkeypatch.setenv("CAPTAINS_TABLE_DB", "postgresql://captain:password@localhost/table")
    names = await worker.run(probes.variables)
    assert not [name for name in names if name.startswith(("DISCORD", "CAPTAINS"))]
    assert not {"discord", "sqlalchemy", "asyncio", "multiprocessing"} & set(await worker.run(probes.loaded))
