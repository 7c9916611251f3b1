"""Servers and the people in them.

- ``settings``: what both choose; ``privacy``: what is stored about a person.
- ``doctor``: finds what keeps tables from working; ``table_list``: posts and edits the list of a server's
  tables; ``table_list_card``: the list as a card. ``text``: the sentences.
"""
