"""What the bot does from its start to its end, besides answering people. ``bot.app`` puts it together.

- ``discord_options``: what discord.py is told about the bot.
- ``command_sync``: sends the commands to Discord.
- ``shard_identify``: when a shard may identify.
- ``start_steps``: runs the steps of the start until they succeed; ``start`` says which.
- ``other_processes``: follows what other processes change.
- ``database_faults``: what to do after an error of the database.
- ``interpreter_tuning``: makes Python's own pauses short.
- ``stop``: stops everything, in order.
"""
