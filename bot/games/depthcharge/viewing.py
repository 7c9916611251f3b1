"""Who may see what of a position: views, built field by field."""

from __future__ import annotations

from typing import Literal

from bot.games.core import Seat

from .actions import BOARD, SEATS
from .clues import Evidence
from .notebook import deduce
from .state import DepthChargePosition
from .view import DepthChargeView, Proof, Report, Side
from .waters import HALVES, HARBOURS, enemy


def facing(steps: str) -> Literal["n", "e", "s", "w"]:
    """The way a boat points after ``steps``."""
    for way in ("n", "e", "s"):
        if steps[-1] == way:
            return way
    return "w"


def view(state: DepthChargePosition, viewer: Seat | None, *, bare: bool = False) -> DepthChargeView:
    """All that ``viewer`` may know of ``state``; at the end, and with ``bare``, all."""
    bare = bare or state.outcome is not None
    return DepthChargeView(
        viewer=viewer,
        to_act=tuple(seat for seat in SEATS if seat in state.to_act),
        outcome=state.outcome,
        phase=state.phase,
        terms=state.terms,
        sides=(
            _side(state, SEATS[0], bare or viewer == SEATS[0]),
            _side(state, SEATS[1], bare or viewer == SEATS[1]),
        ),
        reports=tuple(
            Report(
                sounding.seat,
                BOARD.names[sounding.square],
                sounding.times,
                tuple(
                    BOARD.names[mine]
                    for mine in state.fleet(enemy(sounding.seat)).destroyed[: sounding.destroyed]
                ),
            )
            for sounding in state.soundings
        ),
        proof=_proof(state, viewer),
        last=state.last,
        quiet=state.quiet,
        turn=state.turn,
    )


def _side(state: DepthChargePosition, seat: Seat, private: bool) -> Side:
    fleet = state.fleet(seat)
    islands = fleet.islands or () if private or state.phase != "islands" else ()
    return Side(
        seat=seat,
        boat=BOARD.names[fleet.boat],
        facing=fleet.facing,
        sunk=fleet.sunk,
        ready=state.ready(seat),
        islands=BOARD.list(islands),
        mines=BOARD.list(fleet.live) if private and fleet.mines is not None else None,
        left=state.terms.mines - len(fleet.destroyed),
        destroyed=BOARD.list(fleet.destroyed),
        missed=tuple(BOARD.names[square] for square in fleet.missed),
    )


def _proof(state: DepthChargePosition, viewer: Seat | None) -> Proof | None:
    """The notebook of ``viewer``, from public facts alone."""
    if viewer not in SEATS or not state.terms.sonar or state.phase != "play":
        return None
    rival = enemy(viewer)
    fleet = state.fleet(rival)
    evidence = Evidence(
        water=HALVES[rival] - state.islands - {HARBOURS[rival]},
        islands=state.islands,
        mines=state.terms.mines,
        destroyed=fleet.destroyed,
        # A mine that was destroyed first can be missed, entered or stopped on later: that says nothing.
        empty=(fleet.swept | set(state.fleet(viewer).missed)) - set(fleet.destroyed),
        reports=tuple(
            (sounding.square, sounding.times, sounding.destroyed)
            for sounding in state.soundings
            if sounding.seat == viewer
        ),
    )
    empty, mines = deduce(evidence)
    return Proof(BOARD.list(empty), BOARD.list(mines))
