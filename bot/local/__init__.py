"""The local table: a loopback Discord on this machine, and a page to play in.

- ``run``: starts it with the bot; ``server``: the server alone, for tests; ``text``: its sentences.
- ``world``: the state; ``payloads``: it as Discord's JSON objects; ``errors``: what Discord refuses.
- ``validate``: Discord's limits on what the bot sends; ``api``: Discord's API, for the bot; ``page``: the
  page, for people.
"""

from .run import pointed_at, run
from .server import LocalDiscord

__all__ = ["LocalDiscord", "pointed_at", "run"]
