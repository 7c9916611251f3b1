"""What the doctor finds: one line each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One thing that was looked at."""

    what: str
    well: bool
    words: str
    """How it is; where it is not well, with what to do."""

    def __str__(self) -> str:
        mark = "ok" if self.well else "NO"
        return f"{mark}  {self.what:<11} {self.words}"


def passed(what: str, words: str) -> CheckResult:
    """Nothing is to be done."""
    return CheckResult(what, well=True, words=words)


def failed(what: str, words: str) -> CheckResult:
    """Something is to be done."""
    return CheckResult(what, well=False, words=words)
