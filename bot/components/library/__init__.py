"""What people look up beside a game and after it.

- ``first_steps``: ``/help`` and ``/about``; ``rule_book``; ``replays``: films, and finished
  games position by position; ``reviews``: what their turns were worth.
- ``daily_results``: the results of a daily challenge; ``scoreboard``: their rankings.
- ``profiles``: rankings of the ratings, and people's profiles. ``text``: the sentences.
"""
