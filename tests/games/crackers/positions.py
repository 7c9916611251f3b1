"""Positions of Crackers played on in notation, and read back as diagrams."""

from __future__ import annotations

from bot.games.crackers.rules import CrackersState
from bot.games.crackers.text import text


def board(state: CrackersState) -> str:
    """The cells that ``text`` shows, without coordinates."""
    rows = text(state.view_for(None)).splitlines()[1 : state.station.layout.grid.rows + 1]
    return "\n".join(" ".join(row.split()[1:-1]) for row in rows)


def cells(diagram: str) -> str:
    return "\n".join(" ".join(line.split()) for line in diagram.strip().splitlines())


CALM = """
c   .   .   .
!   .   2   .
.   .   .   .
.   .   !   p
"""
"""A small dry station with two leaks and one stack of sandbags."""
DUNK = """
c   .   .   .   .
2   Y   .   .   .
!~2 2B  .   .   .
2   .   .   .   pR
"""
"""Blue can take the sandbag that holds the water back."""
