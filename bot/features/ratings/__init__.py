"""Ratings: how strong people are, by the finished games that are rated.

- ``method``: how strengths follow from results. Pure.
- ``rated_games``: the facts about rated games.
- ``standings``: rankings and the ratings of people at a table, as others may see them.
- ``profile_cards``: ``/rank`` and ``/profile``, all about one person.
- ``history``: what games have done to ratings, and everything afresh.
"""
