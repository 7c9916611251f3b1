"""**Try Again**: whatever was typed and refused comes back in a form, to be corrected."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from .playing import played
from .server import Result
from .simulation import Simulation

TEXT = discord.ComponentType.text_input.value


def written(form: Result) -> dict[str, Any]:
    """What stands in the text fields of a form."""
    assert form.modal is not None
    fields = [each["component"] for each in form.modal["components"]]
    return {each["custom_id"]: each.get("value") for each in fields if each["type"] == TEXT}


async def test_a_mistyped_move_is_corrected_in_a_form_until_it_fits(sim: Simulation) -> None:
    await sim.begin()
    refused = await sim.ann.say("move", action="d44")
    assert "There’s no square “d44” here" in refused
    assert "Right now, you could type “a1”." in refused
    form = await sim.ann.click(refused, label="Try Again")
    assert written(form) == {"action": "d44"}
    second = (await sim.ann.submit_modal(form, {"action": "z9"})).seen
    assert second.id == refused.id, "one card, however often"
    form = await sim.ann.click(second, label="Try Again")
    assert written(form) == {"action": "z9"}
    done = (await sim.ann.submit_modal(form, {"action": "d4"})).seen
    assert await played(sim) == ["d4"]
    assert done.id == refused.id
    assert "Try Again" not in done.buttons, "nothing is left to try again"


async def test_trying_again_once_the_turn_has_passed_says_so_on_the_same_card(sim: Simulation) -> None:
    await sim.begin()
    refused = await sim.ann.say("move", action="d44")
    await sim.ann.say("move", action="d4")
    form = await sim.ann.click(refused, label="Try Again")
    late = (await sim.ann.submit_modal(form, {"action": "e4"})).seen
    assert "turn" in late
    assert (late.id, late.buttons) == (refused.id, [])


async def test_a_choice_among_tables_keeps_what_was_typed(sim: Simulation) -> None:
    await sim.begin()
    await sim.begin()
    which = await sim.ann.say("look", sim.channel, square="z9")
    refused = (await sim.ann.select(which, ["1"])).seen
    form = await sim.ann.click(refused, label="Try Again")
    assert written(form) == {"square": "z9"}
    told = (await sim.ann.submit_modal(form, {"square": "d4"})).seen
    assert "d4" in told
    assert told.id == refused.id == which.id, "a question that is answered isn't left there"


async def test_a_form_is_for_the_table_of_the_command_whatever_opens_there_meanwhile(
    sim: Simulation,
) -> None:
    await sim.begin()
    refused = await sim.ann.say("move", sim.channel, action="d44")
    await sim.begin()
    form = await sim.ann.click(refused, label="Try Again")
    await sim.ann.submit_modal(form, {"action": "d4"})
    assert await played(sim) == ["d4"]


@pytest.mark.parametrize(
    ("custom_id", "answers", "shown"),
    [
        ("ct:topic:0:0:notices", {"quiet": "late"}, {"quiet": "late"}),
        ("ct:topic:0:0:notices", {"zone": "Paris"}, {"zone": "Paris"}),
        ("ct:awayform:0:0:", {"away": "soon"}, {"away": "soon"}),
    ],
)
async def test_a_form_of_settings_that_is_refused_opens_again_as_it_was(
    sim: Simulation, custom_id: str, answers: dict[str, Any], shown: dict[str, Any]
) -> None:
    card = await sim.ann.say("settings")
    refused = await sim.ann.fill_in(card, custom_id, answers)
    assert "from the list" not in refused, "a form has none"
    form = await sim.ann.click(refused, label="Try Again")
    assert shown.items() <= written(form).items()
    assert shown.items().isdisjoint(written(await sim.ann.click(card, custom_id=custom_id)).items()), (
        "only **Try Again** has it"
    )


@pytest.mark.parametrize(("name", "typed"), [("pace", "soon"), ("tables", "many")])
async def test_a_form_of_the_servers_rules_that_is_refused_opens_again_as_it_was(
    sim: Simulation, name: str, typed: str
) -> None:
    mia = sim.manager()
    refused = await mia.fill_in(await mia.say("server rules"), "ct:rule:0:0:limits", {name: typed})
    assert written(await mia.click(refused, label="Try Again"))[name] == typed


async def test_options_that_are_refused_open_again_as_they_were(sim: Simulation) -> None:
    lobby = await sim.ann.say("checkers start")
    form = await sim.ann.click(lobby, label="Options")
    name = next(iter(written(form)))
    refused = (await sim.ann.submit_modal(form, {name: "many"})).seen
    assert "**Percentage to win** must be 51–100, not “many”." in refused
    assert written(await sim.ann.click(refused, label="Try Again"))[name] == "many"


async def test_mistyped_squares_stand_in_the_form_until_they_fit(sim: Simulation) -> None:
    await sim.begin("depthcharge", mines=3)
    mine = await sim.ann.press(sim.card(), "My View")
    form = await sim.ann.click(mine, label="Type Squares")
    await sim.ann.submit_modal(form, {"text": "B2 d3 z9"})
    assert "Mines: 2 of 3** picked: b2 and d3." in mine, "what is right is picked"
    form = await sim.ann.click(mine, label="Type Squares")
    assert written(form) == {"text": "B2 d3 z9"}
    await sim.ann.submit_modal(form, {"text": "B2 d3 f4"})
    assert written(await sim.ann.click(mine, label="Type Squares")) == {"text": "b2 d3 f4"}
    for wrong in ("b99 z9", "a2 a3 a4 a5"):
        await sim.ann.submit_modal(form, {"text": wrong})
        assert "picked: b2, d3 and f4." in mine, "nothing in it says what to pick instead"


async def test_what_no_typing_mends_is_only_said(sim: Simulation) -> None:
    await sim.begin()
    assert (await sim.bob.say("move", action="d4")).buttons == []


async def test_what_was_typed_is_kept_for_a_while_only(sim: Simulation) -> None:
    await sim.begin()
    refused = await sim.ann.say("move", action="d44")
    sim.bot.context.forms.clear()
    assert "type it again" in (await sim.ann.click(refused, label="Try Again")).seen
