"""The turns that are played: what comes next at each table of ``sample_tables``."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

SERVERS: Final = 100
CHANNELS: Final = 4
"""Of each server."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What comes next at one table: who presses what, and where."""

    game: str
    table: int
    server: int
    home: int
    thread: int
    card: int
    person: int
    name: str
    version: int
    steps: tuple[str, ...]
    text: str


def write_turns(file: Path, turns: list[Turn]) -> None:
    """Keep turns in a file."""
    file.write_text(json.dumps([asdict(each) for each in turns]), encoding="utf-8")


def read_turns(file: Path) -> list[Turn]:
    """The turns that are kept in a file."""
    found = json.loads(file.read_text(encoding="utf-8"))
    return [Turn(**{**each, "steps": tuple(each["steps"])}) for each in found]
