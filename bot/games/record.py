"""The record of a game: plain text that people can read and that replays exactly.

    captains-table record 1
    game snorkels
    rules 1
    options pie=on stones=2
    # table: 214
    # host: Ann
    chance stones c3 e5
    host d4
    guest take green
    green c4 @ 2026-03-01T19:30:00Z
    purple resign

The first four lines are fixed: the format with its version, the game, its rules' version, its options
(unset ones are left out). Then come notes about the table, ``# name: value``; then one action per line,
``seat action``, chance's included, each followed by ``@`` and a time (UTC) if known. What people agreed on
outside the rules is written like an action, at the end: ``resign``, ``draw`` for the seat that accepted it,
and ``time`` for a seat that ran out of time.

Any other line that begins with ``#`` is a comment. Comments and blank lines are lost when a record is written
again. No line is a single dot and there are no control characters, as the engine protocol requires.

The public record of a running game has ``?`` in place of secrets, such as ``south mines ?``. It can be read,
but not replayed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from .core import CHANCE, Game, RulesError, Seat, State, quoted

HEAD: Final = "captains-table record 1"
VERBS: Final = frozenset({"resign", "draw", "time"})
"""Entries of a record that are no actions of its game."""
LONGEST: Final = 1_000_000
"""Characters of a record; a long game has some ten thousand."""
LONGEST_LINE: Final = 1_000
"""Characters of a line."""

_UNFIT: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")
"""Control characters, line and paragraph separators, changes of direction, lone surrogates."""
_WORD: Final = re.compile("[a-z][a-z0-9_-]{0,39}")
_OPTION: Final = re.compile("([a-z][a-z0-9_-]{0,39})=([^ =]{1,60})")
_NUMBER: Final = re.compile("0|[1-9][0-9]{0,5}")
_NOTE: Final = re.compile("# ([^:# ][^:]{0,79}): (.+)")
_TIME: Final = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")


class RecordError(RulesError):
    """A text that is no record, or a record that can't be replayed. The message names the line."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a record: what a seat did."""

    seat: Seat
    text: str
    """An action in the game's notation, or one of ``VERBS``."""
    at: int | None = None
    """When, in whole seconds since 1970 (UTC)."""
    line: int | None = field(default=None, compare=False, repr=False)
    """Its line in the text that it was read from."""

    def __str__(self) -> str:
        return f"{self.seat} {self.text}"


@dataclass(frozen=True, slots=True)
class Record:
    """A game from its start, as data for a replay, and notes about the table."""

    game: str
    rules: int
    options: tuple[tuple[str, str], ...] = ()
    """(name, value) pairs, ascending by name."""
    entries: tuple[Entry, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    """(name, value) pairs such as ``("host", "Ann")``; see :func:`one_line`."""


class Step(NamedTuple):
    """One action of a replayed game, and the position after it."""

    seat: Seat
    action: Any
    after: State[Any, Any]


def one_line(text: str, most: int = 100) -> str:
    """``text``, such as a person's name, as a note: printable, one line, at most ``most`` characters."""
    return " ".join(_UNFIT.sub(" ", text).split())[:most].rstrip() or "?"


def write(record: Record) -> str:
    """The text of ``record``; ``read`` gives the same record back.

    :raises RecordError: when it contains what can't be read back, such as a line break in a note.
    """
    lines = [
        HEAD,
        f"game {record.game}",
        f"rules {record.rules}",
        " ".join(("options", *(f"{name}={value}" for name, value in record.options))),
        *(f"# {name}: {value}" for name, value in record.notes),
        *(f"{entry}{_stamp(entry.at)}" for entry in record.entries),
    ]
    text = "".join(f"{line}\n" for line in lines)
    if read(text) != record:
        raise RecordError("This record contains spaces or characters that aren’t allowed.")
    return text


def _stamp(at: int | None) -> str:
    if at is None:
        return ""
    try:
        return f" @ {datetime.fromtimestamp(at, UTC):%Y-%m-%dT%H:%M:%SZ}"
    except (ValueError, OverflowError, OSError):
        raise RecordError(f"{str(at)[:40]} isn’t a time that a record can contain.") from None


def read(text: str) -> Record:
    """The record written as ``text``; its actions are not checked, see :func:`replay`.

    :raises RecordError: when it is no record, with the number of the line.
    """
    if not isinstance(text, str):
        raise RecordError("A record has to be text.")
    if len(text) > LONGEST:
        raise RecordError(f"This is too long for a record: over {LONGEST:,} characters.")
    lines = [
        (number, line.removesuffix("\r").strip(" "))
        for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1)
    ]
    for number, line in lines:
        if len(line) > LONGEST_LINE:
            raise RecordError(f"Line {number} is too long: over {LONGEST_LINE:,} characters.")
        if _UNFIT.search(line):
            raise RecordError(f"Line {number} contains a control character.")
    written = [(number, line) for number, line in lines if line]
    if not written or written[0][1] != HEAD:
        raise RecordError(f"Line 1 of a record has to be “{HEAD}”.")
    facts: list[str] = []
    for order, name in enumerate(("game", "rules", "options"), 1):
        line = written[order][1] if order < len(written) else ""
        fact, _, value = line.partition(" ")
        if fact != name:
            raise RecordError(f"Line {order + 1} of a record has to begin with “{name}”.")
        facts.append(value.strip(" "))
    game, rules, options = facts
    if not _WORD.fullmatch(game):
        raise RecordError(f"Line 2: {quoted(game)} isn’t the name of a game.")
    if not _NUMBER.fullmatch(rules):
        raise RecordError(f"Line 3: {quoted(rules)} isn’t a version number for rules.")
    notes: list[tuple[str, str]] = []
    entries: list[Entry] = []
    for number, line in written[4:]:
        if not line.startswith("#"):
            entries.append(_entry(number, line, entries[-1] if entries else None))
        elif not entries and (note := _NOTE.fullmatch(line)):
            notes.append((note[1], note[2]))
    return Record(game, int(rules), _options(options), tuple(entries), tuple(notes))


