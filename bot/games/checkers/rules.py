"""The rules of Captain's Checkers, as its rulings number them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from bot.games.core import IllegalAction, Options, Outcome, Seat, State

from . import text
from .actions import BLACK, BOARD, CHECKERS, RED, SIDES, CheckersAction, Move
from .moving import choices, refusal, turns
from .view import CheckersView, Stack, Turn

HOME: Final = {0: "rr", 1: "rr", 6: "bb", 7: "bb"}
"""What stands on each rank (from 0) at the start (ruling 1)."""
SETUP: Final = tuple(HOME.get(BOARD.place(square)[1], "") for square in range(len(BOARD.names)))


Position: TypeAlias = tuple[Stack, ...]
Past: TypeAlias = Mapping[tuple[Seat, int], tuple[Position, ...]]
"""Positions by whose turn it is and what red controls: only those are worth comparing for repetition."""


def other(colour: Seat) -> Seat:
    """The colour that ``colour`` plays against."""
    return BLACK if colour == RED else RED


def controlled(stacks: Sequence[Stack], colour: Seat) -> int:
    """How many checkers ``colour`` controls: those of all stacks that it tops (ruling 2)."""
    return sum(len(stack) for stack in stacks if stack and stack[0] == colour[0])


@dataclass(frozen=True, slots=True)
class Terms:
    """The options that a game is played under."""

    win: int = 75
    """Per cent of all checkers."""
    split: Literal["any", "halves"] = "any"
    quiet: int = 100

    @property
    def goal(self) -> int:
        """The least number of checkers that is ``win`` per cent of 64 (ruling 5)."""
        return -(-self.win * CHECKERS // 100)


@dataclass(frozen=True, slots=True)
class CheckersState(State[CheckersAction, CheckersView]):
    """A position of Captain's Checkers."""

    stacks: Position
    mover: Seat
    red: int
    """Checkers that red controls; black controls all others."""
    terms: Terms
    past: Past = field(hash=False, repr=False)
    """All positions so far, this one included; kept only where the terms know draws."""
    quiet: int = 0
    """Turns on end that left ``red`` as it was."""
    turn: int = 0
    """Turns played."""
    last: tuple[CheckersAction, Stack] | None = None
    """The last turn, and what stood on its target before."""
    ended: Outcome | None = None

    @property
    def to_act(self) -> frozenset[Seat]:
        return frozenset() if self.ended is not None else frozenset({self.mover})

    @property
    def outcome(self) -> Outcome | None:
        return self.ended

    def legal(self, seat: Seat) -> Sequence[CheckersAction]:
        if self.ended is not None or seat != self.mover:
            return ()
        own, split = seat[0], self.terms.split
        found: list[CheckersAction] = []
        for square, stack in enumerate(self.stacks):
            if stack and stack[0] == own:
                found += turns(square, len(stack), split)
        return found

    def play(self, seat: Seat, action: CheckersAction) -> CheckersState:
        if self.ended is not None:
            raise IllegalAction("This game is over.")
        if seat != self.mover:
            raise IllegalAction(f"It is {self.mover}’s turn.")
        source, target, terms = action.source, action.target, self.terms
        stack, covered = self.stacks[source], self.stacks[target]
        if not stack or stack[0] != seat[0] or action not in choices(source, len(stack), terms.split):
            raise IllegalAction(refusal(seat, stack, action, terms.split))
        count = len(stack) if isinstance(action, Move) else action.count
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
            ended=judge(terms, red, quiet, stood),
        )

    def view_for(self, viewer: Seat | None) -> CheckersView:
        return CheckersView(
            viewer=viewer,
            to_act=tuple(self.to_act),
            outcome=self.ended,
            stacks=self.stacks,
            last=self._last_turn(),
            red=self.red,
            black=CHECKERS - self.red,
            goal=self.terms.goal,
            win=self.terms.win,
            split=self.terms.split,
            turn=self.turn,
            quiet=self.quiet,
            patience=self.terms.quiet,
        )

    def _last_turn(self) -> Turn | None:
        if self.last is None:
            return None
        action, covered = self.last
        landed = self.stacks[action.target]
        return Turn(
            seat=other(self.mover),
            source=BOARD.names[action.source],
            target=BOARD.names[action.target],
            lifted=landed[: len(landed) - len(covered)],
            left=self.stacks[action.source],
            covered=covered,
        )

    def narrate(self, seat: Seat, action: CheckersAction, viewer: Seat | None) -> str:
        return text.tell(self.play(seat, action).view_for(viewer))


def judge(terms: Terms, red: int, quiet: int, stood: int) -> Outcome | None:
    """The outcome of a position that was just reached; None while the game goes on (rulings 5 and 6).

    ``red`` is what red controls, ``quiet`` the turns in a row without a change of it, and ``stood`` how many
    times the position has stood with the same side to act, this time included.
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


def begin(stacks: Position, mover: Seat, terms: Terms) -> CheckersState:
    """A game that begins with ``stacks`` (64 of them) and ``mover`` to act."""
    red = controlled(stacks, RED)
    return CheckersState(stacks, mover, red, terms, {(mover, red): (stacks,)})


def start(options: Options) -> CheckersState:
    """The setup, red to move (ruling 1)."""
    win, split, quiet = options["win"], options["split"], options["quiet"]
    assert isinstance(win, int)
    assert isinstance(quiet, int)
    return begin(SETUP, RED, Terms(win, "halves" if split == "halves" else "any", quiet))


def sides(_options: Options) -> tuple[tuple[Seat, ...], ...]:
    """Red against black."""
    return ((RED,), (BLACK,))
