"""What people do at a table, each as the events that it adds to the log. Pure: time is an argument."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, Final

from bot.games.core import CHANCE, Game, IllegalAction, NotationError, Placement, RulesError, Seat, normalize
from bot.games.plurals import listed
from bot.tables.errors import NotSeated, NotStarted, NotYourTurn, Stale, TableError, TableOver
from bot.tables.model.table import Person, Table
from bot.tables.people.display_names import escape_markdown, plain
from data.store.records import Event

LOG: Final = logging.getLogger(__name__)


def names(people: Sequence[Person]) -> str:
    """People's names in a sentence."""
    return listed([escape_markdown(person.name) for person in people])


def require_challenge(game: Game[Any, Any], host: Person, opponent: Person) -> None:
    """:raises TableError: when ``host`` can't challenge ``opponent`` to ``game``."""
    if game.people[1] < 2:
        raise TableError(f"{game.title} is played alone: leave the opponent out.")
    if opponent.id == host.id:
        raise TableError("You can’t challenge yourself: choose another member, or leave the opponent out.")


def require_live(table: Table) -> None:
    """:raises Finished: when the table is over."""
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


def join(table: Table, person: Person, slot: Seat | None, at: int, key: str | None) -> list[Event]:
    """``person`` sits down."""
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
            return [Event("sit", free[0], person.id, person.name, at=at, key=key)]
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


def play(
    table: Table, person: Person, text: str, version: int | None, at: int, key: str | None
) -> list[Event]:
    """One action of the game."""
    seat = require_turn(table, person)
    require_fresh(table, seat, version)
    assert table.state is not None
    legal = table.legal(seat)
    action = _read(table, placement_text(legal, text) if isinstance(legal, Placement) else normalize(text))
    table.state.play(seat, action)
    return [Event("play", seat, person.id, person.name, str(action), at, key)]


def _read(table: Table, text: str) -> Any:
    """The action that ``text`` writes.

    :raises NotationError: when it writes none.
    """
    try:
        return table.game.parse(text)
    except RulesError:
        raise
    except Exception as fault:
        # What somebody typed says nothing of the table: it stays in play.
        # It may hold a secret, too, and stays out of the log.
        LOG.exception("%s could not read a text of %d characters", table.game.key, len(text))
        raise NotationError("That can’t be read as an action. Choose one from the list.") from fault


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


def resign(table: Table, person: Person, at: int, key: str | None) -> list[Event]:
    """``person`` gives up."""
    require_playing(table)
    require_seat(table, person)
    if person.id in table.resigning:
        raise TableError("You have said so already: the rest of your side has to agree.")
    return [Event("resign", person=person.id, name=person.name, at=at, key=key)]


def offer_draw(
    table: Table, person: Person, at: int, key: str | None, *, accepting: bool = False
) -> list[Event]:
    """``person`` would take a draw; ``accepting``, only one that somebody else offers."""
    require_playing(table)
    require_seat(table, person)
    if not table.game.drawable:
        raise TableError(f"{table.game.title} can’t be drawn by agreement.")
    if person.id in table.offering:
        raise TableError("Your offer stands already: the other side has to answer.")
    if accepting and not table.offering:
        raise TableError("That offer no longer stands. You can offer a draw yourself (under **More**).")
    return [Event("offer", person=person.id, name=person.name, text="draw", at=at, key=key)]


def decline_draw(table: Table, person: Person, at: int, key: str | None) -> list[Event]:
    """``person`` turns a draw down."""
    require_playing(table)
    require_seat(table, person)
    if not table.offering - {person.id}:
        raise TableError("There is no offer to decline.")
    return [Event("decline", person=person.id, name=person.name, at=at, key=key)]


def everybody_wants_rematch(table: Table) -> bool:
    """Whether everybody has asked for a rematch."""
    return table.status == "over" and table.rematching >= {each.id for each in table.people}


def rematch(table: Table, person: Person, at: int, key: str | None) -> list[Event]:
    """``person`` wants to play again."""
    if table.status != "over":
        raise TableError("A rematch can be asked for once the game is over.")
    require_seat(table, person)
    if table.private:
        raise TableError("There is one attempt a day. `/curse start` begins a game of your own.")
    if everybody_wants_rematch(table):
        return []
    if any(each.id < 0 for each in table.people):
        raise TableError(
            f"Somebody who played here can’t be asked any more. Start anew with `/{table.game.key} start`."
        )
    if person.id in table.rematching:
        raise TableError("You have asked already: the others have to press **Rematch** as well.")
    return [Event("rematch", person=person.id, name=person.name, at=at, key=key)]


def swapped_seating(table: Table) -> list[tuple[Seat, Person]]:
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


def placement_text(legal: Placement, typed: str) -> str:
    """A placement's action from squares typed with or without its verb; the rules say what is wrong."""
    words = normalize(typed).split()
    squares = bool(words) and any(letter.isdigit() for letter in words[0])
    return " ".join((legal.verb, *words)) if squares else " ".join(words)
