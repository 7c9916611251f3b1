"""Rule books: a file for each game, ``<key>.toml``, with its pages in reading order. Data, no code.

A page has a ``key``, a ``title``, a ``text`` in Markdown and ``diagrams``. A diagram has a ``caption``, the
squares that get an ✕ (``marks``), and what its game's ``book.position`` draws.
"""
