"""Bulletins: what the bot posts by itself in a channel that asked for it, without a ping.

- ``times``: when; ``posts``: makes, posts and edits them, each exactly once; ``commands``: ``/server daily``.
"""
