"""``python -m tests.games.golden [GAME …]``: writes the golden playthroughs."""

from __future__ import annotations

import sys

from tests.games.registry import GAMES

from . import write


def main() -> int:
    wanted = sys.argv[1:] or list(GAMES)
    if unknown := [key for key in wanted if key not in GAMES]:
        print(f"no such game: {', '.join(unknown)}", file=sys.stderr)
        return 2
    for path in write({key: GAMES[key] for key in wanted}):
        print(path.name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
