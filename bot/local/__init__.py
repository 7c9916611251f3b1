"""The local table: a loopback Discord on this machine, and a page to play in.

- ``run``: with the bot; ``server``: alone, for tests and as a program.
- ``world``: what there is; ``api``: what the bot hears and says; ``validate``: Discord's limits on what it
  sends; ``page``: what people see and do.
"""

from .run import find_gateway, pointed_at, run
from .server import LocalDiscord

__all__ = ["LocalDiscord", "find_gateway", "pointed_at", "run"]
