"""Practice boards: one person plays, on the usual picker and picture, on a position that belongs to no table.

- ``boards``: the card of a board and its buttons, one board a person, which is stored and survives a restart;
  and the judges, who say what a board is about and answer each move. To add a kind of board, write a
  ``Judge``, register it under its kind, and call ``open_board`` with the kind and a subject.

The board as a value is in ``bot.tables.practice``: a record, the person's seats, a kind and a subject. A
judge gets the board before each of the person's actions and returns a ``Verdict``: what to say, what the
others and chance reply, whether the task is done or failed, or that the move is taken back.
"""
