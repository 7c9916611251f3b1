"""A picture for tests that look at none."""

from __future__ import annotations

from typing import Final

from rendering.picture import Picture

BLANK: Final = Picture(
    bytes.fromhex(
        "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55"
        "0000000a49444154789c6360000000020001e221bc330000000049454e44ae426082"
    ),
    1000,
    200,
)
"""One pixel. It says that it is as wide as others: scaled up from one pixel, a film took seconds."""
