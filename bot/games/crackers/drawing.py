"""Positions drawn as text, in the signs of :func:`.text.text`, for the rule book and tests."""

from __future__ import annotations

import re
from typing import Final

from bot.games.core import Seat
from bot.games.core.grid import grid

from .actions import CREW, RED, SEATS
from .layout import Layout
from .rules import CrackersState
from .station import Station
from .turns import Part

CELL: Final = re.compile(r"(?P<place>[pc!])?(?P<sand>\d)?(?:~(?P<water>\d+))?\.?(?P<crew>[RYB]*)")


def drawn(
    diagram: str,
    mover: Seat = RED,
    done: tuple[Part, ...] = (),
    *,
    rounds: int = 60,
    round: int = 1,  # noqa: A002
    path: str = "wade",
) -> CrackersState:
    """The position drawn by ``diagram``: a line for each row, cells separated by blanks.

    A cell is a place (p pod, c control room, ! leak), sandbags, ~ and water, and the crew's letters; a dot
    if it has none of these. Crew members who are not drawn are on the pod.
    """
    rows = [line.split() for line in diagram.strip().splitlines()]
    squares = grid(len(rows[0]), len(rows))
    cells = squares.from_diagram(diagram)
    sand, water, leaks = [0] * len(cells), [0] * len(cells), []
    places: dict[str, int] = {}
    crew: dict[str, int] = {}
    for square, cell in cells.items():
        found = CELL.fullmatch(cell)
        if found is None:
            raise ValueError(f"“{cell}” isn’t a cell of a station")
        sand[square], water[square] = int(found["sand"] or 0), int(found["water"] or 0)
        if found["place"] == "!":
            leaks.append(square)
        elif found["place"]:
            places[found["place"]] = square
        crew.update(dict.fromkeys(found["crew"], square))
    sheet = Layout(
        "drawn", squares.columns, squares.rows, places["p"], places["c"], tuple(sorted(leaks)), rounds, rounds
    )
    red, yellow, blue = (crew.get(seat[0].upper(), sheet.pod) for seat in CREW)
    station = Station(sheet, path == "wade", tuple(sand), tuple(water), (red, yellow, blue))
    return CrackersState(station, rounds, round, SEATS.index(mover), done)
