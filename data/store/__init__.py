"""The database: the logs of tables and everything stored beside them. No game's rules are known here.

- ``store``: the entry point; ``records``: the values that go in and out; ``schema``: the database's tables;
  ``event_log``: reading and appending logs; ``queries``: everything else, by subject.
- ``database``: each read and each write is a job, a function of a connection, run by an executor:
  ``sqlite/executor`` or ``postgres/executor`` (which uses ``engines``); ``compiled_statements``: those of
  each turn; ``row_cache``: what needn't be read again where no other process writes.
- ``limits`` and ``preconditions``: what a transaction checks before it writes.
- ``sqlite``: also its pragmas, the file's lock and backup, and ``restore``; ``postgres``: also notifications
  between processes that share a database, whose shards ``shard_locks`` keeps apart, and dumps.
- ``schema_upgrade`` and ``migrations``; ``connection_errors``: why a database can't be used;
  ``program``: what advice to hosts calls the program.
"""
