"""What is said and shown of a table, as values: nothing here answers or posts.

- ``boards``: the cards of a table, from the lobby to the end; ``placing``: the card to place in secret;
  ``asks``: what they tell of requests and time, with its buttons; ``listing``: what one asks of tables.
- ``words`` and ``time_words``: sentences; ``reading``: the board in words; ``verifying``: seals in words.
- ``careful``: a fault in a game's words leaves a gap in a card, and nothing worse.
"""
