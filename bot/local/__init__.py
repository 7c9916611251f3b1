"""The table without Discord: a Discord of one's own on this machine, and a page to play in.

``run`` seats the bot at it; ``LocalDiscord`` is the server alone, for tests; ``pointed_at`` bends discord.py
to it.
"""

from bot.local.address import find_gateway, pointed_at
from bot.local.run import run
from bot.local.server import LocalDiscord

__all__ = ["LocalDiscord", "find_gateway", "pointed_at", "run"]
