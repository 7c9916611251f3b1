"""Positions of Depth Charge, drawn as text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.games.core import Seat
from bot.games.depthcharge.actions import BOARD, SEATS, SOUTH
from bot.games.depthcharge.rules import DepthChargeState, Fleet
from bot.games.depthcharge.view import Terms
from bot.games.depthcharge.waters import HALVES, HARBOURS


def lake(drawing: str, mover: Seat = SOUTH, **terms: int | bool) -> Any:
    """The position of a drawing, in play: S and N boats, # islands, * live mines, x wrecks, . water.

    Ranks from 12 down; ranks that are left out at either end are water; boats that are not drawn are at home.
    The first line begins with its rank, such as ``9:``.
    """
    rows = drawing.strip().splitlines()
    top, rows[0] = int(rows[0].split(":")[0]), rows[0].split(":")[1]
    water = " ".join("." * 12)
    rows = [water] * (12 - top) + rows + [water] * (top - len(rows))
    cells = BOARD.from_diagram("\n".join(rows))
    fleets = []
    for seat, sign, facing in zip(SEATS, "SN", "ns", strict=True):

        def found(mark: str, half: frozenset[int] = HALVES[seat]) -> tuple[int, ...]:
            return tuple(sorted(square for square, cell in cells.items() if cell == mark and square in half))

        boat = next((square for square, cell in cells.items() if cell == sign), HARBOURS[seat])
        wrecks = found("x")
        fleet = Fleet(boat, "n" if facing == "n" else "s", found("#"), found("*") + wrecks, wrecks)
        fleets.append(fleet)
    count = max(len(fleet.mines or ()) for fleet in fleets)
    given = replace(Terms(mines=count), **terms)  # type: ignore[arg-type]
    return DepthChargeState(given, "play", (fleets[0], fleets[1]), mover)
