"""Ratings: how strong people are, by the finished games that are rated.

- ``method``: how strengths follow from results. Pure.
- ``rated_games``: which games are rated, and the facts about them.
- ``standings``: rankings and the ratings of people at a table, as others may see them; ``profile``: all
  about one person.
- ``recompute``: everything afresh, from the logs. ``opponents``: the open table that fits somebody best.
"""
