"""The engine's table: one game in play, its chance, and the way back."""

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
    """A command that cannot be done now; the message says why."""


@dataclass(frozen=True, slots=True)
class Line:
    """A game from its start to now."""

    game: Game[Any, Any]
    options: Options
    start: State[Any, Any]
    steps: tuple[Step, ...] = ()

    @property
    def state(self) -> State[Any, Any]:
        """The present position."""
        return self.steps[-1].after if self.steps else self.start

    def played(self, seat: Seat, action: Any) -> Line:
        """This line and one action more.

        :raises IllegalAction: when it is refused.
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
    """One game at a time. What is refused changes nothing: a new line is made in full, then put in place."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.automatic = True
        """Whether chance is drawn as soon as it is due."""
        self._seeded: Random | None = None
        self._line: Line | None = None

    @property
    def line(self) -> Line:
        """The game in play.

        :raises Refused: before the first one.
        """
        if self._line is None:
            raise Refused(text.NO_GAME)
        return self._line

    def new(self, game: Game[Any, Any], options: Options) -> None:
        """Start ``game``."""
        self._put(Line(game, options, game.start(options)))

    def play(self, seat: Seat, typed: str) -> str:
        """Apply an action; what everybody hears of it beyond the action itself.

        :raises RulesError: when it is refused.
        """
        line = self.line
        action = line.game.parse(typed)
        after = line.played(seat, action)
        heard = line.state.announcement(seat, action)
        self._put(after)
        return heard

    def undo(self) -> None:
        """Take back the last action; with automatic chance, the last seat's and all that followed.

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
        """Replace the game by the record that is ``written``, up to its last action.

        Resignation and agreed draws are the table's, not the rules': the position before them is loaded.

        :raises RulesError: when it cannot be read or replayed.
        """
        loaded = record.read(written)
        start, steps = record.follow(loaded, self.games)
        game = record.game_of(loaded, self.games)
        self._put(Line(game, game.read_options(dict(loaded.options)), start, steps))

    def seed(self, number: int) -> None:
        """From now on draw chance from ``number``."""
        self._seeded = Random(number)

    def set_chance(self, automatic: bool) -> None:
        """Draw chance at once, also what is due now, or wait for it to be played."""
        before, self.automatic = self.automatic, automatic
        try:
            if self._line is not None:
                self._put(self._line)
        except BaseException:
            self.automatic = before
            raise

    def _put(self, line: Line) -> None:
        """Make ``line`` the game in play, with the chance that is due."""
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
