"""A test that hangs is cut, and says where it stood."""

from __future__ import annotations

import asyncio
import re

import pytest

from . import hanging


async def deep() -> None:
    print("begun")
    await asyncio.Event().wait()


async def test_what_the_tasks_wait_for_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    task = asyncio.create_task(deep(), name="lost at sea")
    await asyncio.sleep(0)
    with pytest.raises(pytest.fail.Exception, match=r"nothing has come for 7 seconds"):
        hanging.cut(7, None)
    task.cancel()
    told = capsys.readouterr().err
    assert re.search(r"Task lost at sea waits:\n  \S+test_hanging.py:\d+, in deep\n  \S+, in wait\n", told)
    assert "Thread MainThread:" in told


def test_the_alarm_ends_what_waits(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(pytest.fail.Exception), hanging.net(0.05):
        asyncio.run(deep())
    assert re.search(r"waits:\n  \S+test_hanging.py:\d+, in deep\n", capsys.readouterr().err)
