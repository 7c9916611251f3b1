"""Lessons on a practice board.

- ``lessons``: the files of ``data/lessons`` as values. Pure. ``lesson_cards``: ``/learn``, and the judge.
"""
