"""The protocol that every game keeps: seats, actions, states, views, outcomes.

Rules are pure. A state is an immutable value; ``play`` returns the next one. Chance is a seat of its own:
rules say which results are possible and never draw them. A person sees a state only through ``view_for``.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, NewType, Protocol, Self, TypeAlias, TypeVar

if TYPE_CHECKING:
    from random import Random

Seat = NewType("Seat", str)
"""A colour or role of a game, such as ``purple``; never a user."""

CHANCE = Seat("chance")
"""The seat of dice and other random events; no user holds it."""

Verdict: TypeAlias = Literal["win", "loss", "draw"]
OptionValue: TypeAlias = int | str | None
Options: TypeAlias = Mapping[str, OptionValue]


class RulesError(ValueError):
    """What a player did wrong. The message is one sentence or two, fit to be shown to them."""


class NotationError(RulesError):
    """A text that is no action of this game at all."""


class IllegalAction(RulesError):
    """An action of this game, but not now or not for this seat."""


class OptionError(RulesError):
    """An unknown option of a game, or a value that it cannot take."""


def tidy(text: str) -> str:
    """``text`` as notation is read: lower case, single blanks, none at the ends (rulings: forgiven input).

    What cannot be printed becomes �, which no notation holds, so that a refusal may repeat it.
    """
    tidied = " ".join(text.lower().split())
    if tidied.isprintable():
        return tidied
    return "".join(sign if sign.isprintable() else "�" for sign in tidied)


def nothing_to_look_at(_view: object, _name: str) -> str:
    """The look of a game without a board.

    :raises NotationError: always.
    """
    raise NotationError("This game has nothing to look at by name.")


class Action(Protocol):
    """One decision of a seat or of chance; hashable, and ``str`` gives its one text form."""

    def __str__(self) -> str: ...

    def __hash__(self) -> int: ...

    @property
    def path(self) -> tuple[str, ...]:
        """The steps that a menu asks for, one a tap; see :meth:`State.path`."""
        ...


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended for one seat."""

    seat: Seat
    verdict: Verdict
    score: int | None = None
    """Points, in solo games."""
    title: str | None = None
    """A rank that was earned, in solo games."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: a reason (one of the words that the game's rulings list) and a result a seat."""

    reason: str
    results: tuple[Result, ...]

    @classmethod
    def won_by(cls, reason: str, winners: Sequence[Seat], seats: Sequence[Seat]) -> Self:
        """The outcome in which ``winners`` win and the rest of ``seats`` lose."""
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
class Placement:
    """A choice of ``count`` distinct squares out of ``squares``: too many actions to list one by one."""

    verb: str
    """The word that the action's text begins with, such as ``mines``."""
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
                raise IllegalAction(f"{square} can’t be chosen for {self.verb}.")
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

    @abstractmethod
    def legal(self, seat: Seat) -> Sequence[A] | Placement:
        """Every action of ``seat`` now, in a stable order; empty for a seat that is not to act."""

    @abstractmethod
    def play(self, seat: Seat, action: A) -> Self:
        """The position after ``action``.

        :raises IllegalAction: with a sentence that says what is wrong and what to do.
        """

    @abstractmethod
    def view_for(self, viewer: Seat | None) -> V:
        """All that ``viewer`` (None: the public) may know, built field by field; at the end, all."""

    def reveal(self) -> V:
        """What everybody sees once the people have ended the game early; with secrets, all of them."""
        return self.view_for(None)

    @abstractmethod
    def tell(self, seat: Seat, action: A, viewer: Seat | None) -> str:
        """What ``viewer`` is told of ``action``, played by ``seat`` in this position: a sentence or two."""

    def announce(self, seat: Seat, action: A) -> str:
        """What everybody hears beyond the action itself, in the engine protocol's words; empty if nothing."""
        return ""

    def shown(self, seat: Seat, action: A, viewer: Seat | None) -> str:
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

    def chair(self, seat: Seat) -> Seat:
        """The chair whose holder plays ``seat`` now; differs where people choose their sides in the game."""
        return seat

    def draw(self, rng: Random) -> A:
        """One result of chance, drawn from ``rng`` evenly over all outcomes, while CHANCE is to act."""
        outcomes = self.legal(CHANCE)
        assert not isinstance(outcomes, Placement), "a game whose chance is a placement draws by itself"
        return rng.choice(outcomes)


@dataclass(frozen=True, slots=True)
class IntOption:
    """A whole number that the host chooses when the table is opened."""

    help: str
    """What it does, in at most 100 characters (Discord's limit for an option's description)."""
    low: int
    high: int
    default: int | None

    def read(self, text: str) -> OptionValue:
        """:raises OptionError: when ``text`` is no whole number from ``low`` to ``high``."""
        if text == "none" and self.default is None:
            return None
        if not text.isascii() or not text.isdigit() or (len(text) > 1 and text[0] == "0"):
            raise OptionError(f"“{text}” is no whole number from {self.low} to {self.high}.")
        value = int(text[:20])
        if not self.low <= value <= self.high:
            raise OptionError(f"{text[:20]} is not between {self.low} and {self.high}.")
        return value


