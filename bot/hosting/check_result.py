"""The results of the doctor's checks, one line each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check."""

    what: str
    words: str
    """The finding, with advice if the check failed."""
    well: bool | None
    """None: it wasn't checked."""

    def __str__(self) -> str:
        mark = {True: "ok", False: "NO", None: "--"}[self.well]
        return f"{mark}  {self.what:<11} {self.words}"


passed: Final = partial(CheckResult, well=True)
skipped: Final = partial(CheckResult, well=None)
failed: Final = partial(CheckResult, well=False)
