"""Pictures of Depth Charge.

- ``painter`` puts them together: ``lake`` (the background), ``footer`` (the strip below it).
- ``pieces``: boats, islands, mines, reports; ``colours``.
"""

from .painter import FADES, paint

__all__ = ["FADES", "paint"]
