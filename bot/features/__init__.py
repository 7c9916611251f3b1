"""The features: what tables can do without, a folder and a line each.

``bot.components.hooks`` says what a feature can hook into; each has its record, ``FEATURE``, in one of its
modules. To take one out, delete its line.
"""

from __future__ import annotations

from typing import Final

FEATURES: Final = (
    "notices",
    "leagues",
    "computers",
    "forced_moves",
    "plans",
    "all_hands",
    "hints",
    "ratings",
    "staying",
    "guesses",
    "following",
    "mutes",
    "table_notes",
    "opponents",
    "new_game",
    "lessons",
    "help",
    "puzzles",
    "replays",
    "reviews",
    "rule_books",
    "next_game",
    "daily",
    "bulletins",
    "server_lists",
    "privacy",
)
"""The folders of all features, in the order in which they are asked and shown."""
