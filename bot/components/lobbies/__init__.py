"""Before a game.

- ``starting`` opens a table where ``admission`` lets it; ``challenging`` does it from a member's menu.
- ``lobby``: the buttons of one, and the rematch.
"""