def _options(text: str) -> tuple[tuple[str, str], ...]:
    pairs: dict[str, str] = {}
    for word in text.split(" ") if text else ():
        if not (option := _OPTION.fullmatch(word)) or option[1] in pairs:
            raise RecordError(f"Line 4: can’t use {quoted(word)}. Write each option once, as name=value.")
        pairs[option[1]] = option[2]
    return tuple(sorted(pairs.items()))


def _entry(number: int, line: str, before: Entry | None) -> Entry:
    said, _, stamp = line.rpartition(" @ ") if " @ " in line else (line, "", "")
    seat, _, text = said.partition(" ")
    text = text.strip(" ")
    if not _WORD.fullmatch(seat) or not text:
        raise RecordError(
            f"Line {number}: {quoted(line)} isn’t a seat followed by its move, such as “purple d4”."
        )
    if before is not None and before.text in VERBS and text not in VERBS:
        raise RecordError(f"Line {number}: nothing can come after {quoted(str(before))}.")
    return Entry(Seat(seat), text, _seconds(number, stamp.strip(" ")) if stamp else None, number)


def _seconds(number: int, stamp: str) -> int:
    if _TIME.fullmatch(stamp):
        try:
            return int(datetime.fromisoformat(stamp).timestamp())
        except (ValueError, OverflowError):
            pass
    raise RecordError(f"Line {number}: {quoted(stamp)} isn’t a time such as 2026-03-01T19:30:00Z.")


def game_of(record: Record, games: Mapping[str, Game[Any, Any]]) -> Game[Any, Any]:
    """The game that ``record`` was played in, under the version of its rules that held then.

    :raises RecordError: for an unknown game or unknown rules.
    """
    newest = games.get(record.game)
    if newest is None:
        raise RecordError(f"Line 2: there’s no game called {quoted(record.game)} here.")
    if (game := newest.under(record.rules)) is None:
        raise RecordError(
            f"Line 3: this game was played under version {record.rules} of its rules, but this release "
            f"only knows version {newest.rules}."
        )
    return game


def follow(record: Record, games: Mapping[str, Game[Any, Any]]) -> tuple[State[Any, Any], tuple[Step, ...]]:
    """The start of ``record``'s game and each of its actions, replayed; ``VERBS`` are left out.

    :raises RecordError: for an unknown game, other rules, or an action that is refused, which is named.
    :raises OptionError: for options that the game does not have.
    """
    game = game_of(record, games)
    state = start = game.start(game.read_options(dict(record.options)))
    seats = {CHANCE, *game.seats, *game.seat_styles}
    steps: list[Step] = []
    for number, entry in enumerate(record.entries, 1):
        if entry.text in VERBS:
            continue
        try:
            if entry.seat not in seats:
                raise RecordError(f"{game.title} has no seat called that.")
            if "?" in entry.text.split():
                raise RecordError("this action is secret; only the complete record can be replayed.")
            action = game.parse(entry.text)
            state = state.play(entry.seat, action)
        except RulesError as error:
            where = f"Action {number}" if entry.line is None else f"Line {entry.line}: action {number}"
            raise RecordError(f"{where}, {quoted(str(entry), 60)}: {error}") from error
        steps.append(Step(entry.seat, action, state))
    return start, tuple(steps)


def replay(record: Record, games: Mapping[str, Game[Any, Any]]) -> list[State[Any, Any]]:
    """Every position of ``record``'s game: the start, then one after each action.

    :raises RecordError: as :func:`follow` does.
    """
    start, steps = follow(record, games)
    return [start, *(step.after for step in steps)]


def public(record: Record, games: Mapping[str, Game[Any, Any]]) -> Record:
    """``record`` as everybody may read it now: secrets are hidden while the game goes on.

    The last position's :meth:`State.redacted` decides, so secrets revealed since are shown.

    :raises RecordError: as :func:`follow` does.
    """
    start, steps = follow(record, games)
    last = steps[-1].after if steps else start
    if last.outcome is not None or len(steps) < len(record.entries):
        return record
    entries = tuple(
        replace(entry, text=last.redacted(step.seat, step.action, None))
        for entry, step in zip(record.entries, steps, strict=True)
    )
    return replace(record, entries=entries)
