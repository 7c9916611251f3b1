"""The database: logs of sessions, and what is kept beside them. Nothing here knows a game.

Which module to open for what:

- the way in: ``store``; ``records`` are the values that go in and out, ``schema`` the tables, ``log`` and
  ``statements`` what is done to them.
- questions of their own: ``agenda`` (time), ``census``, ``frozen``, ``people``, ``forgotten``,
  ``servers``, ``daily``, ``scores``, ``limits``, ``heartbeat`` (does a write arrive?).
- SQLite and PostgreSQL: ``access``, ``engines``, ``direct``, ``driver``, ``faults``. For one process by
  itself: ``alone`` and ``recent``. For several: ``parts``, ``claims`` and ``identifying``; ``news``;
  ``persistent`` connections carry both.
- the file itself: ``migrating`` (and ``migrations``), ``copies``, ``restoring``, ``files`` (permissions).
"""
