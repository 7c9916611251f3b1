"""What a computer player is given and answers: choices and hints; the four levels."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Container, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from bot.games.core import A, Options, Placement, T, V
from bot.languages import gettext, gettext_noop, listed
from data.files import parsed

from .judgement import Reviewer
from .learnt import LearntFile

Legal: TypeAlias = Sequence[A] | Placement
SHOWN: Final = 5
"""The most alternatives that a choice lists."""


class Alternative(NamedTuple, Generic[A]):
    """An action that was considered, and what it is worth."""

    action: A
    value: float
    """What the seat can expect after it: 0 (a sure loss) to 1 (a sure win); in solo games, points."""


class Choice(NamedTuple, Generic[A]):
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


class Hint(NamedTuple):
    """The way to a good action in sentences."""

    look: str
    """What to look at; empty where that says nothing."""
    where: str
    """The square, or a small area; told with ``look``."""
    action: str
    """What to do."""
    squares: tuple[str, ...] = ()
    """The squares that ``where`` leaves to choose from, or the one piece or column that it names, as a menu
    has it; none where it doesn't say."""
    notes: tuple[tuple[str, str], ...] = ()
    """What it says is known of squares, as marks: square and kind (:attr:`Game.note_kinds`)."""
    shade: str = ""
    """What the shade on its picture means; told with ``where``."""


def near(
    square: str, possible: Container[str], told: str = gettext_noop("The best square is {squares}.")
) -> tuple[str, tuple[str, ...]]:
    """The place of a hint, told and as squares: one, and those beside it in its column that are possible."""
    row = int(square[1:])
    beside = (f"{square[0]}{each}" for each in (row - 1, row, row + 1))
    squares = tuple(each for each in beside if each in possible)
    return gettext(told, squares=listed(squares, "or")), squares


# The players

S = TypeVar("S")


Choose: TypeAlias = Callable[[V, Legal[A], Random, S], Choice[A]]
"""Chooses among the legal actions of the seat that looks at a view; depends on nothing but its arguments."""


class OutOfNodes(Exception):
    """A search has looked at as many positions as it may."""


class Level(NamedTuple):
    """How strong a computer player is."""

    key: str
    """The word for it in commands and records."""
    title: str
    feels: str
    """What playing against it is like, in a sentence."""


LEVELS: Final[tuple[Level, ...]] = (
    Level(
        "cabin-boy",
        gettext_noop("Cabin Boy"),
        gettext_noop("Knows the rules and not much else. A good first opponent."),
    ),
    Level(
        "deckhand", gettext_noop("Deckhand"), gettext_noop("Sees the obvious and sometimes misses the rest.")
    ),
    Level("first-mate", gettext_noop("First Mate"), gettext_noop("Plans ahead and punishes mistakes.")),
    Level("captain", gettext_noop("Captain"), gettext_noop("Gives nothing away. Expect to lose at first.")),
)
"""The weakest first."""


@dataclass(frozen=True, slots=True)
class ComputerPlayer(Generic[A, V, S]):
    """The computer player of one game."""

    version: int
    """Raised when it plays differently; stands in records."""
    choose: Choose[V, A, S]
    levels: Mapping[str, S]
    """The settings of each level, by its key: what it searches is counted, never timed, so that the same seed
    gives the same choice."""
    reviewer: Reviewer | None = None
    """How turns of finished games are judged; None: there are no reviews."""
    hint: Callable[[V, Choice[A]], Hint] | None = None
    """Leads to a choice; None: there are no hints."""
    advised: Choose[V, A, S] | None = None
    """Makes the choice that a hint leads to; None: it is what the strongest level plays."""
    hindsight: Callable[[Sequence[A]], int | None] | None = None
    """The most points found for a game alone of which all chance is known, by what it brings in turn; None if
    they can't be found. None here: nobody can ask that."""
    learnt: LearntFile | None = None
    """What it has learnt; it also plays without, but not as well. None: it plays by formulas alone."""
    needed: LearntFile | None = None
    """What it can't play without; None: nothing."""
    lost: float = 0.05
    """Who expects no more than this at several turns in a row has lost (``tests.players.resigning``)."""
    advice: Callable[[Options, Sequence[str]], str] = lambda _options, _levels: ""
    """What a lobby with computers of these levels says about its options; empty for nothing."""

    def at(self, level: str, view: V, legal: Legal[A], rng: Random) -> Choice[A]:
        """The choice of a level.

        :raises KeyError: for an unknown level.
        """
        return self.choose(view, legal, rng, self.levels[level])


# Read at the start: a bot whose file can't be read says so there, and not to whoever opens a table.
_LEVELS: Final = parsed("bot.players", "levels.toml", tomllib.loads)


def levels(game: str, settings: Callable[..., S]) -> dict[str, S]:
    """The settings of each level of a game, from ``levels.toml``."""
    return {level: settings(**own) for level, own in _LEVELS[game].items()}


def drawn(found: Sequence[T], worth: Callable[[T], float], temperature: float, rng: Random) -> T:
    """One of ``found``, what is worth ``temperature`` less ``1/e`` as often; at 0 the first of the best."""
    best = max(found, key=worth)
    if not temperature:
        return best
    return rng.choices(found, [exp((worth(each) - worth(best)) / temperature) for each in found])[0]


def shown(found: Sequence[T], chosen: T) -> Sequence[T]:
    """The first of ``found``, ``chosen`` among them."""
    return found[:SHOWN] if chosen in found[:SHOWN] else [*found[: SHOWN - 1], chosen]


def unlike(found: Iterable[T], look: Callable[[T], Hashable]) -> list[T]:
    """The first of those that ``look`` the same."""
    kept: dict[Hashable, T] = {}
    for each in found:
        kept.setdefault(look(each), each)
    return [*kept.values()]
