"""What the bot does from its start to its end, besides answering people. ``bot.app`` puts it together.

- ``discord_client``: what discord.py is told about the bot, and when its shards identify.
- ``command_sync``: sends the commands to Discord.
- ``start``: the steps of the start, each repeated until it succeeds.
- ``other_processes``: follows what other processes change.
- ``interpreter_tuning``: makes Python's own pauses short.
- ``stop``: stops everything, in order.
"""
