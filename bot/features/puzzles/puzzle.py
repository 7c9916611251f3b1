"""A puzzle as data: a position, the only best way to go on, and what refutes the other ways."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Annotated, Any, Final, TypeAlias

from pydantic import PlainSerializer, PlainValidator, TypeAdapter

from bot.games.core import AnyGame, AnyState, Line, Seat
from bot.games.record import Entry, Record

ID_LENGTH: Final = 10
"""Hexadecimal digits of a puzzle's id."""


@cache
def _entry(text: str) -> Entry:
    # Of 35,000 entries 3,200 are different: kept once, all puzzles take 2 MB, not 8, and a fifth of the time.
    seat, _, action = text.partition(" ")
    return Entry(Seat(seat), action)


Entries: TypeAlias = tuple[Annotated[Entry, PlainValidator(_entry), PlainSerializer(str)], ...]
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
        branch, found = step.best.get(action), step.wrong.get(action, Refutation())
        end = at + 1 + len(branch.replies if branch else found.replies)
        worse = min(step.wrong, key=lambda text: (step.wrong[text].cost, text), default="")
        cost, other = (step.wrong[worse].cost if worse else 0.0, worse) if branch else (found.cost, min(step.best))
        lines.append(
            Line(
                _seen(puzzle, states[at : end + 1]),
                tuple(game.parse(entry.text) for entry in entries[at:end]),
                right=branch is not None,
                theme=puzzle.theme,
                cost=cost,
                other=_line(puzzle, game, states[at], step, other) if cost else None,
            )
        )
        at, step = end, branch.then if branch else None
    return lines


def _seen(puzzle: Puzzle, states: Sequence[AnyState]) -> tuple[Any, ...]:
    return tuple(state.concealed(puzzle.seat) for state in states)


def _line(
    puzzle: Puzzle, game: AnyGame, state: AnyState, step: PuzzleStep, action: str
) -> Line[Any, Any]:
    """What follows an action that wasn't chosen."""
    branch, found = step.best.get(action), step.wrong.get(action, Refutation())
    states, entries = [state], (Entry(puzzle.seat, action), *(branch or found).replies)
    for entry in entries:
        states.append(states[-1].play(entry.seat, game.parse(entry.text)))
    actions = tuple(game.parse(entry.text) for entry in entries)
    return Line(_seen(puzzle, states), actions, branch is not None, puzzle.theme, found.cost)


_FORM: Final = TypeAdapter(Puzzle)
"""How a line of a file writes a puzzle: as JSON, without what has its default."""


def read(line: str) -> Puzzle:
    """The puzzle that a line of a file writes.

    :raises ValueError: when it writes none.
    """
    return _FORM.validate_json(line)


def write(puzzle: Puzzle) -> str:
    """The line for ``puzzle``; ``read`` gives the same puzzle back."""
    return _FORM.dump_json(puzzle, exclude_defaults=True).decode()
