"""What the bot counts of its own work, for its host. No label names people, servers or what is on a table."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import structlog
from prometheus_client import CollectorRegistry, Counter, Histogram

log: Final = structlog.get_logger(__name__)
PREFIX: Final = "captains_table"
SECONDS: Final = (0.05, 0.1, 0.2, 0.5, 1, 2, 3, 5, 10)
"""Bounds of the histograms; Discord waits three seconds for an acknowledgement."""


class Metrics:
    """The counters of one bot, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.interactions = Counter(
            f"{PREFIX}_interactions",
            "Commands, presses and forms by their end: answered, refused by a rule, gone, failed.",
            ("kind", "outcome"),
            registry=self.registry,
        )
        self.answers = Histogram(
            f"{PREFIX}_answer_seconds",
            "From the arrival of a command, press or form until all of its answer was sent.",
            ("kind",),
            buckets=SECONDS,
            registry=self.registry,
        )
        self.pictures = Histogram(
            f"{PREFIX}_picture_seconds",
            "Painting a picture; those at hand are not counted.",
            buckets=SECONDS,
            registry=self.registry,
        )
        self.commits = Counter(
            f"{PREFIX}_commits", "Tables that were opened, and changes to them.", registry=self.registry
        )
        self.failures = Counter(
            f"{PREFIX}_publish_failures",
            "Attempts to show a table that failed, by whether they are repeated.",
            ("repeated",),
            registry=self.registry,
        )

    @contextmanager
    def answering(self, kind: str) -> Iterator[Outcome]:
        """Count the outcome and the seconds of an answer to an interaction of this kind."""
        began, outcome = time.perf_counter(), Outcome()
        try:
            yield outcome
        finally:
            seconds = time.perf_counter() - began
            self.interactions.labels(kind, outcome.word).inc()
            self.answers.labels(kind).observe(seconds)
            log.debug("interaction", kind=kind, outcome=outcome.word, seconds=round(seconds, 3))


class Outcome:
    """How an answer ends."""

    word = "answered"
