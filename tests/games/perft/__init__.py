"""Perft: known numbers of action sequences, a file a game.

A line is ``options | number after 1 action, after 2, …``; ``-`` stands for the defaults. Each file says in
comments where its numbers come from.
"""
