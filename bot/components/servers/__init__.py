"""Servers and the people in them.

- ``settings``: what both choose; ``privacy``: what is stored about a person.
- ``doctor``: finds what keeps tables from working; ``table_list``: the list of a server's tables on one card;
  ``table_list_text``: its lines. ``text``: the sentences.
"""
