"""What every maker of puzzles gives, and what they share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from bot.features.puzzles.puzzle import Puzzle, PuzzleStep
from bot.games import GAMES
from bot.games.core import CHANCE, Seat, State
from bot.games.record import Entry
from bot.players import PLAYERS
from tests.players.matches import Chooser, level, turns

WEAKER = ("cabin-boy", "deckhand", "first-mate")
TRIES = 4
"""How often each weaker level tries a puzzle."""


@dataclass(frozen=True, slots=True)
class Proved:
    """A position that makes a puzzle."""

    theme: str
    solution: PuzzleStep
    kind: str
    """How it was proved."""
    size: int
    """Of the proof, in what that kind counts."""
    extra: float = 0.0
    """Difficulty beyond what the weaker levels miss."""


class Maker(ABC):
    """Finds and proves the puzzles of one game."""

    game: ClassVar[str]
    options: ClassVar[Sequence[Mapping[str, str]]] = ({},)
    """Those of the games, in turn."""
    levels: ClassVar[Sequence[Sequence[str]]]
    """Those of the slots in the order of ``Game.sides``, in turn."""
    opening: ClassVar[Sequence[int]] = (0,)
    """How many of a game's first actions are random, in turn."""
    most_in_a_game: ClassVar[int]
    """So many puzzles are taken from one game."""
    nearest: ClassVar[int]
    """Puzzles whose keys are nearer than this are alike."""

    def setting(self, seed: int) -> tuple[Mapping[str, str], Sequence[str], int]:
        """Options, levels and random actions of a game."""
        options, levels = self.options[seed % len(self.options)], self.levels[seed % len(self.levels)]
        return options, levels, self.opening[seed % len(self.opening)]

    def chooser(self, key: str) -> Chooser:
        """The computer player at a level."""
        return level(self.game, key)

    def promising(self, state: State[Any, Any], seat: Seat) -> bool:
        """Whether a position of a game is worth the time that a proof takes."""
        return True

    @abstractmethod
    def prove(self, state: State[Any, Any], seat: Seat, entries: Sequence[Entry]) -> Proved | None:
        """The puzzle of ``seat`` in this position, if it is one; depends on nothing but the arguments."""

    @abstractmethod
    def key(self, state: State[Any, Any], seat: Seat, proved: PuzzleStep) -> Any:
        """The same for positions that are alike: mirrored, turned, or with colours swapped."""

    @abstractmethod
    def distance(self, one: Any, other: Any) -> int:
        """How different two keys are; 0 for the same."""


def positions(maker: Maker, seed: int) -> Iterator[tuple[State[Any, Any], tuple[Entry, ...]]]:
    """Every position of a game between computer players in which a seat is to act, with its record."""
    given, levels, opening = maker.setting(seed)
    rules, entries = GAMES[maker.game], tuple[Entry, ...]()
    choosers = {
        slot: maker.chooser(levels[order % len(levels)])
        for order, side in enumerate(rules.sides(rules.read_options(dict(given))))
        for slot in side
    }
    rng = Random(f"{maker.game} {seed}")
    for state, seat, action in turns(rules, choosers, rng, given, opening=opening, longest=400):
        if seat != CHANCE:
            yield state, entries
        entries = (*entries, Entry(seat, str(action)))


def missed(game: str, state: State[Any, Any], seat: Seat, best: PuzzleStep) -> float:
    """The share of tries in which the weaker levels don't find the first action."""
    player, view, legal = PLAYERS[game], state.view_for(seat), state.legal(seat)
    tries = [
        str(player.at(level, view, legal, Random(number)).action) in best.best
        for level in WEAKER
        for number in range(TRIES)
    ]
    return tries.count(False) / len(tries)


def difficulty(game: str, state: State[Any, Any], seat: Seat, proved: Proved) -> float:
    """How hard a proved position is: how often it is missed, how long it is, and what its proof adds."""
    share = missed(game, state, seat, proved.solution)
    return round(100 * share + 15 * (proved.solution.length - 1) + proved.extra, 1)


def puzzle(
    maker: Maker, seed: int, state: State[Any, Any], entries: tuple[Entry, ...], seat: Seat, proved: Proved
) -> Puzzle:
    """The puzzle of a proved position."""
    given, levels, _ = maker.setting(seed)
    return Puzzle(
        game=maker.game,
        rules=GAMES[maker.game].rules,
        options=given,
        record=entries,
        seat=seat,
        theme=proved.theme,
        difficulty=difficulty(maker.game, state, seat, proved),
        solution=proved.solution,
        source={"seed": seed, "levels": [*levels], "player": PLAYERS[maker.game].version},
        proof={"kind": proved.kind, "size": proved.size},
    )
