"""Tables: who may do what at them, and what becomes of it. No Discord and no pictures.

- ``service``: the way in, and through a turn; ``cache`` reads tables, ``locks`` puts changes in order,
  ``table_limits`` limits them. ``text`` has the sentences, ``errors`` the refusals that carry them.
- ``model``: a table as a value, its clock, time limit and commitments.
- ``events``: what people and time do, as events of the log, and the reducer that folds it.
- ``notes``: a seat's marks and drafts; ``record_text``: the record of a game.
- ``jobs``: the scheduler, recovery of frozen tables, the guarded clock, retention.
- ``people``: preferences, names, export, erasure; ``server_rules``: what a server chose.
- ``daily`` and ``scores``: what solo games may declare.
"""
