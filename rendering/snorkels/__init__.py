"""Pictures of Snorkels: ``painter`` assembles them from ``sprites`` in ``colours``."""

from .painter import PAIRED, paint, warm_up

__all__ = ["PAIRED", "paint", "warm_up"]
