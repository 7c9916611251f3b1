"""Servers and the people in them.

- ``settings``: what both choose; ``privacy``: what is kept about a person.
- ``doctor``: what keeps tables from working; ``table_list``: a server's tables on one card, which says
  what is in ``listing``.
"""
