"""``/games``: the caller's own tables, with the names of the others."""

from __future__ import annotations

from .simulation import Simulation
from .test_hard_cases import opened


async def test_a_persons_tables_name_their_opponents_and_not_themselves(sim: Simulation) -> None:
    await opened(sim)
    for who, opponent in ((sim.ann, sim.bob), (sim.bob, sim.ann)):
        (line,) = [line for line in (await sim.say(who, "games")).text.splitlines() if "Table 1" in line]
        opponents = line.partition("with ")[2].partition(":")[0]
        assert opponents == f"<@{opponent.id}>"


async def test_a_person_without_an_opponent_is_told_of_none(sim: Simulation) -> None:
    await sim.say(sim.ann, "snorkels start")
    (line,) = [line for line in (await sim.say(sim.ann, "games")).text.splitlines() if "Table 1" in line]
    assert " with " not in line


async def test_a_table_with_a_request_comes_before_those_that_wait_for_others(sim: Simulation) -> None:
    for _ in range(2):
        await opened(sim, pace="1h")
    await sim.say(sim.ann, "move", table=1, action="a1")
    await sim.say(sim.bob, "table pause", table=1)
    await sim.say(sim.ann, "move", table=2, action="a1")
    first, second = (await sim.say(sim.ann, "games")).text.splitlines()[1:]
    assert "Table 1" in first
    assert "You have a request to answer." in first
    assert "Table 2" in second


async def test_a_challenge_is_named_to_whom_it_waits_for(sim: Simulation) -> None:
    await sim.say(sim.ann, "snorkels start", opponent=sim.bob)
    (line,) = (await sim.say(sim.bob, "games")).text.splitlines()[1:]
    assert "Table 1" in line
    assert line.endswith(f" with <@{sim.ann.id}>: **You’ve been challenged.**")
    assert "challenged" not in (await sim.say(sim.ann, "games")).text
