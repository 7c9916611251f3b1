"""Turns that are chosen by people who don't play them: in what everybody knows, and without playing them."""

from __future__ import annotations

from typing import Any, Final

import pytest

from bot.components.interactions.card import Card, Style
from bot.components.play import proposals
from bot.components.play.proposals import Verbs
from bot.tables.errors import Stale, TableError
from bot.tables.model.table import Table
from tests.games.registry import GAMES

from .playing import at_the_table, played, with_mines
from .simulation import Simulation

VERBS: Final = Verbs("some", "all")


async def shown(sim: Simulation, table: Table, written: str = "", *, kept: bool = False) -> Card:
    """What cid may choose for whoever is to move."""
    draft = proposals.read(table, table.awaited[0].id, written)
    context, cid = sim.bot.context, sim.cid.id
    return await proposals.proposal_card(context, table, draft, cid, VERBS, heading="Choose", kept=kept)


@pytest.mark.parametrize("key", [key for key in GAMES if key != "depthcharge"])
async def test_a_turn_is_chosen_to_its_end_and_nothing_is_played(sim: Simulation, key: str) -> None:
    await at_the_table(sim, key)
    table = await sim.table()
    written, decided, pressed = "", False, 0
    while not decided:
        assert (pressed := pressed + 1) < 30, written
        controls = [each for row in (await shown(sim, table, written)).rows for each in row]
        offered = [each for each in controls if each.verb in VERBS and not each.disabled]
        step = next((each for each in offered if each.style is not Style.secondary), offered[0])
        written = step.rest
        draft = proposals.read(table, table.awaited[0].id, written, table.version)
        decided = proposals.decided(draft, step, VERBS)
    assert draft.actions[0] in table.paths(table.acting[0]).values()
    assert (await sim.table()).version == table.version
    card = await shown(sim, table, written, kept=True)
    assert "Confirm" not in [each.label for row in card.rows for each in row]
    assert card.question == ""


async def test_nothing_that_a_player_has_placed_or_marked_changes_what_others_may_choose(
    sim: Simulation, drawn: list[tuple[Any, str]]
) -> None:
    told, own = list[Any](), list[int]()
    for number, south in enumerate(("mines a2 b1 d3", "mines f2 g2 f3"), 1):
        sim.channel = sim.guild.create_text_channel(f"lake-{number}")
        await sim.begin("depthcharge", mines=3)
        await sim.ann.move(south)
        await sim.bob.move("mines b9 d8 g12")
        await sim.ann.say("mark", squares="b9 c9", kind="mine")
        table = await sim.table(number)
        assert any(row.marks for row in table.seats), "there is something to give away"
        drawn.clear()
        cards = [await shown(sim, table, each) for each in ("", "move 1", "move 1|a2", "sound")]
        labels = [[each.label for row in card.rows for each in row] for card in cards]
        assert {scene.view.viewer for scene, _ in drawn} == {None}
        told.append((labels, [card.lines for card in cards], [str(scene) for scene, _ in drawn]))
        own.append(len(table.paths(table.acting[0])))
    assert own[0] != own[1], "a boat doesn’t stop on a mine of its own"
    assert told[0] == told[1]


async def test_what_is_placed_in_secret_is_chosen_by_nobody_else(sim: Simulation) -> None:
    await sim.begin("depthcharge", mines=3)
    table = await sim.table()
    for who in (sim.ann, sim.bob):
        assert not proposals.possible(table, who.id)
        with pytest.raises(TableError, match="is secret"):
            proposals.read(table, who.id)


async def test_what_was_chosen_before_the_game_went_on_is_refused(sim: Simulation) -> None:
    await sim.begin(pie="off")
    table = await sim.table()
    assert proposals.possible(table, sim.ann.id)
    assert not proposals.possible(table, sim.bob.id)
    with pytest.raises(Stale):
        proposals.read(table, sim.bob.id)
    await sim.ann.move("d4")
    await sim.bob.move("a1")
    after = await sim.table()
    with pytest.raises(Stale):
        proposals.read(after, sim.ann.id, "g|7", table.version)
    assert [*map(str, proposals.read(after, sim.ann.id, "g|7").actions)] == ["g7"]
    assert await played(sim) == ["d4", "a1"]


async def test_nobody_chooses_in_a_game_that_is_over(sim: Simulation) -> None:
    await with_mines(sim)
    assert proposals.possible(await sim.table(), sim.ann.id)
    await sim.tables.resign(1, sim.bob.person, "k")
    table = await sim.table()
    assert not proposals.possible(table, sim.ann.id)
    with pytest.raises(TableError, match="over"):
        proposals.read(table, sim.ann.id)
