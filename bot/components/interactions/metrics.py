"""The bot's metrics for its host. No label names people, servers or anything on a table."""

from __future__ import annotations

from typing import Final

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
        self.failures = Counter(
            f"{PREFIX}_publish_failures",
            "Failed attempts to show a table, by whether they are repeated.",
            ("repeated",),
            registry=self.registry,
        )
