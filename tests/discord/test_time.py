"""Clocks and agreements on a simulated Discord: whole flows, across restarts."""

from __future__ import annotations

import pytest

from bot.components.cards.text import span
from tests.discord.simulation import Simulation

from .simulation import HOUR


@pytest.mark.parametrize(
    ("minutes", "text"),
    [(1, "1 minute"), (60, "1 hour"), (1440, "1 day"), (3240, "2 days and 6 hours")],
)
def test_a_length_of_time_is_told_in_its_largest_units(minutes: int, text: str) -> None:
    assert span(minutes * 60_000) == text


async def test_nobody_runs_out_of_time_while_the_bot_is_not_in_the_server(sim: Simulation) -> None:
    await sim.begin(pace="1h")
    guild = sim.bot.get_guild(sim.guild.id)
    assert guild is not None
    sim.bot.dispatch("guild_remove", guild)
    await sim.bot.context.in_flight.finish(10)
    await sim.pass_time(3 * HOUR)
    sim.bot.dispatch("guild_join", guild)
    await sim.bot.context.in_flight.finish(10)
    await sim.bot.context.deadlines.tick()
    table = await sim.table()
    assert not table.timing.flagged
    assert table.timing.clock is not None
    assert table.timing.clock.deadline(0) == sim.tables.now() + HOUR * 1000


async def test_a_reminder_goes_when_its_deadline_is_none_any_more(sim: Simulation) -> None:
    await sim.begin(pace="1d")
    await sim.pass_time(13 * HOUR)
    card = sim.public()[-2]
    more = await sim.ann.press(card, "More")
    await sim.ann.press(more, "Pause")
    await sim.bob.press(sim.card(), "Accept Pause (ann)")
    assert "The clock is paused" in sim.card()
    assert sim.card().buttons[0] == "Move"
    assert all("half your time" not in each for each in sim.public())


async def test_a_line_that_cannot_be_taken_away_now_goes_with_the_next_change(sim: Simulation) -> None:
    await sim.begin(pace="1d")
    await sim.pass_time(13 * HOUR)
    sim.refuse("DELETE", "/channels/*/messages/*", 500)
    await sim.ann.move("d4")
    assert "on d4" in sim.card()
    await sim.bob.move("take green")
    assert all("half your time" not in each for each in sim.public())
