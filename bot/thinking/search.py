"""A search for an action, as a worker process runs it."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from bot.games.core import IllegalAction, Placement
from bot.players.player import Choice, Choose, Legal


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a computer player gave no legal action."""

    reason: str
    """For the log: places in the code, never a value, as those may give away a table's secrets."""


def search(
    choose: Choose[Any, Any, Any], settings: Any, view: Any, legal: Legal[Any], seed: int
) -> Choice[Any] | Fault:
    """What ``choose`` chooses with the settings of a level; depends on nothing but the arguments."""
    try:
        choice = choose(view, legal, Random(seed), settings)
        if is_legal(choice.action, legal):
            return choice
        return Fault("an illegal action")
    except Exception as error:  # noqa: BLE001 (logged by the bot)
        frames = traceback.extract_tb(error.__traceback__)[1:]
        places = (f"{Path(frame.filename).name}:{frame.lineno} in {frame.name}" for frame in frames)
        return Fault(f"{type(error).__name__} at {', '.join(places)}")


def is_legal(action: Any, legal: Legal[Any]) -> bool:
    """Whether ``action`` is among the actions ``legal``."""
    if not isinstance(legal, Placement):
        return action in legal
    try:
        return str(action) == legal.text(str(action).split()[1:])
    except IllegalAction:
        return False
