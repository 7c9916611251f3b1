"""The rules of Captain's Checkers, numbered as in its rulings.

>>> from bot.games import GAMES
>>> game = GAMES["checkers"]
>>> state = game.start(game.read_options({}))
>>> for seat, action in (("red", "d2-d4"), ("black", "d7-d5"), ("red", "d4-d6"), ("black", "d8-d6")):
...     print(state.narrate(seat, game.parse(action), None))
...     state = state.play(seat, game.parse(action))
Red moved from d2 to d4.
Black moved from d7 to d5.
Red moved from d4 to d6.
Black moved from d8 to d6 and captured 2 checkers.
>>> state.view_for(None).black
34
>>> [str(each) for each in state.legal("red")][:3]
['a1-a3', 'a1-c1', 'a1-c3']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Self, TypeAlias

from bot.games.core import Options, Outcome, Seat, State, public_view
from bot.languages import gettext

from . import text
from .actions import BLACK, BOARD, CHECKERS, RED, SIDES, CheckersAction, name_of
from .moving import landed, turns
from .refusals import refusal
from .view import CheckersView, LastTurn, Splitting, Stack, enemies

Stacks: TypeAlias = tuple[Stack, ...]
Past: TypeAlias = Mapping[tuple[Seat, int], tuple[str, ...]]
"""Earlier positions, written in a line, by whose turn it was and what red controlled; only those can be
repetitions."""

HOME: Final = {0: "rr", 1: "rr", 6: "bb", 7: "bb"}
"""The stacks in each 0-based row at the start (ruling 1)."""
SETUP: Final = tuple(HOME.get(BOARD.place(square)[1], "") for square in range(len(BOARD.names)))


def other(colour: Seat) -> Seat:
    """The opponent of ``colour``."""
    return BLACK if colour == RED else RED


def controlled(stacks: Sequence[Stack], colour: Seat) -> int:
    """How many checkers ``colour`` controls (ruling 2)."""
    return sum(len(stack) for stack in stacks if stack and stack[0] == colour[0])


class CheckersTerms(NamedTuple):
    """The options of a game."""

    win: int = 75
    """Per cent of all checkers."""
    split: Splitting = "any"
    quiet: int = 100

    @property
    def goal(self) -> int:
        """The number of checkers that is ``win`` per cent of 64, rounded up (ruling 5)."""
        return -(-self.win * CHECKERS // 100)


@dataclass(frozen=True, slots=True)
class CheckersState(State[CheckersAction, CheckersView]):
    """A position of Captain's Checkers."""

    stacks: Stacks
    mover: Seat
    red: int
    """Checkers that red controls; black controls all others."""
    terms: CheckersTerms
    past: Past = field(hash=False, repr=False)
    """All positions so far, this one included; not recorded in games without draws."""
    quiet: int = 0
    """Turns in a row that didn't change ``red``."""
    turn: int = 0
    """Turns played."""
    last: LastTurn | None = None
    outcome: Outcome | None = None

    @property
    def to_act(self) -> frozenset[Seat]:
        return frozenset() if self.outcome is not None else frozenset({self.mover})

    def legal(self, seat: Seat) -> Sequence[CheckersAction]:
        if self.outcome is not None or seat != self.mover:
            return ()
        own, split = seat[0], self.terms.split
        found: list[CheckersAction] = []
        for square, stack in enumerate(self.stacks):
            if stack and stack[0] == own:
                found += turns(square, len(stack), split)
        return found

    def whose_turn(self, seat: Seat) -> str:
        return gettext("{name} is next.", name=name_of(self.mover))

    def play(self, seat: Seat, action: CheckersAction) -> CheckersState:
        self.require_turn(seat)
        source, target, terms = action.source, action.target, self.terms
        stack = self.stacks[source]
        if not stack or stack[0] != seat[0] or action not in turns(source, len(stack), terms.split):
            raise refusal(seat, stack, action, terms.split)
        stacks, lifted, left, covered = landed(self.stacks, source, target, action.count)
        gain = enemies(seat, covered) - enemies(seat, left)
        red = self.red + (gain if seat == RED else -gain)
        quiet = 0 if gain else self.quiet + 1
        past, stood = self.past, 1
        if terms.quiet:
            key = (other(seat), red)
            alike = (*past.get(key, ()), "|".join(stacks))
            past, stood = {**past, key: alike}, alike.count(alike[-1])
        return CheckersState(
            stacks=stacks,
            mover=other(seat),
            red=red,
            terms=terms,
            quiet=quiet,
            turn=self.turn + 1,
            past=past,
            last=LastTurn(seat, BOARD.names[source], BOARD.names[target], lifted, left, covered),
            outcome=judge(terms, red, quiet, stood),
        )

    def view_for(self, viewer: Seat | None) -> CheckersView:
        terms = self.terms
        return public_view(
            self,
            CheckersView,
            viewer,
            black=CHECKERS - self.red,
            goal=terms.goal,
            win=terms.win,
            split=terms.split,
            patience=terms.quiet,
        )

    def narrate(
        self, seat: Seat, action: CheckersAction, viewer: Seat | None, after: Self | None = None
    ) -> str:
        turn = (after or self.play(seat, action)).last
        assert turn is not None
        return text.narrate(turn)


def judge(terms: CheckersTerms, red: int, quiet: int, stood: int) -> Outcome | None:
    """The outcome of a new position; None while the game goes on (rulings 5 and 6).

    ``red`` is what red controls, ``quiet`` the turns in a row that didn't change it, and ``stood`` how often
    the position has come up with the same side to act, this time included.
    """
    if red >= terms.goal:
        return Outcome.won_by("control", [RED], SIDES)
    if CHECKERS - red >= terms.goal:
        return Outcome.won_by("control", [BLACK], SIDES)
    if terms.quiet and quiet >= terms.quiet:
        return Outcome.drawn("quiet", SIDES)
    if terms.quiet and stood >= 3:
        return Outcome.drawn("repetition", SIDES)
    return None


def begin(stacks: Stacks, mover: Seat, terms: CheckersTerms) -> CheckersState:
    """The start of a game from ``stacks``, one for each square."""
    red = controlled(stacks, RED)
    return CheckersState(stacks, mover, red, terms, {(mover, red): ("|".join(stacks),)})


def start(options: Options) -> CheckersState:
    """The setup, red to move (ruling 1)."""
    return begin(SETUP, RED, CheckersTerms(**options))
