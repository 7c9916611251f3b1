"""Lessons on a practice board.

- ``lessons``: the files of ``data/lessons`` as values. Pure. ``lesson_cards``: ``/learn``, and the judge.
- ``newcomers``: what people who are new to a game are told.
"""
