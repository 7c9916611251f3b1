"""What the program is called on the command line, for advice to hosts."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Final

INSTALLED: Final = "captains-table"
"""The command that pip installs."""


def program() -> str:
    """What to type for this program: as it was called, which need not be in the path."""
    called = sys.argv[0]
    if Path(called).stem != INSTALLED:
        return "python -m bot"
    return INSTALLED if called == shutil.which(INSTALLED) else called
