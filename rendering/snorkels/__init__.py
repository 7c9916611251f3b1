"""Pictures of Snorkels: ``painter`` assembles them from ``sprites``."""

from .painter import FADES, PAIRED, paint, warm_up

__all__ = ["FADES", "PAIRED", "paint", "warm_up"]
