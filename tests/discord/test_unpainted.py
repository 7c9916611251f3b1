"""Games without a painter: their boards are shown as text, and nothing is missing or goes wrong."""

from __future__ import annotations

import logging
from io import BytesIO

import pytest
from PIL import Image

from rendering.jobs import has_painter
from tests.games.registry import GAMES

from .playing import at_the_table
from .simulation import Simulation

UNPAINTED = [key for key in GAMES if not has_painter(key)]


@pytest.mark.parametrize("key", UNPAINTED)
async def test_an_unpainted_game_has_its_cards_a_review_and_a_film(
    sim: Simulation, key: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        people = await at_the_table(sim, key)
        table = await sim.table()
        mover = people[table.awaited[0].id]
        for label in ("My View", sim.card().buttons[0]):
            private = await mover.press(sim.card(), label)
            assert private.alt
            assert private.message.attachments
        table = await sim.tables.resign(1, table.seating.people[0])
        await sim.settled()
        review = await sim.cid.press(sim.card(), "Review")
        assert "Position 0" in review
        film = await sim.cid.press(sim.card(), "Watch Replay")
    (attachment,) = film.message.attachments
    with Image.open(BytesIO(await attachment.read())) as moving:
        assert moving.format == "GIF"
    assert not [record.getMessage() for record in caplog.records]
