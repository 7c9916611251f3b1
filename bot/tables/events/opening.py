"""Opening, joining, leaving, starting, cancelling and rematches, as events for the log. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from bot.games.core import AnyGame, Options, Seat, options_in, quoted
from bot.languages import listed
from bot.people import computers
from bot.people.display_names import escape_markdown, plain
from bot.tables import text
from bot.tables.errors import Stale, TableError
from bot.tables.model import pace
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.permissions import require_live, require_seat
from data.store.records import Address, Event, Header, Opening

from . import reducer, timeouts
from .moves import Act


def require_challenge(game: AnyGame, host: Person, opponent: Person) -> None:
    """:raises TableError: when ``host`` can't challenge ``opponent`` to ``game``."""
    if game.people[1] < 2:
        raise TableError("{game} is a game for one player. Leave out `opponent`.", game=game.title)
    if opponent.id == host.id:
        raise TableError("You can’t challenge yourself. Choose another member, or leave out `opponent`.")


def already_challenged(opponent: Person, game: AnyGame, standing: int | None) -> TableError:
    """The error for a second challenge, while table ``standing`` holds the first."""
    name = escape_markdown(opponent.name)
    if standing is None:
        return TableError(
            "{name} has only just answered your last challenge to {game}. Try again.",
            name=name,
            game=game.title,
        )
    return TableError(
        "You’ve already challenged {name} to {game} at Table {standing}. Wait for an answer, or "
        "press **Cancel** there first.",
        name=name,
        game=game.title,
        standing=standing,
    )


def require_side(game: AnyGame, given: Mapping[str, str], side: str | None) -> None:
    """:raises RulesError: when ``given`` isn't valid for the game, or there is no side ``side`` with it."""
    slot(game, game.read_options(given), side, Random(0))


def slot(game: AnyGame, options: Options, side: str | None, rng: Random) -> Seat:
    """The host's slot for ``side`` (a slot's name, ``random``, or None for the first).

    :raises TableError: for an unknown side.
    """
    sides = game.sides(options)
    if side is None:
        return sides[0][0]
    if side == "random":
        return rng.choice(sides)[0]
    slots = [slot for slots in sides for slot in slots]
    if side not in slots:
        raise TableError(
            "With these options, you can play as {slots}, but not as {side}.",
            slots=listed((f"`{each}`" for each in slots), "or"),
            side=quoted(side),
        )
    return Seat(side)


def sat(game: AnyGame, slot: Seat, person: Person, at: int, key: str | None = None) -> Event:
    """``person`` sits in ``slot``; for a computer the event also tells its player's version."""
    version = str(game.computer) if computers.is_computer(person.id) else ""
    return Act(person, at, key).event("sit", seat=slot, text=version)


def computer_for(table: Table, level: str) -> Person:
    """A computer of this level that doesn't sit at ``table`` yet.

    :raises TableError: when there is no such level, or the game has no computer player.
    """
    if not table.game.computer:
        raise TableError(text.NO_COMPUTER, game=table.game.title)
    try:
        number = computers.newcomer(level, {person.id for person in table.seating.people})
    except (ValueError, StopIteration):
        raise TableError(
            "There’s no computer player called {level}. Choose one from the list.", level=quoted(level)
        ) from None
    return Person(number, computers.name_of(number))


def require_computers(game: AnyGame, people: Iterable[Person]) -> None:
    """:raises TableError: when a computer among ``people`` can't play ``game`` at the moment."""
    if not game.computer and any(computers.is_computer(person.id) for person in people):
        raise TableError(
            "There’s no computer player for {game} right now. Please try again later.", game=game.title
        )


def add_computer(table: Table, act: Act, *, level: str, beside: int | None = None) -> list[Event]:
    """The host seats a computer in the first open slot. The game starts when the table is full.

    :raises TableError: when they can't.
    :raises Stale: when the computers here aren't as many as ``beside`` says.
    """
    require_host_of_lobby(table, act.person)
    if beside not in (None, len(table.seating.computers)):
        raise Stale
    newcomer = computer_for(table, level)
    events = [sat(table.game, _free_slot(table, newcomer, None), newcomer, act.at, act.key)]
    after = reducer.after(table, events)
    return [*events, *start(after, act.at)] if len(after.seating.people) == table.game.people[1] else events


def remove_computer(table: Table, act: Act, *, of: int) -> list[Event]:
    """The host sends away the computer that sits in the last slot.

    :raises Stale: when the computers here aren't as many as ``of`` says.
    """
    require_host_of_lobby(table, act.person)
    if of != len(table.seating.computers):
        raise Stale
    slots = [sitter for sitter in table.seating.seated if computers.is_computer(sitter.person.id)]
    if not slots:
        raise TableError("There’s no computer at this table.")
    last = slots[-1]
    return [act._replace(person=last.person).event("leave", seat=last.slot)]


