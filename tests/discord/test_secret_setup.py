"""Secret set-up by direct message, and by **My View** where that is refused (Depth Charge's mines)."""

from __future__ import annotations

from bot.components.play import placement
from bot.games.core import Seat
from bot.tables.events import moves

from .fixtures import Listen
from .playing import chart, close_dms, dm_press
from .simulation import Member, Simulation


async def lay(sim: Simulation, who: Member) -> None:
    """Random mines, by direct message."""
    await dm_press(who, "Random", "Lay Mines")
    await sim.settled()


async def test_the_answer_to_a_placement_stays_until_the_next_turn(sim: Simulation) -> None:
    await sim.begin("depthcharge", mines=3)
    card = await sim.ann.press(sim.card(), "Lay Mines")
    await sim.ann.press(card, "Random", "Lay Mines")
    await sim.settled()
    assert "That’s settled. Everyone else only sees that you’re ready." in card
    await lay(sim, sim.bob)
    assert {"Move 1", "Sound", "Depth Charge", "Close"} <= set(card.buttons), "it becomes the first turn's"


async def test_all_mines_can_be_typed_into_a_form(sim: Simulation) -> None:
    await sim.begin("depthcharge", mines=3)
    form = await sim.ann.user.click(chart(sim.ann), label="Type Squares")
    assert form.modal is not None
    assert form.modal["title"] == "Mines: Type 3 Squares"
    await sim.restart()
    await sim.ann.user.submit_modal(form, {"text": "B2, d3 f4"})
    assert "Mines: 3 of 3 picked: b2, d3 and f4" in chart(sim.ann).text.replace("*", "")
    assert (await sim.table()).turns == (), "nothing is laid yet"
    for typed, told in (
        ("b2 z9", "“z9” can’t be chosen. Choose squares such as a2, g1, l6."),
        ("z9 b2 z8", "“z9” and “z8” can’t be chosen."),
        ("b2 b3 b4 b5", "3"),
    ):
        form = await sim.ann.user.click(chart(sim.ann), label="Type Squares")
        await sim.ann.user.submit_modal(form, {"text": typed})
        assert told in chart(sim.ann).text.replace("*", "")
    form = await sim.ann.user.click(chart(sim.ann), label="Type Squares")
    await lay(sim, sim.ann)
    await sim.ann.user.submit_modal(form, {"text": "b2 d3 f4"})
    assert "Mines: " not in chart(sim.ann), "the form is of no use any more"
    assert len((await sim.table()).turns) == 1


async def test_random_chooses_what_is_left_and_all_anew_when_nothing_is(sim: Simulation) -> None:
    await sim.begin("depthcharge", mines=3)
    form = await sim.ann.user.click(chart(sim.ann), label="Type Squares")
    await sim.ann.user.submit_modal(form, {"text": "b2 d3"})
    assert "Pick 1 more square, or let **Random** choose it." in chart(sim.ann)

    async def at_random() -> tuple[str, ...]:
        await dm_press(sim.ann, "Random")
        return moves.picked(await sim.table(), Seat("south"))

    first = await at_random()
    assert {"b2", "d3"} < {*first}
    assert len(first) == 3
    assert await at_random() != first


async def test_an_answer_that_comes_late_leaves_the_chart_as_the_table_stands(
    sim: Simulation, listen: Listen
) -> None:
    await sim.begin("depthcharge", mines=3)
    await sim.ann.move("b2 d3 f6")
    await dm_press(sim.bob, "Random")

    async def act(*_given: object) -> None:
        """While this answer is on its way, ann acts, and the publisher shows it."""
        await sim.tables.play(1, sim.ann.person, "move nne", key="next")
        await sim.bot.publisher.settle()

    listen(placement, "replace_card", before=act)
    await dm_press(sim.bob, "Lay Mines")
    await sim.settled()
    assert "South moved" in sim.card()
    assert "It’s **your turn**" in chart(sim.bob)
    assert "Go to the table" in chart(sim.bob)


async def test_whoever_places_islands_last_is_told_that_more_comes(sim: Simulation) -> None:
    close_dms(sim, sim.bob)
    await sim.begin("depthcharge", mines=3, islands=1)
    await dm_press(sim.ann, "Random", "Place Islands")
    mine = await sim.bob.press(sim.card(), "My View")
    await sim.bob.press(mine, "Random", "Place Islands")
    assert "That’s settled. Here’s what comes next." in mine
    assert "Mines: 0 of 3" in mine.text.replace("*", "")
