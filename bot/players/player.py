"""What a computer player is given, and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

from bot.games.core import A, Options, Placement, T, V

from .reviewing import Reviewer

Legal: TypeAlias = Sequence[A] | Placement
SHOWN: Final = 5
"""The most alternatives that a choice lists."""


@dataclass(frozen=True, slots=True)
class Alternative(Generic[A]):
    """An action that was considered, and what it is worth."""

    action: A
    value: float
    """What the seat can expect after it: 0 (a sure loss) to 1 (a sure win); in solo games, points."""


@dataclass(frozen=True, slots=True)
class Choice(Generic[A]):
    """What a computer player chose, and why."""

    action: A
    value: float
    """As in :class:`Alternative`."""
    alternatives: tuple[Alternative[A], ...] = ()
    """The best actions that it considered, the chosen one among them, the best first."""
    line: tuple[A, ...] = ()
    """The actions that it expects, its own first; chance left out. May be empty."""
    proven: bool = False
    """Whether ``value`` is certain, whatever the others do."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The way to a good action in three sentences."""

    look: str
    """What to look at."""
    where: str
    """The square, or a small area."""
    action: str
    """What to do."""


S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)
V_contra = TypeVar("V_contra", contravariant=True)


class OutOfNodes(Exception):
    """A search has looked at as many positions as it may."""


class Choose(Protocol[A, V_contra, S_contra]):
    """Chooses an action for the seat that looks at ``view``."""

    def __call__(self, view: V_contra, legal: Legal[A], rng: Random, settings: S_contra) -> Choice[A]:
        """The choice among the actions ``legal``; depends on nothing but the arguments."""
        ...


@dataclass(frozen=True, slots=True)
class ComputerPlayer(Generic[A, V, S]):
    """The computer player of one game."""

    game: str
    """The game's key."""
    version: int
    """Raised when it plays differently; stands in records."""
    choose: Choose[A, V, S]
    levels: Mapping[str, S]
    """The settings of each level, by its key: what it searches is counted, never timed, so that the same seed
    gives the same choice."""
    reviewer: Reviewer | None = None
    """How turns of finished games are judged; None: there are no reviews."""
    hint: Callable[[V, Choice[A]], Hint] | None = None
    """Leads to a choice in three steps; None: there are no hints."""
    lost: float = 0.05
    """Who expects no more than this at several turns in a row has lost (``tests.players.resigning``)."""
    advice: Callable[[Options, Sequence[str]], str] = lambda _options, _levels: ""
    """What a lobby with computers of these levels says about its options; empty for nothing."""

    def at(self, level: str, view: V, legal: Legal[A], rng: Random) -> Choice[A]:
        """The choice of a level.

        :raises KeyError: for an unknown level.
        """
        return self.choose(view, legal, rng, self.levels[level])


def drawn(found: Sequence[T], worth: Callable[[T], float], temperature: float, rng: Random) -> T:
    """One of ``found``, what is worth ``temperature`` less ``1/e`` as often; at 0 the first of the best."""
    best = max(found, key=worth)
    if not temperature:
        return best
    return rng.choices(found, [exp((worth(each) - worth(best)) / temperature) for each in found])[0]


def shown(found: Sequence[T], chosen: T) -> Sequence[T]:
    """The first of ``found``, ``chosen`` among them."""
    return found[:SHOWN] if chosen in found[:SHOWN] else [*found[: SHOWN - 1], chosen]
