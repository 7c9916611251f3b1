"""Printed sheets and layouts, as packaged JSON: data, not code."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def board(name: str) -> Any:
    """The content of ``name``.json in this package, such as ``board("island")``.

    :raises FileNotFoundError: when there is no such sheet.
    """
    return json.loads(files(__name__).joinpath(f"{name}.json").read_text(encoding="utf-8"))
