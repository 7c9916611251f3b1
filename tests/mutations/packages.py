"""Where faults are planted and which tests can notice them. All paths of the tool are here."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
RESULTS: Final = ROOT / ".mutations"
"""The coverage map and the results; not kept in the repository."""

TARGETS: Final = ("bot/games", "bot/tables", "bot/components", "data/store")
EXCLUDED: Final = ("data/store/migrations",)
"""Released migrations: no test of today's code runs one alone."""

TESTS: Final = (
    *(f"tests/games/{name}" for name in ("checkers", "crackers", "curse", "depthcharge", "snorkels")),
    "tests/games",
    "tests/tables",
    "tests/store",
    "tests/discord",
    "tests/engine",
    "tests/fuzz",
    "tests/hosting",
    "tests/faults",
    "tests/rendering",
    "tests/local",
    "tests",
)
"""Folders whose own test files are measured together, in one pytest run each."""

OWN_TESTS: Final = {
    "bot/games": ("tests/games", "tests/test_docs.py"),
    "bot/tables": ("tests/tables",),
    "bot/components": ("tests/discord",),
    "data/store": ("tests/store",),
}
"""The tests of each target: they can notice what runs at the import, whichever lines they run."""

NOT_COPIED: Final = (
    ".git",
    ".venv",
    ".mutations",
    ".*_cache",
    ".benchmarks",
    ".hypothesis",
    "*.sqlite3*",
    "build",
    "dist",
)
"""What a copy of the project does without."""


def sources(only: tuple[str, ...] = (), root: Path = ROOT) -> list[str]:
    """The files in which faults are planted, relative to the project, sorted; ``only``: below these paths."""
    found = (
        path.relative_to(root).as_posix() for target in TARGETS for path in (root / target).rglob("*.py")
    )
    return sorted(
        path for path in found if not is_below(path, EXCLUDED) and (not only or is_below(path, only))
    )


def files_of_tests(root: Path = ROOT) -> dict[str, list[str]]:
    """The test files of each folder of ``TESTS``; a file belongs to the first folder that holds it."""
    found: dict[str, list[str]] = {}
    seen: set[str] = set()
    for folder in TESTS:
        paths = (root / folder).glob("test_*.py") if folder == "tests" else (root / folder).rglob("test_*.py")
        files = sorted({path.relative_to(root).as_posix() for path in paths} - seen)
        seen.update(files)
        found[folder] = files
    return found


def own_tests(path: str) -> tuple[str, ...]:
    """The tests of a source file's package: of its own folder where the tests have one of that name."""
    for target, (folder, *more) in OWN_TESTS.items():
        if is_below(path, (target,)):
            inner = folder + path.removeprefix(target).rpartition("/")[0]
            return (inner if (ROOT / inner).is_dir() else folder, *more)
    return ()


def is_below(path: str, folders: tuple[str, ...]) -> bool:
    """Whether ``path`` is one of ``folders`` or is in one of them."""
    return any(path == folder or path.startswith(f"{folder.rstrip('/')}/") for folder in folders)
