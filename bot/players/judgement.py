"""How a player judges turns of finished games: what each was worth, and from which loss on it is marked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, log
from random import Random
from typing import Any, Final, Generic, NamedTuple

from bot.games.core import A
from bot.languages import gettext_noop

WORTH_SAYING: Final = 0.1
"""The loss of winning chance from which on a turn gets a reason."""
MISTAKE: Final = 0.2
"""The loss that counts at least for a turn worth a reason that leaves no chance at all."""
MARKS: Final = ((0.3, "??"), (MISTAKE, "?"), (WORTH_SAYING, "?!"))
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
    proven: bool = False
    """Whether the seat had lost for certain, whatever it played."""
    beside: float = 0.0
    """What else it lost, on the same scale, such as a title."""

    @property
    def loss(self) -> float:
        """By how much the action was worse than the best."""
        return max(self.before - self.after + self.beside, 0.0)


def judged(
    before: float,
    after: float,
    played: A,
    best: A,
    why: Callable[[], str],
    least: float = WORTH_SAYING,
    beside: float = 0.0,
) -> Judgement[A]:
    """The judgement of ``played``; from a loss of ``least`` on with the reason ``why`` it was worse."""
    loss = before - after + beside
    if loss <= 0:
        return Judgement(after, after, played)
    return Judgement(before, after, best, why() if loss >= least else "", beside=beside)


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
