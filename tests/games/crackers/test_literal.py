"""The rules compared with the slow, literal ones: actions, positions, ends, and numbers of sequences."""

from __future__ import annotations

from random import Random

import pytest

from bot.games.crackers.board import Station
from bot.games.crackers.rules import CrackersState
from tests.games.playing import begun, legal, played

from .literal import Board, LiteralGame, spot

RANDOM_GAMES = 8


def literal(state: CrackersState) -> LiteralGame:
    """``state`` as the literal rules see it."""
    sheet, names = state.station.layout, state.station.layout.grid.names
    spots = [spot(name) for name in names]
    return LiteralGame(
        Board(
            dict(zip(spots, state.station.sand, strict=True)),
            dict(zip(spots, state.station.water, strict=True)),
        ),
        spots[sheet.pod],
        spots[sheet.control],
        [spots[leak] for leak in sheet.leaks],
        state.rounds,
        state.station.wade,
        [spots[pawn] for pawn in state.station.pawns],
        state.turn,
        state.round,
        list(state.done),
        state.settling,
    )


def rough(state: CrackersState, rng: Random) -> CrackersState:
    """``state`` with random sandbags and a little water, so that much happens at once."""
    station = state.station
    sand = tuple(
        0 if square in (station.layout.pod, station.layout.control) else rng.choice((0, 0, 1, 2, 3))
        for square in range(len(station.sand))
    )
    water = tuple(rng.choice((0, 0, 0, 1)) for _ in sand)
    calm, _, choice = Station(station.layout, station.wade, sand, water, station.pawns).settled()
    while choice:
        loose = calm.loose()
        square = rng.choice(sorted(loose))
        calm, _ = calm.flowed(square, rng.choice(sorted(loose[square])))
        calm, _, choice = calm.settled()
    return CrackersState(calm, state.rounds)


@pytest.mark.parametrize("seed", range(RANDOM_GAMES))
def test_whole_games_are_those_of_the_literal_rules(seed: int) -> None:
    rng = Random(seed)
    options = {"board": ("station", "outpost", "bell")[seed % 3], "path": ("wade", "dry")[seed // 3 % 2]}
    state = dry = begun("crackers", rounds=str(rng.randint(2, 3)), **options)
    while seed % 4 and (state is dry or state.station.verdict()):
        state = rough(dry, rng)
    slow = literal(state)
    while True:
        offered = slow.legal()
        assert sorted(legal(state)) == offered
        if not state.to_act:
            break
        takes = [text for text in offered if text.startswith("unbag") or text.endswith("-")]
        action = rng.choice(takes if takes and rng.random() < 0.4 else offered)
        state = played(state, action)
        slow.play(action)
        now = literal(state)
        assert (now.board, now.pawns, now.done) == (slow.board, slow.pawns, slow.done)
        assert (now.turn, now.round, now.settling) == (slow.turn, slow.round, slow.settling)
        assert (state.outcome.reason if state.outcome else "") == slow.reason
