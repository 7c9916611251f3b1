"""Who is to be told of what has changed between two versions of a table, beside whose turn it is. Pure."""

from __future__ import annotations

from dataclasses import replace

from bot.components.cards import time_text
from bot.components.interactions.card import Card
from bot.games.plurals import listed
from bot.tables.model.table import Table


def asked(before: Table | None, table: Table) -> tuple[int, ...]:
    """The people with something new to answer: a request, a draw, a resignation, a deadline that passed."""
    if before is None or before.status != "playing" or table.status != "playing":
        return ()
    found: dict[int, None] = {}
    for ask in table.requests:
        if ask.seq > before.version:
            found |= dict.fromkeys(person.id for person in table.pending_answers(ask))
    if table.flagged - before.flagged:
        late = {person.id for side in table.flagged for person in table.side_people(table.sides[side])}
        found |= dict.fromkeys(person.id for person in table.people if person.id not in late)
    if table.offering - before.offering:
        found |= dict.fromkeys(person.id for person in table.people if person.id not in table.offering)
    if table.resigning - before.resigning:
        found |= dict.fromkeys(sorted(table.still_to_resign(table.resigning - before.resigning)))
    return tuple(found)


def turn(card: Card, asked: tuple[int, ...]) -> Card:
    """A line for those whom ``card`` is to notify where it takes the place of an older one."""
    who = listed([f"<@{person}>" for person in card.pings])
    return Card(f"{who}: {'you are asked something' if asked else 'your turn'}.", pings=card.pings)


def concerns(table: Table, person: int) -> bool:
    """Whether a table waits for ``person`` now, or is past waiting for anybody."""
    if table.status != "playing":
        return True
    awaited = any(each.id == person for each in table.awaited)
    return awaited or any(each.id == person for ask in table.requests for each in table.pending_answers(ask))


def called_here(table: Table, person: int) -> Card | None:
    """A line at the table for somebody whom no direct message reached; None where its card says it all."""
    if table.status == "lobby":
        what = "you’re challenged"
    elif table.status == "playing":
        what = "your turn" if any(each.id == person for each in table.awaited) else "you’re asked something"
    elif table.status == "over":
        what = "the game is over"
    else:
        return None
    return Card(f"<@{person}>: {what}.", pings=(person,))


def reminder(before: Table | None, table: Table) -> Card | None:
    """A line for those whose time goes by; an edit of the card would tell nobody."""
    if before is None or before.status != "playing" or table.status != "playing":
        return None
    awaited = {person.id for person in table.awaited}
    new = {person: kind for person, kind in table.reminded - before.reminded if person in awaited}
    if not new:
        return None
    who = listed([f"<@{person}>" for person in new])
    what = "your time is nearly over" if "end" in new.values() else "half of your time is over"
    return Card(f"{who}: {what}. {time_text.deadlines(table)}", pings=tuple(new))


def declined(before: Table | None, table: Table) -> Card | None:
    """A line for those who asked or offered something that another has turned down."""
    if before is None or before.status != "playing" or table.status != "playing":
        return None
    new = [said for said in table.declined if said.seq > before.version]
    if not new:
        return None
    lines = "\n".join(time_text.declined(said) for said in new)
    return Card(lines, pings=tuple(dict.fromkeys(said.by for said in new)))


def called(card: Card, *lines: Card | None) -> Card:
    """``card`` for those as well who are told by it what ``lines`` would say."""
    more = [person for line in lines if line is not None for person in line.pings]
    return replace(card, pings=tuple(dict.fromkeys((*card.pings, *more))))


def together(*lines: Card | None) -> Card | None:
    """Lines as one: a table has one at a time."""
    found = [line for line in lines if line is not None]
    if not found:
        return None
    pings = dict.fromkeys(person for line in found for person in line.pings)
    return Card("\n".join(line.heading for line in found), pings=tuple(pings))


def carried(card: Card, line: Card | None) -> Card:
    """A new card that brings what ``line`` would say below an older one."""
    if line is None:
        return card
    pings = tuple(dict.fromkeys((*card.pings, *line.pings)))
    return replace(card, lines=(*card.lines, line.heading), pings=pings)


def outdated(before: Table | None, table: Table) -> bool:
    """Whether a line of before tells of a deadline that is none any more."""
    return before is None or time_text.deadlines(before) != time_text.deadlines(table)
