"""The one way through a turn: nothing of it is done twice."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.games import GAMES
from bot.games.core import CHANCE

from .harness import ANN, BOB, CID, Calls, Room, seated, some_action


@pytest.mark.parametrize("key", GAMES)
async def test_a_move_is_parsed_and_played_once_and_its_legal_actions_are_computed_once(
    room: Room, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    calls = Calls()
    game = replace(GAMES[key], parse=calls.counted("parse", GAMES[key].parse))
    service = await room.program(games={key: game})
    table = await seated(service, key, *(ANN, BOB, CID)[: game.people[1]])
    for name in ("legal", "play"):
        monkeypatch.setattr(type(table.state), name, calls.counted(name, getattr(type(table.state), name)))
    rng, moves = Random(1), 0
    while table.status == "playing" and moves < 12:
        seat = next(seat for seat in table.acting if seat != CHANCE)
        person = table.holder(seat)
        assert person is not None
        # The copy computes what it is asked, and leaves nothing to the table that is played at.
        text = some_action(replace(table), seat, rng)
        version = table.version
        calls.seen.clear()
        table = await service.play(table.id, person, text, version=version)
        asked = {name: number for name, number in calls.seen.items() if not name.endswith("of chance")}
        assert asked == {"parse": 1, "play": 1, "legal": 1}
        moves += 1
    assert moves > 5
