"""Values as JSON, for the engine protocol."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any


def as_json(value: object) -> Any:
    """A view, or any part of it, as JSON values: dataclasses become objects, sets become sorted lists."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {part.name: as_json(getattr(value, part.name)) for part in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): as_json(part) for key, part in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(as_json(part) for part in value)
    if isinstance(value, list | tuple):
        return [as_json(part) for part in value]
    return value
