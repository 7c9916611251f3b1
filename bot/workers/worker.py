"""The worker protocol and its errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar, TypeVarTuple

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class WorkerError(Exception):
    """A worker didn't finish a job."""


class WorkerClosed(WorkerError):
    """The worker was closed before the job was done."""


class WorkerDied(WorkerError):
    """The job ended or hung every process that tried it. Don't retry: other jobs wait each time."""


class JobFailed(WorkerError):
    """The job raised an exception in the worker process. The message is its traceback."""


class Worker(Protocol):
    """Runs one job after another."""

    @property
    def busy(self) -> int:
        """The number of unfinished jobs."""

    async def run(self, job: Callable[[*Ts], T], *args: *Ts) -> T:
        """Run ``job`` and return its result. Cancelling the call doesn't cancel the job.

        :raises WorkerError: one of its subclasses; a thread passes on the job's own exception.
        """

    async def close(self) -> None:
        """Drop the queued jobs and stop."""
