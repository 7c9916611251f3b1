"""Plans on a simulated Discord: entered by buttons, played by themselves, seen by nobody else."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from bot.features.plans import plans
from bot.features.plans.planned_turns import WAIT_MS
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


async def test_a_line_is_entered_by_playing_both_sides_and_answers_by_itself(
    sim: Simulation, plan: Seen
) -> None:
    assert plan.ephemeral
    assert "Pick a move that ann might play, and then your answer." in plan
    assert plan.buttons == [*"abcdefg", "Close"]
    await sim.bob.press(plan, "d", "d4")
    assert "After `d4`:\nWhat’s your answer?" in plan
    await sim.bob.press(plan, "e")
    assert "d4" not in plan.buttons, "the answer is chosen on the board with ann’s move"
    await sim.bob.press(plan, "e4")
    assert "Added to your plan." in plan
    assert "After `d4, e4`:\nWhat might ann play next?" in plan
    await chosen(sim, plan, "c3", "c4")
    await sim.bob.press(plan, "Back", "Back")
    assert "- If `d4`, you answer `e4`.\n  - Then, if `c3`, you answer `c4`." in plan
    assert plan.buttons == ["d4 → e4", *"abcdefg", "Clear All", "Close"]

    await sim.ann.move("d4")
    assert await played(sim) == ["d4", "e4"]
    first, second = (await sim.table()).turns
    assert WAIT_MS[0] <= second.at - first.at <= WAIT_MS[1]
    assert "Green placed a snorkel on e4." in sim.card()


async def test_a_branch_is_opened_changed_and_removed(sim: Simulation, plan: Seen) -> None:
    await chosen(sim, plan, "d4", "e4", "c3", "c4", "a1", "a2")
    assert "A line can be 6 moves long" in plan
    assert plan.buttons == ["Back", "Remove This Line", "Close"]
    await sim.bob.press(plan, "Back", "Back")
    await chosen(sim, plan, "c5", "d5")
    await sim.bob.press(plan, "Back")
    assert plan.buttons[:2] == ["c3 → c4", "c5 → d5"]
    await chosen(sim, plan, "c3")
    assert "Your plan already answers that move." in plan
    await sim.bob.press(plan, "Remove This Line")
    assert "Removed from your plan." in plan
    assert plan.buttons[0] == "c5 → d5"
    await sim.bob.press(plan, "Back", "Clear All")
    assert "Your plan has been cleared." in plan
    assert plan.buttons == [*"abcdefg", "Close"]


@pytest.mark.usefixtures("long_waits")
async def test_a_plan_is_withdrawn_while_its_answer_waits(sim: Simulation, plan: Seen) -> None:
    await chosen(sim, plan, "d4", "e4")
    await sim.ann.move("d4")
    card = await sim.bob.say("plan")
    assert "in a few seconds your plan plays `e4` for you" in card
    assert card.buttons == ["Clear All", "Close"]
    await sim.bob.press(card, "Clear All")
    assert "Your plan has been cleared.\nIt’s your turn. Play your move first" in card
    await sim.pass_time(3 * HOUR)
    assert await played(sim) == ["d4"]


@pytest.mark.usefixtures("long_waits")
async def test_nobody_else_sees_or_hears_of_a_plan(sim: Simulation, plan: Seen) -> None:
    before = len(sim.history())
    await chosen(sim, plan, "d4", "e4")
    assert len(sim.history()) == before
    assert "e4" not in sim.card()
    mine = await sim.ann.press(sim.card(), "My View")
    assert "Plan" not in mine.buttons
    assert "e4" not in mine
    theirs = await sim.bob.press(sim.card(), "My View")
    assert theirs.buttons[0] == "Plan"
    await sim.ann.move("d4")
    assert sim.pinged() == [sim.bob.id], "as if there were no plan"


async def test_an_old_button_gets_what_is_true_now(sim: Simulation, plan: Seen) -> None:
    await chosen(sim, plan, "d4", "e4")
    await sim.bob.press(plan, "Back")
    await sim.ann.move("a1")
    await sim.bob.press(plan, "d4 → e4")
    assert "That button is out of date." in plan
    assert "It’s your turn. Play your move first" in plan
    assert plan.buttons == ["Close"]


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
