"""What a computer player chooses depends on what it sees and on its seed: not on its process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from typing import Final

from bot.players import PLAYERS

from .checkers import test_choosing as checkers
from .crackers import test_choosing as crackers
from .curse import test_choosing as curse
from .depthcharge import test_player as depthcharge
from .snorkels import test_choice as snorkels

TOLD: Final[Mapping[str, Callable[[], str]]] = {
    "checkers": checkers.told,
    "crackers": crackers.told,
    "curse": curse.told,
    "depthcharge": depthcharge.told,
    "snorkels": snorkels.told,
}
"""A few choices of each player, as text."""


def told() -> str:
    """The choices of all players."""
    return "\n".join(f"{key}: {choices()}" for key, choices in TOLD.items())


def test_the_same_view_and_seed_bring_the_same_choices_in_another_process() -> None:
    assert TOLD.keys() == PLAYERS.keys()
    other = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    program = [sys.executable, "-c", f"from {__name__} import told; print(told())"]
    environment = os.environ | {"PYTHONHASHSEED": other}
    done = subprocess.run(program, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == told().splitlines()
