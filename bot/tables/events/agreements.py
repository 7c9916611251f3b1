"""Resignations, draws, rematches, and requests that others have to agree to, as events. Pure functions."""

from __future__ import annotations

from typing import Final

from bot.games.core import CHANCE, AnyState
from bot.people.computers import is_computer
from bot.people.kinds import Kind, kind_of
from bot.tables import text
from bot.tables.errors import MissingHistory, NotSeated, TableError
from bot.tables.model.agreements import Request
from bot.tables.model.pace import DAY
from bot.tables.model.seating import Person, names_of
from bot.tables.model.table import Table, Turn
from bot.tables.permissions import require_player, require_playing, require_seat
from data.store.records import Event

from . import opening
from .moves import Act

PAUSE_OVER_MS: Final = 7 * DAY
"""Milliseconds after the first request to resume for which somebody can hold it up."""


def resign(table: Table, act: Act) -> list[Event]:
    """Somebody resigns."""
    require_player(table, act.person)
    if act.id in table.agreements.resigning:
        raise TableError("You’ve already resigned. The rest of your side still has to agree.")
    return [act.event("resign")]


def offer_draw(table: Table, act: Act, *, accepting: bool = False) -> list[Event]:
    """Somebody offers a draw; with ``accepting``, it only accepts an existing offer."""
    require_player(table, act.person)
    if not table.game.drawable:
        raise TableError("You can’t agree to a draw in {game}.", game=table.game.title)
    if act.id in table.agreements.offering:
        raise TableError(
            "You’ve already offered a draw. Your opponent still has to answer, or you can withdraw it "
            "under **More**."
        )
    if accepting and not table.agreements.offering:
        raise TableError("That offer has expired. You can offer a draw yourself under **More**.")
    return [act.event("offer", text="draw")]


def decline_draw(table: Table, act: Act) -> list[Event]:
    """Somebody declines a draw, or withdraws their own offer."""
    require_player(table, act.person)
    if not table.agreements.offering:
        raise TableError("There’s no draw offer right now.")
    return [act.event("decline")]


def everybody_wants_rematch(table: Table) -> bool:
    """Whether all players have asked for a rematch."""
    return table.status == "over" and table.agreements.rematching >= {
        each.id for each in table.seating.deciding
    }


def rematch(table: Table, act: Act) -> list[Event]:
    """Somebody asks for a rematch."""
    if table.status != "over":
        raise TableError("You can ask for a rematch once the game is over.")
    require_seat(table, act.person)
    if table.private:
        raise TableError(
            "You get one attempt a day. Use `/{key} start` to play a game of your own.", key=table.game.key
        )
    if everybody_wants_rematch(table):
        return []
    if table.seating.crowds:
        raise TableError(
            "{name} can’t agree to a rematch. Start a new game instead.",
            name=names_of(table.seating.crowds),
        )
    if any(kind_of(each.id) is Kind.ERASED for each in table.seating.people):
        raise TableError(
            "One of the players is no longer around for a rematch. Start a new game with `/{key} start`.",
            key=table.game.key,
        )
    opening.require_computers(table.game, table.seating.people)
    if act.id in table.agreements.rematching:
        raise TableError("You’ve already asked for a rematch. The others have to press **Rematch** too.")
    return [act.event("rematch")]


def request_undo(table: Table, act: Act) -> list[Event]:
    """Somebody asks to undo their last action and everything after it."""
    require_player(table, act.person)
    return _ask(table, act, "undo", str(undo_target(table, act.person)))


def request_pause(table: Table, act: Act) -> list[Event]:
    """Somebody asks to pause the clock."""
    require_player(table, act.person)
    if table.timing.clock is None:
        raise TableError("This game has no time limit, so there’s nothing to pause. Take your time.")
    if table.timing.clock.paused:
        raise TableError("The clock is already paused.")
    return _ask(table, act, "pause", "")


def request_resume(table: Table, act: Act) -> list[Event]:
    """Somebody asks to resume the clock; a week after the first such request, nobody else has to agree."""
    require_player(table, act.person)
    if table.timing.clock is None or not table.timing.clock.paused:
        raise TableError("The clock isn’t paused.")
    if (alone := resumes_alone(table)) is not None and act.at >= alone:
        return [act.event("resume")]
    return _ask(table, act, "resume", "")


