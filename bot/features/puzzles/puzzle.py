"""A puzzle as data: a position, the only best way to go on, and what refutes the other ways."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, Final

from bot.games.core import Seat
from bot.games.record import Entry, Record

ID_LENGTH: Final = 10
"""Hexadecimal digits of a puzzle's id."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """Why a wrong try fails."""

    replies: tuple[Entry, ...] = ()
    """What the others answer."""
    instead: tuple[Entry, ...] = ()
    """Secrets that the solver can't rule out: each replaces the entry of that seat and first word."""
    cost: float = 0.0
    """By how much it is worse than the best, in the game's own units; 0: not measured.

    Where the theme is to win within some turns: how many more it takes."""


@dataclass(frozen=True, slots=True)
class Branch:
    """What follows one of the best actions."""

    replies: tuple[Entry, ...] = ()
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
    record: tuple[Entry, ...]
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


@cache
def _entry(text: str) -> Entry:
    # Of 35,000 entries 3,200 are different: kept once, all puzzles take 2 MB, not 8, and a fifth of the time.
    seat, _, action = text.partition(" ")
    return Entry(Seat(seat), action)


def _entries(texts: list[str]) -> tuple[Entry, ...]:
    return tuple(map(_entry, texts))


def _step(found: Mapping[str, Any]) -> PuzzleStep:
    return PuzzleStep(
        {
            action: Branch(
                _entries(branch.get("replies", [])), _step(branch["then"]) if "then" in branch else None
            )
            for action, branch in found["best"].items()
        },
        {
            action: Refutation(
                _entries(each.get("replies", [])), _entries(each.get("instead", [])), each.get("cost", 0.0)
            )
            for action, each in found.get("wrong", {}).items()
        },
    )


def read(line: str) -> Puzzle:
    """The puzzle that a line of a file writes.

    :raises ValueError: when it writes none.
    """
    try:
        found = json.loads(line)
        return Puzzle(
            game=found["game"],
            rules=found["rules"],
            options=found["options"],
            record=_entries(found["record"]),
            seat=Seat(found["seat"]),
            theme=found["theme"],
            difficulty=found["difficulty"],
            solution=_step(found["solution"]),
            source=found["source"],
            proof=found["proof"],
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"no puzzle: {error!r}") from error


def _without_empty(found: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if value}


def _step_as_json(step: PuzzleStep) -> dict[str, Any]:
    return _without_empty(
        {
            "best": {
                action: _without_empty(
                    {
                        "replies": [*map(str, branch.replies)],
                        "then": _step_as_json(branch.then) if branch.then else None,
                    }
                )
                for action, branch in step.best.items()
            },
            "wrong": {
                action: _without_empty(
                    {
                        "replies": [*map(str, each.replies)],
                        "instead": [*map(str, each.instead)],
                        "cost": each.cost,
                    }
                )
                for action, each in step.wrong.items()
            },
        }
    )


def write(puzzle: Puzzle) -> str:
    """The line for ``puzzle``; ``read`` gives the same puzzle back."""
    found = {
        "game": puzzle.game,
        "rules": puzzle.rules,
        "options": dict(puzzle.options),
        "record": [*map(str, puzzle.record)],
        "seat": puzzle.seat,
        "theme": puzzle.theme,
        "difficulty": puzzle.difficulty,
        "solution": _step_as_json(puzzle.solution),
        "source": dict(puzzle.source),
        "proof": dict(puzzle.proof),
    }
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))
