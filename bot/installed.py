"""``captains_table``, as pip installs it: one package with all of ours inside."""

from __future__ import annotations

import sys
from pathlib import Path

INSIDE = Path(__file__).parent


def main(argv: list[str] | None = None) -> int:
    """Run one command. Returns the exit status."""
    if (INSIDE / "bot").is_dir():
        # Before whatever else is called so.
        sys.path.insert(0, str(INSIDE))
    from bot.__main__ import main as run

    return run(argv)
