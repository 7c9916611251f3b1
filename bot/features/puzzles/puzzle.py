"""A puzzle as data: a position, the only best way to go on, and what refutes the other ways."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, Final, TypeAlias

from bot.games.core import AnyGame, AnyState, Line, Seat
from bot.games.record import Entry, Record

ID_LENGTH: Final = 10
"""Hexadecimal digits of a puzzle's id."""


@cache
def _entry(text: str) -> Entry:
    # Of 35,000 entries 3,200 are different: kept once, all puzzles take 2 MB, not 8, and a fifth of the time.
    seat, _, action = text.partition(" ")
    return Entry(Seat(seat), action)


Entries: TypeAlias = tuple[Entry, ...]
"""Lines of a record; each is written as one, such as ``host d4``."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """Why a wrong try fails."""

    replies: Entries = ()
    """What the others answer."""
    instead: Entries = ()
    """Secrets that the solver can't rule out: each replaces the entry of that seat and first word."""
    cost: float = 0.0
    """By how much it is worse than the best, in the game's own units; 0: not measured.

    Where the theme is to win within some turns: how many more it takes."""


@dataclass(frozen=True, slots=True)
class Branch:
    """What follows one of the best actions."""

    replies: Entries = ()
    """What the others and chance play then."""
    then: PuzzleStep | None = None
    """The solver's next decision; None: solved."""


@dataclass(frozen=True, slots=True)
class PuzzleStep:
    """One decision of the solver."""

    best: Mapping[str, Branch]
    """Every action that solves it, in notation; several only where they come to the same."""
    wrong: Mapping[str, Refutation] = field(default_factory=dict)
    """What refutes the other actions, as far as there is something to show."""

    @property
    def length(self) -> int:
        """How many decisions it takes to solve, this one included."""
        return 1 + max(branch.then.length if branch.then else 0 for branch in self.best.values())


@dataclass(frozen=True)
class Puzzle:
    """One puzzle."""

    game: str
    rules: int
    """The version of the rules that it was made under."""
    options: Mapping[str, str]
    record: Entries
    """All actions from the game's start to the position."""
    seat: Seat
    """The solver's."""
    theme: str
    """What has to be done; a key of the questions."""
    difficulty: float
    """About 0 to 200: how often weaker computer players miss it, and how long it is."""
    solution: PuzzleStep
    source: Mapping[str, Any]
    """Where it was found: ``seed``, ``levels`` and the computer player's version, ``player``."""
    proof: Mapping[str, Any]
    """How it was proved: ``kind``, and ``size`` in what that kind counts."""

    @cached_property
    def id(self) -> str:
        """Its name for good, whatever its number becomes."""
        text = "\n".join((self.game, str(sorted(self.options.items())), *map(str, self.record), self.seat))
        return hashlib.sha256(text.encode()).hexdigest()[:ID_LENGTH]

    @property
    def subject(self) -> str:
        """Its game and id, by which it is asked for and kept."""
        return f"{self.game}/{self.id}"

    def as_record(self) -> Record:
        """The game up to the position."""
        return Record(self.game, self.rules, tuple(sorted(self.options.items())), self.record)


def explained(
    puzzle: Puzzle, game: AnyGame, states: Sequence[AnyState], entries: Sequence[Entry]
) -> list[Line[Any, Any]]:
    """Each decision in ``entries``, which led through ``states``: the first is the puzzle's position."""
    step: PuzzleStep | None = puzzle.solution
    at, lines = 0, []
    while step is not None and at < len(entries):
        action = entries[at].text
        right, wrong = step.best.get(action), step.wrong
        end = min(at + 1 + len(_replies(step, action)), len(entries))
        line = _line(puzzle, game, states[at : end + 1], entries[at:end], right=right is not None)
        if right is None:
            tried: Entries = (Entry(puzzle.seat, min(step.best)),)
            cost = wrong.get(action, Refutation()).cost
        else:
            cost, text = min(((found.cost, text) for text, found in wrong.items()), default=(0.0, ""))
            tried = (Entry(puzzle.seat, text), *_replies(step, text)) if cost else ()
        apart = _played(game, states[at], tried)
        other = _line(puzzle, game, apart, tried, right=right is None) if tried else None
        lines.append(replace(line, cost=cost, other=other and replace(other, cost=cost)))
        at, step = end, right.then if right is not None else None
    return lines


def _replies(step: PuzzleStep, action: str) -> Entries:
    return (step.best.get(action) or step.wrong.get(action) or Refutation()).replies


def _played(game: AnyGame, state: AnyState, entries: Sequence[Entry]) -> list[AnyState]:
    states = [state]
    for entry in entries:
        states.append(states[-1].play(entry.seat, game.parse(entry.text)))
    return states


def _line(
    puzzle: Puzzle, game: AnyGame, states: Sequence[AnyState], entries: Sequence[Entry], *, right: bool
) -> Line[Any, Any]:
    views = tuple(state.concealed(puzzle.seat) for state in states)
    return Line(views, tuple(game.parse(entry.text) for entry in entries), right, puzzle.theme)


@cache
def _form() -> tuple[Callable[[Any], Puzzle], Callable[[Puzzle], Any]]:
    """Makes a puzzle of what JSON gives, with a ValueError that says what is wrong; and what JSON needs."""
    # Only now: it takes 2 MB.
    import cattrs

    def structured(written: Any) -> Puzzle:
        try:
            return converter.structure(written, Puzzle)
        except cattrs.BaseValidationError as error:
            raise ValueError("; ".join(cattrs.transform_error(error, "puzzle"))) from error

    converter = cattrs.Converter(omit_if_default=True)
    converter.register_structure_hook(Entry, lambda written, _: _entry(written))
    converter.register_unstructure_hook(Entry, str)
    return structured, converter.unstructure


def read(line: str) -> Puzzle:
    """The puzzle that a line of a file writes as JSON, without what has its default.

    :raises ValueError: when it writes none.
    """
    structured, _ = _form()
    return structured(json.loads(line))


def write(puzzle: Puzzle) -> str:
    """The line for ``puzzle``; ``read`` gives the same puzzle back."""
    _, unstructured = _form()
    return json.dumps(unstructured(puzzle), ensure_ascii=False, separators=(",", ":"))
