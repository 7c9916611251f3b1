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
