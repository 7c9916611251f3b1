"""Tables: lobbies and games, and the rules for taking part in them. No Discord, no rendering.

- ``service``: the entry point for reading and changing tables; ``cache`` reads them, ``locks`` serializes
  changes, ``table_limits`` limits their number. ``text`` has the sentences, ``errors`` the exceptions.
- ``model``: a table as an immutable value, with its clock, time limit and commitments.
- ``events``: what players and time do to a table, as events of its log, and the reducer that folds them.
- ``notes``: a seat's marks and drafts; ``record_text``: the record of a game.
- ``jobs``: the scheduler, recovery of frozen tables, the guarded clock, data retention.
- ``people``: preferences, names, computers, export, erasure; ``server_rules``: what a server allows.
- ``pending_followups``: what is still to be done on Discord after a table's card.
- ``practice``: practice boards, which belong to no table; ``lessons``: what is taught on them;
  ``puzzles``: which puzzle is meant, the daily one's days and streaks.
- ``reviews``: what was judged of the turns of finished games.
- ``ratings``: how strong people are, by their finished games, and opponents that fit them.
- ``leagues``: seasons of games for two, whose tables the bot opens.
- ``forced``: only moves that are played by themselves; ``plans``: if–then lines that are;
  ``orders``: standing orders that are.
- ``away``: people who are away, and what their tables know of it.
- ``daily`` and ``scores``: daily challenges and scores of solo games.
"""
