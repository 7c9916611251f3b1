"""``python -m tests.write [WHAT …]``: writes what is derived from the code again, and says what changed.

Read the difference before it is committed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests import privacy_page
from tests.discord import command_list, tour
from tests.games import golden
from tests.languages import __main__ as languages
from tests.rendering import covers
from tests.store import release
from tests.taps import __main__ as taps

ROOT: Final = Path(__file__).parents[1]
DERIVED: Final[dict[str, tuple[Callable[[], object], str]]] = {
    "release": (release.write, "tests/store/released/*"),
    "languages": (languages.update_all, "data/languages/*.po"),
    "golden": (golden.write, "tests/games/golden/*.txt"),
    "commands": (command_list.write, "cogs/README.md"),
    "privacy": (privacy_page.write, "data/**/PRIVACY*.md"),
    "covers": (covers.write, "[!.]*/*/*.png"),
    "taps": (taps.write, "tests/taps/taps.md"),
    "tours": (tour.write, "tests/discord/tours/*.txt"),
}
"""What writes, and where, by name."""


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m tests.write", description=__doc__)
    parser.add_argument("what", nargs="*", metavar="WHAT", help=f"of {', '.join(DERIVED)}; all without one")
    wanted = parser.parse_args(argv).what
    if unknown := [name for name in wanted if name not in DERIVED]:
        parser.error(f"there’s no {', '.join(unknown)}: name {', '.join(DERIVED)}")
    for name in wanted or DERIVED:
        write, pattern = DERIVED[name]
        before = _files(pattern)
        write()
        after = _files(pattern)
        changed = sorted(path for path in before | after if before.get(path) != after.get(path))
        print(f"{name}: {', '.join(changed) or 'nothing changed'}", flush=True)
    return 0


def _files(pattern: str) -> dict[str, bytes]:
    return {str(path.relative_to(ROOT)): path.read_bytes() for path in ROOT.glob(pattern)}


if __name__ == "__main__":
    sys.exit(main())
