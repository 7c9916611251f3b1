"""How many taps a turn takes: every kind of turn, played through the real controls on the simulated Discord.

- ``kinds``: the turns that are measured, and how many taps each may take.
- ``player``: somebody who presses the buttons that lead to given moves.
- ``measure``: plays them all; ``python -m tests.taps`` prints the table, and
  ``python -m tests.write taps`` keeps it in ``taps.md``.
"""
