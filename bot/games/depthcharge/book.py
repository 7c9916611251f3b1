"""Depth Charge's rule book, ``data/books/depthcharge.toml``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.games.core import Seat, read_book

from .actions import BOARD, NORTH, SEATS, SOUTH
from .sonar import report
from .view import Deed, DepthChargeView, Heard, Kind, Proof, Report, Side, Terms
from .waters import HALVES


def position(
    south: str = "a1",
    north: str = "l12",
    *,
    mines: str = "",
    islands: str = "",
    wrecks: str = "",
    missed: str = "",
    deed: tuple[Kind, str, Heard] | None = None,
    sunk: bool = False,
    proof: Mapping[str, Sequence[str]] | None = None,
) -> DepthChargeView:
    """A position in which south is the reader: squares by name, each half's mines and islands its owner's.

    ``deed`` is south's last turn: kind, squares, result; the mines answer a ``ping``.
    """
    last = None
    reports: tuple[Report, ...] = ()
    if deed is not None:
        kind, squares, heard = deed
        last = Deed(SOUTH, kind, tuple(squares.split()), heard)
        if heard == "ping":
            hidden = [mine for mine in _read(mines) if mine in HALVES[NORTH]]
            times = report(BOARD.read(squares), hidden, _read(islands))
            last = Deed(SOUTH, kind, (squares,), heard, times)
            reports = (Report(SOUTH, squares, times),)
    total = max(len(_own(f"{mines} {wrecks}", seat)) for seat in SEATS) or 5
    sides = []
    for seat in SEATS:
        own = _own(mines, seat)
        sides.append(
            Side(
                seat=seat,
                boat=south if seat == SOUTH else north,
                facing="n" if seat == SOUTH else "s",
                sunk=sunk and seat == SOUTH,
                ready=True,
                islands=_own(islands, seat),
                mines=own or None,
                left=total - len(_own(wrecks, seat)),
                destroyed=_own(wrecks, seat),
                missed=tuple(missed.split()) if seat == SOUTH else (),
            )
        )
    proved = None if proof is None else Proof(tuple(proof["empty"]), tuple(proof["mines"]))
    islanders = max(len(side.islands) for side in sides)
    terms = Terms(mines=total, islands=islanders, sonar=proved is not None)
    return DepthChargeView(
        SOUTH, (SOUTH,), None, "play", terms, (sides[0], sides[1]), reports, proved, last, 0, 10
    )


def _read(names: str) -> list[int]:
    return [BOARD.read(name) for name in names.split()]


def _own(names: str, seat: Seat) -> tuple[str, ...]:
    return BOARD.list(square for square in _read(names) if square in HALVES[seat])


BOOK: Final = read_book("depthcharge", position)


def page_for(view: DepthChargeView) -> str:
    """The rule book's page for the present phase."""
    return {"islands": "setup", "mines": "setup", "over": "winning"}.get(view.phase, "turn")
