"""Positions of Snorkels drawn as text: P and G snorkels, # stones, . empty, x the square in question."""

from __future__ import annotations

from bot.games.core import CHANCE, GUEST, HOST, Seat
from bot.games.snorkels import GAME
from bot.games.snorkels.actions import BOARD, GREEN, PURPLE, parse
from bot.games.snorkels.rules import SnorkelsState
from bot.games.snorkels.view import Cell

CELLS: dict[str, Cell] = {".": "", "x": "", "P": "purple", "G": "green", "#": "stone"}


def drawn(diagram: str, mover: Seat = PURPLE) -> SnorkelsState:
    """The position in which ``mover`` is to act; the host plays purple."""
    cells = BOARD.from_diagram(diagram)
    return SnorkelsState(
        cells=tuple(CELLS[cells[square]] for square in range(49)),
        mover=mover,
        seating=((PURPLE, HOST), (GREEN, GUEST)) if mover in (PURPLE, GREEN) else (),
    )


def marked(diagram: str) -> str:
    """The square that holds the x."""
    return next(BOARD.names[square] for square, cell in BOARD.from_diagram(diagram).items() if cell == "x")


def placed(diagram: str, mover: Seat = PURPLE) -> SnorkelsState:
    """The position after ``mover`` placed a snorkel on the x."""
    return drawn(diagram, mover).play(mover, parse(marked(diagram)))


def verdict(state: SnorkelsState) -> str:
    """Who won and why, or nothing."""
    outcome = state.outcome
    return "" if outcome is None else f"{' '.join(outcome.winners)} {outcome.reason}"


def start(**options: str) -> SnorkelsState:
    state = GAME.start(GAME.read_options(options))
    assert isinstance(state, SnorkelsState)
    return state


def played(state: SnorkelsState, *lines: str) -> SnorkelsState:
    """``state`` after lines such as ``host d4``."""
    seats = {str(seat): seat for seat in (HOST, GUEST, PURPLE, GREEN, CHANCE)}
    for line in lines:
        seat, _, text = line.partition(" ")
        state = state.play(seats[seat], parse(text))
    return state


def legal(state: SnorkelsState) -> set[str]:
    return {str(action) for seat in state.to_act for action in state.legal(seat)}
