"""Moves: who may act, whether what they pressed is still true, and what they wrote or picked. Pure."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, Final

from bot.games.core import IllegalAction, NotationError, Placement, RulesError, Seat, normalize
from bot.games.plurals import listed
from bot.tables.errors import NotSeated, NotStarted, NotYourTurn, Stale, TableError, TableOver
from bot.tables.model.table import Person, Table
from bot.tables.people.display_names import escape_markdown

LOG: Final = logging.getLogger(__name__)


def names(people: Sequence[Person]) -> str:
    """People's names in a sentence."""
    return listed([escape_markdown(person.name) for person in people])


def require_live(table: Table) -> None:
    """:raises TableOver: when the table is over."""
    if table.status == "void":
        raise TableOver(table.word)
    if table.status not in ("lobby", "playing"):
        raise TableOver(f"Table {table.id} is over. Start a new one with `/{table.game.key} start`.")


def require_playing(table: Table) -> None:
    """:raises TableError: unless the game is on."""
    require_live(table)
    if table.status == "lobby":
        raise NotStarted(f"Table {table.id} has not started yet: it waits for players.")


def require_seat(table: Table, person: Person) -> None:
    """:raises NotSeated: when ``person`` does not sit here."""
    if table.side_of(person.id) is not None:
        return
    if table.status == "lobby":
        raise NotSeated(f"You don’t sit at table {table.id} yet: **Join** takes you in.")
    raise NotSeated(f"You don’t play at table {table.id}; you are welcome to watch.")


def require_turn(table: Table, person: Person) -> Seat:
    """The seat that ``person`` acts for.

    :raises TableError: when there is none now.
    """
    require_playing(table)
    require_seat(table, person)
    if table.clock is not None and table.clock.paused:
        raise TableError("The clock is stopped, and the game with it: ask to **Resume** (under **More**).")
    seat = table.acting_seat(person.id)
    if seat is None:
        raise NotYourTurn(f"It is {names(table.awaited)}’s turn at table {table.id}, not yours yet.")
    return seat


def require_fresh(table: Table, seat: Seat, version: int | None) -> None:
    """:raises Stale: when a control of ``version`` no longer means what it did."""
    if version is not None and table.is_stale(seat, version):
        raise Stale


def read_action(table: Table, seat: Seat, text: str) -> Any:
    """The action of ``seat`` that ``text`` writes; whether it is allowed, the rules say when it is played.

    :raises NotationError: when it writes none.
    """
    legal = table.legal(seat)
    written = placement_text(legal, text) if isinstance(legal, Placement) else normalize(text)
    try:
        return table.game.parse(written)
    except RulesError:
        raise
    except Exception as fault:
        # What somebody typed says nothing of the table: it stays in play.
        # It may hold a secret, too, and stays out of the log.
        LOG.exception("%s could not read a text of %d characters", table.game.key, len(written))
        raise NotationError("That can’t be read as an action. Choose one from the list.") from fault


def placement_text(legal: Placement, typed: str) -> str:
    """A placement's action from squares typed with or without its verb; the rules say what is wrong."""
    words = normalize(typed).split()
    squares = bool(words) and any(letter.isdigit() for letter in words[0])
    return " ".join((legal.verb, *words)) if squares else " ".join(words)


def draft(table: Table, seat: Seat, squares: Sequence[str]) -> str:
    """What is kept of the squares that ``seat`` has picked so far: the placement's verb, then the squares.

    :raises IllegalAction: when ``seat`` can't place there, or picks too many.
    """
    legal = table.legal(seat)
    picked = dict.fromkeys(squares)
    if not isinstance(legal, Placement) or not picked.keys() <= set(legal.squares):
        raise IllegalAction("There is nothing to pick there now.")
    if len(picked) > legal.count:
        raise IllegalAction(f"You have picked all {legal.count} already: unpick one first.")
    return " ".join((legal.verb, *picked)) if picked else ""


def picked(table: Table, seat: Seat) -> tuple[str, ...]:
    """The squares that ``seat`` has picked so far for the placement it has to make now, in its order."""
    legal, row = table.legal(seat), table.seat_row(seat)
    if not isinstance(legal, Placement) or row is None:
        return ()
    # The draft of an earlier placement stays in the store until another one is picked.
    verb, *squares = row.draft.split() or [""]
    return tuple(square for square in legal.squares if square in squares) if verb == legal.verb else ()
