"""One maker of puzzles a game.

- ``maker``: what every maker gives, and what they share.
- ``snorkels``, ``depthcharge``, ``checkers``, ``curse``, ``crackers``: how each finds and proves puzzles.
"""

from __future__ import annotations

from typing import Final

from .checkers import Checkers
from .crackers import Crackers
from .curse import Curse
from .depthcharge import DepthCharge
from .maker import Maker
from .snorkels import Snorkels

MAKERS: Final[dict[str, Maker]] = {
    maker.game: maker for maker in (Snorkels(), DepthCharge(), Checkers(), Curse(), Crackers())
}
"""By the game's key."""
