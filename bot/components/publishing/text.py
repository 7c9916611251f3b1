"""What notifications and posts say, and whom a change of a table notifies."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import replace
from itertools import chain
from typing import Final, TypeGuard

from bot.components.cards import text
from bot.components.interactions.card import Card, Style, table_control
from bot.languages import gettext, gettext_noop, labelled, listed
from bot.people.display_names import escape_markdown, safe
from bot.people.kinds import Kind, kind_of
from bot.tables.events import agreements
from bot.tables.jobs.retries import Outcome
from bot.tables.model.table import Table


def behind(table: Table, outcome: Outcome | None) -> str:
    """Why a table's card isn't up to date; ``outcome`` is what came of the last attempt, if it isn't done."""
    linked = text.linked(table)
    match outcome:
        case "unanswered":
            return gettext(
                "The card for {table} is out of date: Discord isn’t taking messages right now. It’ll be "
                "updated as soon as that works again.",
                table=linked,
            )
        case "failed":
            return gettext(
                "The card for {table} is out of date: something went wrong on the bot’s side. The bot "
                "keeps trying.",
                table=linked,
            )
    return gettext(
        "The card for {table} is out of date: the channel is gone, or the bot is missing a permission there.",
        table=linked,
    )


def direct_message(table: Table, person: int) -> str:
    """What a table wants of ``person``: which game, with whom, until when, and where it is."""
    where = _with_others(table, text.pointer(table), person)
    match table.status:
        case "lobby":
            name = next((each.name for each in table.seating.people if each.id == table.header.host), "")
            host = escape_markdown(name) if name else gettext("Somebody")
            said = gettext("{name} has challenged you to {table}.", name=host, table=text.pointer(table))
            lines = [said, text.time_limit(table)]
        case "playing":
            acts = table.acting_seat(person) is not None
            if acts:
                said = _turn(table, person, where)
            elif person not in table.seating and table.crowd is not None:
                said = gettext("It’s time to vote in {table}.", table=where)
            else:
                said = gettext("In {table}:", table=where)
            lines = [said, text.recovered(table)]
            lines += [text.deadlines(table, person) if acts else "", *_open_requests(table, person)]
        case "closed" | "frozen":
            lines = [labelled(_with_others(table, text.title(table), person), safe(table.word))]
        case _ if offer := _rematch_offer(table, person):
            lines = [gettext("In {table}:", table=where), offer]
        case _:
            over = gettext("The game is over in {table}.", table=where)
            lines = [f"{over} {safe(text.ending(table))}"]
    return "\n".join(line for line in lines if line)


def _with_others(table: Table, called: str, person: int) -> str:
    others = [escape_markdown(each.called) for each in table.seating.people if each.id != person]
    return text.with_others(called, listed(others))


def _turn(table: Table, person: int, where: str) -> str:
    """That it is somebody's turn, or how much of their time is gone, as long as they have some left."""
    if table.seating.side_number(person) not in table.timing.flagged:
        if (person, "end") in table.timing.reminded:
            return gettext("Your time is almost up in {table}.", table=where)
        if (person, "half") in table.timing.reminded:
            return gettext("Half your time is gone in {table}.", table=where)
    return gettext("It’s your turn in {table}.", table=where)


def _open_requests(table: Table, person: int) -> list[str]:
    """The requests that ``person`` has to answer, what others declined, and who came and would go."""
    lines = text.taken_over(table.agreements.taken_over)
    lines += [text.declined(answer) for answer in table.agreements.declined if answer.by == person]
    if person not in table.seating.leaving:
        lines.append(text.leaving(table))
    lines += [
        text.request(table, ask)
        for ask in table.agreements.requests
        if any(asked.id == person for asked in table.pending_answers(ask))
    ]
    if table.agreements.offering and person not in table.agreements.offering:
        lines.append(text.offer(table))
    if person in table.still_to_resign(table.agreements.resigning):
        lines.append(text.resignation(table))
    if any(each.id == person for each in table.claimants) and table.acting_seat(person) is None:
        lines.append(text.deadlines(table, person))
    return lines


