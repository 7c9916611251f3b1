"""Which table a command means: at one place the same for all, except to leave or to cancel."""

from __future__ import annotations

import discord
import pytest
from discord import app_commands

from bot.components.play.resolve_table import table_command
from bot.lifecycle.command_sync import sync_commands
from bot.tables.model.table import Table

from .fixtures import Listen
from .limits import parts
from .playing import finished, forged, leave, table_commands
from .simulation import Simulation


async def test_every_command_means_the_finished_table_of_its_channel(sim: Simulation) -> None:
    await finished(sim)
    commands = table_commands(sim)
    assert len(commands) > 15
    for command, options in commands.items():
        answer = await sim.ann.say(command, sim.place(), **options)
        assert "There’s no game here" not in answer, command


async def test_a_running_table_comes_before_a_finished_one(sim: Simulation) -> None:
    await finished(sim)
    await sim.ann.say("snorkels start", sim.place())
    for command in ("table info", "table resign"):
        answer = await sim.ann.say(command, sim.place())
        assert "able 2" in answer, answer.text


async def test_what_is_reviewed_is_the_finished_table_though_another_runs(sim: Simulation) -> None:
    await finished(sim)
    await sim.begin()
    for command in ("table replay", "table review"):
        answer = await sim.ann.say(command, sim.channel)
        assert "able 1" in answer, answer.text


async def test_the_callers_open_table_comes_before_a_game_of_others(sim: Simulation) -> None:
    await sim.begin()
    await sim.cid.say("snorkels start")
    assert "Table 2" in await sim.cid.say("table info", sim.channel)
    assert "Table 2 has been cancelled." in await sim.cid.say("table cancel", sim.channel)


async def test_only_the_table_that_is_meant_is_read_in_a_busy_channel(
    sim: Simulation, listen: Listen
) -> None:
    for _ in range(5):
        await sim.ann.say("snorkels start")
    await sim.cid.say("snorkels start")
    read = listen(sim.tables, "get")
    assert "Table 6" in await sim.cid.say("table info", sim.channel)
    assert set(read) == {(6,)}
    read.clear()
    assert (await sim.bob.say("board", sim.channel)).text == "Which table do you mean?"
    assert len(await sim.ann.autocomplete(sim.channel, "table info", "table", "snorkels")) == 6
    assert await sim.bob.autocomplete(sim.channel, "move", "action", "d") == []
    assert set(read) <= {(6,)}, "only the latest, whatever its state"


async def test_a_table_of_people_with_long_names_can_be_chosen(sim: Simulation) -> None:
    first, second = (sim.newcomer(name * 40) for name in "XY")
    await second.press(await first.say("depthcharge start", sim.channel), "Join")
    (choice,) = await sim.ann.autocomplete(sim.channel, "table info", "table", "")
    assert len(choice["name"]) == 100


async def test_who_plays_and_waits_in_a_channel_leaves_or_cancels_what_they_can(sim: Simulation) -> None:
    await sim.begin()  # Table 1, of Ann and Bob
    await sim.ann.say("snorkels start")
    assert (await sim.ann.say("table cancel", sim.channel)).text == "Which table do you mean?"
    await sim.ann.move("d4")
    assert (await sim.ann.say("table cancel", sim.channel)).text == "Table 2 has been cancelled."
    await sim.cid.say("crackers start")
    assert "If nobody takes over, the seat stays yours" in await leave(sim.bob, sim.channel)
    crackers = sim.card(sim.channel)
    await sim.bob.press(crackers, "Join as The Crew")
    assert (await sim.bob.say("table leave", sim.channel)).text == "You’ve left the table."
    assert (await sim.table(3)).seating.side_of(sim.bob.id) is None
    await sim.ann.press(crackers, "Join as The Crew")
    asked = await sim.ann.say("table leave", sim.channel)
    assert asked.text == "Which table do you mean?"
    (menu,) = [part for part in parts(asked.components) if part["type"] == 3]
    assert [each["label"] for each in menu["options"]] == [
        "Table 1: Snorkels (ann, bob)",
        "Table 3: Drown, Captain Crackers! (cid, ann)",
    ]
    result = await sim.ann.select(asked, ["3"])
    assert result.seen.text == "You’ve left the table."
    assert (await sim.table(3)).seating.side_of(sim.ann.id) is None


async def test_a_choice_of_tables_keeps_the_commands_other_options_and_outlives_a_restart(
    sim: Simulation,
) -> None:
    await sim.ann.say("snorkels start")
    await sim.ann.say("checkers start")
    asked = await sim.ann.say("look", sim.channel, square="d4")
    await sim.restart()
    result = await sim.ann.select(asked, ["2"])
    assert "Captain’s Checkers · Table 2" in result.seen.text
    # What no button can hold is typed, as ever.
    refused = await sim.ann.say("look", sim.channel, square="d4 " * 30)
    assert refused.text == "There are several tables in this channel. Set `table` to 2 or 1."


async def test_in_direct_messages_every_command_means_the_running_table(sim: Simulation) -> None:
    await sim.ann.user.slash("curse start")
    await sim.finish()
    alone = (await sim.ann.user.slash("table info")).seen
    assert "Table 1" in alone
    await sim.begin()
    for command, options in (("table info", {}), ("look", {"square": "d4"}), ("table resign", {})):
        answer = (await sim.ann.user.slash(command, **options)).seen
        assert "Table 2" in answer, answer.text


async def test_in_the_thread_of_a_finished_game_that_game_is_meant_though_a_daily_goes_on(
    sim: Simulation,
) -> None:
    await finished(sim)
    await sim.ann.say("curse daily")
    for command in ("table info", "board"):
        assert "Table 1" in await sim.ann.say(command, sim.place())
        assert "The daily curse, " in await sim.ann.say(command, sim.channel)
    assert "Rematch offered." in await sim.ann.say("table rematch")


@pytest.mark.parametrize("given", ['["board","table",{"colour":1}]', '["board","colour",{}]'])
async def test_a_choice_of_another_release_for_a_command_is_refused(sim: Simulation, given: str) -> None:
    await sim.begin()
    shown = await sim.ann.say("board")
    said = await forged(sim, sim.ann, f"ct:which:0:0:{given}1", shown)
    assert "another version of the bot" in said


async def test_a_command_about_somebody_says_how_to_type_which_table_is_meant(sim: Simulation) -> None:
    @app_commands.command(name="thank", description="Thank somebody at a table")
    @table_command()
    async def thank(_interaction: discord.Interaction, table: Table, member: discord.User) -> str:
        return f"{member.name} at Table {table.id}"

    sim.bot.tree.add_command(thank)
    await sync_commands(sim.bot, sim.store)
    for _ in range(2):
        await sim.ann.say("snorkels start")
    said = await sim.ann.say("thank", member=sim.bob)
    assert "Set `table` to 2 or 1." in said
