"""First steps on the public card, the preview, and turns of several parts: nothing is played by accident."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.games.core import Seat
from bot.games.depthcharge.actions import SOUTH
from bot.people import settings
from bot.people.preferences import CONFIRM, previews
from tests.games.registry import GAMES

from .playing import played, press_twice, steps, with_mines
from .simulation import Simulation


async def test_dont_ask_again_plays_nothing_by_itself_and_holds_from_the_next_turn_on(
    sim: Simulation,
) -> None:
    await sim.begin()
    private = await sim.ann.play("d", "d4", "Don’t Ask Again")
    assert await played(sim) == []
    assert "without a preview" in private
    assert "Don’t Ask Again" not in private.buttons
    assert (await settings.load(sim.store, sim.ann.id))[CONFIRM] == ("snorkels",)
    await sim.ann.press(private, "Confirm")
    await sim.bob.move("take green")
    await sim.bob.move("a1")
    await press_twice(sim, sim.ann, await sim.ann.play("g"), "g7")
    assert await played(sim) == ["d4", "take green", "a1", "g7"], "a double press plays once"


async def test_dont_ask_again_holds_for_that_game_until_the_settings_say_otherwise(sim: Simulation) -> None:
    chosen = settings.Chosen({"confirm": False})
    assert not any(previews(chosen, key) for key in GAMES), "as it was stored before"
    await sim.begin()
    await sim.ann.play("d", "d4", "Don’t Ask Again")
    await sim.finish()
    await sim.begin("checkers", side="red")
    private = await sim.ann.play("a")
    while "Confirm" not in private.buttons:
        await sim.ann.press(private, steps(private)[0])
    assert (await sim.table(2)).moves == 0, "another game still asks"
    await sim.ann.press(private, "Don’t Ask Again")
    assert (await settings.load(sim.store, sim.ann.id))[CONFIRM] == ("snorkels", "checkers")
    own, form = await sim.ann.say("settings"), "ct:topic:0:0:moves"
    assert "freely undo, except in 2 games" in own
    own = await sim.ann.fill_in(own, form, {"on": ["forced"]})
    assert "freely undo, except in 2 games" in own, "as it was"
    own = await sim.ann.fill_in(own, form, {"confirm": ["True"]})
    assert "Preview: before each move\u00a0·" in own
    assert "Preview: before each move that you can’t freely undo\u00a0·" in await sim.bob.say("settings")
    assert (await settings.load(sim.store, sim.ann.id))[CONFIRM] is True


async def test_the_preview_can_be_turned_off_for_good_in_the_form_whatever_is_stored(sim: Simulation) -> None:
    form, store, ann = "ct:topic:0:0:moves", sim.store, sim.ann.id
    own = await sim.ann.say("settings")
    unticked = await sim.ann.click(own, custom_id=form)
    await settings.change(store, ann, {CONFIRM: ("snorkels",)})
    chosen = await sim.ann.click(own, custom_id=form)
    for opened, answers in ((chosen, {"confirm": ["False"]}), (unticked, {"on": []})):
        await settings.change(store, ann, {CONFIRM: True})
        await settings.change(store, ann, {CONFIRM: ("snorkels",)})
        own = (await sim.ann.submit_modal(opened, answers)).seen
        assert "Preview: never" in own
        assert (await settings.load(store, ann))[CONFIRM] is False
    await sim.ann.fill_in(own, form, {"on": ["confirm"]})
    assert (await settings.load(store, ann))[CONFIRM] is True, "then there is a box again"


async def test_games_in_which_the_preview_is_turned_off_at_once_are_both_noted(sim: Simulation) -> None:
    store, ann = sim.store, sim.ann.id
    for key in ("hex", "snorkels", "checkers"):
        await asyncio.gather(*(settings.change(store, ann, {CONFIRM: (each,)}) for each in (key, "crackers")))
    noted = (await settings.load(store, ann))[CONFIRM]
    assert isinstance(noted, tuple)
    assert {*noted} == {"hex", "snorkels", "checkers", "crackers"}
    await settings.change(store, ann, {CONFIRM: False})
    await settings.change(store, ann, {CONFIRM: ("hex",)})
    assert (await settings.load(store, ann))[CONFIRM] is False, "nowhere stays nowhere"


async def test_where_there_is_no_choice_nothing_is_confirmed(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.begin()
    state = type((await sim.table()).state)
    legal: Any = state.legal  # type: ignore[union-attr]
    monkeypatch.setattr(state, "legal", lambda self, seat: legal(self, seat)[:1])
    await sim.restart()
    await sim.bot.publisher.restore(1)
    await sim.ann.press(sim.card(), sim.card().buttons[0])
    assert await played(sim) == ["a1"]


@pytest.mark.parametrize("who", ["ann", "bob"])
async def test_first_steps_of_a_game_with_secrets_are_the_same_whatever_is_hidden(
    sim: Simulation, who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await with_mines(sim)
    shown = sim.card().buttons
    assert shown == [
        "Move 1",
        "Move 2",
        "Move 3",
        "Sound",
        "Depth Charge",
        "Watchers: Guess",
        "My View",
        "More",
    ]
    # A boat that its own mines hem in can't move, and the card doesn't say so.
    state = (await sim.table()).state
    assert state is not None
    plain = type(state).legal

    def hemmed_in(self: Any, seat: Seat) -> Any:
        legal: Any = plain(self, seat)
        return legal if seat != SOUTH else [each for each in legal if not str(each).startswith("move")]

    monkeypatch.setattr(type(state), "legal", hemmed_in)
    await sim.restart()
    await sim.bot.publisher.restore(1)
    assert sim.card().buttons == shown
    view = await getattr(sim, who).press(sim.card(), "Move 1")
    assert ("Sound" in view.buttons) is (who == "ann"), "whoever is to move chooses among the rest"
    assert "went wrong" not in view


async def test_a_switch_plays_nothing_and_back_leads_past_it(sim: Simulation) -> None:
    await sim.begin("crackers")
    card = await sim.ann.play("c")
    for label, square in (("No Bag", "c3"), ("+ Bag", "c3 + Bag")):
        card = await sim.ann.press(card, label)
        assert square in card.buttons
        assert "Confirm" not in card.buttons
    columns = await sim.ann.press(card, "Back")
    assert "h" in columns.buttons
    chosen = await sim.ann.press(await sim.ann.press(columns, "d"), "d3 + Bag")
    assert "Your turn so far: **d3 + Bag**" in chosen
    assert await played(sim) == []
