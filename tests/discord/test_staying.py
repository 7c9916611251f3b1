"""Who plays games with others to their end: beside names in lobbies, and in profiles."""

from __future__ import annotations

from bot.features.privacy.data_export import export
from bot.features.privacy.erasure import erase
from bot.tables.events import agreements, opening, timeouts
from bot.tables.model import pace
from bot.tables.model.table import Table
from data.store.queries import people, staying
from data.store.records import Address

from .simulation import Member, Simulation

HOUR = 3600
DAY = 24 * HOUR


async def begun(sim: Simulation, who: Member, other: Member, limit: str = "") -> Table:
    """A game of two people; the host is to move."""
    address = Address(sim.guild.id, sim.channel.id)
    measure = pace.read(limit) if limit else pace.NONE
    table = await sim.tables.open("snorkels", who.person, {}, address, measure=measure)
    return await sim.tables.join(table.id, other.person, None)


async def resigned(sim: Simulation, who: Member, other: Member, times: int) -> None:
    for _ in range(times):
        await sim.tables.resign((await begun(sim, who, other)).id, who.person)


async def timed_out(sim: Simulation, who: Member, other: Member) -> None:
    """Somebody lets the time run out, and the other claims the win."""
    table = await begun(sim, who, other, "1h")
    assert who.person in table.awaited
    await sim.pass_time(2 * HOUR)
    await sim.tables.change_as(table.id, other.person, timeouts.claim)


async def latest(sim: Simulation, who: Member) -> tuple[int, int]:
    return await staying.latest(sim.store, who.id, 20)


async def test_from_the_fifth_game_on_it_stands_beside_the_name_and_in_the_profile(sim: Simulation) -> None:
    await resigned(sim, sim.ann, sim.bob, 4)
    lobby = await sim.ann.say("snorkels start")
    assert "finished" not in lobby.text
    assert "Games finished" not in await sim.ann.say("profile", words=True)
    await resigned(sim, sim.ann, sim.bob, 1)
    await timed_out(sim, sim.ann, sim.cid)
    lobby = await sim.ann.say("snorkels start")
    assert f"<@{sim.ann.id}> (" in lobby
    assert "finished 5 of 6 games)" in lobby, "resigning is playing to the end, and time-outs aren't"
    for words in (True, False):
        profile = await sim.bob.say("profile", member=sim.ann, words=words)
        assert "Games finished: 5 of 6" in profile
    assert "Games finished: 5 of 5" in await sim.bob.say("profile", words=True)
    assert "Games finished" not in await sim.cid.say("profile", words=True)


async def test_whoever_hides_their_profile_hides_it(sim: Simulation) -> None:
    await resigned(sim, sim.ann, sim.bob, 5)
    await sim.ann.say("settings", public=False)
    assert "finished" not in (await sim.ann.say("snorkels start")).text
    assert "finished 5 of 5 games" in await sim.bob.say("snorkels start")


async def test_leaving_counts_and_taking_over_is_playing_to_the_end(sim: Simulation) -> None:
    table = await begun(sim, sim.ann, sim.bob)
    await sim.tables.change_as(table.id, sim.ann.person, agreements.offer_seat)
    asked = await sim.tables.change_as(table.id, sim.cid.person, agreements.take_over)
    (request,) = asked.agreements.requests
    await sim.tables.change_as(
        table.id, sim.bob.person, lambda now, act: agreements.accept(now, act, ask=request.seq)
    )
    assert await latest(sim, sim.ann) == (0, 1)
    await sim.tables.resign(table.id, sim.cid.person)
    assert await latest(sim, sim.ann) == (0, 1)
    assert [await latest(sim, who) for who in (sim.bob, sim.cid)] == [(1, 1), (1, 1)]


async def test_a_game_that_nobody_goes_on_with_is_told_of_those_who_were_waited_for(sim: Simulation) -> None:
    table = await begun(sim, sim.ann, sim.bob)
    await sim.pass_time(31 * DAY)
    assert (await sim.table(table.id)).status == "closed"
    assert [await latest(sim, who) for who in (sim.ann, sim.bob)] == [(0, 1), (0, 0)]


async def test_games_in_which_nobody_waits_dont_count(sim: Simulation) -> None:
    table = await sim.tables.open("curse", sim.ann.person, {}, Address(sim.guild.id, sim.channel.id))
    await sim.tables.resign(table.id, sim.ann.person)
    assert await latest(sim, sim.ann) == (0, 0)


async def test_only_the_latest_games_count(sim: Simulation) -> None:
    await timed_out(sim, sim.ann, sim.bob)
    await resigned(sim, sim.ann, sim.bob, 19)
    assert await latest(sim, sim.ann) == (19, 20)
    await resigned(sim, sim.ann, sim.bob, 1)
    assert await latest(sim, sim.ann) == (20, 20)


async def test_it_is_exported_and_forgotten_with_the_person(sim: Simulation) -> None:
    await resigned(sim, sim.ann, sim.bob, 1)
    await timed_out(sim, sim.ann, sim.bob)
    exported = (await export(sim.tables, sim.ann.id))["games_with_others"]
    assert [(each["table"], each["to_the_end"]) for each in exported] == [(1, 1), (2, 0)]
    await erase(sim.tables, sim.ann.person)
    assert await people.rows_about(sim.store, "played_on", sim.ann.id) == []
    assert await latest(sim, sim.bob) == (2, 2), "and others keep theirs"


async def test_of_a_crew_that_runs_out_of_time_only_whoever_was_to_move_has_left(sim: Simulation) -> None:
    address = Address(sim.guild.id, sim.channel.id)
    table = await sim.tables.open("crackers", sim.ann.person, {}, address, measure=pace.read("1h"))
    for who in (sim.bob, sim.cid):
        table = await sim.tables.join(table.id, who.person, None)
    table = await sim.tables.change_as(table.id, sim.ann.person, opening.start_early)
    assert table.awaited == (sim.ann.person,), "the captain is bob, and cid is in her crew"
    await sim.pass_time(2 * HOUR)
    await sim.tables.change_as(table.id, sim.bob.person, timeouts.claim)
    assert [await latest(sim, who) for who in (sim.ann, sim.bob, sim.cid)] == [(0, 1), (1, 1), (1, 1)]
