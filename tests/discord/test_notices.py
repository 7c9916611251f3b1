"""The host's notice: a line on cards that are shown anyway, in the reader's language, until it's over."""

from __future__ import annotations

from bot.features.notices.host_notice import HostNotice
from data.store.queries import notices
from data.store.queries.notices import Notice

from .simulation import Simulation

SAID = "🔧 From the bot’s host: An upgrade tonight (until <t:{until}:t>)"


async def look(sim: Simulation) -> None:
    await sim.bot.context.features.part(HostNotice).look(sim.bot.context)


async def test_a_notice_is_on_what_is_shown_while_it_holds_and_changes_no_card_by_itself(
    sim: Simulation,
) -> None:
    await sim.begin()
    until = sim.tables.now() // 1000 + 3600
    line = SAID.format(until=until)
    await notices.change(sim.store, Notice("An upgrade tonight", until * 1000))
    assert line not in await sim.ann.say("games"), "before the next look"
    await look(sim)
    assert line not in sim.card(sim.place())
    assert line in await sim.ann.say("games")
    lobby = await sim.ann.say("crackers start")
    assert line in lobby
    await sim.ann.move("a1", table="1")
    assert line in sim.card(sim.place())
    await sim.pass_time(3601)
    assert line not in await sim.ann.say("games"), "over, without another look"


async def test_a_notice_for_more_than_a_day_says_the_day(sim: Simulation) -> None:
    until = sim.tables.now() // 1000 + 25 * 3600
    await notices.change(sim.store, Notice("Soon", until * 1000))
    await look(sim)
    assert f"(until <t:{until}:f>)" in await sim.ann.say("games")


async def test_a_bot_looks_when_it_starts_and_what_is_taken_back_is_gone_at_the_next_look(
    sim: Simulation,
) -> None:
    await notices.change(sim.store, Notice("Soon.", sim.tables.now() + 3_600_000))
    await sim.restart()
    assert "From the bot’s host: Soon." in await sim.ann.say("games")
    await notices.change(sim.store, None)
    await look(sim)
    assert "From the bot’s host" not in await sim.ann.say("games")
