"""Actions, views and states: what a game's rules are made of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Generic, Protocol, Self, TypeVar

from bot.games.plurals import listed

from .basics import CHANCE, IllegalAction, Seat, quoted
from .outcomes import Outcome


class Action(Protocol):
    """One decision of a seat or of chance; hashable, and ``str`` gives its one text form."""

    def __str__(self) -> str: ...

    def __hash__(self) -> int: ...

    @property
    def path(self) -> tuple[str, ...]:
        """The steps that a menu asks for, one a tap; see :meth:`State.path`."""
        ...


@dataclass(frozen=True, slots=True)
class Placement:
    """A choice of ``count`` distinct squares out of ``squares``: too many actions to list one by one."""

    verb: str
    """The word that the action's text begins with, such as ``mines``; a seat's next placement has another."""
    count: int
    squares: tuple[str, ...]
    """Squares' names, ascending by file, then rank."""

    def text(self, chosen: Sequence[str]) -> str:
        """The action that places on ``chosen``, in notation, its squares in this placement's order.

        :raises IllegalAction: when the number of squares is wrong, one is named twice, or one is not allowed.
        """
        known = {square: order for order, square in enumerate(self.squares)}
        for square in chosen:
            if square not in known:
                raise IllegalAction(f"{quoted(square, 12)} can’t be chosen for {self.verb}.")
        if len(set(chosen)) != len(chosen) or len(chosen) != self.count:
            raise IllegalAction(
                f"Choose {self.count} different squares for {self.verb}; you named {len(chosen)}."
            )
        return " ".join((self.verb, *sorted(chosen, key=known.__getitem__)))


class View(Hashable, Protocol):
    """All that one viewer may know of a state; every game's view has these fields and more."""

    @property
    def viewer(self) -> Seat | None:
        """Whose view it is; None is the public's."""
        ...

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may act, in the game's order; empty when the game is over."""
        ...

    @property
    def outcome(self) -> Outcome | None: ...


A = TypeVar("A", bound=Action)
V = TypeVar("V", bound=View)
T = TypeVar("T")


def public_view(state: State[Any, V], view: type[V], viewer: Seat | None, **more: object) -> V:
    """A position without secrets as a ``view``, whose fields are the state's of the same names, and ``more``.

    Where several seats act at once, ``more`` names them as ``to_act``, in the game's order.
    """
    known = {"viewer": viewer, "to_act": tuple(state.to_act), "outcome": state.outcome, **more}
    names = [each.name for each in fields(view)]  # type: ignore[arg-type]
    return view(**{name: known[name] if name in known else getattr(state, name) for name in names})


class RandomSource(Protocol):
    """Where chance comes from: the part of :class:`random.Random` that games use."""

    def choice(self, seq: Sequence[T], /) -> T: ...

    def sample(self, population: Sequence[T], /, k: int) -> list[T]: ...


class State(ABC, Generic[A, V]):
    """An immutable position of a game, secrets included."""

    __slots__ = ()

    @property
    @abstractmethod
    def to_act(self) -> frozenset[Seat]:
        """One seat, several at once (secret set-up), ``{CHANCE}``, or empty when the game is over."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Who won and why; None while the game goes on."""

    @property
    def turn_key(self) -> Hashable:
        """A value that stays the same over the parts of one turn: a card a turn, and one ping."""
        return self.to_act

    @abstractmethod
    def legal(self, seat: Seat) -> Sequence[A] | Placement:
        """Every action of ``seat`` now, in a stable order; empty for a seat that is not to act."""

    @abstractmethod
    def play(self, seat: Seat, action: A) -> Self:
        """The position after ``action``.

        :raises IllegalAction: with a sentence that says what is wrong and what to do.
        """

    def require_turn(self, seat: Seat) -> None:
        """:raises IllegalAction: when the game is over, or ``seat`` is not to act."""
        if self.outcome is not None:
            raise IllegalAction("This game is over.")
        if seat not in self.to_act:
            raise IllegalAction(self.whose_turn(seat))

    def whose_turn(self, seat: Seat) -> str:
        """Who is to act, as a sentence for ``seat``, which is not."""
        return f"It is {listed(sorted(self.to_act))}’s turn."

    @abstractmethod
    def view_for(self, viewer: Seat | None) -> V:
        """All that ``viewer`` (None: the public) may know, built field by field; at the end, all."""

    def reveal(self) -> V:
        """What everybody sees once the people have ended the game early; with secrets, all of them."""
        return self.view_for(None)

    def narrate(self, seat: Seat, action: A, viewer: Seat | None) -> str:
        """What ``viewer`` is told of ``action``, played by ``seat`` in this position: a sentence or two."""
        return f"{seat.capitalize()} played {self.redacted(seat, action, viewer)}."

    def announcement(self, seat: Seat, action: A) -> str:
        """What everybody hears beyond the action itself, in the engine protocol's words; empty if nothing."""
        return ""

    def redacted(self, seat: Seat, action: A, viewer: Seat | None) -> str:
        """The action's text as ``viewer`` may see it now, while the game goes on; secret ones are ``verb ?``.

        Asked of the latest position about any action so far, so that what has come to light is shown.
        """
        return str(action)

    def preview(self, seat: Seat, action: A) -> V:
        """What ``seat`` sees before it confirms ``action``, without what it would learn by it."""
        return self.play(seat, action).view_for(seat)

    def path(self, action: A) -> tuple[str, ...]:
        """The steps by which a menu reaches ``action`` here.

        No step holds ``|``; no legal action's path begins with another's; after each prefix there are at
        most 25 different next steps (a menu's limit).
        """
        return action.path

    def slot(self, seat: Seat) -> Seat:
        """The slot whose holder plays ``seat`` now; differs where people choose their sides in the game."""
        return seat

    def sample_chance(self, rng: RandomSource) -> A:
        """One result of chance, drawn from ``rng`` evenly over all outcomes, while CHANCE is to act."""
        outcomes = self.legal(CHANCE)
        assert not isinstance(outcomes, Placement), "a game whose chance is a placement draws by itself"
        return rng.choice(outcomes)
