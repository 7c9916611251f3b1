"""The rule book of Drown, Captain Crackers!, ``data/books/crackers.toml``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from bot.games.core import Seat
from bot.games.core.grid import grid

from .actions import CREW, RED, SEATS, parse
from .board import Layout, Station
from .rules import CrackersState, start
from .turns import Part
from .view import CrackersView

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
    sheet = Layout("drawn", squares, places["p"], places["c"], tuple(sorted(leaks)), rounds)
    red, yellow, blue = (crew.get(seat[0].upper(), sheet.pod) for seat in CREW)
    station = Station(sheet, path == "wade", tuple(sand), tuple(water), (red, yellow, blue))
    return CrackersState(station, rounds, round, SEATS.index(mover), done)


def position(
    drawing: str = "",
    mover: str = RED,
    done: Sequence[Part] = (),
    *,
    board: str = "",
    actions: Sequence[str] = (),
) -> CrackersView:
    """The public view of a drawn position, or of the start on a ``board``, after ``actions``."""
    if board:
        state = start({"board": board, "rounds": None, "path": "wade"})
    else:
        state = drawn(drawing, Seat(mover), tuple(done))
    for action in actions:
        (seat,) = state.to_act
        state = state.play(seat, parse(action))
    return state.view_for(None)


def page_for(view: CrackersView) -> str:
    """The rule book's page for the present phase."""
    return {"crew": "crew", "captain": "captain", "settle": "settling", "over": "end"}[view.phase]
