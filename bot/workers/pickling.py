"""Pickles values quickly that consist of dataclasses."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from io import BytesIO
from operator import attrgetter
from typing import Any, Final, TypeAlias

Reduce: TypeAlias = Callable[[Any], tuple[type, tuple[Any, ...]]]
"""What makes a value again: its type, and what that is called with."""


class Reducers(dict[type, Reduce]):
    """How values are pickled: dataclasses by their fields, which takes half the time of their own way.

    Those that say themselves what makes them again are left to that.
    """

    def __missing__(self, kind: type) -> Reduce:
        if not is_dataclass(kind) or "__reduce__" in vars(kind):
            raise KeyError(kind)
        names = [each.name for each in fields(kind) if each.init]
        read = (
            attrgetter(*names) if len(names) > 1 else lambda given: [getattr(given, name) for name in names]
        )
        self[kind] = lambda given: (kind, tuple(read(given)))
        return self[kind]


_REDUCERS: Final = Reducers()


def dumps(value: object) -> bytes:
    """``value``, for ``pickle.loads``."""
    written = BytesIO()
    pickler = pickle.Pickler(written, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = _REDUCERS
    pickler.dump(value)
    return written.getvalue()
