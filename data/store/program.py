"""What the program is called on the command line, for advice to hosts."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

INSTALLED: Final = "captains-table"
"""The command that pip installs."""


def program() -> str:
    """What this program was called as."""
    return INSTALLED if Path(sys.argv[0]).stem == INSTALLED else "python -m bot"
