"""What people end or ask for: resigning, draws, rematches; requests, which the others have to agree to.

Each gives the events that it adds to the log. Pure: time is an argument.
"""

from __future__ import annotations

from typing import Any

from bot.games.core import CHANCE, State
from bot.tables.errors import NotSeated, TableError
from bot.tables.model.table import Person, Request, Table, Turn
from data.store.records import Event

from .moves import require_playing, require_seat


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
        raise TableError(f"There is one attempt a day. `/{table.game.key} start` begins a game of your own.")
    if everybody_wants_rematch(table):
        return []
    if any(each.id < 0 for each in table.people):
        raise TableError(
            f"Somebody who played here can’t be asked any more. Start anew with `/{table.game.key} start`."
        )
    if person.id in table.rematching:
        raise TableError("You have asked already: the others have to press **Rematch** as well.")
    return [Event("rematch", person=person.id, name=person.name, at=at, key=key)]


def request_undo(table: Table, person: Person, at: int, key: str | None) -> list[Event]:
    """``person`` would take back the own last action, and what was played after it."""
    require_playing(table)
    require_seat(table, person)
    return _ask(table, person, "undo", str(undo_target(table, person)), at, key)


def request_pause(table: Table, person: Person, at: int, key: str | None) -> list[Event]:
    """``person`` would stop the clock."""
    require_playing(table)
    require_seat(table, person)
    if table.clock is None:
        raise TableError("This table has no clock: take your time, there is nothing to pause.")
    if table.clock.paused:
        raise TableError("The clock stands still already.")
    return _ask(table, person, "pause", "", at, key)


def request_resume(table: Table, person: Person, at: int, key: str | None) -> list[Event]:
    """``person`` would let the clock run again."""
    require_playing(table)
    require_seat(table, person)
    if table.clock is None or not table.clock.paused:
        raise TableError("The clock is not stopped.")
    return _ask(table, person, "resume", "", at, key)


def pause_or_resume(table: Table, person: Person, at: int, key: str | None) -> list[Event]:
    """``person`` would stop the clock, or let it run again where it stands."""
    paused = table.clock is not None and table.clock.paused
    return (request_resume if paused else request_pause)(table, person, at, key)


def offer_seat(table: Table, person: Person, at: int, key: str | None) -> list[Event]:
    """``person`` looks for somebody who takes over, and plays on until then."""
    require_playing(table)
    require_seat(table, person)
    if len(table.people) < 2:
        raise TableError("Nobody waits for you here: you can **Give Up** instead (under **More**).")
    if person.id in table.leaving:
        raise TableError("You have said so already: somebody has to press **Take Over** on the card.")
    return [Event("vacate", person=person.id, name=person.name, at=at, key=key)]


def keep_seat(table: Table, person: Person, at: int, key: str | None) -> list[Event]:
    """``person`` stays after all."""
    require_playing(table)
    if person.id not in table.leaving:
        raise TableError("You have not said that you would leave.")
    return [Event("stay", person=person.id, name=person.name, at=at, key=key)]


def take_over(
    table: Table, person: Person, at: int, key: str | None, *, whose: int | None = None
) -> list[Event]:
    """``person`` would sit down in the place of ``whose`` (None: the first who would leave)."""
    require_playing(table)
    if table.side_of(person.id) is not None:
        raise TableError("You sit at this table already.")
    leaving = [sitter for sitter in table.seated if sitter.person.id in table.leaving]
    slots = [sitter.slot for sitter in leaving if whose in (None, sitter.person.id)]
    if not slots:
        raise TableError("Nobody leaves this table now; you are welcome to watch.")
    return _ask(table, person, "seat", slots[0], at, key)


def _ask(table: Table, person: Person, kind: str, text: str, at: int, key: str | None) -> list[Event]:
    for ask in table.requests:
        # Where nobody is left to answer (all others leave, too), it can be asked again.
        if (ask.kind, ask.text) == (kind, text) and table.pending_answers(ask):
            if ask.by.id == person.id:
                raise TableError("You have asked already: the others have to answer on the card.")
            if table.side_of(person.id) is not None:
                return accept(table, person, at, key, ask=ask.seq)
            raise TableError("Somebody else has asked for this seat already.")
    ask = Request(kind, person, table.version + 1, text)
    event = Event("ask", person=person.id, name=person.name, text=f"{kind} {text}".strip(), at=at, key=key)
    return [event, *_follows(table, ask, at)]


