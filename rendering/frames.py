"""Which positions of a game a film shows."""

from __future__ import annotations

from typing import Final

MAX_FRAMES: Final = 120
"""Films of longer games are sampled evenly."""


def sampled(count: int, most: int = MAX_FRAMES) -> list[int]:
    """The positions that are shown of ``count``: all, or evenly spread ones with the first and the last."""
    if count <= most:
        return list(range(count))
    return [round(place * (count - 1) / (most - 1)) for place in range(most)]
