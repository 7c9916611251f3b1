"""The engine's table: one game, with chance and undo."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random, SystemRandom
from typing import Any

from bot.games import record
from bot.games.core import CHANCE, Game, Options, RulesError, Seat, State
from bot.games.record import Entry, Record, Step

from . import text

Games = Mapping[str, Game[Any, Any]]


class Refused(RulesError):
    """A command that isn't possible now; the message says why."""


@dataclass(frozen=True, slots=True)
class Line:
    """A game from its start to its current position."""

    game: Game[Any, Any]
    options: Options
    start: State[Any, Any]
    steps: tuple[Step, ...] = ()

    @property
    def state(self) -> State[Any, Any]:
        """The current position."""
        return self.steps[-1].after if self.steps else self.start

    def played(self, seat: Seat, action: Any) -> Line:
        """This line with one more action.

        :raises IllegalAction: when the action is illegal.
        """
        return replace(self, steps=(*self.steps, Step(seat, action, self.state.play(seat, action))))

    def record(self) -> Record:
        """The complete record."""
        written = self.game.write_options(self.options).split()
        return Record(
            game=self.game.key,
            rules=self.game.rules,
            options=tuple((name, value) for name, _, value in (word.partition("=") for word in written)),
            entries=tuple(Entry(step.seat, str(step.action)) for step in self.steps),
        )


class Table:
    """One game at a time. A refused command changes nothing: the new line is complete before it is stored."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.automatic = True
        """Whether chance is drawn as soon as it is due."""
        self._seed: int | None = None
        self._seeded: Random | None = None
        self._line: Line | None = None

    @property
    def line(self) -> Line:
        """The current game.

        :raises Refused: when there is none yet.
        """
        if self._line is None:
            raise Refused(text.NO_GAME)
        return self._line

    def new(self, game: Game[Any, Any], options: Options) -> None:
        """Start ``game``."""
        self._put(Line(game, options, game.start(options)))

    def play(self, seat: Seat, typed: str) -> str:
        """Play an action; returns what is announced to everybody besides the action itself.

        :raises RulesError: when it is illegal.
        """
        line = self.line
        if "?" in typed.split():
            raise Refused(text.SECRET_ACTION)
        action = line.game.parse(typed)
        after = line.played(seat, action)
        announcement = line.state.announcement(seat, action)
        self._put(after)
        return announcement

    def undo(self) -> None:
        """Undo the last action; with automatic chance, the last seat's action and everything after it.

        :raises Refused: when there is none.
        """
        line = self.line
        kept = len(line.steps) - 1
        while self.automatic and kept >= 0 and line.steps[kept].seat == CHANCE:
            kept -= 1
        if kept < 0:
            raise Refused(text.NOTHING_TO_UNDO)
        self._put(replace(line, steps=line.steps[:kept]))

    def load(self, written: str) -> None:
        """Replace the game by a record, up to its last action.

        Resignations and agreed draws aren't part of the rules, so the position before them is loaded.

        :raises RulesError: when the record can't be parsed or replayed.
        """
        loaded = record.read(written)
        start, steps = record.follow(loaded, self.games)
        game = record.game_of(loaded, self.games)
        self._put(Line(game, game.read_options(dict(loaded.options)), start, steps))

    def seed(self, number: int) -> None:
        """Seed chance and computer players from now on."""
        self._seed, self._seeded = number, Random(number)

    def seed_for_choice(self) -> int:
        """A seed for a computer player: follows from the last :meth:`seed` and the length of the game."""
        if self._seed is None:
            return SystemRandom().getrandbits(32)
        return Random(f"{self._seed} {len(self.line.steps)}").getrandbits(32)

    def set_chance(self, automatic: bool) -> None:
        """Draw chance automatically, starting with what is due now, or wait for ``play chance``."""
        before, self.automatic = self.automatic, automatic
        try:
            if self._line is not None:
                self._put(self._line)
        except BaseException:
            self.automatic = before
            raise

    def _put(self, line: Line) -> None:
        """Make ``line`` the current game, after drawing the chance that is due."""
        if self.automatic and CHANCE in line.state.to_act:
            rng = self._seeded or SystemRandom()
            before = self._seeded.getstate() if self._seeded else None
            try:
                while CHANCE in line.state.to_act:
                    line = line.played(CHANCE, line.state.sample_chance(rng))
            except BaseException:
                if self._seeded and before:
                    self._seeded.setstate(before)
                raise
        self._line = line
