"""Letters: the short direct messages that tell somebody of a table. Pure."""

from __future__ import annotations

from bot.components.cards import table_text, time_text
from bot.games.plurals import listed
from bot.tables.model.table import Table
from bot.tables.people.display_names import escape_markdown


def letter(table: Table, person: int) -> str:
    """What a table wants of ``person``: which game, with whom, how long they have, and where it is."""
    match table.status:
        case "lobby":
            host = next((each.name for each in table.people if each.id == table.header.host), "Somebody")
            lines = [
                f"{escape_markdown(host)} challenges you: {table_text.pointer(table)}.",
                time_text.table_pace(table),
            ]
        case "playing":
            where = f"{table_text.pointer(table)}{_company(table, person)}"
            asked = _asked(table, person)
            acts = table.acting_seat(person) is not None
            first = f"{_call(table, person)} {where}." if acts else f"At {where}:"
            lines = [first, table_text.mended(table), time_text.deadlines(table) if acts else "", *asked]
        case "closed" | "void":
            lines = [f"{table_text.title(table)}{_company(table, person)}: {table_text.safe(table.word)}"]
        case _:
            where = f"{table_text.pointer(table)}{_company(table, person)}"
            lines = [f"The game is over: {where}. {table_text.safe(table_text.ending(table))}"]
    return "\n".join(line for line in lines if line)


def _company(table: Table, person: int) -> str:
    others = [escape_markdown(each.name) for each in table.people if each.id != person]
    return f", with {listed(others)}" if others else ""


def _call(table: Table, person: int) -> str:
    """What somebody who is to act is told: once reminded, how much of the time is gone."""
    if (person, "end") in table.reminded:
        return "Your time is nearly over at"
    return "Half of your time is over at" if (person, "half") in table.reminded else "It is your turn at"


def _asked(table: Table, person: int) -> list[str]:
    """What others want an answer to, and what they have turned down."""
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
