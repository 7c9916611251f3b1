"""What a worker is, and how its jobs can fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar, TypeVarTuple

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class WorkerError(Exception):
    """A job that a worker didn't finish."""


class WorkerClosed(WorkerError):
    """The worker was closed before the job was done."""


class WorkerDied(WorkerError):
    """The job ended or hung every process that tried it. Don't try it again: other jobs wait each time."""


class JobFailed(WorkerError):
    """The job raised something in the worker process. The message is its traceback."""


class Worker(Protocol):
    """Does one job after another."""

    @property
    def busy(self) -> int:
        """The number of jobs that aren't done yet."""

    async def run(self, job: Callable[[*Ts], T], *args: *Ts) -> T:
        """The result of ``job``. Cancelling the wait doesn't cancel the job.

        :raises WorkerError: see the kinds above; a thread raises what the job raised.
        """

    async def close(self) -> None:
        """Drop the jobs that wait, and end."""
