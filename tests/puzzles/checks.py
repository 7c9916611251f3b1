"""What has to hold for every puzzle, and its proof once more."""

from __future__ import annotations

from bot.games import GAMES
from bot.games.core import Seat, State
from bot.games.record import Entry, Record, replay
from bot.puzzles.puzzle import Puzzle, Refutation, Step

from .make import position
from .makers import MAKERS


class Wrong(AssertionError):
    """A puzzle that isn't one."""


def proved_again(puzzle: Puzzle) -> None:
    """:raises Wrong: when the proof, made once more, doesn't give the same solution."""
    maker = MAKERS[puzzle.game]
    proved = maker.prove(position(puzzle), puzzle.seat, puzzle.record)
    if proved is None or proved.solution != puzzle.solution or proved.theme != puzzle.theme:
        raise Wrong(f"{puzzle.subject}: {proved}")


def played_through(puzzle: Puzzle) -> None:
    """Play every solution and every refutation.

    :raises Wrong: when one is illegal, or leaves the turn to somebody else.
    """
    _step(puzzle, puzzle.record, puzzle.solution)


def _step(puzzle: Puzzle, entries: tuple[Entry, ...], step: Step) -> None:
    state = after(puzzle, entries)
    _require(puzzle, puzzle.seat in state.to_act, "the solver isn't to move")
    legal = {str(action) for action in _legal(state, puzzle.seat)}
    _require(puzzle, {*step.best, *step.wrong} <= legal, f"illegal: { ({*step.best, *step.wrong} - legal) }")
    _require(puzzle, not set(step.best) & set(step.wrong), "right and wrong at once")
    _require(puzzle, len(step.best) < len(legal) or entries != puzzle.record, "nothing is wrong")
    for action, branch in step.best.items():
        following = (*entries, Entry(puzzle.seat, action), *branch.replies)
        if branch.then is not None:
            _step(puzzle, following, branch.then)
        else:
            after(puzzle, following)
    for action, refutation in step.wrong.items():
        refuted(puzzle, entries, action, refutation)


def refuted(puzzle: Puzzle, entries: tuple[Entry, ...], action: str, found: Refutation) -> None:
    """Play a refutation; with other secrets, the solver must not have been able to tell.

    :raises Wrong: when they could have.
    """
    chosen = {(entry.seat, entry.text.split()[0]): entry for entry in found.instead}
    changed = tuple(chosen.get((entry.seat, entry.text.split()[0]), entry) for entry in entries)
    seen, instead = (after(puzzle, each).view_for(puzzle.seat) for each in (entries, changed))
    _require(puzzle, seen == instead, f"{action}: the solver can rule out {found.instead}")
    after(puzzle, (*changed, Entry(puzzle.seat, action), *found.replies))


def after(puzzle: Puzzle, entries: tuple[Entry, ...]) -> State:  # type: ignore[type-arg]
    """The position after ``entries``."""
    options = tuple(sorted(puzzle.options.items()))
    return replay(Record(puzzle.game, puzzle.rules, options, entries), GAMES)[-1]


def _legal(state: State, seat: Seat) -> list[object]:  # type: ignore[type-arg]
    return list(state.legal(seat))  # type: ignore[arg-type]


def _require(puzzle: Puzzle, holds: bool, what: str) -> None:
    if not holds:
        raise Wrong(f"{puzzle.subject}: {what}")
