"""Which of many combinations every run takes."""

from __future__ import annotations

from collections.abc import Iterable
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
    return [
        pytest.param(*each, marks=() if each in first else pytest.mark.thorough) for each in product(*values)
    ]
