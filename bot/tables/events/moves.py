"""Moves: parsing what people type or pick, and hints. Pure functions."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Sequence
from itertools import chain, repeat
from typing import Any, Final, NamedTuple

from bot.games.core import (
    IllegalAction,
    NotationError,
    Placement,
    RulesError,
    Seat,
    UsageError,
    normalize,
    quoted,
)
from bot.languages import listed, ngettext
from bot.tables.errors import TableError
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.permissions import require_turn
from data.store.records import Event

LOG: Final = logging.getLogger(__name__)
MOST_EXAMPLES: Final = 3
"""Actions that a refusal names."""
NUMBERED: Final = re.compile("[a-z]?[0-9]+")
"""A square, a space or a number in an action's text."""
SIGNS: Final = re.compile("[+/]|-$")
"""What one has to know of a game's notation to read an action's text."""


class Act(NamedTuple):
    """Something that a person does at a table."""

    person: Person
    at: int
    """Milliseconds since 1970."""
    key: str | None = None
    """The interaction's, so that it happens once."""

    @property
    def id(self) -> int:
        """The person's number."""
        return self.person.id

    def event(self, verb: str, *, seat: str = "", text: str = "") -> Event:
        """It as an event, in ``seat`` if it is about a single one."""
        return Event(verb, seat, *self.person, text, self.at, self.key)

    def events(self, verb: str, slots: Iterable[Seat]) -> list[Event]:
        """It as an event for each of ``slots``; the first has the key."""
        keys = chain([self.key], repeat(None))
        return [self._replace(key=key).event(verb, seat=slot) for slot, key in zip(slots, keys, strict=False)]


def read_action(table: Table, seat: Seat, typed: str) -> Any:
    """The action of ``seat`` that was ``typed``; it may be illegal.

    :raises NotationError: when it isn't an action of the game; it names some that are possible.
    """
    legal = table.legal(seat)
    written = placement_text(legal, typed) if isinstance(legal, Placement) else normalize(typed)
    try:
        return table.game.parse(written)
    except NotationError as refusal:
        # Of the forms that a usage names, not all may be possible now.
        usage = isinstance(refusal, UsageError)
        if isinstance(legal, Placement):
            usage = written.partition(" ")[0] != legal.verb
        if not legal or (isinstance(legal, Placement) and not usage):
            raise
        values = {
            "typed": quoted(" ".join(typed.split()), 20),
            "move": listed(_examples(legal, written), "or"),
        }
        if usage and not written:
            raise NotationError("Right now, you could type {move}.", **values) from refusal
        if usage:
            raise NotationError(
                "{typed} isn’t a move here. Right now, you could type {move}.", **values
            ) from refusal
        if not written or any(quoted(each) in str(refusal) for each in (written, *written.split())):
            raise NotationError(
                "{refusal} Right now, you could type {move}.", refusal=refusal, **values
            ) from refusal
        raise NotationError(
            "You typed {typed}. {refusal} Right now, you could type {move}.", refusal=refusal, **values
        ) from refusal
    except RulesError:
        raise
    except Exception as fault:
        # The text may be a secret, so it isn't logged.
        LOG.exception("%s couldn't read a text of %d characters", table.game.key, len(written))
        raise NotationError("That isn’t a move the bot understands. Choose one from the list.") from fault


def _examples(legal: Placement | Sequence[Any], written: str) -> list[str]:
    """A few actions that are possible: of the kind that was ``written``, or one of each kind."""
    if isinstance(legal, Placement):
        return [quoted(legal.text(legal.squares[: legal.count]))]
    every = [str(action) for action in legal]
    texts = [text for text in every if not SIGNS.search(text)] or every
    if len(texts) > MOST_EXAMPLES:
        first = {_kind(text): text for text in reversed(texts)}
        same = first.get(written.partition(" ")[0])
        texts = [same] if same else sorted(first.values(), key=texts.index)[:MOST_EXAMPLES]
    return [*map(quoted, texts)]


def _kind(text: str) -> str:
    """What kind of action is written: its first word, or what stands between its squares."""
    word = text.split()[0]
    return word if word.isalpha() else NUMBERED.sub("#", text)


def placement_text(legal: Placement, typed: str) -> str:
    """The notation of a placement, from squares typed with or without its verb; it may be illegal."""
    words = normalize(typed.replace(",", " ")).split()
    squares = bool(words) and any(letter.isdigit() for letter in words[0])
    return " ".join((legal.verb, *words)) if squares else " ".join(words)


def squares_in(legal: Placement, typed: str) -> tuple[str, ...]:
    """The squares of a placement that were ``typed``, with or without its verb.

    :raises IllegalAction: when a word names no square of the placement, or there are too many.
    """
    squares = _words(legal, typed)
    legal.require(squares)
    return squares


def right_ones(legal: Placement, typed: str) -> tuple[str, ...]:
    """The squares of a placement among what was ``typed``; none if they are too many."""
    right = tuple(dict.fromkeys(word for word in _words(legal, typed) if word in legal.squares))
    return right if len(right) <= legal.count else ()


def _words(legal: Placement, typed: str) -> tuple[str, ...]:
    return tuple(word for word in placement_text(legal, typed).split() if word != legal.verb)


def draft(table: Table, seat: Seat, squares: Sequence[str]) -> str:
    """The draft to store for the squares that ``seat`` has picked: the placement's verb, then the squares.

    :raises IllegalAction: when ``seat`` can't place there, or has picked too many squares.
    """
    legal = table.legal(seat)
    picked = dict.fromkeys(squares)
    if not isinstance(legal, Placement) or not picked.keys() <= set(legal.squares):
        raise IllegalAction("There’s nothing to pick there right now.")
    if len(picked) > legal.count:
        raise IllegalAction(
            ngettext(
                "You can pick just one square. To pick a different one, clear your current square first.",
                "You can pick {number} squares, so clear some of the others first.",
                legal.count,
            )
        )
    return " ".join((legal.verb, *picked)) if picked else ""


def picked(table: Table, seat: Seat) -> tuple[str, ...]:
    """The squares that ``seat`` has picked for its current placement, in the placement's order."""
    legal, row = table.legal(seat), table.seat_row(seat)
    if not isinstance(legal, Placement) or row is None:
        return ()
    # The draft of an earlier placement stays in the store until a square is picked for the next one.
    verb, *squares = row.draft.split() or [""]
    return tuple(square for square in legal.squares if square in squares) if verb == legal.verb else ()


def hints_possible(table: Table) -> bool:
    """Whether hints can be asked for here: no other person plays, and it's no challenge."""
    return table.solo and not table.private


def require_hints(table: Table) -> None:
    """:raises TableError: when somebody else plays here, or everybody has the same challenge."""
    if not hints_possible(table):
        raise TableError("You can only get hints if nobody else is playing, and never in a daily challenge.")


def take_hint(table: Table, act: Act) -> list[Event]:
    """Somebody gets a hint for their turn; the first one makes the game unrated.

    :raises TableError: when it isn't their turn, or hints aren't possible.
    """
    seat = require_turn(table, act.person)
    require_hints(table)
    assert table.state is not None
    slot = table.state.slot(seat)
    if slot in table.hints:
        return []
    return [act.event("hint", seat=slot)]
