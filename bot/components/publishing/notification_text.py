"""What a notification says, and whom a change of a table notifies. Pure."""

from __future__ import annotations

from dataclasses import replace

from bot.components.cards import table_text, time_text
from bot.components.interactions.card import Card
from bot.games.plurals import listed
from bot.tables.model.table import Table
from bot.tables.people.display_names import escape_markdown


def direct_message(table: Table, person: int) -> str:
    """What a table wants of ``person``: which game, with whom, how long they have, and where it is."""
    match table.status:
        case "lobby":
            host = next((each.name for each in table.people if each.id == table.header.host), "Somebody")
            lines = [
                f"{escape_markdown(host)} challenges you: {table_text.pointer(table)}.",
                time_text.table_pace(table),
            ]
        case "playing":
            where = f"{table_text.pointer(table)}{_others(table, person)}"
            asked = _open_requests(table, person)
            acts = table.acting_seat(person) is not None
            first = f"{_why(table, person)} {where}." if acts else f"At {where}:"
            lines = [first, table_text.mended(table), time_text.deadlines(table) if acts else "", *asked]
        case "closed" | "frozen":
            lines = [f"{table_text.title(table)}{_others(table, person)}: {table_text.safe(table.word)}"]
        case _:
            where = f"{table_text.pointer(table)}{_others(table, person)}"
            lines = [f"The game is over: {where}. {table_text.safe(table_text.ending(table))}"]
    return "\n".join(line for line in lines if line)


def _others(table: Table, person: int) -> str:
    others = [escape_markdown(each.name) for each in table.people if each.id != person]
    return f", with {listed(others)}" if others else ""


def _why(table: Table, person: int) -> str:
    """Why somebody who is to act is told: their turn, or how much of their time is gone."""
    if (person, "end") in table.reminded:
        return "Your time is nearly over at"
    return "Half of your time is over at" if (person, "half") in table.reminded else "It is your turn at"


def _open_requests(table: Table, person: int) -> list[str]:
    """The requests that ``person`` has to answer, and what others declined."""
    lines = [time_text.declined(said) for said in table.declined if said.by == person]
    lines += [
        time_text.request(table, ask)
        for ask in table.requests
        if any(asked.id == person for asked in table.pending_answers(ask))
    ]
    if table.offering and person not in table.offering:
        lines.append(table_text.offer(table))
    if person in table.still_to_resign(table.resigning):
        lines.append(table_text.resignation(table))
    late = {late.id for side in table.flagged for late in table.side_people(table.sides[side])}
    if table.flagged and person not in late and table.acting_seat(person) is None:
        lines.append(time_text.deadlines(table))
    return lines


def newly_asked(before: Table | None, table: Table) -> tuple[int, ...]:
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


def turn_line(card: Card, asked: tuple[int, ...]) -> Card:
    """A line that tells those whom ``card`` notifies of their turn, where the card was edited."""
    who = listed([f"<@{person}>" for person in card.pings])
    return Card(f"{who}: {'you are asked something' if asked else 'your turn'}.", pings=card.pings)


def still_concerns(table: Table, person: int) -> bool:
    """Whether a table waits for ``person`` now, or isn't being played."""
    if table.status != "playing":
        return True
    awaited = any(each.id == person for each in table.awaited)
    return awaited or any(each.id == person for ask in table.requests for each in table.pending_answers(ask))


def fallback_line(table: Table, person: int) -> Card | None:
    """A line at the table for somebody whom no direct message reached; None where the card says it all."""
    if table.status == "lobby":
        what = "you’re challenged"
    elif table.status == "playing":
        what = "your turn" if any(each.id == person for each in table.awaited) else "you’re asked something"
    elif table.status == "over":
        what = "the game is over"
    else:
        return None
    return Card(f"<@{person}>: {what}.", pings=(person,))


def reminder_line(before: Table | None, table: Table) -> Card | None:
    """A line for those who are reminded of their deadline; an edited card notifies nobody."""
    if before is None or before.status != "playing" or table.status != "playing":
        return None
    awaited = {person.id for person in table.awaited}
    new = {person: kind for person, kind in table.reminded - before.reminded if person in awaited}
    if not new:
        return None
    who = listed([f"<@{person}>" for person in new])
    what = "your time is nearly over" if "end" in new.values() else "half of your time is over"
    return Card(f"{who}: {what}. {time_text.deadlines(table)}", pings=tuple(new))


def declined_line(before: Table | None, table: Table) -> Card | None:
    """A line for those who asked or offered something that another has turned down."""
    if before is None or before.status != "playing" or table.status != "playing":
        return None
    new = [said for said in table.declined if said.seq > before.version]
    if not new:
        return None
    lines = "\n".join(time_text.declined(said) for said in new)
    return Card(lines, pings=tuple(dict.fromkeys(said.by for said in new)))


def also_for(card: Card, *lines: Card | None) -> Card:
    """``card``, notifying also the people of ``lines``."""
    more = [person for line in lines if line is not None for person in line.pings]
    return replace(card, pings=tuple(dict.fromkeys((*card.pings, *more))))


def joined(*lines: Card | None) -> Card | None:
    """The lines as one, since a table has one at a time; None without any."""
    found = [line for line in lines if line is not None]
    if not found:
        return None
    pings = dict.fromkeys(person for line in found for person in line.pings)
    return Card("\n".join(line.heading for line in found), pings=tuple(pings))


def with_line(card: Card, line: Card | None) -> Card:
    """``card`` with ``line`` as its last paragraph, notifying its people, too."""
    if line is None:
        return card
    pings = tuple(dict.fromkeys((*card.pings, *line.pings)))
    return replace(card, lines=(*card.lines, line.heading), pings=pings)


def deadlines_changed(before: Table | None, table: Table) -> bool:
    """Whether an older line may name a deadline that no longer holds."""
    return before is None or time_text.deadlines(before) != time_text.deadlines(table)
