"""Pictures of Snorkels.

- ``painter`` puts them together of ``sprites`` (aliens and stones) in ``colours``.
"""

from .painter import PAIRED, paint, warm_up

__all__ = ["PAIRED", "paint", "warm_up"]
