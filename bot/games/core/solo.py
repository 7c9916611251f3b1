"""What a game for one may declare: scores that are ranked, and a daily challenge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from .options import Options
from .states import V


@dataclass(frozen=True, slots=True)
class SoloScore:
    """What a finished game was worth."""

    points: int
    title: str
    """One of the game's titles; empty for none. A higher title beats any number of points."""
    tiebreak: int
    """What decides between equal points; more is better."""
    goals: int = 0
    """How many of the game's goals were reached."""
    penalties: int = 0


@dataclass(frozen=True, slots=True)
class SoloScores(Generic[V]):
    """How finished games are ranked."""

    titles: tuple[str, ...]
    """The highest first."""
    goals: int
    """How many there are to reach."""
    score: Callable[[V], SoloScore]
    """Of the last position."""
    tiebreak: Callable[[int], str]
    """A score's tiebreak in words, such as ``12 spaces saved``."""
    full_tiebreak: Callable[[int], str]
    """The same beside the most that there can be, such as ``12 of 36 spaces saved``."""
    counts: Callable[[Options], bool] = lambda _options: True
    """Whether a game with these options is ranked."""
    rule: str = "Games that were given up do not count."
    """Which games are ranked, as a sentence."""


@dataclass(frozen=True, slots=True)
class DailyChallenge:
    """A game that everybody in a server plays under the same chance on a day, once."""

    noun: str
    """What it is called, after “the daily”."""
    chance: str
    """What is the same for everybody, such as ``dice``."""
    emblem: str
    """One emoji, before a result that is shared."""
    salt: str = ""
    """Keeps its chance apart from that of other games' challenges; never changed."""
