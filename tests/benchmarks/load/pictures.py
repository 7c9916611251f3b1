"""Pictures side by side: ours, and a chessboard that python-chess writes as SVG and CairoSVG paints."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any, Final

import cairosvg
import chess
import chess.svg

from bot.games import GAMES
from bot.tables.events import reducer
from bot.tables.model import pace
from rendering.painting import draw
from rendering.scene import Scene

from .sample_games import sample_game

WIDTH: Final = 800
BOARDS: Final = 40

Measured = tuple[float, float]
"""Milliseconds and kilobytes of a picture, in the middle."""


def chessboards() -> Measured:
    """Boards in the middle of random games, 800 pixels wide."""
    boards = []
    for seed in range(BOARDS):
        rng, board = Random(seed), chess.Board()
        for _ in range(30):
            if board.is_game_over():
                break
            board.push(rng.choice(list(board.legal_moves)))
        boards.append(board)

    def paint(board: chess.Board) -> bytes:
        svg = chess.svg.board(board, size=WIDTH, lastmove=board.peek())
        found: bytes = cairosvg.svg2png(bytestring=svg.encode(), output_width=WIDTH)
        return found

    return _measured(paint, boards)


def ours(key: str) -> Measured:
    """Positions of random games as everybody sees them."""
    scenes: list[Scene[Any, Any]] = []
    for seed in range(4):
        played = sample_game(key, seed, 1_790_000_000_000, pace.NONE)
        for moment in played.moments[4 :: max(1, len(played.moments) * 4 // BOARDS)]:
            events = played.events[: moment.version]
            table = reducer.fold(reducer.blank(played.header, GAMES[key]), events, played.header, ())
            scenes.append(Scene(table.view_for(None)))
    for scene in scenes:
        draw(key, scene)
    return _measured(lambda scene: draw(key, scene).data, scenes)


def _measured(paint: Callable[[Any], bytes], what: list[Any]) -> Measured:
    paint(what[0])
    took, sizes = [], []
    for each in what:
        began = time.perf_counter()
        sizes.append(len(paint(each)))
        took.append(time.perf_counter() - began)
    return median(took) * 1000, median(sizes) / 1000


def side_by_side() -> dict[str, Measured]:
    """The chessboard, and our five, by the game's key."""
    return {"chess": chessboards()} | {key: ours(key) for key in GAMES}
