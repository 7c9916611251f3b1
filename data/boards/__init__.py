"""Printed sheets and layouts, as packaged JSON: data, not code."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from data.files import parsed


def names() -> list[str]:
    """The names of all sheets."""
    found = (each.name for each in files(__name__).iterdir())
    return sorted(name.removesuffix(".json") for name in found if name.endswith(".json"))


def board(name: str) -> Any:
    """The content of ``name``.json in this package, such as ``board("island")``.

    :raises UnreadableFile: when there is no such sheet, or it can't be read.
    """
    return parsed(__name__, f"{name}.json", json.loads)
