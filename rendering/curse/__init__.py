"""Pictures of Captain's Curse.

- ``painter`` puts them together: ``map`` (the island's layers), ``score_sheet`` (columns and panel).
- ``layout``: where things lie; ``woodcut``: hard edges, as if cut in wood, treasures and dice;
  ``colours``: few inks.
"""

from .painter import FADES, paint, shown, warm_up

__all__ = ["FADES", "paint", "shown", "warm_up"]
