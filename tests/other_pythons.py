"""The bot on each other supported Python that is here.

``python -m tests.other_pythons`` looks for them on the PATH and under pyenv, and says which it found and
which it didn't. In each it installs the bot as hosts do, and has that play a whole game on a local Discord;
with ``--thorough`` it runs a part of the tests, too. With ``--install`` it installs, and no more;
``--installed`` does the rest.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PART: Final = (
    "tests/discord/test_every_game.py",
    "tests/engine",
    "tests/hosting/test_packing.py",
    "tests/store/test_log.py",
)
"""Each game to its end, the engine, packing, storage. The workflow runs all tests on each Python instead."""


def supported() -> list[str]:
    """The versions that ``pyproject.toml`` promises."""
    about = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return re.findall(r"Python :: (3\.\d+)$", "\n".join(about["classifiers"]), re.MULTILINE)


def find(version: str) -> tuple[str, str] | None:
    """A Python of a version that works, and which exactly it is; the PATH's before the newest of pyenv."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    micros = {folder.name.rpartition(".")[2]: folder for folder in pyenv.glob(f"{version}.*")}
    newest = sorted(filter(str.isdecimal, micros), key=int, reverse=True)
    # pyenv's python3.x on the PATH may stand for one that isn't chosen; Debian's may come without venv.
    for python in (shutil.which(f"python{version}"), *(str(micros[each] / "bin/python") for each in newest)):
        asked = [str(python), "-c", "import ensurepip, platform; print(platform.python_version())"]
        answer = subprocess.run(asked, capture_output=True, text=True, check=False) if python else None
        if python and answer and answer.returncode == 0:
            return python, answer.stdout.strip()
    return None


def installs(version: str, python: str) -> bool:
    """Whether the bot can be installed there."""
    environment = _environment(version)
    return _all_well(
        (python, "-m", "venv", "--clear", environment),
        (environment / "bin/python", "-m", "pip", "install", "-q", "."),
    )


def passes(version: str, *, thorough: bool = False) -> bool:
    """Whether what was installed plays a game to its end, and (``thorough``) passes the part."""
    there = _environment(version) / "bin/python"
    part: tuple[Sequence[str | Path], ...] = (
        (there, "-m", "pip", "install", "-q", ".[test]"),
        # In one process: two, which import and collect the same, take a fifth more work.
        (there, "-m", "pytest", "-q", "-n", "0", *PART),
    )
    return _all_well(
        (sys.executable, "-m", "tests.hosting.whole_games", there.with_name("captains-table"), "snorkels"),
        *(part if thorough else ()),
    )


def _environment(version: str) -> Path:
    # Who starts the tests' PostgreSQL must be able to look into the folder, as into .venv.
    return ROOT / ".venv/other" / version


def _all_well(*steps: Sequence[str | Path]) -> bool:
    return all(subprocess.run(step, cwd=ROOT, check=False).returncode == 0 for step in steps)


def main(*, install: bool = True, play: bool = True, thorough: bool = False) -> int:
    """Find them, and try each."""
    here = "{}.{}".format(*sys.version_info)
    found = {version: find(version) for version in supported() if version != here}
    for version, python in found.items():
        what = f"{python[1]}, {python[0]}" if python else "not here, so nothing is tried there"
        print(f"Python {version}: {what}", flush=True)

    def fails(version: str, python: str) -> bool:
        return not (
            (not install or installs(version, python)) and (not play or passes(version, thorough=thorough))
        )

    tried = {version: python[0] for version, python in found.items() if python}
    # While one waits for its packages, the other works.
    with ThreadPoolExecutor() as pool:
        failed = [
            each for each, fault in zip(tried, pool.map(fails, tried, tried.values()), strict=True) if fault
        ]
    if failed:
        print(f"Failed on Python {', '.join(failed)}.")
    return bool(failed)


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(
        main(
            install="--installed" not in given, play="--install" not in given, thorough="--thorough" in given
        )
    )
