"""The tables of time zones: the newer of the system's and those of the package ``tzdata``.

A server's system may be years old, and a country that changes its time tells the world a few months before.
"""

from __future__ import annotations

import re
import zoneinfo
from contextlib import suppress
from pathlib import Path
from typing import Final

import tzdata

PACKAGED: Final[str] = tzdata.IANA_VERSION
"""The version of the package's tables, such as ``2026d``."""
_VERSION: Final = re.compile(r"[0-9]{4}[a-z]+")


def of_system() -> str:
    """The version of the system's tables; empty if there are none, or they don't say."""
    folder = next((path for each in zoneinfo.TZPATH if (path := Path(each)).is_dir()), None)
    for path in (folder / "tzdata.zi", folder / "+VERSION") if folder is not None else ():
        with suppress(OSError), path.open(encoding="utf-8", errors="replace") as file:
            if found := _VERSION.search(file.readline()):
                return found[0]
    return ""


SYSTEM: Final = of_system()


def use_newest() -> None:
    """Use the newer tables in this program from now on; Python itself prefers the system's."""
    if of_system() < PACKAGED:
        zoneinfo.reset_tzpath(())
        zoneinfo.ZoneInfo.clear_cache()
