"""What is said and shown of a table, as values: nothing here replies or posts.

- ``table_cards``: the cards of a table, from the lobby to the end, with their buttons.
- ``verify``: what was sealed, and how to check it.
- ``text``: the sentences on them; ``guarded``, for games whose text functions fail.
"""