def asked_line(before: Table | None, table: Table) -> Card:
    """A line for people with something new to answer, and for those who have taken over or were replaced."""
    if not _goes_on(before, table):
        return NO_LINE
    asked, earlier, humans = table.agreements, before.agreements, table.seating.humans
    said, people = list[str](), list[int]()
    if came := [pair for pair in asked.taken_over if pair not in earlier.taken_over]:
        said += text.taken_over(came)
        people += chain.from_iterable(came)
    for ask in asked.requests:
        if ask.seq > before.version:
            said.append(text.request(table, ask))
            people += [person.id for person in table.pending_answers(ask)]
    if table.timing.flagged - before.timing.flagged:
        said.append(text.deadlines(table))
        people += [person.id for person in table.claimants]
    if asked.offering - earlier.offering:
        said.append(text.offer(table))
        people += [person.id for person in humans if person.id not in asked.offering]
    if new := asked.resigning - earlier.resigning:
        said.append(text.resignation(table))
        people += sorted(table.still_to_resign(new))
    if table.seating.leaving - before.seating.leaving:
        said.append(text.leaving(table))
        people += [person.id for person in humans if person.id not in table.seating.leaving]
    return Card("\n".join(filter(None, said)), pings=tuple(dict.fromkeys(people)))


def can_go_on(before: Table | None, table: Table) -> tuple[int, ...]:
    """The people who can move since others agreed to what they wanted: a seat, or the clock to run again.

    If one player was enough for that, all who can move.
    """
    if before is None:
        return ()
    asks = [ask for ask in before.agreements.requests if ask.kind in ("seat", "resume")]
    wanted = {person for ask in asks for person in (ask.by.id, *ask.agreed)}
    if (
        (alone := agreements.resumes_alone(table))
        and table.timing.clock is not None
        and table.timing.clock.since >= alone
    ):
        # The others may not have agreed.
        wanted |= _able_to_move(table)
    return tuple(sorted(wanted & _able_to_move(table) - _able_to_move(before)))


def _able_to_move(table: Table) -> set[int]:
    paused = table.timing.paused
    return set() if paused else {person.id for person in table.awaited if person in table.seating.humans}


def still_concerns(table: Table, person: int) -> bool:
    """Whether a table waits for ``person``, or isn't being played and they haven't asked for a rematch."""
    if table.status != "playing":
        return person not in table.agreements.rematching
    return person in table.has_to_answer or any(
        each.id == person for each in (*table.awaited, *table.claimants)
    )


# Lines below a card

NO_LINE: Final = Card("")


def _goes_on(before: Table | None, table: Table) -> TypeGuard[Table]:
    """Whether the table was and is being played."""
    return before is not None and before.status == table.status == "playing"


def turn_line(table: Table, people: tuple[int, ...]) -> Card:
    """A line for people whose turn it is, or who may vote on it."""
    tell = text.time_to_vote if table.crowd is not None else text.your_turn
    return Card(tell(map(text.mention, people)), pings=people) if people else NO_LINE


def fallback_line(table: Table, person: int) -> Card:
    """A line at the table for somebody whom no direct message reached; empty where the card says it all."""
    match table.status:
        case "lobby":
            said = gettext_noop("{name}, you’ve been challenged.")
        case "playing":
            seated = person in table.seating or table.agreements.replaced(person)
            asked = seated and all(each.id != person for each in table.awaited)
            said = "\n".join(filter(None, _open_requests(table, person))) if asked else ""
            return Card(said, pings=(person,)) if asked else turn_line(table, (person,))
        case "over" if offer := _rematch_offer(table, person):
            return Card(offer, pings=(person,))
        case "over":
            said = gettext_noop("{name}, the game is over.")
        case _:
            return NO_LINE
    return Card(gettext(said, name=text.mention(person)), pings=(person,))


