"""Which of many combinations every run takes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from itertools import product
from typing import Any

import pytest


def some(*axes: Iterable[Any]) -> list[Any]:
    """All combinations of the values of ``axes``, for ``parametrize``.

    Each run takes as few of them as have every value of every axis; the others are thorough.
    """
    values = [tuple(axis) for axis in axes]
    longest = range(max(map(len, values)))
    first = {tuple(axis[number % len(axis)] for axis in values) for number in longest}
    return examples(product(*values), first.__contains__)


def examples(values: Iterable[Any], kept: Collection[Any] | Callable[[Any], bool]) -> list[Any]:
    """``values``, for ``parametrize``: each run takes those that are ``kept``; the others are thorough."""
    takes = kept if callable(kept) else kept.__contains__
    return [
        pytest.param(
            *(each if isinstance(each, tuple) else (each,)), marks=() if takes(each) else pytest.mark.thorough
        )
        for each in values
    ]
