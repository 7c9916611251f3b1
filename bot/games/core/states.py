"""Actions, views, outcomes and states: what a game's rules are made of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Literal, Protocol, Self, TypeAlias, TypeVar

from bot.languages import gettext, listed, ngettext

from .basics import CHANCE, IllegalAction, Seat, quoted


class Action(Protocol):
    """One decision of a seat or of chance; hashable, and ``str`` gives its only text form."""

    @property
    def path(self) -> tuple[str, ...]:
        """The steps that a menu asks for, one a tap; see :meth:`State.path`."""
        ...


class WordByWord:
    """An action for which a menu asks word by word."""

    __slots__ = ()

    @property
    def path(self) -> tuple[str, ...]:
        return (*str(self).split(),)


class AtOnce:
    """An action for which a menu asks in one step."""

    __slots__ = ()

    @property
    def path(self) -> tuple[str, ...]:
        return (str(self),)


@dataclass(frozen=True, slots=True)
class Placement:
    """A choice of ``count`` different squares out of ``squares``: too many actions to list one by one."""

    verb: str
    """The first word of the action's text, such as ``mines``; a seat's next placement has another."""
    count: int
    squares: tuple[str, ...]
    """Squares' names, by column, then row."""

    def require(self, chosen: Sequence[str]) -> None:
        """:raises IllegalAction: when one of the squares isn't allowed, or there are too many."""
        if wrong := [square for square in dict.fromkeys(chosen) if square not in self.squares]:
            examples = dict.fromkeys(self.squares[place] for place in (0, len(self.squares) // 2, -1))
            raise IllegalAction(
                "{squares} can’t be chosen. Choose squares such as {examples}.",
                squares=listed(quoted(square, 12) for square in wrong[: self.count]),
                examples=", ".join(examples),
            )
        if len(chosen) > self.count:
            raise self._miscounted(chosen)

    def text(self, chosen: Sequence[str]) -> str:
        """The notation of the action that places on ``chosen``; its squares are in this placement's order.

        :raises IllegalAction: when the number of squares is wrong, two are the same, or one isn't allowed.
        """
        self.require(chosen)
        if len(set(chosen)) != self.count:
            raise self._miscounted(chosen)
        return " ".join((self.verb, *sorted(chosen, key=self.squares.index)))

    def _miscounted(self, chosen: Sequence[str]) -> IllegalAction:
        return IllegalAction(
            ngettext(
                "Choose {number} square. You named {named}.",
                "Choose {number} different squares. You named {named}.",
                self.count,
                named=len(chosen),
            )
        )


Verdict: TypeAlias = Literal["win", "loss", "draw"]


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended for one seat."""

    seat: Seat
    verdict: Verdict
    score: int | None = None
    """Points, in solo games."""
    title: str | None = None
    """The title earned, in solo games."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: a reason (one of the words in the game's rulings) and a result for each seat."""

    reason: str
    results: tuple[Result, ...]

    @classmethod
    def won_by(cls, reason: str, winners: Sequence[Seat], seats: Sequence[Seat]) -> Self:
        """The outcome in which ``winners`` win and the other ``seats`` lose."""
        return cls(reason, tuple(Result(seat, "win" if seat in winners else "loss") for seat in seats))

    @classmethod
    def drawn(cls, reason: str, seats: Sequence[Seat]) -> Self:
        """The outcome in which nobody wins."""
        return cls(reason, tuple(Result(seat, "draw") for seat in seats))

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that won; empty for a draw."""
        return tuple(result.seat for result in self.results if result.verdict == "win")


@dataclass(frozen=True, slots=True)
class View:
    """Everything that one viewer may know of a state. Every game's view has these fields and more."""

    viewer: Seat | None
    """The seat that looks; None for the public."""
    to_act: tuple[Seat, ...]
    """The seats whose turn it is, in the game's order; empty when the game is over."""
    outcome: Outcome | None


A = TypeVar("A", bound=Action)
V = TypeVar("V", bound=View)
T = TypeVar("T")


def public_view(state: State[Any, V], view: type[V], viewer: Seat | None, **more: object) -> V:
    """The ``view`` of a position: the state's fields of the same names, and ``more``.

    ``more`` names all that viewers see differently, since everybody may know the rest.
    If several seats act at once, ``more`` has to name them as ``to_act``, in the game's order.
    """
    known: dict[str, Any] = {"viewer": viewer, "to_act": tuple(state.to_act), **more}
    names = view.__match_args__  # the names of all its fields
    return view(*[known[name] if name in known else getattr(state, name) for name in names])


class RandomSource(Protocol):
    """The part of :class:`random.Random` that games use for chance."""

    def choice(self, seq: Sequence[T], /) -> T: ...

    def sample(self, population: Sequence[T], /, k: int) -> list[T]: ...


class State(ABC, Generic[A, V]):
    """An immutable position of a game, secrets included."""

    __slots__ = ()
    turn_fields: ClassVar[tuple[str, ...]] = ("to_act",)
    """The fields of the view that say whose turn it is, and at what: a preview doesn't change them."""

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
        """A value that stays the same during one turn: there is one ping for each."""
        return self.to_act

    @property
    def round_key(self) -> Hashable:
        """A value that stays the same while one person's turns belong together: they share a card.

        They are also chosen together where nothing is hidden.
        """
        return self.turn_key

    @abstractmethod
    def legal(self, seat: Seat) -> Sequence[A] | Placement:
        """Every action that ``seat`` may play now, in a stable order; empty out of turn."""

    @abstractmethod
    def play(self, seat: Seat, action: A) -> Self:
        """The position after ``action``.

        :raises IllegalAction: with a sentence that says what is wrong and what to do.
        """

    def require_turn(self, seat: Seat) -> None:
        """:raises IllegalAction: when the game is over, or it isn't the turn of ``seat``."""
        if self.outcome is not None:
            raise IllegalAction("This game is over.")
        if seat not in self.to_act:
            raise IllegalAction(self.whose_turn(seat))

    def whose_turn(self, seat: Seat) -> str:
        """Whose turn it is, as a refusal for ``seat``, which is out of turn."""
        return gettext("It isn’t your turn yet.")

    @abstractmethod
    def view_for(self, viewer: Seat | None) -> V:
        """Everything that ``viewer`` (None: the public) may know, built field by field; at the end, all."""

    def reveal(self) -> V:
        """What everybody sees once people have ended the game early: all secrets."""
        return self.view_for(None)

    def concealed(self, viewer: Seat | None) -> V:
        """What ``viewer`` may know here if the end reveals no secrets, because another try follows."""
        return self.view_for(viewer)

    def public_position(self) -> Self | None:
        """The position as far as everybody knows it: here those who don't play choose turns, such as a guess.

        None while nobody else can name one, such as a secret placement.
        """
        return self

    @abstractmethod
    def narrate(self, seat: Seat, action: A, viewer: Seat | None, after: Self | None = None) -> str:
        """What ``viewer`` is told of ``action``, played by ``seat`` in this position: a sentence or two.

        ``after`` is the position that it led to; where it's missing, the action is played for it.
        """

    def announcement(self, seat: Seat, action: A) -> str:
        """What everybody hears besides the action, in the engine protocol's words; empty for nothing."""
        return ""

    def redacted(self, seat: Seat, action: A, viewer: Seat | None) -> str:
        """The action's text as ``viewer`` may see it during the game; secret ones are ``verb ?``.

        Called on the latest position for any earlier action, so revealed secrets are shown.
        """
        return str(action)

    def preview(self, seat: Seat, action: A) -> V:
        """What ``seat`` sees before it confirms ``action``, without anything that the action reveals."""
        return self.play(seat, action).view_for(seat)

    def paths(self, actions: Sequence[A]) -> Iterable[tuple[str, ...]]:
        """The steps by which a menu reaches each of ``actions`` here.

        No step contains ``|``; no legal action's path begins with another's; at most 25 different steps
        follow any prefix (a menu's limit).
        """
        return (action.path for action in actions)

    def path(self, action: A) -> tuple[str, ...]:
        """The steps by which a menu reaches ``action`` here."""
        (path,) = self.paths((action,))
        return path

    def slot(self, seat: Seat) -> Seat:
        """The slot whose holder plays ``seat`` now; differs in games where people pick their seats."""
        return seat

    def sample_chance(self, rng: RandomSource) -> A:
        """One result of chance, each equally likely, drawn from ``rng``; only while CHANCE is to act."""
        outcomes = self.legal(CHANCE)
        assert not isinstance(outcomes, Placement), "a game whose chance is a placement overrides this"
        return rng.choice(outcomes)


AnyState: TypeAlias = State[Any, Any]
"""A position, whatever the game's actions and views are."""
