"""Puzzles, a file a game, a puzzle a line; made and proved by ``python -m tests.puzzles.make``."""
