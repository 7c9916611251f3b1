"""Which table a command means: the same one for all commands at the same place."""

from __future__ import annotations

from typing import Any, Final

from .managing import finished, opened
from .simulation import Seen, Simulation

READING: Final[dict[str, dict[str, Any]]] = {
    "board": {},
    "look": {"square": "d4"},
    "table record": {},
    "table replay": {},
    "table review": {},
    "table verify": {},
    "table info": {},
    "table rematch": {},
}
PLAYING: Final[dict[str, dict[str, Any]]] = {
    "move": {"action": "d4"},
    "mark": {"squares": "d4", "kind": "mine"},
    "plan": {},
    "table resign": {},
    "table draw": {},
    "table undo": {},
    "table pause": {},
    "table leave": {},
    "table cancel": {},
}


async def test_every_command_means_the_finished_table_of_its_channel(sim: Simulation) -> None:
    await finished(sim)
    for command, options in (PLAYING | READING).items():  # the last one opens a table
        answer = await sim.say(sim.ann, command, sim.place(), **options)
        assert "There’s no game here" not in answer.text, command
        assert ("Table 1 is over." in answer.text) == (command in PLAYING), command


async def test_there_is_a_test_for_every_command_that_takes_a_table(sim: Simulation) -> None:
    found = {
        command.qualified_name
        for command in sim.bot.tree.walk_commands()
        if any(parameter.name == "table" for parameter in getattr(command, "parameters", ()))
    }
    assert found == {*READING, *PLAYING}


async def test_a_running_table_comes_before_a_finished_one(sim: Simulation) -> None:
    await finished(sim)
    await sim.say(sim.ann, "snorkels start", sim.place())
    for command in ("table info", "table resign"):
        answer = await sim.say(sim.ann, command, sim.place())
        assert "able 2" in answer.text, answer.text


async def test_the_callers_open_table_comes_before_a_game_of_others(sim: Simulation) -> None:
    await opened(sim)
    await sim.say(sim.cid, "snorkels start")
    assert "Table 2" in (await sim.say(sim.cid, "table info")).text
    assert "Table 2 has been cancelled." in (await sim.say(sim.cid, "table cancel")).text


async def test_in_direct_messages_every_command_means_the_running_table(sim: Simulation) -> None:
    await sim.ann.user.slash("curse start")
    service = sim.bot.context.tables
    await service.resign(1, (await service.get(1)).people[0])
    await sim.settled()
    alone = Seen((await sim.ann.user.slash("table info")).response)
    assert "Table 1" in alone.text
    await opened(sim)
    for command, options in (("table info", {}), ("look", {"square": "d4"}), ("table resign", {})):
        answer = Seen((await sim.ann.user.slash(command, **options)).response)
        assert "Table 2" in answer.text, answer.text


async def test_the_choices_for_a_table_hold_the_one_that_is_meant(sim: Simulation) -> None:
    await finished(sim)
    offered = await sim.cid.autocomplete(sim.place(), "table info", "table", "")
    assert [each["value"] for each in offered] == [1]
