"""The net under a test that hangs: it says what each task and thread waits for, and the test fails."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import signal
import sys
import threading
import traceback
from collections.abc import Generator, Iterator
from types import FrameType
from typing import Any, Final

import pytest

from .patience import PATIENCE

HANGS: Final = PATIENCE + 180.0
"""Seconds after which a test hangs. ``faulthandler_timeout`` takes what not even this ends."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    with net(HANGS):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    with net(HANGS):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None]:
    with net(HANGS):
        return (yield)


@contextlib.contextmanager
def net(seconds: float) -> Iterator[None]:
    if not hasattr(signal, "SIGALRM") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, lambda _number, frame: cut(seconds, frame))
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def cut(seconds: float, frame: FrameType | None) -> None:
    print(f"Nothing has come for {seconds:g} seconds.", file=sys.stderr)
    with contextlib.suppress(RuntimeError):
        for task in asyncio.all_tasks(asyncio.get_running_loop()):
            print(f"Task {task.get_name()} waits:", *_places(task.get_coro()), sep="\n  ", file=sys.stderr)
    for thread in threading.enumerate():
        found = (
            frame if thread is threading.current_thread() else sys._current_frames().get(thread.ident or 0)
        )
        print(f"Thread {thread.name}:", *traceback.format_stack(found), sep="\n", file=sys.stderr)
    pytest.fail(f"It hangs: nothing has come for {seconds:g} seconds.", pytrace=False)


def _places(waiting: Any) -> Iterator[str]:
    """Where each of the coroutines stands that wait for one another, the outermost first."""
    while waiting is not None:
        frame = getattr(waiting, "cr_frame", None) or getattr(waiting, "gi_frame", None)
        if frame is None:
            break
        info = inspect.getframeinfo(frame, context=0)
        yield f"{info.filename}:{info.lineno}, in {info.function}"
        waiting = getattr(waiting, "cr_await", None) or getattr(waiting, "gi_yieldfrom", None)
