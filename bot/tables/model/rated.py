"""Whether a game may be rated, by what its host chose and what has happened at its table. Pure."""

from __future__ import annotations

from bot.people import computers

from .table import Table


def may_be_rated(table: Table) -> bool:
    """Whether the game will be rated, as far as that can be said by now."""
    return (
        _choice_allows(table) and len(table.seating.sides) == 2 and not _helped(table) and not _mixed(table)
    )


def _choice_allows(table: Table) -> bool:
    chosen = table.header.rated
    return chosen == "yes" or (chosen == "people" and not table.seating.computers)


def _mixed(table: Table) -> bool:
    """Whether people and computers play on the same side."""
    sides = map(table.seating.side_people, table.seating.sides)
    return any(len({computers.is_computer(person.id) for person in side}) > 1 for side in sides)


def _helped(table: Table) -> bool:
    """Whether something happened that a rated game doesn't have."""
    return bool(table.undone_to) or table.seating.taken_over or bool(table.hints)