def _require_lobby(table: Table) -> None:
    require_live(table)
    if table.status != "lobby":
        raise TableError(text.STARTED, table=table.id)


def require_host_of_lobby(table: Table, person: Person) -> None:
    """:raises TableError: unless ``person`` opened this table and it hasn't started."""
    _require_lobby(table)
    if person.id != table.header.host:
        raise TableError("Only the player who opened this table can add or remove computers.")


def open_table(
    game: AnyGame,
    given: Mapping[str, str],
    host: Person,
    address: Address,
    rng: Random,
    at: int,
    *,
    side: str | None = None,
    opponent: Person | None = None,
    computer: str | None = None,
    measure: pace.Pace = pace.NONE,
    rated: str = "people",
    key: str | None = None,
) -> Opening:
    """A new table with its host; a game for one player starts at once.

    With the level of a ``computer``, computers take all other slots, and the game starts at once as well.
    Those on the host's own side are of the usual level at least.

    :raises OptionError: when ``given`` isn't valid for the game.
    :raises TableError: for an unknown side.
    """
    options = game.new_options(given)
    seat = slot(game, options, side, rng)
    opened = Act(host, at, key).event("open", text=opponent.name if opponent else "")
    events: tuple[Event, ...] = (opened, sat(game, seat, host, at))
    blank = _blank(game, options, host, address, at, str(measure), rated, opponent.id if opponent else None)
    waiting = reducer.after(blank, events)
    if computer is not None:
        for slots in waiting.seating.sides:
            waiting = reducer.after(blank, events)
            newcomer = computer_for(waiting, computers.ally(computer) if seat in slots else computer)
            events += tuple(sat(game, each, newcomer, at) for each in waiting.seating.free(slots))
    elif game.people[1] > 1:
        return Opening(blank.header._replace(deadline=timeouts.next_due(waiting)), events)
    return _started(blank, events, rng, at)


def join(table: Table, act: Act, *, slot: Seat | None) -> list[Event]:
    """Somebody joins the side of ``slot`` (None: any). The game starts when nobody else can join.

    :raises TableError: when they can't join.
    """
    events = [act.event("sit", seat=_free_slot(table, act.person, slot))]
    sat = reducer.after(table, events)
    full = len(sat.seating.people) == table.game.people[1] or table.header.opponent is not None
    return [*events, *start(sat, act.at)] if full else events


def _free_slot(table: Table, person: Person, slot: Seat | None) -> Seat:
    """An open slot for ``person`` on the side of ``slot`` (None: any).

    :raises TableError: when there is none, or they can't join.
    """
    require_live(table)
    if person.id in table.seating:
        if table.status == "lobby":
            raise TableError(
                "You’re already in. Others take a seat with **Join**, and the host can add a computer."
            )
        raise TableError(text.ALREADY_SEATED)
    if table.status != "lobby":
        raise TableError("Table {table} has already started, but you’re welcome to watch.", table=table.id)
    if table.header.opponent not in (None, person.id):
        raise TableError("This table is reserved for the member who was challenged. Open one of your own.")
    if len(table.seating.people) >= table.game.people[1]:
        raise TableError("This table is full. Open one of your own instead.")
    # Empty sides come first.
    for side in sorted(table.seating.sides, key=lambda side: bool(table.seating.side_people(side))):
        free = table.seating.free(side)
        if free and (slot is None or slot in side):
            return free[0]
    raise TableError("There’s no open seat on that side. Choose another side.")


def leave(table: Table, act: Act) -> list[Event]:
    """Somebody leaves before the start."""
    require_live(table)
    require_seat(table, act.person)
    if table.status != "lobby":
        raise TableError("The game has started. Use `/table leave`, or **Resign** under **More**.")
    if act.id == table.header.host:
        raise TableError("You opened this table. Press **Cancel** to close it.")
    return act.events("leave", table.seating.slots_of(act.id))


def start_early(table: Table, act: Act) -> list[Event]:
    """The host starts a table that isn't full."""
    _require_lobby(table)
    if act.id != table.header.host:
        raise TableError("Only the player who opened this table can start it.")
    require_computers(table.game, table.seating.people)
    return start(table, act.at, act.key)


def start(table: Table, at: int, key: str | None = None) -> list[Event]:
    """The game starts; each side's open slots are shared out among its people."""
    if len(table.seating.people) < table.game.people[0]:
        raise TableError(
            "{game} needs {number} players to start.", game=table.game.title, number=table.game.people[0]
        )
    events = []
    for side in table.seating.sides:
        people = table.seating.side_people(side)
        if not people:
            raise TableError("Nobody is playing {side} yet.", side=table.game.side_title(side))
        for place, slot in enumerate(table.seating.free(side)):
            person = people[place % len(people)]
            events.append(sat(table.game, slot, person, at))
    return [*events, Event("start", at=at, key=key)]


