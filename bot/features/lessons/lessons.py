"""Lessons: one idea each, in one to four moves, read from ``data/lessons``. Pure.

``data/lessons/snorkels/03-two-tubes.toml`` is the lesson ``snorkels/two-tubes``, the third of its game::

    title = "Two Tubes"                 # of the card
    options = { pie = "off" }           # of the game; those that are missing have their defaults
    seats = ["purple"]                  # whom the reader plays
    start = "purple d4, green d5"       # the record up to there, entries apart by commas or lines
    end = "That’s why …"                # after the last step; optional

    [[steps]]                           # one for each move of the reader
    say = "Green has two tubes left."   # what to do
    press = "Press **e**, then **e4**." # where: told until a move is chosen; optional
    goals = ["e4"]                      # squares to point at; optional
    hint = "Look at e4."
    otherwise = "That leaves …"         # for every move that is named nowhere

    [[steps.answers]]                   # what is right
    moves = ["e4"]                      # in the game's notation, or
    choose = "move c7"                  # the first steps in the picker, or
    when = "wins"                       # what the move does: wins, loses, any
    say = "Good."                       # optional
    reply = ["green e5"]                # what the others and chance play then; optional

    [[steps.mistakes]]                  # likely ones; of all that fit a move, the closest is meant: moves,
                                        # then the longest choose, then when, and mistakes before answers
    moves = ["d3"]
    say = "Close, but …"
    reply = ["green e4"]                # optional: the mistake stands and shows what follows from it, as one
                                        # that loses the game always does
"""

from __future__ import annotations

import logging
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal

import attrs
from attrs.validators import max_len, min_len

from bot.games.core import AnyGame, AnyState, Games, Seat
from bot.games.record import Entry, Record
from data import lessons as data

LESSON: Final = "lesson"
"""The kind of practice board that lessons are played on."""
LOG: Final = logging.getLogger(__name__)
NAME: Final = re.compile(r"(\d\d)-([a-z]+(?:-[a-z]+)*)\.toml")
NAMED: Final = 100
"""How closely an answer that names a move fits it."""


class LessonError(ValueError):
    """A lesson's file is wrong; the message names the file and says what."""


def won(state: AnyState, seat: Seat) -> bool | None:
    """Whether ``seat`` has won the game; None while it goes on."""
    return seat in state.outcome.winners if state.outcome is not None else None


def _said(least: int, most: int, **options: Any) -> Any:
    """What is said: so many characters, wherever the file's lines end."""
    return attrs.field(
        converter=lambda text: " ".join(text.split()), validator=(min_len(least), max_len(most)), **options
    )


@attrs.frozen(kw_only=True)
class Answer:
    """Moves that are right, or wrong in a likely way, and what is said to them."""

    moves: tuple[str, ...] = ()
    choose: str = ""
    when: Literal["", "wins", "loses", "any"] = ""
    say: str = _said(0, 400, default="")
    reply: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        if not (self.moves or self.choose or self.when):
            raise ValueError("moves, choose or when says which moves are meant")

    def fit(self, before: AnyState, seat: Seat, action: Any) -> int:
        """How closely ``action`` of ``seat``, legal in ``before``, is meant; 0: not at all."""
        if str(action) in self.moves:
            return NAMED
        chosen = " ".join((*before.path(action), ""))
        if self.choose and chosen.startswith(f"{self.choose} "):
            return 1 + len(self.choose.split())
        if self.when in ("wins", "loses"):
            return int(won(before.play(seat, action), seat) is (self.when == "wins"))
        return int(self.when == "any")


@attrs.frozen(kw_only=True)
class Mistake(Answer):
    """Moves that are wrong in a likely way."""

    say: str = _said(1, 400)


@attrs.frozen(kw_only=True)
class LessonStep:
    """One move of the reader."""

    say: str = _said(1, 700)
    press: str = _said(0, 200, default="")
    answers: tuple[Answer, ...] = attrs.field(validator=min_len(1))
    otherwise: str = _said(1, 400)
    hint: str = _said(1, 400)
    mistakes: tuple[Mistake, ...] = ()
    goals: tuple[str, ...] = ()

    def judged(self, before: AnyState, seat: Seat, action: Any) -> Answer | None:
        """The answer or mistake that means ``action`` most closely, a mistake if both do; None for none."""
        fits = [(each.fit(before, seat, action), each) for each in (*self.mistakes, *self.answers)]
        best = max(fit for fit, _ in fits)
        return next(each for fit, each in fits if fit == best) if best else None


