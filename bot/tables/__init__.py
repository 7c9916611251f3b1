"""Tables: who may do what at them and what becomes of it. No Discord and no pictures.

Which module to open for what:

- the way in: ``service``; ``shelf`` reads tables, ``queues`` lets changes wait for one another, ``lists``
  finds tables, ``refusals`` are what people are told.
- a table's log into a value: ``fold``, ``consequences``, ``snapshot``; ``recording`` makes the record of
  it.
- what people do, as events: ``opening``, ``moves``, ``asking``; ``crowds`` limits it; ``seals`` and
  ``private`` are for secrets, ``marks`` for notes.
- after a fault: ``thawing`` lets frozen tables go on.
- time: ``pace``, ``clock``, ``timing`` (all pure), ``steady`` (the clock that is read), ``deadlines`` (the
  one task).
- the daily curse and its scores: ``daily``, ``scores``.
- people and servers: ``names``, ``preferences``, ``exporting``, ``forgetting``; ``server_rules``,
  ``departures``.
"""
