"""What is said and shown of a table, as values: nothing here replies or posts.

- ``table_cards``: the cards of a table, from the lobby to the end; ``placement_card``: placing in secret.
- ``request_controls``: requests, time and the buttons that answer them.
- ``table_text`` and ``time_text``: sentences; ``text_board``: the board in words; ``commitment_text``.
- ``guarded_text``: an error in a game's words leaves a gap in a card, and nothing worse.
"""
