"""The files that come with the program."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, TypeVar

REINSTALL: Final = f"Reinstall the program, in its folder: {sys.executable} -m pip install ."
"""What to do when a file of it is gone or spoilt."""
T = TypeVar("T")


class UnreadableFile(Exception):
    """A file of the program can't be read; the message names it and says what to do."""


def parsed(package: str, name: str, parse: Callable[[str], T]) -> T:
    """What ``parse`` makes of the text of a file.

    :raises UnreadableFile: when it can't be read.
    """
    return _read(package, name, lambda file: parse(file.read_text(encoding="utf-8")))


def unpacked(package: str, name: str, unpack: Callable[[bytes], T]) -> T:
    """What ``unpack`` makes of the bytes of a file.

    :raises UnreadableFile: when it can't be read.
    """
    return _read(package, name, lambda file: unpack(file.read_bytes()))


def _read(package: str, name: str, read: Callable[[Traversable], T]) -> T:
    file = files(package).joinpath(name)
    try:
        return read(file)
    except (OSError, ValueError) as error:
        raise UnreadableFile(f"{file}, a file of the program, can’t be read: {error}. {REINSTALL}") from error