def resumes_alone(table: Table) -> int | None:
    """From when on anybody can resume without the others. Returns None as long as nobody has asked."""
    return table.agreements.resume_asked + PAUSE_OVER_MS if table.agreements.resume_asked else None


def pause_or_resume(table: Table, act: Act) -> list[Event]:
    """Somebody asks to pause the clock, or to resume it if it is paused."""
    paused = table.timing.paused
    return (request_resume if paused else request_pause)(table, act)


def offer_seat(table: Table, act: Act) -> list[Event]:
    """Somebody offers their seat to anybody, and keeps playing until it is taken."""
    require_player(table, act.person)
    _require_others(table)
    if act.id in table.seating.leaving:
        raise TableError(
            "You’re already looking for somebody to take over. They have to press **Take Over** on the card."
        )
    return [act.event("vacate")]


def _require_others(table: Table) -> None:
    """:raises TableError: when nobody else plays here who could wait for anything."""
    if table.seating.computers and len(table.seating.deciding) < 2:
        raise TableError(
            "You’re playing against the computer, so nobody is waiting for you. Use **Resign** under "
            "**More** instead."
        )
    if len(table.seating.deciding) < 2:
        raise TableError("Nobody is waiting for you here. To give up the game, use `/table resign`.")


def keep_seat(table: Table, act: Act) -> list[Event]:
    """Somebody keeps the seat that they had offered."""
    require_player(table, act.person)
    if act.id not in table.seating.leaving:
        raise TableError("You’re not looking for anybody to take over, so the seat is still yours.")
    return [act.event("stay")]


def take_over(table: Table, act: Act, *, whose: int | None = None) -> list[Event]:
    """Somebody asks for the seat of ``whose`` (None: of the first person who is leaving)."""
    require_playing(table)
    if act.id in table.seating:
        raise TableError(text.ALREADY_SEATED)
    leaving = [sitter for sitter in table.seating.seated if sitter.person.id in table.seating.leaving]
    slots = [sitter.slot for sitter in leaving if whose in (None, sitter.person.id)]
    if not slots:
        raise TableError("Nobody is leaving this table right now, but you’re welcome to watch.")
    own = {side for who, side in table.seating.left if who == act.id}
    if table.game.secrets and own - table.seating.sides_of(slots[:1]):
        raise TableError(
            "You’ve played the other side in this game, so you know its secrets. You’re welcome to watch."
        )
    return _ask(table, act, "seat", slots[0])


def let_computer_take_over(table: Table, act: Act, *, level: str, slot: str) -> list[Event]:
    """Somebody wants a computer to replace the one in ``slot``, who is leaving or ran out of time.

    The others at the table have to agree.
    """
    require_player(table, act.person)
    old = table.seating.person_at(slot)
    if old is None or not table.replaceable(slot):
        raise TableError(
            "That seat doesn’t need anybody new: its player is back, or has been given more time."
        )
    _require_others(table)
    asked = [
        ask
        for ask in table.agreements.requests
        if ask.kind == "seat" and table.seating.person_at(ask.text) == old
    ]
    # As in _ask: one that nobody is left to answer holds up nobody.
    if any(table.pending_answers(ask) for ask in asked):
        raise TableError(text.SEAT_ALREADY_WANTED)
    newcomer = opening.computer_for(table, level)
    events = [act._replace(person=newcomer).event("ask", text=f"seat {slot}")]
    ask = Request("seat", newcomer, table.version + 1, slot)
    if act.person in table.pending_answers(ask):
        events.append(Act(act.person, act.at).event("accept", text=str(ask.seq)))
        ask = ask.agreed_by(act.id)
    return [*events, *_follows(table, ask, act.at)]


def _ask(table: Table, act: Act, kind: str, about: str) -> list[Event]:
    for ask in table.agreements.requests:
        # A request with nobody left to answer it, because the others are leaving too, can be repeated.
        if (ask.kind, ask.text) == (kind, about) and table.pending_answers(ask):
            if ask.by.id == act.id:
                raise TableError("You’ve already asked. The others still have to answer on the card.")
            if act.id in table.seating:
                return accept(table, act, ask=ask.seq)
            raise TableError(text.SEAT_ALREADY_WANTED)
    ask = Request(kind, act.person, table.version + 1, about)
    event = act.event("ask", text=f"{kind} {about}".strip())
    return [event, *_follows(table, ask, act.at)]


