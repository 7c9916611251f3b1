"""What has to hold for every puzzle, and its proof once more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.features.puzzles.puzzle import Puzzle, PuzzleStep, explained
from bot.games import GAMES
from bot.games.core import Line, State
from bot.games.record import Entry

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
    _step(puzzle, position(puzzle), (), puzzle.solution)


def tries(puzzle: Puzzle) -> Iterator[tuple[Line[Any, Any], list[State[Any, Any]]]]:
    """The solution and each other action, as they are explained, with the positions they lead through."""
    step: PuzzleStep | None = puzzle.solution
    since: tuple[Entry, ...] = ()
    starts: dict[tuple[Entry, ...], State[Any, Any]] = {(): position(puzzle)}
    while step is not None:
        for action, found in step.wrong.items():
            if found.instead not in starts:
                starts[found.instead] = _with_secrets(puzzle, starts[()], (), found.instead)
            entries = (*since, Entry(puzzle.seat, action), *found.replies)
            yield _explained(puzzle, starts[found.instead], entries)
        here = _played(puzzle, starts[()], since)
        for other in {*map(str, here.legal(puzzle.seat))} - {*step.best, *step.wrong}:  # type: ignore[arg-type]
            yield _explained(puzzle, starts[()], (*since, Entry(puzzle.seat, other)))
        action, branch = min(step.best.items())
        since = (*since, Entry(puzzle.seat, action), *branch.replies)
        yield _explained(puzzle, starts[()], since)
        step = branch.then


def _explained(
    puzzle: Puzzle, state: State[Any, Any], entries: Sequence[Entry]
) -> tuple[Line[Any, Any], list[State[Any, Any]]]:
    """The last decision of ``entries``, and the positions from there on."""
    states = [state]
    for entry in entries:
        states.append(_played(puzzle, states[-1], [entry]))
    line = explained(puzzle, GAMES[puzzle.game], states, entries)[-1]
    return line, states[-len(line.views) :]


def _step(puzzle: Puzzle, state: State[Any, Any], since: tuple[Entry, ...], step: PuzzleStep) -> None:
    """Play on from ``state``, which came of ``since`` in the puzzle's position."""
    _require(puzzle, puzzle.seat in state.to_act, "the solver isn't to move")
    actions = state.legal(puzzle.seat)
    assert isinstance(actions, Sequence)
    legal = {str(action) for action in actions}
    _require(puzzle, {*step.best, *step.wrong} <= legal, f"illegal: { ({*step.best, *step.wrong} - legal) }")
    _require(puzzle, not set(step.best) & set(step.wrong), "right and wrong at once")
    _require(puzzle, len(step.best) < len(legal) or bool(since), "nothing is wrong")
    for action, branch in step.best.items():
        entries = (Entry(puzzle.seat, action), *branch.replies)
        after = _played(puzzle, state, entries)
        if branch.then is not None:
            _step(puzzle, after, (*since, *entries), branch.then)
    known: dict[tuple[Entry, ...], State[Any, Any]] = {(): state}
    for action, refutation in step.wrong.items():
        if refutation.instead not in known:
            known[refutation.instead] = _with_secrets(puzzle, state, since, refutation.instead)
        _played(puzzle, known[refutation.instead], (Entry(puzzle.seat, action), *refutation.replies))


def _with_secrets(
    puzzle: Puzzle, state: State[Any, Any], since: tuple[Entry, ...], secrets: tuple[Entry, ...]
) -> State[Any, Any]:
    """The position if other secrets had been chosen.

    :raises Wrong: when the solver could tell.
    """
    chosen = {(entry.seat, entry.text.split()[0]): entry for entry in secrets}
    changed = tuple(chosen.get((entry.seat, entry.text.split()[0]), entry) for entry in puzzle.record)
    other = _played(puzzle, position(replace(puzzle, record=changed)), since)
    seen, instead = state.view_for(puzzle.seat), other.view_for(puzzle.seat)
    _require(puzzle, seen == instead, f"the solver can rule out {secrets}")
    return other


def _played(puzzle: Puzzle, state: State[Any, Any], entries: Iterable[Entry]) -> State[Any, Any]:
    """The position after ``entries``."""
    for entry in entries:
        state = state.play(entry.seat, GAMES[puzzle.game].parse(entry.text))
    return state


def _require(puzzle: Puzzle, holds: bool, what: str) -> None:
    if not holds:
        raise Wrong(f"{puzzle.subject}: {what}")
