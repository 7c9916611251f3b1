"""The local table: a loopback Discord on this machine, and a page to play in.

- ``server``: starts it; ``text``: what the page says of errors. ``bot.local_table`` starts it with the bot.
- ``world``: the state; ``payloads``: it as Discord's JSON objects; ``errors``: what Discord refuses.
- ``validate``: Discord's limits on what the bot sends; ``api``: Discord's API, for the bot; ``page``: the
  page, for people.
"""

from .server import LocalDiscord, pointed_at

__all__ = ["LocalDiscord", "pointed_at"]
