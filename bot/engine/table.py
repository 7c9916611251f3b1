"""The engine's table: one game, with chance and undo."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random, SystemRandom
from typing import Any, Final, TypeAlias

from bot.games import record
from bot.games.core import CHANCE, Game, IllegalAction, Options, Placement, RulesError, Seat, State
from bot.games.record import Entry, Record, Step
from bot.players.depthcharge.layouts import layout

Games = Mapping[str, Game[Any, Any]]
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

    game: Game[Any, Any]
    options: Options
    start: State[Any, Any]
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
            raise Refused(
                f"The mines of {seat} are a secret here. Ask the program that plays {seat}."
            )

    @property
    def state(self) -> State[Any, Any]:
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


class EngineTable:
    """One game at a time. A refused command changes nothing: the new line is complete before it is stored."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.automatic = True
        """Whether chance is drawn as soon as it is due."""
        self._seed: int | None = None
        self._seeded: Random | None = None
        self._line: GameLine | None = None

    @property
    def line(self) -> GameLine:
        """The current game.

        :raises Refused: when there is none yet.
        """
        if self._line is None:
            raise Refused("Start a game first. For example: new snorkels")
        return self._line

    def new(self, game: Game[Any, Any], options: Options) -> None:
        """Start ``game``."""
        self._put(GameLine(game, options, game.start(options)))

    def play(self, seat: Seat, typed: str) -> str:
        """Play an action; returns what is announced to everybody besides the action itself.

        :raises RulesError: when it is illegal.
        """
        line = self.line
        typed, equals, heard = (each.strip() for each in typed.partition("="))
        if "?" in typed.split():
            self._put(line.hiding(seat, typed.lower()))
            return ""
        if equals and not line.hidden:
            raise Refused(
                "The engine knows the secrets of all seats here. Leave out the = and what follows."
            )
        action = line.game.parse(typed)
        after = line.told(seat, action, heard.lower()) if line.hidden else line.played(seat, action)
        self._put(after)
        return replace(after, steps=after.steps[:-1]).state.announcement(seat, action)

    def undo(self) -> None:
        """Undo the last action; with automatic chance, the last seat's action and everything after it.

        :raises Refused: when there is none.
        """
        line = self.line
        kept = len(line.steps) - 1
        while self.automatic and kept >= 0 and line.steps[kept].seat == CHANCE:
            kept -= 1
        if kept < 0:
            raise Refused("There’s nothing to undo.")
        hidden = frozenset(order for order in line.hidden if order < kept)
        self._put(replace(line, steps=line.steps[:kept], hidden=hidden))

    def load(self, written: str) -> None:
        """Replace the game by a record, up to its last action.

        Resignations and agreed draws aren't part of the rules, so the position before them is loaded.

        :raises RulesError: when the record can't be parsed or replayed.
        """
        loaded = record.read(written)
        start, steps = record.follow(loaded, self.games)
        game = record.game_of(loaded, self.games)
        self._put(GameLine(game, game.read_options(dict(loaded.options)), start, steps))

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

    def _put(self, line: GameLine) -> None:
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
