"""Pictures of Captain's Checkers.

- ``painter`` puts them together: the board; ``strip``: what stands beside and below it.
- ``pieces``: checkers and stacks, and the sixteen colours of a picture.
"""

from .painter import paint

__all__ = ["paint"]
