"""How a table begins: its header and first events. Pure: time and chance are arguments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from bot.games.core import Game, Options, Seat, quoted
from bot.games.plurals import listed
from bot.tables.errors import TableError
from bot.tables.model import pace
from bot.tables.model.table import Person, Table
from bot.tables.people.display_names import escape_markdown
from data.store.records import Address, Event, Header, Opening

from . import moves, reducer, timeouts


def require_side(game: Game[Any, Any], given: Mapping[str, str], side: str | None) -> None:
    """:raises RulesError: when ``given`` does not fit the game's options, or makes no such side."""
    slot(game, game.read_options(given), side, Random(0))


def slot(game: Game[Any, Any], options: Options, side: str | None, rng: Random) -> Seat:
    """The slot that a host gets who asks for ``side`` (a slot's name, ``random``, or None for the first).

    :raises TableError: for a side that there is not.
    """
    sides = game.sides(options)
    if side is None:
        return sides[0][0]
    if side == "random":
        return rng.choice(sides)[0]
    slots = [slot for slots in sides for slot in slots]
    if side not in slots:
        raise TableError(f"With these options the sides are {listed(slots)}; {quoted(side)} is none of them.")
    return Seat(side)


def open_table(
    game: Game[Any, Any],
    given: Mapping[str, str],
    host: Person,
    address: Address,
    rng: Random,
    at: int,
    *,
    side: str | None = None,
    opponent: Person | None = None,
    measure: pace.Pace = pace.NONE,
    key: str | None = None,
) -> Opening:
    """A table with its host; a game for one begins at once.

    :raises OptionError: when ``given`` does not fit the game's options.
    :raises TableError: for an unknown side.
    """
    options = game.read_options(given)
    seat = slot(game, options, side, rng)
    opened = Event(
        "open", person=host.id, name=host.name, text=opponent.name if opponent else "", at=at, key=key
    )
    sat = Event("sit", seat, host.id, host.name, at=at)
    blank = _blank(game, options, host, address, at, measure, opponent.id if opponent else None)
    if game.people[1] > 1:
        waiting = reducer.after(blank, (opened, sat))
        return Opening(replace(blank.header, deadline=timeouts.next_due(waiting)), (opened, sat))
    return _started(blank, (opened, sat), rng, at)


def join(table: Table, person: Person, at: int, key: str | None, *, slot: Seat | None) -> list[Event]:
    """``person`` sits down; the game begins when nobody else can.

    :raises TableError: when they can't.
    """
    seated = moves.join(table, person, slot, at, key)
    sat = reducer.after(table, seated)
    full = len(sat.people) == table.game.people[1] or table.header.opponent is not None
    return [*seated, *moves.start(sat, at)] if full else seated


def already_challenged(opponent: Person, game: Game[Any, Any], standing: int | None) -> TableError:
    """Why ``opponent`` can't be challenged now: table ``standing`` does so already."""
    return TableError(
        f"You already challenge {escape_markdown(opponent.name)} to {game.title} at table {standing}. "
        f"Wait for the answer, or press **Cancel** there first."
    )


def rematch(before: Table, game: Game[Any, Any], rng: Random, at: int) -> Opening:
    """The rematch of a finished table, the people on other sides, and begun: nobody has to join.

    :raises OptionError: when the game no longer has the options of ``before``.
    """
    seating = moves.swapped_seating(before)
    host = seating[0][1]
    address = Address(before.address.guild, before.address.home, channel=before.address.channel)
    options = game.read_options(reducer.options_of(before.header))
    blank = _blank(game, options, host, address, at, pace.read(before.header.pace), None)
    blank = replace(blank, header=replace(blank.header, parent=before.id))
    opened = Event("open", person=host.id, name=host.name, at=at)
    sat = [Event("sit", seat, person.id, person.name, at=at) for seat, person in seating]
    return _started(blank, (opened, *sat), rng, at)


def _blank(
    game: Game[Any, Any],
    options: Options,
    host: Person,
    address: Address,
    at: int,
    measure: pace.Pace,
    opponent: int | None,
) -> Table:
    header = Header(
        id=0,
        game=game.key,
        rules=game.rules,
        options=game.write_options(options),
        host=host.id,
        opponent=opponent,
        parent=None,
        status="lobby",
        version=0,
        opened=at,
        touched=at,
        address=address,
        pace=str(measure),
    )
    return reducer.blank(header, game)


def _started(blank: Table, events: tuple[Event, ...], rng: Random, at: int) -> Opening:
    started = moves.start(reducer.after(blank, events), at)
    every, table = reducer.with_chance_events(blank, (*events, *started), rng, at)
    return Opening(replace(blank.header, status=table.status, deadline=timeouts.next_due(table)), every)
