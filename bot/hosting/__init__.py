"""What hosts need.

- copies: ``backups`` (daily), ``copying`` (a copy when one is wanted, and back).
- ``doctor``: what can be wrong; ``house_calls`` looks here, ``discord_calls`` there, ``findings`` are told.
- ``health``: how the bot is; ``asking`` asks it. ``stopping``: the end.
"""