@attrs.frozen(kw_only=True)
class LessonFile:
    """A lesson as it is written."""

    title: str = _said(1, 40)
    options: dict[str, str | int | bool] = attrs.field(factory=dict)
    seats: tuple[Seat, ...]
    start: str = ""
    end: str = _said(0, 700, default="")
    steps: tuple[LessonStep, ...] = attrs.field(validator=(min_len(1), max_len(6)))


@cache
def _reader() -> Callable[[Any], LessonFile]:
    """Makes a lesson of what TOML gives, with a ValueError that says what is wrong, and where."""
    # Only now: it takes 2 MB.
    import cattrs
    from cattrs.cols import homogenous_tuple_structure_factory, is_sequence
    from cattrs.strategies import configure_union_passthrough

    def text(given: Any, _: object) -> str:
        if not isinstance(given, str):
            raise TypeError(f"{given!r} isn’t a text in quotes")
        return given

    def tuple_of(items: Any) -> Callable[[Any, Any], Any]:
        structured = homogenous_tuple_structure_factory(items, converter)

        def of_list(given: Any, kind: Any) -> Any:
            if not isinstance(given, list):
                raise TypeError(f"{given!r} isn’t a list in brackets")
            return structured(given, kind)

        return of_list

    def told(error: BaseException, _: object) -> str:
        if isinstance(error, KeyError):
            return "this is missing"
        if isinstance(error, cattrs.ForbiddenExtraKeysError):
            return f"there’s no {' or '.join(sorted(error.extra_fields))}"
        return str(error)

    def read(written: Any) -> LessonFile:
        try:
            return converter.structure(written, LessonFile)
        except cattrs.BaseValidationError as error:
            raise ValueError("; ".join(cattrs.transform_error(error, "file", told))) from error

    converter = cattrs.Converter(forbid_extra_keys=True)
    converter.register_structure_hook(str, text)
    converter.register_structure_hook_factory(is_sequence, tuple_of)
    configure_union_passthrough(str | int | bool, converter)
    return read


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson of a game."""

    game: str
    slug: str
    """Its name in the store: a lesson may get another number, and never another slug."""
    title: str
    seats: tuple[Seat, ...]
    start: Record
    steps: tuple[LessonStep, ...]
    end: str

    @property
    def subject(self) -> str:
        """Its name among the lessons of all games, such as ``snorkels/two-tubes``."""
        return f"{self.game}/{self.slug}"


def lessons_of(game: AnyGame) -> tuple[Lesson, ...]:
    """The lessons of ``game``, in their order, without those whose file is wrong: these are logged, once."""
    return kept(game.key, game.rules)


@cache
def kept(key: str, rules: int) -> tuple[Lesson, ...]:
    """The lessons of a game under this version of its rules."""
    found, faults = _read_all(key, rules)
    for fault in faults:
        LOG.error("a lesson is left out: %s", fault)
    return found


def faults(games: Games) -> list[str]:
    """What is wrong with the files of lessons."""
    return [fault for key, game in games.items() for fault in _read_all(key, game.rules)[1]]


def _read_all(key: str, rules: int) -> tuple[tuple[Lesson, ...], list[str]]:
    """The lessons of a game, and what is wrong with the others' files."""
    found: list[Lesson] = []
    wrong: list[str] = []
    for name, file in data.lesson_files(key).items():
        try:
            found.append(read(key, rules, name, file.read_text(encoding="utf-8")))
        except LessonError as error:
            wrong.append(str(error))
        except (OSError, UnicodeError) as error:
            wrong.append(f"{key}/{name}: {error}")
    return tuple(found), wrong


def read(key: str, rules: int, name: str, text: str) -> Lesson:
    """The lesson of a game in the file ``name``. Whether its moves are possible, the tests say.

    :raises LessonError: when something is wrong with how it is written.
    """
    where = f"{key}/{name}"
    if (named := NAME.fullmatch(name)) is None:
        raise LessonError(f"{where}: a lesson's file is called like 03-two-tubes.toml")
    try:
        given = _reader()(tomllib.loads(text))
    except ValueError as error:
        raise LessonError(f"{where}: {error}") from error
    options = tuple(sorted((option, str(value)) for option, value in given.options.items()))
    start = Record(key, rules, options, tuple(_entries(where, given.start)))
    return Lesson(key, named[2], given.title, given.seats, start, given.steps, given.end)


def _entries(where: str, text: str) -> Iterator[Entry]:
    for line in re.split(r"[,\n]", text):
        seat, _, action = line.strip().partition(" ")
        if seat and not action:
            raise LessonError(f"{where}: {line.strip()!r} in the start isn't a seat followed by its move")
        if seat:
            yield Entry(Seat(seat), action.strip())
