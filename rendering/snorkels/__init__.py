"""Pictures of Snorkels.

- ``painter`` puts them together of ``sprites`` (aliens and stones) in ``colours``.
"""

from .painter import PAIRED, paint

__all__ = ["PAIRED", "paint"]