@dataclass(frozen=True, slots=True)
class ChoiceOption:
    """One word of several that the host chooses when the table is opened."""

    help: str
    choices: tuple[str, ...]
    default: str

    def read(self, text: str) -> OptionValue:
        """:raises OptionError: when ``text`` is none of ``choices``."""
        if text not in self.choices:
            raise OptionError(f"“{text}” is none of {', '.join(self.choices)}.")
        return text


Option: TypeAlias = IntOption | ChoiceOption


@dataclass(frozen=True, slots=True)
class Livery:
    """How a seat is told apart on cards, beside its name."""

    colour: int
    """0xRRGGBB."""
    emblem: str
    """One emoji."""


@dataclass(frozen=True, slots=True)
class Diagram(Generic[V]):
    """A drawn position in a rule book."""

    view: V
    caption: str
    marks: tuple[str, ...] = ()
    """Squares that get an ✕, as the caption says."""


@dataclass(frozen=True, slots=True)
class Page(Generic[V]):
    """One page of a rule book."""

    key: str
    title: str
    text: str
    """Markdown of at most 1,800 characters."""
    diagrams: tuple[Diagram[V], ...] = ()


@dataclass(frozen=True)
class Game(Generic[A, V]):
    """One game: what it is called, who sits at it, how it starts, and how its positions are put in words.

    Annotate an instance (``GAME: Game[Move, View] = Game(...)``); a subscripted call fails on Python 3.11.
    """

    key: str
    """The word that commands, records and files use."""
    title: str
    rules: int
    """The rules' version, raised when a rule's meaning changes."""
    pitch: str
    """What the game is, in one line of at most 100 characters."""
    seats: tuple[Seat, ...]
    """In the order of results."""
    liveries: Mapping[Seat, Livery]
    """For every seat and every chair."""
    people: tuple[int, int]
    """The least and the most people that sit at a table."""
    sides: Callable[[Options], tuple[tuple[Seat, ...], ...]]
    """The chairs that people take, grouped: one person may hold several chairs of one side, never of two."""
    options: Mapping[str, Option]
    start: Callable[[Options], State[A, V]]
    parse: Callable[[str], A]
    """Reads one action's text; raises NotationError. ``parse(str(action)) == action`` for every action."""
    text: Callable[[V], str]
    """A view as a monospaced diagram: fallback picture, console board, golden files."""
    describe: Callable[[V], str]
    """A view in words, what changed first: alt text and screen readers, at most 1,024 characters."""
    headline: Callable[[V], str]
    """Where the game stands in a few words, such as ``Turn 5``."""
    summary: Callable[[V], str]
    """Score or counts in one line; empty where the game has none."""
    ending: Callable[[V], str]
    """Why a finished game ended, as a sentence or two."""
    ask: Callable[[V, tuple[str, ...]], str]
    """The question that a menu asks after these steps of a path."""
    label: Callable[[V, tuple[str, ...], str], str]
    """The button's text (at most 80 characters) for a next step after these steps."""
    book: tuple[Page[V], ...]
    """The rule book, in reading order."""
    page_for: Callable[[V], str]
    """The key of the page that helps in a view's phase."""
    look: Callable[[V, str], str] = nothing_to_look_at
    """One square, space or other named part of a view in words, at most 1,500 characters.

    Raises NotationError for a name that the game does not know.
    """
    details: Callable[[V], tuple[str, ...]] = lambda _view: ()
    """What the picture says and neither ``describe`` nor ``text`` has room for, in lines, the weightiest
    first; at most 1,800 characters."""
    turn: Callable[[V], Hashable] = lambda view: view.to_act
    """A value that stays the same over the parts of one turn: a card a turn, and one ping."""
    side_title: Callable[[tuple[Seat, ...]], str] = lambda side: " & ".join(
        seat.capitalize() for seat in side
    )
    """What a lobby calls a side."""
    drawable: bool = False
    """Whether the people may agree on a draw."""
    secrets: bool = False
    """Whether a seat may know what another must not: views then differ by viewer."""
    findings: Callable[[V], tuple[str, ...]] = lambda _view: ()
    """What a view's owner has found out so far, in lines; shown to them alone."""
    markable: Callable[[V], tuple[str, ...]] = lambda _view: ()
    """The squares on which a view's owner may keep private marks; empty without a notebook."""

    def read_options(self, given: Mapping[str, str]) -> Options:
        """All of the game's options, those in ``given`` read from text and the rest at their defaults.

        :raises OptionError: for an unknown name or a value out of bounds.
        """
        values: dict[str, OptionValue] = {name: option.default for name, option in self.options.items()}
        for name, text in given.items():
            option = self.options.get(name)
            if option is None:
                known = ", ".join(self.options) or "none"
                raise OptionError(f"{self.title} has no option “{name}”; its options: {known}.")
            try:
                values[name] = option.read(text)
            except OptionError as error:
                raise OptionError(f"{name}: {error}") from None
        return values

    def write_options(self, options: Options) -> str:
        """``options`` as one line, ``key=value`` by name; unset ones are left out."""
        return " ".join(
            f"{name}={options[name]}" for name in sorted(self.options) if options[name] is not None
        )


def as_json(value: object) -> Any:
    """A view, or any part of it, as JSON values: dataclasses become objects, sets become sorted lists."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {part.name: as_json(getattr(value, part.name)) for part in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): as_json(part) for key, part in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(as_json(part) for part in value)
    if isinstance(value, list | tuple):
        return [as_json(part) for part in value]
    return value
