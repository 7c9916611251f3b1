"""The database: logs of tables, and what is kept beside them. Nothing here knows a game.

- ``store``: the way in; ``records``: the values that go in and out; ``schema``: the tables; ``event_log`` and
  ``statements``: what is done to them; ``recent``: what was read last.
- ``queries``: everything else that is asked and written, by subject; ``heartbeat``: does a write arrive?
- ``database`` and ``engines``: connections; ``sqlite``: files, their lock, backups; ``postgres``: several
  processes at one database; ``connection_errors``.
- ``schema_upgrade`` and ``migrations``; ``private_files``: permissions.
"""
