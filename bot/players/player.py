"""What a computer player is given and answers: choices, hints, judgements of turns; the four levels."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Container, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from pathlib import Path
from random import Random
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from bot.games.core import A, Options, Placement, T, V
from bot.languages import gettext, gettext_noop, listed

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
    """The way to a good action in three sentences."""

    look: str
    """What to look at."""
    where: str
    """The square, or a small area."""
    action: str
    """What to do."""


def near(square: str, possible: Container[str]) -> str:
    """The second step of a hint: a square, and those beside it in its column that are possible, too."""
    row = int(square[1:])
    beside = (f"{square[0]}{each}" for each in (row - 1, row, row + 1))
    squares = listed([each for each in beside if each in possible], "or")
    return gettext("The best square is {squares}.", squares=squares)


# How a player judges turns of finished games

WORTH_SAYING: Final = 0.1
"""The loss of winning chance from which on a turn gets a reason."""
MARKS: Final = ((0.3, "??"), (0.2, "?"), (WORTH_SAYING, "?!"))
"""The sign of a loss of winning chance, the worst first."""


@dataclass(frozen=True, slots=True)
class Judgement(Generic[A]):
    """What one turn was worth to the seat that took it, by what that seat could know."""

    before: float
    """What it could expect with its best action, on the game's scale; before chance, on average."""
    after: float
    """What it could expect after the action that it chose, or that chance brought."""
    best: A | None = None
    """The action that it had better chosen; None for chance."""
    reason: str = ""
    """Why the action was worse than the best, in a sentence; empty if it was about as good."""

    @property
    def loss(self) -> float:
        """By how much the action was worse than the best."""
        return max(self.before - self.after, 0.0)


def judged(
    before: float, after: float, played: A, best: A, why: Callable[[], str], least: float = WORTH_SAYING
) -> Judgement[A]:
    """The judgement of ``played``; from a loss of ``least`` on with the reason ``why`` it was worse."""
    if before <= after:
        return Judgement(after, after, played)
    return Judgement(before, after, best, why() if before - after >= least else "")


class Scale(NamedTuple):
    """What a game's expectations are counted in."""

    title: str
    """What the graph shows, such as “Winning chance”."""
    low: float
    high: float
    """The ends of the graph."""
    whole: float
    """How much counts as much as a whole winning chance."""
    par: float
    """What can be expected before anything has happened."""


CHANCE_TO_WIN: Final = Scale(gettext_noop("Winning chance"), 0.0, 1.0, 1.0, 0.5)


class Reviewer(NamedTuple):
    """How the turns of one game are judged."""

    judge: Callable[[Any, Any, Any, Random], Judgement[Any] | None]
    """Judges an action among the ``legal`` ones of the seat that looks at a view; None: no opinion.

    Depends on nothing but its arguments, and counts what it searches in nodes or playouts. Before a result
    of chance the view is the public one, and ``legal`` is empty.
    """
    named: Callable[[Any, Any], str]
    """An action inside a sentence, with its squares and what they show that it does: “c3–e5, which …”."""
    milliseconds: int
    """How long a turn takes, about."""
    scale: Scale = CHANCE_TO_WIN


def calibrated(seems: float, hope: float, trust: float) -> float:
    """How often those who seemed to have such a chance have won; certain wins and losses stay what they are.

    In log-odds, chances seemed too good by ``hope``, and too cautious by a factor of ``trust``.
    """
    if seems in (0.0, 1.0):
        return seems
    return 1 / (1 + exp(hope - trust * log(seems / (1 - seems))))


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


def levels(game: str, settings: Callable[..., S]) -> dict[str, S]:
    """The settings of each level of a game, from ``levels.toml``."""
    games = tomllib.loads(Path(__file__).with_name("levels.toml").read_text("utf-8"))
    return {level: settings(**own) for level, own in games[game].items()}


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
