"""What the bot does from its start to its end, besides answering people. ``bot.app`` puts it together.

- ``discord_client``: what discord.py is told about the bot, and when its shards identify.
- ``login``: logs in, however long Discord can't be reached.
- ``command_sync``: sends the commands to Discord.
- ``start``: the steps of the start, each repeated until it succeeds.
- ``other_processes``: follows what other processes change.
- ``stop``: stops everything, in order.
"""
