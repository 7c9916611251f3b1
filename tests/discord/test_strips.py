"""What happened since: the turns that somebody has missed, as small pictures on their private card."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import pytest

from bot.components.cards import table_cards
from bot.games.core import Placement
from bot.tables.model.table import Table
from rendering.scene import Strip

from .playing import at_the_table, forged, manned
from .simulation import Simulation

Panels: TypeAlias = Callable[[int], Awaitable[tuple[Any, ...]]]
"""The small pictures on the private card of the person with this number."""


async def play_on(sim: Simulation, *, by_hand: bool = True) -> Table:
    """Whoever is to move plays their first legal move, or lays their first mines."""
    table = await sim.table()
    seat = table.acting[0]
    legal, person = table.legal(seat), table.holder(seat)
    assert person is not None
    move = legal.text(legal.squares[: legal.count]) if isinstance(legal, Placement) else str(legal[0])
    key = f"press {table.version}" if by_hand else None
    return await sim.tables.play(1, person, move, key=key)


async def test_the_turns_since_ones_own_are_pictures_with_a_line_each(sim: Simulation) -> None:
    dan = sim.newcomer("dan")
    eve = sim.newcomer("eve")
    await manned(sim, "crackers", sim.ann, sim.bob, sim.cid, dan, board="bell")
    for _ in range(3):
        table = await play_on(sim)
    await sim.settled()
    told = [turn.narration(None) for turn in table.turns]
    card = await sim.ann.press(sim.card(), "My View")
    assert card.files == ["turns.png", "board.png"]
    assert card.alt == (f"Since your last turn. Round 1 of 24, bob: {told[1]} Round 1 of 24, cid: {told[2]}")
    assert told[2] not in card
    card = await sim.bob.press(sim.card(), "My View")
    assert card.files == ["board.png"], "one turn is told in the text"
    assert told[2] in card
    card = await eve.press(sim.card(), "My View")
    assert card.alt.startswith("The latest turns. ")
    assert all(line in card.alt for line in told)
    card = await dan.press(sim.card(), sim.card().buttons[0])
    assert card.files == ["board.png"], "a turn isn't held up by pictures"


@pytest.fixture
def panels(sim: Simulation, drawn: list[tuple[Any, str]]) -> Panels:
    """The small pictures on somebody's private card."""

    async def found(person: int) -> tuple[Any, ...]:
        drawn.clear()
        await table_cards.own_card(sim.bot.context, await sim.table(), person, missed=True)
        return next((scene.view.panels for scene, _ in drawn if isinstance(scene.view, Strip)), ())

    return found


async def test_moves_that_were_played_for_somebody_are_shown_to_them_too(
    sim: Simulation, panels: Panels
) -> None:
    await sim.begin("checkers")
    first = (await play_on(sim)).turns[0].seat
    mover, other = (sim.ann, sim.bob) if first == "red" else (sim.bob, sim.ann)
    assert await panels(mover.id) == ()
    for by_hand in (True, False, True):
        await play_on(sim, by_hand=by_hand)
    assert len(await panels(mover.id)) == 3, "the second turn of two was played for them"
    assert await panels(other.id) == ()
    for by_hand in (False, True):
        await play_on(sim, by_hand=by_hand)
    found = await panels(mover.id)
    assert [panel.turn for panel in found] == ["Turn 3", "Turn 4", "Turn 5", "Turn 6"]
    assert [panel.player.name for panel in found] == [mover.name, other.name, mover.name, other.name]
    await sim.finish()
    assert await panels(mover.id) == ()


async def test_each_board_is_what_its_reader_could_see_then(sim: Simulation, panels: Panels) -> None:
    await sim.begin("depthcharge", side="south", islands=0)
    while len((await play_on(sim)).turns) < 5:
        pass
    table = await sim.table()
    for person in (sim.cid.id, sim.ann.id):
        viewer = table.viewer(person)
        found = await panels(person)
        assert len(found) == (4 if person == sim.cid.id else 0)
        for place, panel in enumerate(found, 2):
            assert panel.scene.view == table.at(place).view_for(viewer)
            assert panel.scene.view.viewer == viewer


async def test_those_who_watch_get_the_latest_turns_as_a_film_without_secrets(
    sim: Simulation, drawn: list[tuple[Any, str]]
) -> None:
    await sim.begin("depthcharge", side="south", islands=0)
    while len((await play_on(sim)).turns) < 9:
        pass
    more = await sim.cid.press(sim.card(), "More")
    await sim.settled()
    drawn.clear()
    film = await sim.cid.press(more, "Latest Turns")
    assert (film.files, film.buttons) == (["table-1.gif"], [])
    table = await sim.table()
    assert [scene.view for scene, _ in drawn] == [table.at(place).view_for(None) for place in range(4, 10)]
    await sim.finish()
    drawn.clear()
    await forged(sim, sim.cid, "ct:latest:1:1:", sim.card())
    assert len(drawn) == 10, "all of it, once it is over"


async def test_a_roll_that_nobody_has_answered_is_a_film_too(
    sim: Simulation, drawn: list[tuple[Any, str]]
) -> None:
    await at_the_table(sim, "curse")
    more = await sim.cid.press(sim.card(), "More")
    drawn.clear()
    assert (await sim.cid.press(more, "Latest Turns")).files == ["table-1.gif"]
    assert [scene.view.dice is None for scene, _ in drawn] == [True, False]
