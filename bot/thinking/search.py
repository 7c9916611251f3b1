"""A search for an action, and the judgement of one, as a worker process runs them."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from bot.games.core import IllegalAction, Placement
from bot.languages import speaking
from bot.players.judgement import Judgement
from bot.players.player import Choice, Choose, Legal


@dataclass(frozen=True, slots=True)
class SearchFault:
    """Why a computer player gave no legal action, or no judgement."""

    reason: str
    """For the log: places in the code, never a value, as those may give away a table's secrets."""


def search(
    choose: Choose[Any, Any, Any], settings: Any, view: Any, legal: Legal[Any], seed: int
) -> Choice[Any] | SearchFault:
    """What ``choose`` chooses with the settings of a level; depends on nothing but the arguments."""
    try:
        choice = choose(view, legal, Random(seed), settings)
        if is_legal(choice.action, legal):
            return choice
        return SearchFault("an illegal action")
    except Exception as error:  # noqa: BLE001 (logged by the bot)
        return _fault(error)


def judge(
    think: Callable[[Any, Any, Any, Random], Judgement[Any] | None],
    view: Any,
    legal: Any,
    action: Any,
    seed: int,
    language: str,
) -> Judgement[Any] | SearchFault | None:
    """What a reviewer thinks of an action; depends on nothing but the arguments."""
    try:
        with speaking(language):
            return think(view, legal, action, Random(seed))
    except Exception as error:  # noqa: BLE001 (logged by the bot)
        return _fault(error)


def look_back(find: Callable[[Sequence[Any]], int | None], chance: Sequence[Any]) -> int | SearchFault | None:
    """The most points found for a game with this chance; depends on nothing but the arguments."""
    try:
        return find(chance)
    except Exception as error:  # noqa: BLE001 (logged by the bot)
        return _fault(error)


def _fault(error: Exception) -> SearchFault:
    frames = traceback.extract_tb(error.__traceback__)[1:]
    places = (f"{Path(frame.filename).name}:{frame.lineno} in {frame.name}" for frame in frames)
    return SearchFault(f"{type(error).__name__} at {', '.join(places)}")


def is_legal(action: Any, legal: Legal[Any]) -> bool:
    """Whether ``action`` is among the actions ``legal``."""
    if not isinstance(legal, Placement):
        return action in legal
    try:
        return str(action) == legal.text(str(action).split()[1:])
    except IllegalAction:
        return False
