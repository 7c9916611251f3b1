"""Pictures of Snorkels: ``painter`` assembles them from ``sprites``."""

from .painter import FADES, paint, warm_up

__all__ = ["FADES", "paint", "warm_up"]
