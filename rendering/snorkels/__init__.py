"""Pictures of Snorkels.

- ``painter`` puts them together of ``sprites`` (aliens and stones) in ``colours``.
"""

from .painter import paint

__all__ = ["paint"]
