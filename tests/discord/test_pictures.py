"""Pictures: what is drawn for a turn, and what is not."""

from __future__ import annotations

from typing import Any

import pytest

from rendering.picture import Picture
from rendering.studio import Studio
from tests.blank import BLANK
from tests.games.registry import GAMES

from .playing import at_the_table
from .simulation import Simulation


async def test_a_turn_draws_one_picture(sim: Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
    await sim.begin(side="purple", pie="off")
    await sim.ann.move("a1")
    drawn = []
    draw = Studio.draw

    async def counted(studio: Studio, key: str, scene: Any, **options: Any) -> Picture:
        drawn.append(scene)
        return await draw(studio, key, scene, **options)

    monkeypatch.setattr(Studio, "draw", counted)
    before = sim.card()
    await sim.bob.move("c3")
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
    table = await sim.table()
    for person in table.seating.people:
        await people[person.id].press(sim.card(), "My View")
    for person in table.awaited:
        await people[person.id].opened()
    for person in table.seating.people:
        if table.status == "playing":
            table = await sim.tables.resign(1, person)
    await sim.settled()
    for person in table.seating.people:
        await people[person.id].press(sim.card(), "Review")
    turned = {scene.bottom for scene in drawn} - {None}
    assert turned == (set(GAMES[key].seats) if GAMES[key].home_sides else set())


async def test_who_wants_no_turned_board_gets_none_in_the_review_either(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.bob.say("settings", bottom=False, palette="high-contrast")
    people = await at_the_table(sim, "checkers")
    await sim.finish()
    drawn: list[Any] = []

    async def draw(_studio: Studio, _key: str, scene: Any, palette: str = "default") -> Picture:
        drawn.append((scene.bottom, palette))
        return BLANK

    monkeypatch.setattr(Studio, "draw", draw)
    await people[sim.bob.id].press(sim.card(), "Review")
    assert drawn == [(None, "high-contrast")]


async def test_puzzles_of_the_day_rules_and_help_follow_ones_palette(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.ann.say("settings", palette="colour-blind")
    drawn: list[str] = []

    async def draw(_studio: Studio, _key: str, _scene: Any, palette: str = "default") -> Picture:
        drawn.append(palette)
        return BLANK

    monkeypatch.setattr(Studio, "draw", draw)
    card = await sim.ann.say("puzzle daily")
    await sim.ann.press(card, "Yesterday’s Solution")
    await sim.ann.say("help")
    await sim.ann.press(await sim.ann.say("rules", game="snorkels"), "Next")
    assert len(drawn) >= 5
    assert set(drawn) == {"colour-blind"}
    await sim.ann.press(card, "Show Everyone")
    assert "default" in drawn, "for everybody"
