"""A game: its name, its seats and options, its rules, its words and its rule book."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from types import ModuleType
from typing import Any, Final, Generic, NamedTuple, Self, TypeAlias

from bot.languages import gettext, gettext_noop, listed
from data.files import parsed

from .basics import OptionError, Seat, quoted
from .states import A, State, V

MAX_DESCRIPTION: Final = 1024
"""Characters of an alt text (Discord's limit)."""

LEADS_TO: Final = " · "
"""What separates a choice and what follows from it, such as “e6 · Takes 2”."""
MUST_BE: Final = gettext_noop("{option} must be {allowed}, not {given}.")

OptionValue: TypeAlias = int | str | None
Options: TypeAlias = Mapping[str, Any]
"""An :data:`OptionValue` each, of the kind that the game's option reads."""


class IntOption(NamedTuple):
    """A whole number."""

    title: str
    help: str
    """What it does; with the bounds after it, at most 100 characters (Discord's limit)."""
    low: int
    high: int
    told: str
    """Of a table, with ``{number}``: “{number} quiet turns make a draw”."""
    default: int | None = None
    never: str = ""
    """What is said instead of ``told`` where 0 means never: “no draws”."""

    def say(self, value: Any) -> str:
        """In a few words, what is played with this ``value``."""
        return gettext(self.never) if self.never and value == 0 else gettext(self.told, number=value)

    def read(self, name: str, given: str) -> OptionValue:
        """The number written as ``given`` for the option ``name``.

        :raises OptionError: when it is no number from ``low`` to ``high``.
        """
        if given == "none" and self.default is None:
            return None
        whole = given.isascii() and given.isdigit() and (len(given) == 1 or given[0] != "0")
        if not whole or not self.low <= int(given[:20]) <= self.high:
            raise OptionError(MUST_BE, option=name, allowed=self.bounds, given=quoted(given))
        return int(given)

    @property
    def description(self) -> str:
        """What it does, with its bounds."""
        return f"{self.help} ({self.bounds})"

    @property
    def bounds(self) -> str:
        """The least and the greatest number, such as ``0–3``."""
        return f"{self.low}–{self.high}"


class ChoiceOption(NamedTuple):
    """One word of several."""

    title: str
    help: str
    choices: Sequence[str]
    told: Sequence[str]
    """Of a table, for each choice: “red moves first”."""
    default: str

    def say(self, value: Any) -> str:
        """In a few words, what is played with this ``value``."""
        return gettext(self.told[self.choices.index(value)])

    def read(self, name: str, given: str) -> OptionValue:
        """The choice called ``given`` for the option ``name``.

        :raises OptionError: when it is none of ``choices``.
        """
        if given not in self.choices:
            allowed = listed(self.choices, "or")
            raise OptionError(MUST_BE, option=name, allowed=allowed, given=quoted(given))
        return given


Option: TypeAlias = IntOption | ChoiceOption


class SeatStyle(NamedTuple):
    """A seat's colour and emblem on cards."""

    colour: int
    """0xRRGGBB."""
    emblem: str
    """One emoji."""


class Diagram(NamedTuple, Generic[V]):
    """A drawn position in a rule book."""

    view: V
    caption: str
    marks: tuple[str, ...] = ()
    """Squares that get an ✕."""


class Page(NamedTuple, Generic[V]):
    """One page of a rule book."""

    key: str
    title: str
    text: str
    """Markdown of at most 1,800 characters."""
    diagrams: tuple[Diagram[V], ...] = ()
    """At least one, at most ten."""

    @property
    def captions(self) -> tuple[str, ...]:
        """The diagrams' captions, numbered where there are several: ``2. Towers: …``."""
        told = [gettext(diagram.caption) for diagram in self.diagrams]
        return (
            (*told,) if len(told) < 2 else tuple(f"{number}. {each}" for number, each in enumerate(told, 1))
        )


def _read_toml(package: str, name: str) -> dict[str, Any]:
    return parsed(package, f"{name}.toml", tomllib.loads)


def _read_book(key: str, position: Callable[..., V]) -> tuple[Page[V], ...]:
    """The rule book ``data/books/<key>.toml``; ``position`` makes the views of its diagrams."""
    book = _read_toml("data.books", key)

    def diagram(caption: str, marks: tuple[str, ...] = (), **drawn: Any) -> Diagram[V]:
        return Diagram(position(**drawn), caption, tuple(marks))

    return tuple(
        Page(page["key"], page["title"], page["text"], tuple(diagram(**each) for each in page["diagrams"]))
        for page in book["pages"]
    )


class Designer(NamedTuple):
    """The inventor of a game."""

    name: str
    """Follows “Designed by”."""
    link: str = ""
    """The address of their page; empty if unknown."""
    published: str = ""
    """Publisher and year; empty if unknown."""

    @property
    def credit(self) -> str:
        """The credit line, as Markdown: ``Designed by [Crofter](https://www.crofter.org).``"""
        name = gettext(self.name)
        name = f"[{name}]({self.link})" if self.link else name
        return gettext(
            "Designed by {name} ({published})." if self.published else "Designed by {name}.",
            name=name,
            published=self.published,
        )


class SoloScore(NamedTuple):
    """The result of a finished solo game."""

    points: int
    title: str
    """One of the game's titles; empty for none. A higher title beats any number of points."""
    tiebreak: int
    """Compared when points are equal; more is better."""
    goals: int = 0
    """How many of the game's goals were reached."""
    penalties: int = 0


class SoloScores(NamedTuple, Generic[V]):
    """How finished solo games are ranked."""

    titles: tuple[str, ...]
    """The highest first."""
    goals: Callable[[V], tuple[tuple[str, bool], ...]]
    """The goals of a last position in words, and which of them it meets."""
    score: Callable[[V], SoloScore]
    """The score of a last position."""
    tiebreak: Callable[[int], str]
    """A score's tiebreak in words, such as ``12 spaces saved``."""
    full_tiebreak: Callable[[int], str]
    """The same with the maximum, such as ``12 of 36 spaces saved``."""
    counts: Callable[[Options], bool] = lambda _options: True
    """Whether a game with these options is ranked."""
    rule: str = gettext_noop("Abandoned games and games with a hint don’t count.")
    """Which games are ranked, as a sentence."""


class Offer(NamedTuple):
    """A choice that a game lays out itself."""

    label: str
    """Its button (at most 80 characters)."""
    steps: tuple[str, ...]
    """The path up to and with it; no two offers of a position have the same."""
    off: bool = False
    """Whether it can't be chosen now, and only keeps its place."""
    rank: int = 0
    """As :attr:`Game.rank` says."""
    suggests: bool = False
    """Whether what :attr:`Game.suggest` says is chosen with it."""
    on: bool = False
    """Whether it is chosen already, such as the die that is switched on: a press changes nothing."""


def in_rows(offers: Sequence[Offer], across: int) -> tuple[tuple[Offer, ...], ...]:
    """``offers`` in rows of so many."""
    return tuple(tuple(offers[start : start + across]) for start in range(0, len(offers), across))


class DailyChallenge(NamedTuple):
    """A game that everybody in a server plays once a day with the same chance."""

    title: str
    """What it's called, such as “The daily curse”."""
    button: str
    """What its button says, such as “Today’s Curse”."""
    description: str
    """Of its command; at most 100 characters (Discord's limit)."""
    chance: str
    """What everybody gets, such as “the same dice”."""
    emblem: str
    """One emoji, before a result that is shared."""
    salt: str = ""
    """Keeps its chance apart from other games' challenges; never changed."""


class Standing(NamedTuple, Generic[V]):
    """What a seat can have done for it turn after turn until something happens. Each order names a square.

    Everything is worked out from the views of that seat: an order can't act on what is hidden from it.
    """

    label: str
    """Its button."""
    offered: Callable[[V], Iterable[str]]
    """The orders that may be given, in the seat's turn; their order means nothing."""
    follow: Callable[[V, V, str], str]
    """The action that carries on an order now, in the seat's turn; empty once it has ended. The first view is
    that of the moment when it was given."""
    told: Callable[[V, str], str]
    """What an order does, in a sentence."""
    ends: str
    """What ends an order, in a sentence."""
    ended: Callable[[V, V, str], str]
    """Why an order that ended in the seat's turn isn't carried on, in a sentence; asked as ``follow`` is."""


@dataclass(frozen=True, slots=True)
class Line(Generic[A, V]):
    """A turn that was right or wrong, and what followed, as the player who took it sees them."""

    views: tuple[V, ...]
    """Before each action, and after the last."""
    actions: tuple[A, ...]
    """The player's, then the replies."""
    right: bool
    theme: str = ""
    """What had to be done, by the puzzle's word for it."""
    cost: float = 0.0
    """By how much a wrong turn is worse than the best, or the next best than a right one, in the game's own
    units; 0: not measured."""
    other: Line[A, V] | None = None
    """The best turn, or the next best if the turn is right, if that is measured."""


@dataclass(frozen=True)
class Game(Generic[A, V]):
    """One game, with everything that the rest of the bot knows of it.

    Annotate an instance (``GAME: Game[Move, View] = Game(...)``); a subscripted call fails on Python 3.11.
    """

    key: str
    """The word for it in commands, records and files."""
    title: str
    rules: int
    """The rules' version, raised when a rule's meaning changes."""
    tagline: str
    """What the game is, in a sentence of at most 100 characters."""
    designer: Designer
    seats: tuple[Seat, ...]
    """In the order of results."""
    seat_styles: Mapping[Seat, SeatStyle]
    """Of every seat and every slot."""
    people: tuple[int, int]
    """The least and the most people at a table."""
    options: Mapping[str, Option]
    start: Callable[[Options], State[A, V]]
    parse: Callable[[str], A]
    """Reads one action's text; raises NotationError. ``parse(str(action)) == action`` for every action."""
    text: Callable[[V], str]
    """A view as a monospaced diagram: fallback picture, console board, golden files."""
    describe: Callable[[V], str]
    """A view in at most ``MAX_DESCRIPTION`` characters, the last change first: alt texts."""
    describe_square: Callable[[V, str], str]
    """One square, space or other named part of a view in words, at most 1,500 characters.

    Raises NotationError for a name that the game doesn't know.
    """
    headline: Callable[[V], str]
    """Where the game stands in a few words, such as ``Turn 5``."""
    aim: Callable[[V], str]
    """What to do now and what for, told to those who are new to the game: at most 30 words."""
    ending: Callable[[V], str]
    """Why a finished game ended, in a sentence or two."""
    ask: Callable[[V, tuple[str, ...]], str]
    """The question that a menu asks after these steps of a path."""
    label: Callable[[V, tuple[str, ...], str], str]
    """The button (at most 80 characters) for a next step after these steps; what that leads to comes after
    :data:`LEADS_TO`, in every language."""
    book: tuple[Page[V], ...]
    """The rule book, in reading order; the first page is the game in a minute."""
    sides: Callable[[Options], tuple[tuple[Seat, ...], ...]]
    """The slots that people take, grouped: a person may hold several slots of one side, never of two."""
    page_for: Callable[[V], str]
    """The key of the page that explains a view's phase."""
    name_of: Callable[[str], str]
    """What people call a seat, a slot or an option's value."""
    side_title: Callable[[tuple[Seat, ...]], str]
    """A side's name in the lobby."""
    letter_of: Callable[[str], str] = lambda seat: seat[:1].upper()
    """The letter of a seat, as the board shows it."""
    moment: Callable[[V], str] = lambda _view: ""
    """What a review calls the turn that a view is before, such as ``Round 4, Red``; empty: its headline."""
    known: str = ""
    """What has been proved about the game, in a sentence or two; empty if nothing has."""
    summary: Callable[[V], str] = lambda _view: ""
    """What a position's picture doesn't say, in one line, such as how near a draw is."""
    summary_since: Callable[[V, V], str] | None = None
    """The summary of the second view for whoever has read that of the first; None: it's always the same."""
    choice: Callable[[V, A], str] = lambda _view, _action: ""
    """The remark beside an action in the list of typed ones, such as its cost; empty for none."""
    costs: Callable[[V, A], tuple[str, ...]] = lambda _view, _action: ()
    """What an action costs, for the preview of a turn."""
    explain: Callable[[Line[A, V]], str] = lambda _line: ""
    """Why a line's first action is right or wrong, in a few sentences; empty where there's nothing to say."""
    worked_out: Callable[[Line[A, V]], V] = lambda line: line.views[-1]
    """A line's last view, with what its player could have worked out before it: the picture of a reason."""
    rank: Callable[[V, tuple[str, ...], str], int] = lambda _view, _steps, _step: 0
    """Where a step of the picker stands among the others: -2 first, as it wins something; -1 next, as that
    may be lost again; 1 last, as it only leads to other steps; 2 likewise, if one of those wins something;
    3, if that can't be lost again; 4 last of all, as it loses something or is in vain."""
    rows: Callable[[V, tuple[str, ...]], tuple[tuple[Offer, ...], ...]] = lambda _view, _steps: ()
    """The choices after these steps in rows of at most five, each always in its place, or in one list; empty:
    the next steps as they come."""
    noted: Callable[[V, Sequence[tuple[str, str]]], V] = lambda view, _marks: view
    """A player's view with their marks (square and kind) taken as true, for the picker's choices."""
    suggest: Callable[[V, tuple[str, ...]], str] = lambda _view, _steps: ""
    """The step after these that comes with an offer that ``suggests``, until another is chosen; empty: none.
    It is never played without a preview."""
    back: Callable[[V, tuple[str, ...]], str] = lambda _view, _steps: ""
    """The button that leads back to the choice after these steps; choices of the same name share one. Empty:
    **Back**."""
    threatened: Callable[[V], tuple[str, ...]] = lambda _view: ()
    """The squares of whose turn it is that others could take next: beginners see them marked."""
    risk: Callable[[V], str] = lambda _view: ""
    """What is to be said of the last turn, which is only a preview yet, such as what it lets others take."""
    details: Callable[[V], tuple[str, ...]] = lambda _view: ()
    """Lines about the picture that fit neither ``describe`` nor ``text``, the most important first; at most
    1,800 characters."""
    home_sides: bool = False
    """Whether a seat's own view shows its home side at the bottom; other boards are never turned."""
    drawable: bool = False
    """Whether people may agree on a draw."""
    plannable: bool = False
    """Whether lines of moves can be planned ahead: two people move in turn, nothing is hidden, and chance has
    no part once somebody has moved."""
    standing: Standing[V] | None = None
    """The standing orders that may be given; None for none."""
    secrets: bool = False
    """Whether views differ by viewer."""
    first_steps: Callable[[V], tuple[str, ...]] = lambda _view: ()
    """In a game with secrets: the first steps of a turn, from the public view, whatever is hidden.

    They are buttons for everybody to see; a game without secrets shows those of the legal moves."""
    findings: Callable[[V], tuple[str, ...]] = lambda _view: ()
    """What a view's owner has found out so far, in lines; shown to them alone."""
    markable: Callable[[V], tuple[str, ...]] = lambda _view: ()
    """The squares on which a view's owner may keep private marks; empty without a notebook."""
    note_kinds: Mapping[str, str] = field(default_factory=dict)
    """The kinds of private marks, and the sign of each."""
    scores: SoloScores[V] | None = None
    """How finished games are ranked; None without a scoreboard."""
    daily: DailyChallenge | None = None
    """The daily challenge; needs ``scores``."""
    first_options: Mapping[str, str] = field(default_factory=dict)
    """Options for somebody's first games, against weak computers or alone, unless one of them is given."""
    completed: Callable[[Options], Options] = lambda options: options
    """The options of a new game, where one that was left out depends on others; stored ones stay."""
    unrated: Callable[[Options, Sequence[str]], str] = lambda _options, _levels: ""
    """Why no game with these options is rated, with computers of these levels; empty if it may be."""
    length: Callable[[Options], str] = lambda _options: ""
    """How long a game of these options is, in a few words; empty where the rule book's first line says it."""
    computer: int = 0
    """The version of its computer player, which the bot sets; 0: none is offered."""
    review_ms: int = 0
    """How long it takes to review a turn, in milliseconds, which the bot sets; 0: no reviews are offered."""
    short: str = ""
    """What it's called where there is little room; empty: its title."""
    older: tuple[Game[A, V], ...] = ()
    """The game under earlier versions of its rules: what was started under them is finished under them."""

    @classmethod
    def from_folder(cls, package: str, *modules: ModuleType, **own: Any) -> Self:
        """The game in ``package``: its facts are in ``game.toml`` there, its functions in ``modules``.

        Those functions have the same names as fields; ``own`` gives the other fields. One that is called
        ``position`` draws the rule book's. By default each seat is its own side, which has its name.
        """
        facts, key = _read_toml(package, "game"), package.rpartition(".")[2]
        options = {
            name: (ChoiceOption if "choices" in option else IntOption)(**option)
            for name, option in facts["options"].items()
        }
        functions = {
            each.name: function
            for each in fields(cls)
            for module in modules
            if callable(function := getattr(module, each.name, None))
        }
        facts |= {
            "key": key,
            "designer": Designer(**facts["designer"]),
            "people": tuple(facts["people"]),
            "seat_styles": {seat: SeatStyle(**style) for seat, style in facts["seat_styles"].items()},
            "options": options,
            "sides": lambda _options: tuple((seat,) for seat in own["seats"]),
            "side_title": lambda side: " & ".join(map(functions["name_of"], side)),
        }
        for module in modules:
            if (position := getattr(module, "position", None)) is not None:
                facts["book"] = _read_book(key, position)
        return cls(**{**facts, **functions, **own})

    @property
    def short_title(self) -> str:
        """What it's called where there is little room."""
        return self.short or self.title

    @property
    def plain(self) -> Self:
        """The game with choices that don't say what follows from them: in a puzzle, that is the question."""

        def label(view: V, steps: tuple[str, ...], step: str) -> str:
            return _chosen(self.label(view, steps, step))

        def rank(view: V, steps: tuple[str, ...], step: str) -> int:
            return int(self.rank(view, steps, step) in (1, 2, 3))

        def rows(view: V, steps: tuple[str, ...]) -> tuple[tuple[Offer, ...], ...]:
            found = self.rows(view, steps)
            told = [tuple(offer._replace(label=_chosen(offer.label)) for offer in row) for row in found]
            if len(told) == 1 and told != [*found]:
                # A list begins with what costs least.
                told = [tuple(sorted(told[0], key=lambda offer: offer.steps))]
            return tuple(told)

        return replace(self, label=label, rank=rank, rows=rows, risk=lambda _view: "")

    def under(self, rules: int) -> Game[A, V] | None:
        """The game under this version of its rules; None for an unknown one."""
        return next((game for game in (self, *self.older) if game.rules == rules), None)

    def read_options(self, given: Mapping[str, str]) -> Options:
        """All of the game's options: those in ``given`` read from text, the others at their defaults.

        :raises OptionError: for an unknown name or a value out of bounds.
        """
        title = gettext(self.title)
        values: dict[str, OptionValue] = {name: option.default for name, option in self.options.items()}
        for name, value in given.items():
            option = self.options.get(name)
            if option is None:
                if not self.options:
                    raise OptionError(
                        "{game} has no options, so {option} can’t be set.", game=title, option=quoted(name)
                    )
                raise OptionError(
                    "{game} has no option called {option}. You can set {options}.",
                    game=title,
                    option=quoted(name),
                    options=listed(self.options),
                )
            values[name] = option.read(name, value)
        return values

    def new_options(self, given: Mapping[str, str]) -> Options:
        """The options of a new game, of which some are ``given`` as text.

        :raises OptionError: for an unknown name or a value out of bounds.
        """
        return self.completed(self.read_options(given))

    def reasoned(self, view: V) -> V:
        """``view`` with what follows from it, nothing of which decides the turn."""
        return self.worked_out(Line((view,), (), right=False))

    def write_options(self, options: Options) -> str:
        """``options`` as one line, ``key=value`` by name; unset ones are left out."""
        return " ".join(
            f"{name}={options[name]}" for name in sorted(self.options) if options[name] is not None
        )


def _chosen(label: str) -> str:
    """What a button chooses, without what that leads to."""
    return label.partition(LEADS_TO)[0]


def options_in(written: str) -> dict[str, str]:
    """Options that are written like ``pie=off stones=2``, by name; a name alone has an empty value."""
    return {name: value for name, _, value in (word.partition("=") for word in written.split())}


AnyGame: TypeAlias = Game[Any, Any]
"""A game, whatever its actions and views are."""
Games: TypeAlias = Mapping[str, AnyGame]
"""Games by their keys."""
