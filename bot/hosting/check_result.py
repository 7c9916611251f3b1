"""The results of the doctor's checks, one line each."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

from bot.errors import StartError, forbidden
from data.store.records import StoreError


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check."""

    words: str
    """The finding, with advice if the check failed."""
    well: bool | None
    """None: it wasn't checked."""
    what: str = ""
    """What was checked; :func:`results` says it."""

    def __str__(self) -> str:
        mark = {True: "ok", False: "NO", None: "--"}[self.well]
        return f"{mark}  {self.what:<11} {self.words}"


passed: Final = partial(CheckResult, well=True)
skipped: Final = partial(CheckResult, well=None)
failed: Final = partial(CheckResult, well=False)
Found: TypeAlias = CheckResult | Iterable[CheckResult] | AsyncIterable[CheckResult] | None
Check: TypeAlias = Callable[[], Found | Awaitable[Found]]
"""A check; its results come one by one, all at once, or later."""


class NoAnswer(Exception):
    """Discord didn't answer a request; the message says what to do."""


class Refused(NoAnswer):
    """Discord doesn't accept the token."""


async def results(what: str, check: Check, where: str = "") -> AsyncIterator[CheckResult]:
    """The results of a check; if it can't be made, that is its result, and ``where``.

    :raises NoAnswer: when Discord doesn't answer.
    """
    try:
        found = check()
        if isinstance(found, Awaitable):
            found = await found
        if isinstance(found, AsyncIterable):
            async for each in found:
                yield replace(each, what=each.what or what)
        else:
            for each in (found,) if isinstance(found, CheckResult) else found or ():
                yield replace(each, what=each.what or what)
    except NoAnswer:
        raise
    except Exception as error:  # noqa: BLE001 (whatever it is, the other checks are made)
        told = forbidden(error) or f"This couldn’t be checked ({error!r}). If it stays so, please report it."
        if isinstance(error, StartError | StoreError):
            told = f"This couldn’t be checked: {error}"
        yield skipped(f"{where}{told}", what=what)
