"""Pictures of Depth Charge.

- ``painter`` puts them together: ``lake`` (the background), ``footer`` (the strip below it), ``notes``
  (a player's own marks).
- ``pieces``: what floats on the lake and lies in it; ``colours``.
"""

from .painter import paint, warm_up

__all__ = ["paint", "warm_up"]
