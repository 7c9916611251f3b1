"""Ratings: how strong people are, by the finished games that are rated.

- ``method``: how strengths follow from results. Pure.
- ``rated_games``: the facts about rated games.
- ``standings``: rankings and the ratings of people at a table, as others may see them.
- ``profile_cards``: ``/profile``. ``rank_cards``: ``/rank``. ``hooks``: where ratings take part, and the
  commands.
- ``milestones``: the first win in a game.
- ``history``: what games have done to ratings, and everything afresh.
"""
