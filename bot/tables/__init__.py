"""Tables: lobbies and games, and the rules for taking part in them. No Discord, no rendering, no feature.

- ``service``: the entry point for reading and changing tables, one change at a time, with the hooks of
  features; ``cache`` reads them, ``packed_tables`` keeps those in play, ``table_limits`` limits how
  many there are, ``permissions`` says who may do what, and whom the host has banned.
- ``lists``: the tables of somebody, of a channel, of a server.
- ``model``: a table as an immutable value: its seating, timing, agreements, commitments, latest turns.
- ``events``: what players and time do to a table, as events of its log, and the reducer that folds them.
- ``lookout``: looks again for whatever couldn't be done.
- ``automatic_turns``: turns that nobody plays by hand; features say which.
- ``practice``: a practice board, which belongs to no table.
- ``notes``: a seat's marks and drafts; ``record_text``: the record of a game.
- ``jobs``: the scheduler, retries, recovery of frozen tables, data retention.
- ``pending_followups``: what is still to be done on Discord after a table's card.
- ``absences``: what tables know of people who are away; ``server_rules``: what a server allows.
- ``exports``: what is stored about somebody, as they get it.
- ``days``: days and runs of them. ``text``: sentences that several say; ``errors``.
"""
