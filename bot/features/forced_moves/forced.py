"""Forced moves: where somebody has only one, it is played by itself if they want that. Pure functions."""

from __future__ import annotations

from bot.games.core import Placement
from bot.tables.model.table import Person, Table


def only_moves(table: Table) -> tuple[tuple[Person, str], ...]:
    """The people who have just one legal move now, each with that move.

    A move that was undone isn't forced again before somebody has played, and nobody's open question is
    answered by a move. In a game with secrets, a move that comes at once would tell that it's the only one.
    """
    if table.status != "playing" or table.game.secrets or (table.clock is not None and table.clock.paused):
        return ()
    if table.undone_to > (table.turns[-1].seq if table.turns else 0):
        return ()
    found = []
    for seat in table.acting:
        person, legal = table.holder(seat), table.legal(seat)
        if person is None or person not in table.humans or person.id in table.has_to_answer | table.resigning:
            continue
        if not isinstance(legal, Placement) and len(legal) == 1:
            found.append((person, str(legal[0])))
    return tuple(found)
