"""The local table's sentences. The page has its own in ``page/text.js``."""

from __future__ import annotations

from typing import Final

CHANNEL_TOPICS: Final = {
    "harbour": "Say hello here.",
    "games": "Start your games here.",
    "lighthouse": "A quiet place to watch from.",
}
"""The server's channels, each with its topic."""


GONE: Final = {
    10003: "That channel is gone, or you can’t see it.",
    10008: "That message is gone, or you can’t see it.",
    10013: "There’s nobody here by that name.",
    10062: "That form has expired. Open it again.",
    10063: "You can’t use that command here. Type / to see the ones you can use.",
    50001: "You can’t see that channel.",
    50035: "Your message is too long: the limit is 2,000 characters, and a mention counts as 22.",
}
"""What the page says instead of Discord's own message, by Discord's code."""
