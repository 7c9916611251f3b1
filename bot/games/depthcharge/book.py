"""Depth Charge's rule book, ``data/books/depthcharge.toml``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from .actions import BOARD, NORTH, SOUTH
from .rules import DepthChargeState, Fleet
from .sonar import report
from .view import Deed, DepthChargeView, Heard, Kind, Proof, Report, Terms
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
    fleets = []
    for seat, boat, facing in ((SOUTH, south, "n"), (NORTH, north, "s")):
        live, land, gone = (
            tuple(sorted(HALVES[seat].intersection(_read(names)))) for names in (mines, islands, wrecks)
        )
        fleet = Fleet(BOARD.read(boat), facing, land, live + gone if live else None, gone)
        fleets.append(replace(fleet, missed=tuple(_read(missed)), sunk=sunk) if seat == SOUTH else fleet)
    terms = Terms(
        mines=max(len(fleet.live) + len(fleet.destroyed) for fleet in fleets) or 5,
        islands=max(len(fleet.islands or ()) for fleet in fleets),
        sonar=proof is not None,
    )
    state = DepthChargeState(terms, "play", (fleets[0], fleets[1]), turn=10)
    view = replace(state.reveal(), viewer=SOUTH)
    if proof is not None:
        view = replace(view, proof=Proof(tuple(proof["empty"]), tuple(proof["mines"])))
    if deed is not None:
        kind, squares, heard = deed
        times = report(BOARD.read(squares), fleets[1].live, state.islands) if heard == "ping" else ()
        destroyed = BOARD.list(fleets[1].destroyed)
        reports = (Report(SOUTH, squares, times, destroyed),) if heard == "ping" else ()
        view = replace(view, last=Deed(SOUTH, kind, tuple(squares.split()), heard, times), reports=reports)
    return view


def _read(names: str) -> list[int]:
    return [BOARD.read(name) for name in names.split()]


def page_for(view: DepthChargeView) -> str:
    """The rule book's page for the present phase."""
    return {"islands": "setup", "mines": "setup", "over": "winning"}.get(view.phase, "turn")
