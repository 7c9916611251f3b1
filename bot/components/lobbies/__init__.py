"""Before a game.

- ``open_table`` opens a table if the server allows it; ``challenges``: tables opened by buttons;
  ``opponents``: a seat at the open table that fits best.
- ``lobby``: the buttons of a lobby, computers among them, and the rematch. ``text``: the sentences.
"""