def reminder_line(before: Table | None, table: Table) -> Card:
    """A line for people who are reminded of their deadline."""
    if not _goes_on(before, table):
        return NO_LINE
    if not (reminded := dict(sorted(table.timing.reminded - before.timing.reminded))):
        return NO_LINE
    new = {person.id: reminded[person.id] for person in table.awaited if person.id in reminded}
    if not new:
        return NO_LINE
    said = (
        text.said_of("{people}, your time is almost up.", "{people}, your time is almost up.", new)
        if "end" in new.values()
        else text.said_of("{people}, half your time is gone.", "{people}, half your time is gone.", new)
    )
    return Card(f"{said} {text.deadlines(table)}", pings=tuple(new))


def declined_line(before: Table | None, table: Table, answering: Container[tuple[int, int]]) -> Card:
    """A line for people whose request or offer was declined, unless their press tells (``answering``)."""
    if not _goes_on(before, table):
        return NO_LINE
    new = [
        answer
        for answer in table.agreements.declined
        if answer.seq > before.version and not (answer.kind == "draw" and (table.id, answer.by) in answering)
    ]
    people = dict.fromkeys(each.by for each in new if kind_of(each.by) is Kind.PERSON)
    return Card("\n".join(map(text.declined, new)), pings=tuple(people))


def rematch_line(before: Table | None, table: Table) -> Card:
    """A line for people whom others have newly asked for a rematch."""
    if (
        before is None
        or before.status != "over"
        or table.agreements.rematching == before.agreements.rematching
    ):
        return NO_LINE
    missing = _still_asked(table)
    again = table_control(table, "rematch", gettext("Rematch"), style=Style.primary)
    return Card(_rematch_offer(table, *missing), rows=((again,),), pings=missing) if missing else NO_LINE


def _still_asked(table: Table) -> tuple[int, ...]:
    """The people whom others have asked for a rematch."""
    return tuple(
        each.id
        for each in table.seating.humans
        if table.agreements.rematching and each.id not in table.agreements.rematching
    )


def _rematch_offer(table: Table, *people: int) -> str:
    """What ``people`` are told of a rematch; empty unless they have been asked for one."""
    if not set(people) <= set(_still_asked(table)):
        return ""
    asked = text.said_of(
        "{people}, press **Rematch** if you’re in.",
        "{people}, press **Rematch** if you’re in.",
        people,
    )
    return f"{text.rematch(table)} {asked}"


def joined(*lines: Card) -> Card:
    """The lines as one, since a table has one at a time."""
    said, rows = (line.heading for line in lines if line.heading), (line.rows for line in lines)
    return Card("\n".join(said), rows=tuple(chain.from_iterable(rows)), pings=_pings(lines))


def also_for(card: Card, *lines: Card) -> Card:
    """``card``, notifying also the people of ``lines``."""
    pings = _pings([card, *lines])
    return card if pings == card.pings else replace(card, pings=pings)


def _pings(cards: Iterable[Card]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(person for card in cards for person in card.pings))


def outdated(before: Table | None, table: Table) -> bool:
    """Whether an older line may name a deadline that no longer holds, or what has been answered since."""
    return (
        before is None
        or text.deadlines(before) != text.deadlines(table)
        or before.agreements.rematching != table.agreements.rematching
        or bool(_open(before) - _open(table))
    )


def _open(table: Table) -> set[object]:
    """All that people have asked for at a table and nobody has answered."""
    asked = table.agreements
    people = {"draw": asked.offering, "resign": asked.resigning, "leave": table.seating.leaving}
    pairs = ((kind, person) for kind, those in people.items() for person in those)
    return {*(ask.seq for ask in asked.requests), *pairs}


def unmoved(before: Table | None, table: Table) -> bool:
    """Whether the position of a table in play is still that of ``before``, whoever is to move there now."""
    return (
        _goes_on(before, table)
        and table.undone_to <= before.version
        and not any(turn.seq > before.version for turn in table.turns[-1:])
    )
