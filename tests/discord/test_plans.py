"""Plans on a simulated Discord: entered by buttons, played by themselves, seen by nobody else."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from bot.features.plans import plans
from rendering.scene import Picture
from rendering.studio import Studio
from tests.blank import BLANK

from .eavesdropping import Eavesdropper, eavesdropped
from .playing import played
from .simulation import HOUR, Seen, Simulation


@pytest.fixture
async def plan(sim: Simulation) -> Seen:
    """Bob's card of a plan, with no lines yet; Ann, who is purple, is to move."""
    await sim.begin(pie="off")
    return await sim.bob.say("plan")


async def chosen(sim: Simulation, card: Seen, *squares: str) -> Seen:
    """These moves, chosen on Bob's card."""
    for square in squares:
        await sim.bob.press(card, square[0])
        card = await sim.bob.press(card, square)
    return card


@pytest.mark.usefixtures("long_waits")
async def test_a_plan_is_withdrawn_while_its_answer_waits(sim: Simulation, plan: Seen) -> None:
    await chosen(sim, plan, "d4", "e4")
    await sim.ann.move("d4")
    card = await sim.bob.say("plan")
    assert "in a few seconds your plan will play `e4` for you" in card
    assert card.buttons == ["Clear All", "Close"]
    await sim.bob.press(card, "Clear All")
    assert "Clear your whole plan?" in card
    await sim.bob.press(card, "Keep My Plan")
    assert "in a few seconds" in card
    await sim.bob.press(card, "Clear All", "Clear All")
    assert "Your plan has been cleared.\nIt’s your turn. Play your move first" in card
    await sim.pass_time(3 * HOUR)
    assert await played(sim) == ["d4"]


async def test_stacks_are_planned_too_and_the_board_is_never_turned(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.begin("checkers")
    first = (await sim.table()).awaited[0].id
    other = sim.bob if first == sim.ann.id else sim.ann
    bottoms = set()

    async def draw(_studio: Studio, _game: str, scene: Any, **_more: Any) -> Picture:
        bottoms.add(scene.bottom)
        return BLANK

    monkeypatch.setattr(Studio, "draw", draw)
    card = await other.say("plan")
    for _ in range(12):
        if "Added to your plan." in card:
            break
        step = next(label for label in card.buttons if label not in ("Close", "Back"))
        await other.press(card, step)
    assert "Added to your plan." in card
    assert bottoms == {(await sim.table()).viewer(other.id)}


async def told(database: Path, monkeypatch: pytest.MonkeyPatch, answer: str) -> Eavesdropper:
    """All that others hear of a game in which Bob has planned this answer."""
    ear = Eavesdropper("bob")
    own = Path(shutil.copy(database, database.with_name(f"{answer}.sqlite3")))
    async with eavesdropped(ear, own, monkeypatch) as sim:
        lobby = await sim.ann.say("snorkels start", opponent=sim.bob, pie="off")
        ear.actor = "bob"
        await sim.bob.press(lobby, "Join")
        await chosen(sim, await sim.bob.say("plan"), "d4", answer)
        for who in (sim.ann, sim.cid):
            ear.actor = who.user.name
            for name in ("board", "games", "plan", "table record", "table info", "privacy export"):
                await who.say(name, sim.place())
            for label in ("My View", "More"):
                await who.press(sim.card(), label)
        ear.actor = "ann"
        await sim.ann.move("a1")
        assert not plans.lines_of(await sim.table(), sim.bob.id)
    return ear


@pytest.mark.usefixtures("painted")
async def test_nothing_that_others_hear_depends_on_what_is_planned(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = [await told(database, monkeypatch, answer) for answer in ("e4", "e5")]
    assert one.count > 100
    assert one.heard == two.heard


async def test_a_line_is_removed_after_a_question(sim: Simulation, plan: Seen) -> None:
    card = await chosen(sim, plan, "d4", "e4")
    await sim.bob.press(card, "Remove This Line")
    assert "and everything that follows it?" in card
    await sim.bob.press(card, "Keep My Plan")
    assert "Remove This Line" in card.buttons
    await sim.bob.press(card, "Remove This Line", "Remove This Line")
    assert "Removed from your plan." in card
