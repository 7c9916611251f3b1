"""Servers and the people in them.

- ``settings``: what both choose; ``privacy``: what is kept about a person.
- ``doctor``: what keeps tables from working; ``table_list``: the list of a server's tables on one card;
  ``table_list_text``: what it says.
"""
