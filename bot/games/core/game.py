"""A game: what it is called, who sits at it, how it starts, and how its positions are put in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Protocol, Self, TypeVar

from bot.games.plurals import listed

from .basics import CHANCE, NotationError, OptionError, Seat, quoted
from .options import Option, Options, OptionValue
from .solo import DailyChallenge, SoloScores
from .states import A, Action, State, V, View

A_co = TypeVar("A_co", bound=Action, covariant=True)
V_contra = TypeVar("V_contra", bound=View, contravariant=True)

MAX_DESCRIPTION: Final = 1024
"""Characters of an alt text (Discord's limit)."""


def default_headline(view: View) -> str:
    """Whose turn it is, or that the game is over."""
    if view.outcome is not None or not view.to_act:
        return "The end"
    if CHANCE in view.to_act:
        return "Chance decides"
    names = listed(f"{seat.capitalize()}’s" for seat in view.to_act)
    return f"{names} turn"


def default_ending(view: View) -> str:
    """Who won."""
    winners = view.outcome.winners if view.outcome is not None else ()
    if not winners:
        return "The game ends in a draw."
    names = listed(seat.capitalize() for seat in winners)
    return f"{names} {'wins' if len(winners) == 1 else 'win'} the game."


class ActionsModule(Protocol[A_co]):
    """``actions``: the notation."""

    def parse(self, text: str, /) -> A_co: ...


class RulesModule(Protocol[A, V]):
    """``rules``: how a game starts; optional is ``sides``."""

    def start(self, options: Options, /) -> State[A, V]: ...


class TextModule(Protocol[V_contra]):
    """``text``: positions in words; optional are ``headline``, ``summary``, ``ending``, ``details`` and
    ``page_for``."""

    def text(self, view: V_contra, /) -> str: ...

    def describe(self, view: V_contra, /) -> str: ...


class PromptsModule(Protocol[V_contra]):
    """``prompts``: the picker's words; optional is ``choice``."""

    def ask(self, view: V_contra, steps: tuple[str, ...], /) -> str: ...

    def label(self, view: V_contra, steps: tuple[str, ...], step: str, /) -> str: ...


class SquaresModule(Protocol[V_contra]):
    """``squares``: one square in words."""

    def describe_square(self, view: V_contra, name: str, /) -> str: ...


def no_squares(_view: object, _name: str) -> str:
    """The look of a game without a board.

    :raises NotationError: always.
    """
    raise NotationError("This game has nothing to look at by name.")


@dataclass(frozen=True, slots=True)
class SeatStyle:
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
class Designer:
    """Who invented a game."""

    name: str
    link: str = ""
    """The address of their page; empty where none is known."""
    published: str = ""
    """Publisher and year; empty where none is known."""


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
    tagline: str
    """What the game is, in one line of at most 100 characters."""
    designer: Designer
    seats: tuple[Seat, ...]
    """In the order of results."""
    seat_styles: Mapping[Seat, SeatStyle]
    """For every seat and every slot."""
    people: tuple[int, int]
    """The least and the most people that sit at a table."""
    sides: Callable[[Options], tuple[tuple[Seat, ...], ...]]
    """The slots that people take, grouped: one person may hold several slots of one side, never of two."""
    options: Mapping[str, Option]
    start: Callable[[Options], State[A, V]]
    parse: Callable[[str], A]
    """Reads one action's text; raises NotationError. ``parse(str(action)) == action`` for every action."""
    text: Callable[[V], str]
    """A view as a monospaced diagram: fallback picture, console board, golden files."""
    describe: Callable[[V], str]
    """A view in words, what changed first, in ``LONGEST_DESCRIPTION`` characters, for alt texts."""
    ask: Callable[[V, tuple[str, ...]], str]
    """The question that a menu asks after these steps of a path."""
    label: Callable[[V, tuple[str, ...], str], str]
    """The button's text (at most 80 characters) for a next step after these steps."""
    book: tuple[Page[V], ...]
    """The rule book, in reading order."""
    page_for: Callable[[V], str]
    """The key of the page that helps in a view's phase."""
    headline: Callable[[V], str] = default_headline
    """Where the game stands in a few words, such as ``Turn 5``."""
    summary: Callable[[V], str] = lambda _view: ""
    """Score or counts in one line; empty where the game has none."""
    ending: Callable[[V], str] = default_ending
    """Why a finished game ended, as a sentence or two."""
    describe_square: Callable[[V, str], str] = no_squares
    """One square, space or other named part of a view in words, at most 1,500 characters.

    Raises NotationError for a name that the game does not know.
    """
    choice: Callable[[V, A], str] | None = None
    """What a list of typed actions says beside one, such as its cost. None: the buttons' texts."""
    details: Callable[[V], tuple[str, ...]] = lambda _view: ()
    """What the picture says and neither ``describe`` nor ``text`` has room for, in lines, the weightiest
    first; at most 1,800 characters."""
    side_title: Callable[[tuple[Seat, ...]], str] = lambda side: " & ".join(
        seat.capitalize() for seat in side
    )
    """What a lobby calls a side."""
    home_sides: bool = False
    """Whether each seat has a home side of the board, which its own view shows at the bottom; other boards
    lie the same way for everybody."""
    drawable: bool = False
    """Whether the people may agree on a draw."""
    secrets: bool = False
    """Whether a seat may know what another must not: views then differ by viewer."""
    findings: Callable[[V], tuple[str, ...]] = lambda _view: ()
    """What a view's owner has found out so far, in lines; shown to them alone."""
    markable: Callable[[V], tuple[str, ...]] = lambda _view: ()
    """The squares on which a view's owner may keep private marks; empty without a notebook."""
    note_kinds: Mapping[str, str] = field(default_factory=dict)
    """What a private mark may say of a square, and the sign that stands for it."""
    scores: SoloScores[V] | None = None
    """How finished games are ranked; None where there is no list of the best."""
    daily: DailyChallenge | None = None
    """Its daily challenge; one with a challenge has ``scores`` as well."""

    @classmethod
    def from_modules(
        cls,
        actions: ActionsModule[A],
        rules: RulesModule[A, V],
        text: TextModule[V],
        prompts: PromptsModule[V],
        squares: SquaresModule[V] | None = None,
        /,
        **own: Any,
    ) -> Self:
        """The game of these modules of its folder and ``own``, the fields that they don't give.

        A function that a module leaves out has its default: ``sides`` gives each seat a side of its own, and
        ``page_for`` leads to the book's first page.
        """
        given = {
            name: getattr(module, name)
            for module, names in (
                (actions, ("parse",)),
                (rules, ("start", "sides")),
                (text, ("text", "describe", "headline", "summary", "ending", "details", "page_for")),
                (prompts, ("ask", "label", "choice")),
                (squares, ("describe_square", "details")),
            )
            for name in names
            if hasattr(module, name)
        }
        defaults = {
            "sides": lambda _options: tuple((seat,) for seat in own["seats"]),
            "page_for": lambda _view: own["book"][0].key,
        }
        return cls(**{**defaults, **given, **own})

    def read_options(self, given: Mapping[str, str]) -> Options:
        """All of the game's options, those in ``given`` read from text and the rest at their defaults.

        :raises OptionError: for an unknown name or a value out of bounds.
        """
        values: dict[str, OptionValue] = {name: option.default for name, option in self.options.items()}
        for name, text in given.items():
            option = self.options.get(name)
            if option is None:
                known = ", ".join(self.options) or "none"
                raise OptionError(f"{self.title} has no option {quoted(name)}; its options: {known}.")
            try:
                values[name] = option.read(text)
            except OptionError as error:
                raise OptionError(f"{name} {error}") from None
        return values

    def write_options(self, options: Options) -> str:
        """``options`` as one line, ``key=value`` by name; unset ones are left out."""
        return " ".join(
            f"{name}={options[name]}" for name in sorted(self.options) if options[name] is not None
        )
