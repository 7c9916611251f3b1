"""Before a game.

- ``open_table`` opens a table if the server allows it; challenges.
- ``lobby``: the buttons of a lobby, computers among them, and the rematch.
"""
