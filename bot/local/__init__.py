"""The table without Discord: a Discord of one's own on this machine, and a page to play in.

Which module to open for what:

- the way in: ``run`` seats the bot, ``server`` is the table alone (for tests, and as a program), ``address``
  bends discord.py to it; ``safety``: who may come in.
- what there is: ``model`` (the things), ``world`` (all of them), ``threads``, ``groups`` and ``files``;
  ``ledger`` and ``keeping`` write it down.
- what the bot hears and says: ``gateway``; ``rest``, ``rest_channels`` and ``rest_webhooks``, on ``wire``;
  ``payloads`` (Discord's JSON), ``refusals``, ``faults`` (on order).
- what it sends, held to Discord's limits: ``composing``, ``components``, ``commands``.
- what people do: ``play``; ``interactions``, handed in at the ``desk``.
- what they see: ``page_api``, ``views``, ``markup``, ``feeds``; the page itself lies in a folder beside.
"""

from bot.local.api.discordpy_patch import find_gateway, pointed_at

from .run import run
from .server import LocalDiscord

__all__ = ["LocalDiscord", "find_gateway", "pointed_at", "run"]
