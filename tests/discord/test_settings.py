"""What people choose for themselves: seen, changed, kept, and heeded by whoever shows tables."""

from __future__ import annotations

from typing import Any

import pytest

from bot.features.forced_moves.forced_turns import FORCED
from bot.people import settings

from .simulation import Simulation


async def test_a_press_on_only_move_looks_at_nobody_else_s_tables(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in (sim.ann, sim.bob):
        lobby = await each.say("snorkels start")
        await sim.cid.press(lobby, "Join")
    await settings.change(sim.store, sim.bob.id, {FORCED: True})
    card, looked = await sim.ann.say("settings"), list[int]()
    monkeypatch.setattr(sim.bot.context.turns, "wake", looked.append)
    await sim.ann.fill_in(card, "ct:topic:0:0:moves", {"on": ["confirm", "forced"]})
    assert looked == [1]


async def test_a_topic_is_changed_in_one_form(sim: Simulation) -> None:
    card = await sim.ann.say("settings")
    form = {"pings": ["direct"], "quiet": "22-7", "zone": "europe/paris"}
    await sim.ann.fill_in(card, "ct:topic:0:0:notices", form)
    changed = await sim.ann.fill_in(card, "ct:topic:0:0:language", {"language": ["de"]})
    assert changed.text.index("**Sprache**") < changed.text.index("**Bilder**")
    assert "Ruhezeiten: 22:00 bis 07:00 (Europe/Paris)" in changed
    chosen = await settings.load(sim.store, sim.ann.id)
    stored = {"pings": "direct", "quiet": "22:00-07:00", "zone": "Europe/Paris", "language": "de"}
    assert chosen.stored == stored, "what is as before isn't stored"
    assert "Zeitzone" in await sim.ann.fill_in(card, "ct:topic:0:0:notices", {"pings": ["both"], "zone": "x"})
    assert (await settings.load(sim.store, sim.ann.id)).stored == chosen.stored, "all of it or nothing"
    await sim.ann.fill_in(card, "ct:topic:0:0:language", {"language": ["en"]})
    changed = await sim.ann.fill_in(card, "ct:topic:0:0:notices", {"quiet": ""})
    assert "Quiet hours: never" in changed


async def test_whom_one_refuses_is_chosen_in_a_form(sim: Simulation) -> None:
    await sim.ann.say("settings", refuse=sim.bob)
    card = await sim.ann.say("settings")
    form = "ct:topic:0:0:people"
    shown = await sim.ann.fill_in(card, form, {"refused": [str(sim.cid.id)], "on": ["challenges", "public"]})
    assert f"<@{sim.cid.id}>" in shown
    assert f"<@{sim.bob.id}>" not in shown
    assert "Ratings: off" in shown
    assert "yourself" in await sim.ann.fill_in(card, form, {"refused": [str(sim.ann.id)]})


async def test_an_absence_is_begun_in_a_form(sim: Simulation) -> None:
    card = await sim.ann.say("settings")
    away = await sim.ann.fill_in(card, "ct:awayform:0:0:", {"away": "3d"})
    assert "**Away**: until <t:" in away
    back = await sim.ann.press(away, "I’m Back")
    assert "**Away**" not in back
    assert "Welcome back!" in back


async def test_an_absence_stops_the_clocks_and_every_table_shows_it(sim: Simulation) -> None:
    await sim.begin(pace="1d")
    assert "Deadline: " in sim.card()
    assert "like `5d`" in await sim.ann.say("settings", away="a while")
    settings = await sim.ann.say("settings", away="3d")
    assert "**Away**: until <t:" in settings
    assert settings.buttons[-2:] == ["I’m Back", "Close"]
    await sim.settled()
    assert f"<@{sim.ann.id}> is away until <t:" in sim.card()
    assert "Their clock isn’t running." in sim.card()
    assert "Deadline: " not in sim.card()
    await sim.restart()
    invitation = await sim.bob.say("checkers start", opponent=sim.ann)
    assert f"<@{sim.ann.id}> is away until <t:" in invitation
    await sim.bob.press(invitation, "Cancel")
    await sim.ann.press(settings, "I’m Back")
    assert "**Away**" not in settings
    assert "I’m Back" not in settings.buttons
    await sim.settled()
    assert "is away" not in sim.card()
    assert "Deadline: " in sim.card()


@pytest.mark.parametrize("pings", ["none", "direct"])
async def test_whoever_wants_no_ping_at_the_table_gets_none(sim: Simulation, pings: str) -> None:
    await sim.ann.say("settings", pings=pings)
    await sim.begin()
    assert f"<@{sim.ann.id}>, it’s your turn.**" in sim.card()
    assert sim.pinged(sim.place()) == []
    assert sim.card().silent, "a card that calls nobody is silent"
    assert [str(sim.place().id) in letter for letter in sim.ann.letters] == [True] * (pings == "direct")
    await sim.ann.move("a1")
    assert sim.pinged(sim.place()) == [sim.bob.id], "the other one is called as before"


@pytest.mark.parametrize("code", [50007, 50278])
async def test_a_refused_direct_message_falls_back_to_the_table(sim: Simulation, code: int) -> None:
    await sim.ann.say("settings", pings="direct")
    letters_to = f"/channels/{sim.ann.user.dm_channel.id}/messages"
    sim.refuse("POST", letters_to, 403, code)
    await sim.begin()
    assert sim.pinged(sim.place()) == [sim.ann.id]
    assert sim.bot.publisher.notifications.refused == {sim.ann.id}
    await sim.ann.move("a1")
    await sim.bob.move("take green")
    await sim.bob.move("g7")
    assert sim.bot.publisher.notifications.refused == set(), "it is tried again the next time"
    await sim.ann.move("c3")
    await sim.bob.move("e1")
    assert sim.pinged(sim.place()) == []


async def test_palette_and_side_change_what_only_oneself_sees(
    sim: Simulation, drawn: list[tuple[Any, str]]
) -> None:
    await sim.begin("checkers", side="red")
    drawn.clear()
    for chosen in ({}, {"palette": "high-contrast"}, {"bottom": False}):
        await sim.bob.say("settings", **chosen)
        for who in (sim.ann, sim.bob):
            await who.say("board")
    seen = [(scene.bottom, palette) for scene, palette in drawn]
    assert set(seen[::2]) == {("red", "default")}
    assert seen[1::2] == [("black", "default"), ("black", "high-contrast"), (None, "high-contrast")]
