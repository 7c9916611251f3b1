"""Before a game.

- ``open_table`` opens a table if ``preconditions`` allow it; ``challenges``: from a member's menu.
- ``lobby``: the buttons of a lobby, and the rematch.
"""
