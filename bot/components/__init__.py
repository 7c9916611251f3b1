"""Everything that people see and press on Discord.

Which room to open for what; each may know those that stand above it:

- ``boundary``: presses in, answers out; cards as values; what all share.
- ``cards``: what is said and shown of a table.
- ``publishing``: from a commit to Discord; who is told; private charts.
- ``lobbies``: before a game.
- ``library``: beside a game and after it: rule books, replays, results, rankings.
- ``play``: during a game.
- ``servers``: servers and people: settings, privacy, the doctor, the list of tables.
"""
