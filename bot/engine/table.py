"""The game that the engine plays: its actions so far."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.games import record
from bot.games.core import AnyGame, AnyState, Options, RulesError, Seat, options_in
from bot.games.record import Entry, Record, Step


class Refused(RulesError):
    """A command that isn't possible now; the message says why."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game from its start to its current position."""

    game: AnyGame
    options: Options
    start: AnyState
    steps: tuple[Step, ...] = ()

    @property
    def state(self) -> AnyState:
        """The current position."""
        return self.steps[-1].after if self.steps else self.start

    def played(self, seat: Seat, action: Any) -> GameLine:
        """This line with one more action.

        :raises IllegalAction: when the action is illegal.
        """
        return replace(self, steps=(*self.steps, Step(seat, action, self.state.play(seat, action))))

    def record(self) -> Record:
        """The complete record."""
        return Record(
            game=self.game.key,
            rules=self.game.rules,
            options=tuple(options_in(self.game.write_options(self.options)).items()),
            entries=tuple(Entry(step.seat, str(step.action)) for step in self.steps),
        )

    def public(self) -> Record:
        """The record as everybody may read it now."""
        return record.public(self.record(), {self.game.key: self.game})