def accept(table: Table, act: Act, *, ask: int) -> list[Event]:
    """Somebody agrees to the request with the number ``ask``."""
    found = _standing(table, act.person, ask)
    opening.require_computers(table.game, [found.by])
    agreed = act.event("accept", text=str(ask))
    return [agreed, *_follows(table, found.agreed_by(act.id), act.at)]


def decline(table: Table, act: Act, *, ask: int) -> list[Event]:
    """Somebody declines a request, or withdraws their own; those who want a computer to play, that one."""
    _standing(table, act.person, ask, own=True)
    return [act.event("decline", text=str(ask))]


def _standing(table: Table, person: Person, number: int, *, own: bool = False) -> Request:
    """The request with this number.

    :raises TableError: when it no longer exists, or ``person`` can't answer it.
    """
    require_playing(table)
    ask = next((each for each in table.agreements.requests if each.seq == number), None)
    if ask is None:
        raise TableError("That’s already been answered, or the game has moved on.")
    if own and (ask.by.id == person.id or (is_computer(ask.by.id) and person.id in ask.agreed)):
        return ask
    if person.id not in {each.id for each in table.pending_answers(ask)}:
        if person.id not in table.seating:
            raise NotSeated(text.NOT_PLAYING, table=table.id)
        if ask.by.id == person.id:
            raise TableError(
                "This is your own request. The others have to answer it, or you can withdraw it."
            )
        if person.id not in ask.agreed:
            raise TableError("You’re leaving this table, so the others decide who takes over.")
        raise TableError("You’ve already said yes. The others still have to answer.")
    return ask


def _follows(table: Table, ask: Request, at: int) -> list[Event]:
    """The events that carry out a request, once everybody has agreed; empty before."""
    if table.pending_answers(ask):
        return []
    match ask.kind:
        case "seat":
            old, new = table.seating.person_at(ask.text), ask.by
            slots = [each.slot for each in table.seating.seated if each.person == old]
            seated = [opening.sat(table.game, slot, new, at) for slot in slots]
            return [Act(new, at).event("substitute", seat=ask.text), *seated]
        case kind:
            return [Act(ask.by, at).event(kind, text=ask.text)]


def undo_target(table: Table, person: Person) -> int:
    """The version before the last action of ``person``.

    :raises TableError: when there is none, or something was revealed or committed since.
    :raises MissingHistory: when a lean table doesn't go back far enough.
    """
    own = [place for place, turn in enumerate(table.turns) if table.player_of(turn) == person.id]
    if not table.reaches(0) and (table.game.secrets or not own):
        raise MissingHistory
    if not own:
        raise TableError("You have nothing to undo yet.")
    since = table.turns[own[-1] :]
    if any(seal.seq == since[0].seq for seal in table.commitments):
        raise TableError("Secret placements are final, so you can’t undo this one.")
    if any(turn.seat == CHANCE for turn in since):
        raise TableError("Something random has happened since your last turn, so you can’t undo that turn.")
    if any(turn.before.announcement(turn.seat, turn.action) for turn in since) or _uncovered(table, own[-1]):
        raise TableError("Your last turn, or one since, has revealed a secret, so you can’t undo it.")
    return since[0].seq - 1


def _uncovered(table: Table, place: int) -> bool:
    """Whether the turns from ``place`` on have revealed a secret."""
    if not table.game.secrets or table.state is None:
        return False
    last: AnyState = table.state
    afterwards = [turn.before for turn in table.turns[place + 1 :]] + [last]
    old = [turn for turn in table.turns[:place] if _hidden(table.turns[place].before, turn)]
    new = [turn for turn, after in zip(table.turns[place:], afterwards, strict=True) if _hidden(after, turn)]
    return any(not _hidden(last, turn) for turn in old + new)


def _hidden(state: AnyState, turn: Turn) -> bool:
    return state.redacted(turn.seat, turn.action, None) != str(turn.action)
