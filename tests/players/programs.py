"""Programs that tools compile, run, and ask line by line."""

from __future__ import annotations

import atexit
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Self


@cache
def compiled(source: Path) -> Path:
    """The program of a source in C; it is there as long as this process.

    :raises subprocess.CalledProcessError: when it can't be compiled.
    """
    program = Path(tempfile.mkdtemp(), source.stem)
    atexit.register(shutil.rmtree, program.parent)
    # Without contraction, numbers are rounded the same on every processor, whatever instructions it has.
    flags = ["-O3", "-march=native", "-std=c11", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror"]
    subprocess.run(["cc", *flags, "-o", program, source, "-lm"], check=True)
    return program


class Program:
    """A running program."""

    def __init__(self, command: Sequence[str | Path], folder: Path | None = None) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            command, cwd=folder, stdin=pipe, stdout=pipe, text=True, encoding="utf-8"
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate()

    def write(self, text: str) -> None:
        """Tell it ``text``, and that the line ends there."""
        assert self._process.stdin is not None
        print(text, file=self._process.stdin, flush=True)

    def read(self) -> str:
        """The next line that it writes; empty if it has ended."""
        assert self._process.stdout is not None
        return self._process.stdout.readline()
