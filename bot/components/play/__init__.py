"""During a game.

- ``resolve_table``: which table a command means; ``autocomplete``: for typed moves.
- ``choosing``: one step of a choice; ``picker``: choosing a move, in a public game and in a daily challenge.
- ``hints``: in games against computers, told in the picker.
- ``consoles``: the private cards that stay, one a person and table.
- ``placement``: placing in secret; ``notes``: private marks on squares.
- ``computer_turns``: the moves of computer players, and their answers to draw offers.
- ``forced_turns``: only moves that are played by themselves.
- ``plans``: if–then lines, entered on the picker; ``planned_turns``: their replies, played by themselves.
- ``orders``: standing orders, given on a private card and played like plans.
- ``private_views``: the private cards around a board; ``agreements``: requests between players.
- ``text``: the sentences.
"""
