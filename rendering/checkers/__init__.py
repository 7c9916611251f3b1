"""Pictures of Captain's Checkers.

- ``painter``: the board and the whole picture; ``strip``: what is beside and below the board.
- ``pieces``: checkers and stacks, and the sixteen colours of a picture.
"""

from .painter import paint

__all__ = ["paint"]