def accept(table: Table, person: Person, at: int, key: str | None, *, ask: int) -> list[Event]:
    """``person`` agrees to what was asked at version ``ask``."""
    found = _standing(table, person, ask)
    agreed = Event("accept", person=person.id, name=person.name, text=str(ask), at=at, key=key)
    return [agreed, *_follows(table, found.agreed_by(person.id), at)]


def decline(table: Table, person: Person, at: int, key: str | None, *, ask: int) -> list[Event]:
    """``person`` does not agree, or whoever asked takes it back."""
    _standing(table, person, ask, own=True)
    return [Event("decline", person=person.id, name=person.name, text=str(ask), at=at, key=key)]


def _standing(table: Table, person: Person, number: int, *, own: bool = False) -> Request:
    """The request of this number, which ``person`` may answer.

    :raises TableError: when there is none any more, or it is not theirs to answer.
    """
    require_playing(table)
    ask = next((each for each in table.requests if each.seq == number), None)
    if ask is None:
        raise TableError("That was answered already, or the game has gone on since.")
    if own and ask.by.id == person.id:
        return ask
    if person.id not in {each.id for each in table.pending_answers(ask)}:
        if table.side_of(person.id) is None:
            raise NotSeated(f"You don’t play at table {table.id}; you are welcome to watch.")
        if ask.by.id == person.id:
            raise TableError("This is your own request: the others answer it, and **Decline** withdraws it.")
        if person.id not in ask.agreed:
            raise TableError("You’re leaving this table, so the others decide who takes over.")
        raise TableError("You’ve already agreed. The others still have to answer.")
    return ask


def _follows(table: Table, ask: Request, at: int) -> list[Event]:
    """What happens once everybody who was asked has agreed."""
    if table.pending_answers(ask):
        return []
    match ask.kind:
        case "seat":
            old, new = table.person_at(ask.text), ask.by
            slots = [each.slot for each in table.seated if each.person == old]
            seated = [Event("sit", slot, new.id, new.name, at=at) for slot in slots]
            return [Event("substitute", ask.text, new.id, new.name, at=at), *seated]
        case kind:
            return [Event(kind, person=ask.by.id, name=ask.by.name, text=ask.text, at=at)]


def undo_target(table: Table, person: Person) -> int:
    """The version before the last action of ``person``, to which the table may go back.

    :raises TableError: when there is none, or somebody has learned something since.
    """
    own = [place for place, turn in enumerate(table.turns) if table.player_of(turn) == person.id]
    if not own:
        raise TableError("You have played nothing yet that could be taken back.")
    since = table.turns[own[-1] :]
    if any(seal.seq == since[0].seq for seal in table.commitments):
        raise TableError("What was placed in secret is sealed: it can’t be taken back.")
    if any(turn.seat == CHANCE for turn in since):
        raise TableError("Chance has decided something since your last action: that can’t be taken back.")
    if any(turn.before.announcement(turn.seat, turn.action) for turn in since) or _uncovered(table, own[-1]):
        raise TableError(
            "Something that was secret has come out since your last action: that can’t be taken back."
        )
    return since[0].seq - 1


def _uncovered(table: Table, place: int) -> bool:
    """Whether a secret has come to light by the turns from ``place`` on, their own among them."""
    if not table.game.secrets or table.state is None:
        return False
    last: State[Any, Any] = table.state
    afterwards = [turn.before for turn in table.turns[place + 1 :]] + [last]
    old = [turn for turn in table.turns[:place] if _hidden(table.turns[place].before, turn)]
    new = [turn for turn, after in zip(table.turns[place:], afterwards, strict=True) if _hidden(after, turn)]
    return any(not _hidden(last, turn) for turn in old + new)


def _hidden(state: State[Any, Any], turn: Turn) -> bool:
    return state.redacted(turn.seat, turn.action, None) != str(turn.action)
