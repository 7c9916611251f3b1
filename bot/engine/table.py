"""The game that the engine plays: its actions so far, some of which may be secret."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from bot.games import record
from bot.games.core import AnyGame, AnyState, IllegalAction, Options, Placement, RulesError, Seat
from bot.games.record import Entry, Record, Step
from bot.players.depthcharge.layouts import layout

Fitting: TypeAlias = Callable[[Any, Seat, Any, str], Any]
"""A secret action that fits a view, and what is heard after an action of a seat; None if there is none."""
FITTING: Final[Mapping[tuple[str, str], Fitting]] = {("depthcharge", "mines"): layout}
"""By game and verb."""
WRONG_ANSWER: Final = (
    "No mines fit that. After =, say what the program that knows the mines has answered. "
    "For example: play south sound c5 = ping 3 5"
)


class Refused(RulesError):
    """A command that isn't possible now; the message says why."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game from its start to its current position."""

    game: AnyGame
    options: Options
    start: AnyState
    steps: tuple[Step, ...] = ()
    hidden: frozenset[int] = frozenset()
    """The steps whose actions aren't known; those that are here in their place fit all that was heard."""

    @property
    def unknown(self) -> frozenset[Seat]:
        """The seats whose secrets aren't known."""
        return frozenset(self.steps[order].seat for order in self.hidden)

    def view_for(self, viewer: Seat | None) -> Any:
        """What ``viewer`` may see, without what isn't known.

        :raises Refused: when that is what ``viewer`` sees.
        """
        self.require_known(viewer)
        return self.state.concealed(viewer) if self.hidden else self.state.view_for(viewer)

    def require_known(self, seat: Seat | None) -> None:
        """:raises Refused: when the secrets of ``seat`` aren't known."""
        if seat in self.unknown:
            raise Refused(f"The mines of {seat} are a secret here. Ask the program that plays {seat}.")

    @property
    def state(self) -> AnyState:
        """The current position."""
        return self.steps[-1].after if self.steps else self.start

    def played(self, seat: Seat, action: Any) -> GameLine:
        """This line with one more action.

        :raises IllegalAction: when the action is illegal.
        """
        return replace(self, steps=(*self.steps, Step(seat, action, self.state.play(seat, action))))

    def hiding(self, seat: Seat, typed: str) -> GameLine:
        """This line with a secret action of ``seat``, such as ``mines ?``.

        :raises Refused: when it isn't one that can stay a secret.
        """
        legal = self.state.legal(seat)
        if (
            not isinstance(legal, Placement)
            or typed != f"{legal.verb} ?"
            or self.hidden
            or (self.game.key, legal.verb) not in FITTING
        ):
            raise Refused("Only the mines of one seat of Depth Charge can stay a secret: play north mines ?")
        some = self.game.parse(legal.text(legal.squares[: legal.count]))
        return replace(self.played(seat, some), hidden=frozenset({len(self.steps)}))

    def told(self, seat: Seat, action: Any, heard: str) -> GameLine:
        """This line with one more action, of which ``heard`` was announced where the secrets are known.

        :raises IllegalAction: when the action is illegal.
        :raises Refused: when no secrets fit what was heard.
        """
        refused: RulesError = Refused(WRONG_ANSWER)
        try:
            after = self.played(seat, action)
        except IllegalAction as error:
            if seat not in self.unknown:
                raise
            # It may be legal with other secrets.
            refused = error
        else:
            if seat in self.unknown or self.state.announcement(seat, action) == heard:
                return after
        (knows,) = {*self.game.seats} - self.unknown
        (order,) = self.hidden
        fitting = FITTING[self.game.key, self.steps[order].action.path[0]]
        secret = fitting(self.state.concealed(knows), seat, action, heard)
        if secret is None:
            raise refused
        line = replace(self, steps=self.steps[:order]).played(self.steps[order].seat, secret)
        for step in self.steps[order + 1 :]:
            line = line.played(step.seat, step.action)
        if seat not in self.unknown and line.state.announcement(seat, action) != heard:
            raise Refused(WRONG_ANSWER)
        return line.played(seat, action)

    def record(self) -> Record:
        """The complete record."""
        written = self.game.write_options(self.options).split()
        return Record(
            game=self.game.key,
            rules=self.game.rules,
            options=tuple((name, value) for name, _, value in (word.partition("=") for word in written)),
            entries=tuple(
                Entry(step.seat, f"{step.action.path[0]} ?" if order in self.hidden else str(step.action))
                for order, step in enumerate(self.steps)
            ),
        )

    def public(self) -> Record:
        """The record as everybody may read it now."""
        known = replace(self, hidden=frozenset()).record()
        shown = record.public(known, {self.game.key: self.game})
        entries = [
            mine if order in self.hidden else entry
            for order, (entry, mine) in enumerate(zip(shown.entries, self.record().entries, strict=True))
        ]
        return replace(shown, entries=tuple(entries))