def cancel(table: Table, act: Act) -> list[Event]:
    """The host or the challenged person cancels the table before the first action."""
    require_live(table)
    if act.id not in (table.header.host, table.header.opponent):
        raise TableError("Only the player who opened this table can cancel it.")
    if table.status == "playing":
        require_seat(table, act.person)
    if table.private or any(table.played.get(slot) for side in table.seating.sides for slot in side):
        raise TableError("The game has begun. You can give it up with `/table resign` instead.")
    declined = table.status == "lobby" and act.id == table.header.opponent
    name = plain(act.person.name)
    word = text.DECLINED if declined else text.CANCELLED
    return [act.event("close", text=word.format(name=name))]


def rematch(before: Table, game: AnyGame, rng: Random, at: int) -> Opening:
    """The rematch of a finished table, with the sides swapped; it starts at once, so nobody has to join.

    :raises OptionError: when the game no longer has the options of ``before``.
    """
    seating = _swapped_seating(before)
    host = next(person for _, person in seating if not computers.is_computer(person.id))
    address = Address(before.address.guild, before.address.home, channel=before.address.channel)
    options = game.read_options(options_in(before.header.options))
    rated = "people" if before.header.rated == "out" else before.header.rated
    blank = _blank(game, options, host, address, at, before.header.pace, rated, parent=before.id)
    return _seated(blank, host, seating, rng, at)


def _swapped_seating(table: Table) -> list[tuple[Seat, Person]]:
    """One slot for each person in the rematch, starting with the first slot's person.

    The sides swap if they fit. If one is too small, everybody moves up by one, so that the captain joins the
    crew and one of the crew becomes captain.
    """
    sides = table.seating.sides
    crews = [table.seating.side_people(side) for side in sides]
    turned = crews[-1:] + crews[:-1]
    if any(len(crew) > len(side) for crew, side in zip(turned, sides, strict=True)):
        order = [person for crew in crews for person in crew]
        order = order[1:] + order[:1]
        sizes = [len(crew) for crew in crews]
        turned = [tuple(order[sum(sizes[:place]) :][:size]) for place, size in enumerate(sizes)]
    return [pair for side, crew in zip(sides, turned, strict=True) for pair in zip(side, crew, strict=False)]


def begin(
    game: AnyGame,
    people: Sequence[Person],
    host: Person,
    address: Address,
    rng: Random,
    at: int,
    *,
    given: Mapping[str, str] | None = None,
    measure: pace.Pace,
    rated: str,
    key: str | None = None,
) -> Opening:
    """A game that starts at once with the ``given`` options and one of ``people`` on each side.

    ``host`` need not be one of them.

    :raises RulesError: when an option is wrong, or a computer among them can't play it.
    """
    require_computers(game, people)
    options = game.new_options(given or {})
    slots = [side[0] for side in game.sides(options)]
    blank = _blank(game, options, host, address, at, str(measure), rated)
    return _seated(blank, host, zip(slots, people, strict=True), rng, at, key)


def with_absences(begun: Opening, absent: Sequence[Event]) -> Opening:
    """A new table whose log also says who is away."""
    if not absent:
        return begun
    back = min(int(event.text) for event in absent)
    deadline = begun.header.deadline
    header = begun.header._replace(deadline=back if deadline is None else min(deadline, back))
    return Opening(header, (*begun.events, *absent))


def _blank(
    game: AnyGame,
    options: Options,
    host: Person,
    address: Address,
    at: int,
    measure: str,
    rated: str,
    opponent: int | None = None,
    parent: int | None = None,
) -> Table:
    header = Header(
        id=0,
        game=game.key,
        rules=game.rules,
        options=game.write_options(options),
        host=host.id,
        opponent=opponent,
        parent=parent,
        status="lobby",
        version=0,
        opened=at,
        touched=at,
        address=address,
        pace=measure,
        rated=rated if game.people[1] > 1 else "no",
    )
    return reducer.blank(header, game)


def _seated(
    blank: Table,
    host: Person,
    seating: Iterable[tuple[Seat, Person]],
    rng: Random,
    at: int,
    key: str | None = None,
) -> Opening:
    """A game of those who sit there, which starts at once."""
    sitting = (sat(blank.game, slot, person, at) for slot, person in seating)
    return _started(blank, (Act(host, at, key).event("open"), *sitting), rng, at)


def _started(blank: Table, events: tuple[Event, ...], rng: Random, at: int) -> Opening:
    started = start(reducer.after(blank, events), at)
    every, table = reducer.with_chance_events(blank, (*events, *started), rng, at)
    return Opening(blank.header._replace(status=table.status, deadline=timeouts.next_due(table)), every)
