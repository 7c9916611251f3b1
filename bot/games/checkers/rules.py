"""The rules of Captain's Checkers, numbered as in its rulings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.games.core import IllegalAction, Options, Outcome, Seat, State, public_view

from . import text
from .actions import BLACK, BOARD, CHECKERS, RED, SIDES, CheckersAction
from .moving import choices, turns
from .refusals import refusal
from .state import CheckersPosition, CheckersTerms, Stacks
from .view import CheckersView, LastTurn, Stack

HOME: Final = {0: "rr", 1: "rr", 6: "bb", 7: "bb"}
"""The stacks in each 0-based row at the start (ruling 1)."""
SETUP: Final = tuple(HOME.get(BOARD.place(square)[1], "") for square in range(len(BOARD.names)))


def other(colour: Seat) -> Seat:
    """The opponent of ``colour``."""
    return BLACK if colour == RED else RED


def controlled(stacks: Sequence[Stack], colour: Seat) -> int:
    """How many checkers ``colour`` controls (ruling 2)."""
    return sum(len(stack) for stack in stacks if stack and stack[0] == colour[0])


@dataclass(frozen=True, slots=True)
class CheckersState(CheckersPosition, State[CheckersAction, CheckersView]):
    """A position of Captain's Checkers with its rules."""

    def legal(self, seat: Seat) -> Sequence[CheckersAction]:
        if self.outcome is not None or seat != self.mover:
            return ()
        own, split = seat[0], self.terms.split
        found: list[CheckersAction] = []
        for square, stack in enumerate(self.stacks):
            if stack and stack[0] == own:
                found += turns(square, len(stack), split)
        return found

    def play(self, seat: Seat, action: CheckersAction) -> CheckersState:
        self.require_turn(seat)
        source, target, terms = action.source, action.target, self.terms
        stack, covered = self.stacks[source], self.stacks[target]
        if not stack or stack[0] != seat[0] or action not in choices(source, len(stack), terms.split):
            raise IllegalAction(refusal(seat, stack, action, terms.split))
        count = len(stack) if action.count is None else action.count
        left = stack[count:]
        board = list(self.stacks)
        board[source] = left
        board[target] = stack[:count] + covered
        stacks = tuple(board)
        taken = len(covered) if covered and covered[0] != stack[0] else 0
        freed = len(left) if left and left[0] != stack[0] else 0
        gain = taken - freed
        red = self.red + (gain if seat == RED else -gain)
        quiet = 0 if gain else self.quiet + 1
        past, stood = self.past, 1
        if terms.quiet:
            key = (other(seat), red)
            alike = (*past.get(key, ()), stacks)
            past, stood = {**past, key: alike}, alike.count(stacks)
        return CheckersState(
            stacks=stacks,
            mover=other(seat),
            red=red,
            terms=terms,
            quiet=quiet,
            turn=self.turn + 1,
            past=past,
            last=(action, covered),
            outcome=judge(terms, red, quiet, stood),
        )

    def view_for(self, viewer: Seat | None) -> CheckersView:
        terms = self.terms
        return public_view(
            self,
            CheckersView,
            viewer,
            last=self._last_turn(),
            black=CHECKERS - self.red,
            goal=terms.goal,
            win=terms.win,
            split=terms.split,
            patience=terms.quiet,
        )

    def _last_turn(self) -> LastTurn | None:
        if self.last is None:
            return None
        action, covered = self.last
        landed = self.stacks[action.target]
        return LastTurn(
            seat=other(self.mover),
            source=BOARD.names[action.source],
            target=BOARD.names[action.target],
            lifted=landed[: len(landed) - len(covered)],
            left=self.stacks[action.source],
            covered=covered,
        )

    def narrate(self, seat: Seat, action: CheckersAction, viewer: Seat | None) -> str:
        return text.narrate(self.play(seat, action).view_for(viewer))


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
    return CheckersState(stacks, mover, red, terms, {(mover, red): (stacks,)})


def start(options: Options) -> CheckersState:
    """The setup, red to move (ruling 1)."""
    return begin(SETUP, RED, CheckersTerms(options["win"], options["split"], options["quiet"]))
