"""Jobs for a worker process that show where it runs, fail, or end it."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path


def where() -> int:
    """The id of the process."""
    return os.getpid()


def said(text: str) -> str:
    """``text``, and noise on the standard output."""
    print(text)
    return text


def trip() -> None:
    """Raise something."""
    raise KeyError("no brush")


def odd() -> object:
    """Something that can't be sent back."""
    return lambda: None


def end() -> None:
    """Kill the process in the middle of the job."""
    os.kill(os.getpid(), signal.SIGKILL)


def end_once(mark: Path) -> int:
    """Kill the process, but for the second time."""
    if not mark.exists():
        mark.touch()
        end()
    return where()


def fall(*_wanted: object) -> None:
    """A picture that ends the process."""
    end()


def hang(*_wanted: object) -> None:
    """A picture or a film that takes very long."""
    time.sleep(3600)


def stand(begun: Path, go: Path) -> int:
    """Wait for ``go``, after telling that it has begun."""
    begun.write_text(str(os.getpid()), encoding="ascii")
    while not go.exists():
        time.sleep(0.01)
    return where()


def variables() -> list[str]:
    """The names in the environment."""
    return sorted(os.environ)


def loaded() -> list[str]:
    """The names of the modules that are loaded."""
    return sorted(sys.modules)


def left_of_pictures() -> int:
    """How many megabytes more the process has after pictures of 6 MB were made and dropped."""

    def held() -> int:
        lines = Path("/proc/self/status").read_text("ascii").splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS:")).split()[1]) // 1024

    before = held()
    for _ in range(3):
        pictures = [bytearray(6 << 20) for _ in range(10)]
        kept = [bytes(100_000) for _ in range(10)]
        pictures.clear()
    assert kept
    return held() - before
