"""The kinds of turns, and the most taps that each may take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from bot.games import GAMES
from bot.games.core import State


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of turn."""

    name: str
    game: str
    moves: tuple[str, ...]
    """What the person to move plays, part by part; a word in brackets stands for a move that fits."""
    confirmed: int
    """The most taps with a preview before the move."""
    at_once: int
    """The most taps without one."""
    before: tuple[str, ...] = ()
    """What is typed before, by the people to move."""
    again: tuple[str, ...] = ()
    """What each person plays first from the public card; their private cards stay from then on."""


REQUESTS: Final = 6
"""The most requests that a turn at Snorkels may take, both people's private cards included."""
FULLEST = (13, 16, 51)
"""The most buttons on the public card and on a private one; the most words, some twenty of which tell the aim
in somebody's first three games."""
COLOURS: Final = ("d4", "take green")
MINES: Final = ("mines b2 d3 f4 g5 c4", "mines b9 d8 f9 g8 c8")
STAY: Final = ("e1", "e1", "e1")
LATE: Final = (*STAY, "(pump)", "(pump)", "(pump)") * 9 + STAY
"""Nine rounds of Crackers, after which much of the station is flooded."""
CARRIED: Final = ("e1", "e1", "e1", "bag c3", "bag c4", "pump a4", "e1", "e1", "e1")
"""A round of Crackers after which a sandbag can be taken."""
BAGGED: Final = ("e1", "e1", "e1", "bag c3", "pump a4", "pump a4 b4")
"""A round of Crackers after which a crew member can take a sandbag."""

KINDS: Final = (
    Kind("Snorkels: place", "snorkels", ("c3",), 3, 2, COLOURS),
    Kind("Snorkels: place, on the card that stays", "snorkels", ("g7",), 3, 2, COLOURS, ("c3", "c5")),
    Kind("Checkers: move", "checkers", ("b2-d4",), 4, 3),
    Kind("Checkers: split", "checkers", ("b2-b3/1",), 5, 4),
    Kind("Depth Charge: sound", "depthcharge", ("(sound)",), 4, 3, MINES),
    Kind("Depth Charge: charge", "depthcharge", ("(charge)",), 4, 3, MINES),
    Kind("Depth Charge: move", "depthcharge", ("(move)",), 4, 3, MINES),
    Kind("Curse: free die", "curse", ("(suggested white)",), 2, 2),
    Kind("Curse: free die, another space", "curse", ("(white)",), 3, 2),
    Kind("Curse: cursed die", "curse", ("(suggested black)", "(suggested sink)"), 3, 3),
    Kind("Curse: cursed die, another space and line", "curse", ("(black)", "(sink)"), 7, 6),
    Kind("Crackers: one crew member drops no sandbag", "crackers", ("c3",), 4, 3),
    Kind("Crackers: one crew member stays", "crackers", ("e1",), 2, 1),
    Kind("Crackers: one crew member drops a sandbag", "crackers", ("c3+",), 3, 2),
    Kind("Crackers: one crew member picks up a sandbag", "crackers", ("c3-",), 3, 2, BAGGED),
    Kind("Crackers: captain, 3 pumps", "crackers", ("pump a4", "pump a4 b4", "pump a4 a5"), 5, 4, STAY),
    Kind("Crackers: captain, 3 pumps, in round 10", "crackers", ("(pump)", "(pump)", "(pump)"), 5, 4, LATE),
    Kind("Crackers: captain, 2 pumps and 1 bag", "crackers", ("pump a4", "pump a4 b4", "bag c3"), 6, 5, STAY),
    Kind("Crackers: captain, 1 pump and 2 bags", "crackers", ("pump a4", "bag c3", "bag d4"), 7, 6, STAY),
    Kind("Crackers: captain, 1 pump, takes 1 bag", "crackers", ("unbag c3", "pump a4 a5"), 5, 4, CARRIED),
)


def fitting(state: State[Any, Any], word: str) -> str:
    """The move that ``word`` means: itself, or in brackets the first legal one of that kind.

    ``(suggested white)`` is the first of those that are chosen without naming the last step.
    """
    if not word.startswith("("):
        return word
    (seat,) = state.to_act
    legal = state.legal(seat)
    assert isinstance(legal, list | tuple)
    suggested, kind = "suggested" in word, word.strip("()").removeprefix("suggested ")
    view = state.view_for(seat)
    return next(
        str(action)
        for action in legal
        if str(action).startswith(kind)
        and (not suggested or GAMES["curse"].suggest(view, state.path(action)[:-1]) == state.path(action)[-1])
    )
