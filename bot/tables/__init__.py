"""Tables: lobbies and games, and the rules for taking part in them. No Discord, no rendering, no feature.

- ``service``: the entry point for reading and changing tables, with the hooks of features; ``cache`` reads
  them, ``locks`` serializes changes, ``table_limits`` limits their number.
- ``model``: a table as an immutable value, with its clock, time limit and commitments.
- ``events``: what players and time do to a table, as events of its log, and the reducer that folds them.
- ``automatic_turns``: turns that nobody plays by hand; features say which.
- ``notes``: a seat's marks and drafts; ``record_text``: the record of a game.
- ``jobs``: the scheduler, retries, recovery of frozen tables, the guarded clock, data retention.
- ``absences``: what tables know of people who are away; ``server_rules``: what a server allows.
- ``days``: days and runs of them. ``text`` has the sentences, ``errors`` the exceptions.
"""
