"""Pictures: what is drawn for a turn, and what is not."""

from __future__ import annotations

from typing import Any

import pytest

from rendering.picture import Picture
from rendering.studio import Studio
from tests.blank import BLANK
from tests.games.registry import GAMES

from .simulation import Simulation
from .test_every_game import at_the_table


async def test_a_turn_draws_one_picture(sim: Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
    lobby = await sim.say(sim.ann, "snorkels start", opponent=sim.bob, side="purple", pie="off")
    await sim.press(sim.bob, lobby, "Join")
    await sim.say(sim.ann, "move", sim.place(), action="a1")
    drawn = []
    draw = Studio.draw

    async def counted(studio: Studio, key: str, scene: Any, **options: Any) -> Picture:
        drawn.append(scene)
        return await draw(studio, key, scene, **options)

    monkeypatch.setattr(Studio, "draw", counted)
    before = sim.card()
    await sim.say(sim.bob, "move", sim.place(), action="c3")
    await sim.settled()
    assert [scene.view.last for scene in drawn] == ["c3"], "the card that loses its buttons keeps its picture"
    assert sim.card().message.id != before.message.id
    (picture,) = sim.card().message.attachments
    assert (await picture.read()).startswith(b"\x89PNG")


@pytest.mark.parametrize("key", GAMES)
async def test_a_board_without_home_sides_lies_the_same_way_for_everybody(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    drawn: list[Any] = []

    async def draw(_studio: Studio, _key: str, scene: Any, **_options: Any) -> Picture:
        drawn.append(scene)
        return BLANK

    monkeypatch.setattr(Studio, "draw", draw)
    people = await at_the_table(sim, key)
    table = await sim.bot.context.tables.get(1)
    for person in table.seating.people:
        await sim.press(people[person.id], sim.card(), "My View")
    for person in table.awaited:
        await sim.opened(people[person.id])
    for person in table.seating.people:
        if table.status == "playing":
            table = await sim.bot.context.tables.resign(1, person)
    await sim.settled()
    for person in table.seating.people:
        await sim.press(people[person.id], sim.card(), "Review")
    turned = {scene.bottom for scene in drawn} - {None}
    assert turned == (set(GAMES[key].seats) if GAMES[key].home_sides else set())


async def test_who_wants_no_turned_board_gets_none_in_the_review_either(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.say(sim.bob, "settings", bottom=False, palette="high-contrast")
    people = await at_the_table(sim, "checkers")
    table = await sim.bot.context.tables.get(1)
    await sim.bot.context.tables.resign(1, table.seating.people[0])
    await sim.settled()
    drawn: list[Any] = []

    async def draw(_studio: Studio, _key: str, scene: Any, palette: str = "default") -> Picture:
        drawn.append((scene.bottom, palette))
        return BLANK

    monkeypatch.setattr(Studio, "draw", draw)
    await sim.press(people[sim.bob.id], sim.card(), "Review")
    assert drawn == [(None, "high-contrast")]


async def test_puzzles_of_the_day_rules_and_help_follow_ones_palette(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.say(sim.ann, "settings", palette="colour-blind")
    drawn: list[str] = []

    async def draw(_studio: Studio, _key: str, _scene: Any, palette: str = "default") -> Picture:
        drawn.append(palette)
        return BLANK

    monkeypatch.setattr(Studio, "draw", draw)
    card = await sim.say(sim.ann, "puzzle daily")
    await sim.press(sim.ann, card, "Yesterday’s Solution")
    await sim.say(sim.ann, "help")
    await sim.press(sim.ann, await sim.say(sim.ann, "rules", game="snorkels"), "Next")
    assert len(drawn) >= 5
    assert set(drawn) == {"colour-blind"}
    await sim.press(sim.ann, card, "Show Everyone")
    assert "default" in drawn, "for everybody"
