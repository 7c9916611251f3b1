"""How hard the fuzz tests try: a little in the normal run, more and at random on demand."""

from __future__ import annotations

import os
from random import Random
from typing import Any, Final

from hypothesis import HealthCheck, settings

TIMES: Final = max(1, int(os.environ.get("CAPTAINS_TABLE_FUZZ") or 1))
"""How many times the usual number of examples."""


def effort(examples: int, **more: Any) -> settings:
    """Settings for about ``examples`` examples; the same ones each time in the normal run."""
    return settings(
        max_examples=examples * TIMES,
        derandomize=TIMES == 1,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        **more,
    )


def seed(usual: int) -> Random:
    """Chance for tests that draw by themselves."""
    return Random(usual if TIMES == 1 else None)
