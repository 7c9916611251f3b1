"""Pictures of Drown, Captain Crackers!

- ``painter`` puts them together; ``strip``: what stands above and below the station.
- ``tiles``: the floor and what is on it; ``figures``: who stands there, and what leaks.
"""

from .painter import FADES, paint

__all__ = ["FADES", "paint"]
