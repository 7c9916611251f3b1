"""The bot's metrics for its host. No label names people, servers or anything on a table."""

from __future__ import annotations

from typing import Final

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Histogram

PREFIX: Final = "captains_table"
SECONDS: Final = (0.05, 0.1, 0.2, 0.5, 1, 2, 3, 5, 10)
"""Bounds of the histograms; Discord waits three seconds for an acknowledgement."""


class Metrics:
    """The counters of one bot."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.interactions = Counter(
            f"{PREFIX}_interactions",
            "Commands, presses and forms by outcome: answered, refused by a rule, gone (nobody waits "
            "for it any more), failed.",
            ("kind", "outcome"),
            registry=self.registry,
        )
        self.answers = Histogram(
            f"{PREFIX}_answer_seconds",
            "Seconds from the arrival of a command, press or form until it was fully answered.",
            ("kind",),
            buckets=SECONDS,
            registry=self.registry,
        )
        self.pictures = Histogram(
            f"{PREFIX}_picture_seconds",
            "Seconds to paint a picture; cached ones are not counted.",
            buckets=SECONDS,
            registry=self.registry,
        )
        self.searches = Histogram(
            f"{PREFIX}_search_seconds",
            "Seconds that a computer player took to choose, without those in the queue.",
            buckets=SECONDS,
            registry=self.registry,
        )
        self.search_faults = Counter(
            f"{PREFIX}_search_faults",
            "Searches that failed; a lower level answered.",
            registry=self.registry,
        )
        self.commits = Counter(
            f"{PREFIX}_commits", "Tables opened, and changes to them.", registry=self.registry
        )
        self.unread_events = Counter(
            f"{PREFIX}_unread_events",
            "Events of Discord that couldn't be read, by name.",
            ("event",),
            registry=self.registry,
        )
        self.responses = Counter(
            f"{PREFIX}_discord_responses",
            "Answers of Discord's REST API by status; 10,000 of 401, 403 and 429 in ten minutes shut the "
            "bot's address out.",
            ("status",),
            registry=self.registry,
        )
        self.errors = Counter(
            f"{PREFIX}_log_errors",
            "Errors, those included that the log leaves out since they are the same.",
            registry=self.registry,
        )
        self.failures = Counter(
            f"{PREFIX}_publish_failures",
            "Failed attempts to show a table, by whether they are repeated.",
            ("repeated",),
            registry=self.registry,
        )

    def requests(self) -> aiohttp.TraceConfig:
        """What discord.py is given to have Discord's answers counted."""
        trace = aiohttp.TraceConfig()

        async def ended(_session: object, _context: object, end: aiohttp.TraceRequestEndParams) -> None:
            self.responses.labels(str(end.response.status)).inc()

        trace.on_request_end.append(ended)
        return trace
