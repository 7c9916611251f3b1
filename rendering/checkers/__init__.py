"""Pictures of Captain's Checkers.

- ``painter``: the board and the whole picture; ``sidebar``: what is beside and below the board.
- ``pieces``: checkers and stacks, and a picture's colours.
"""

from .painter import FADES, paint

__all__ = ["FADES", "paint"]
