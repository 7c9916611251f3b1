"""The results of the doctor's checks, one line each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check."""

    what: str
    well: bool | None
    """None: it wasn't checked."""
    words: str
    """The finding, with advice if the check failed."""

    def __str__(self) -> str:
        mark = {True: "ok", False: "NO", None: "--"}[self.well]
        return f"{mark}  {self.what:<11} {self.words}"


def passed(what: str, words: str) -> CheckResult:
    """A check that passed."""
    return CheckResult(what, well=True, words=words)


def skipped(what: str, words: str) -> CheckResult:
    """A check that wasn't made."""
    return CheckResult(what, well=None, words=words)


def failed(what: str, words: str) -> CheckResult:
    """A check that failed."""
    return CheckResult(what, well=False, words=words)
