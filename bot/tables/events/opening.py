"""How a table begins: opened, joined, left, cancelled, started, and opened again for a rematch.

Each gives the events that it adds to the log. Pure: time and chance are arguments.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from bot.games.core import CHANCE, Game, Options, Seat, quoted
from bot.games.plurals import listed
from bot.tables.errors import TableError
from bot.tables.model import pace
from bot.tables.model.table import Person, Table
from bot.tables.people.display_names import escape_markdown, plain
from data.store.records import Address, Event, Header, Opening

from . import reducer, timeouts
from .moves import require_live, require_seat


def require_challenge(game: Game[Any, Any], host: Person, opponent: Person) -> None:
    """:raises TableError: when ``host`` can't challenge ``opponent`` to ``game``."""
    if game.people[1] < 2:
        raise TableError(f"{game.title} is played alone: leave the opponent out.")
    if opponent.id == host.id:
        raise TableError("You can’t challenge yourself: choose another member, or leave the opponent out.")


def already_challenged(opponent: Person, game: Game[Any, Any], standing: int | None) -> TableError:
    """Why ``opponent`` can't be challenged now: table ``standing`` does so already."""
    return TableError(
        f"You already challenge {escape_markdown(opponent.name)} to {game.title} at table {standing}. "
        f"Wait for the answer, or press **Cancel** there first."
    )


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
    """``person`` sits down, on the side of ``slot`` or where there is room.

    The game begins when nobody else can join.

    :raises TableError: when they can't.
    """
    events = [Event("sit", _free_slot(table, person, slot), person.id, person.name, at=at, key=key)]
    sat = reducer.after(table, events)
    full = len(sat.people) == table.game.people[1] or table.header.opponent is not None
    return [*events, *start(sat, at)] if full else events


def _free_slot(table: Table, person: Person, slot: Seat | None) -> Seat:
    """The slot that ``person`` gets who asks for ``slot`` (None: any).

    :raises TableError: when they can't sit down.
    """
    require_live(table)
    if table.status != "lobby":
        raise TableError(f"Table {table.id} has started already; you are welcome to watch.")
    if table.side_of(person.id) is not None:
        raise TableError("You sit at this table already.")
    if table.header.opponent not in (None, person.id):
        raise TableError("This table waits for the member who was challenged. Open one of your own instead.")
    if len(table.people) >= table.game.people[1]:
        raise TableError("This table is full.")
    taken = {sitter.slot for sitter in table.seated}
    # Whoever asks for no side is wanted most where nobody sits yet.
    for side in sorted(table.sides, key=lambda side: bool(table.side_people(side))):
        free = [seat for seat in side if seat not in taken]
        if free and (slot is None or slot in side):
            return free[0]
    raise TableError("There is no free seat on that side: choose the other one.")


def leave(table: Table, person: Person, at: int, key: str | None) -> list[Event]:
    """``person`` gets up before the start."""
    require_live(table)
    require_seat(table, person)
    if table.status != "lobby":
        raise TableError("The game has started: use `/table leave`, or **Resign** (under **More**).")
    if person.id == table.header.host:
        raise TableError("You opened this table: press **Cancel** to close it.")
    slots = [sitter.slot for sitter in table.seated if sitter.person.id == person.id]
    return [
        Event("leave", slot, person.id, person.name, at=at, key=key if slot == slots[0] else None)
        for slot in slots
    ]


def start(table: Table, at: int, *, by: Person | None = None, key: str | None = None) -> list[Event]:
    """The game begins; slots that are left over go to the people of their side in turn."""
    require_live(table)
    if table.status != "lobby":
        raise TableError(f"Table {table.id} has started already.")
    if by is not None and by.id != table.header.host:
        raise TableError("Only the host who opened the table can start it.")
    if len(table.people) < table.game.people[0]:
        raise TableError(f"{table.game.title} needs {table.game.people[0]} people to start.")
    events = []
    taken = {sitter.slot for sitter in table.seated}
    for side in table.sides:
        people = table.side_people(side)
        if not people:
            raise TableError(f"Nobody sits on the side of {table.game.side_title(side)} yet.")
        free = [slot for slot in side if slot not in taken]
        for place, slot in enumerate(free):
            person = people[place % len(people)]
            events.append(Event("sit", slot, person.id, person.name, at=at))
    return [*events, Event("start", at=at, key=key)]


def cancel(table: Table, person: Person, at: int, key: str | None) -> list[Event]:
    """The host, or the challenged person, calls it off before the first action."""
    require_live(table)
    if person.id not in (table.header.host, table.header.opponent):
        raise TableError("Only the host who opened the table can cancel it.")
    if table.private or any(turn.seat != CHANCE for turn in table.turns):
        raise TableError("The game has begun: you can **Resign** instead (under **More**).")
    verb = "cancelled the table" if person.id == table.header.host else "declined the challenge"
    said = f"{plain(person.name)} {verb}."
    return [Event("close", person=person.id, name=person.name, text=said, at=at, key=key)]


def rematch(before: Table, game: Game[Any, Any], rng: Random, at: int) -> Opening:
    """The rematch of a finished table, the people on other sides, and begun: nobody has to join.

    :raises OptionError: when the game no longer has the options of ``before``.
    """
    seating = _swapped_seating(before)
    host = seating[0][1]
    address = Address(before.address.guild, before.address.home, channel=before.address.channel)
    options = game.read_options(reducer.options_of(before.header))
    blank = _blank(game, options, host, address, at, pace.read(before.header.pace), None)
    blank = replace(blank, header=replace(blank.header, parent=before.id))
    opened = Event("open", person=host.id, name=host.name, at=at)
    sat = [Event("sit", seat, person.id, person.name, at=at) for seat, person in seating]
    return _started(blank, (opened, *sat), rng, at)


def _swapped_seating(table: Table) -> list[tuple[Seat, Person]]:
    """One slot for each person in the rematch, the first slot's person first.

    Sides change places where they fit. Where one is too small, everybody moves up by one: the captain joins
    the crew, and one of the crew is captain.
    """
    sides = table.sides
    crews = [table.side_people(side) for side in sides]
    turned = crews[-1:] + crews[:-1]
    if any(len(crew) > len(side) for crew, side in zip(turned, sides, strict=True)):
        order = [person for crew in crews for person in crew]
        order = order[1:] + order[:1]
        sizes = [len(crew) for crew in crews]
        turned = [tuple(order[sum(sizes[:place]) :][:size]) for place, size in enumerate(sizes)]
    return [pair for side, crew in zip(sides, turned, strict=True) for pair in zip(side, crew, strict=False)]


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
    started = start(reducer.after(blank, events), at)
    every, table = reducer.with_chance_events(blank, (*events, *started), rng, at)
    return Opening(replace(blank.header, status=table.status, deadline=timeouts.next_due(table)), every)
