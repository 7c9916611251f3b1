"""The database: logs of tables, and what is kept beside them. Nothing here knows a game.

- ``store``: the way in; ``records``: the values that go in and out; ``schema``: the database's tables;
  ``event_log``: reading and appending; ``queries``: everything else, by subject.
- ``database``: every question and every change is a job over a connection, which an executor runs:
  ``sqlite/executor`` or ``postgres/executor`` (with ``engines``).
- ``sqlite``: also the file's lock, backup and restore; ``postgres``: also several processes at one database.
- ``schema_upgrade`` and ``migrations``; ``heartbeat``: does a write arrive?; ``connection_errors``: why a
  database can't be used; ``private_files``: permissions.
"""
