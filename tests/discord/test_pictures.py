"""Pictures: what is drawn for a turn and what is not, their headers, and games without a painter."""

from __future__ import annotations

import gc
import logging
import weakref
from io import BytesIO
from typing import Any, TypeAlias

import pytest
from PIL import Image

from bot.components.cards import table_cards, text
from bot.components.cards.table_cards import header_of
from bot.components.interactions.card import Card, as_new
from rendering.jobs import has_painter
from rendering.scene import SmallBoard
from tests.games.registry import GAMES
from tests.thorough import examples

from .playing import at_the_table, sailing
from .simulation import Simulation

Drawn: TypeAlias = list[tuple[Any, str]]


async def test_a_turn_draws_one_picture(sim: Simulation, drawn: Drawn) -> None:
    await sim.begin(side="purple", pie="off")
    await sim.ann.move("a1")
    drawn.clear()
    before = sim.card()
    await sim.bob.move("c3")
    await sim.settled()
    assert [scene.view.last for scene, _ in drawn] == ["c3"], "the older card keeps its picture"
    assert sim.card().id != before.id
    (picture,) = sim.card().attachments
    assert picture.data.startswith(b"\x89PNG")


@pytest.mark.parametrize("key", examples(GAMES, {"depthcharge", "hex"}))
async def test_a_board_without_home_sides_lies_the_same_way_for_everybody(
    sim: Simulation, drawn: Drawn, key: str
) -> None:
    people = await at_the_table(sim, key)
    table = await sim.table()
    for person in table.seating.people:
        await people[person.id].press(await people[person.id].press(sim.card(), "More"), "My View")
    for person in table.awaited:
        await people[person.id].opened()
    for person in table.seating.people:
        if table.status == "playing":
            table = await sim.tables.resign(1, person)
    await sim.settled()
    for person in table.seating.people:
        await people[person.id].press(sim.card(), "Review")
    turned = {scene.bottom for scene, _ in drawn} - {None}
    assert turned == (set(GAMES[key].seats) if GAMES[key].home_sides else set())


async def test_who_wants_no_turned_board_gets_none_in_the_review_either(
    sim: Simulation, drawn: Drawn
) -> None:
    await sim.bob.say("settings", bottom=False, palette="high-contrast")
    people = await at_the_table(sim, "checkers")
    await sim.finish()
    drawn.clear()
    await people[sim.bob.id].press(sim.card(), "Review")
    assert [(scene.bottom, palette) for scene, palette in drawn] == [(None, "high-contrast")]


async def test_the_goal_of_a_standing_order_is_marked(sim: Simulation, drawn: Drawn) -> None:
    card = await sailing(sim)
    await sim.ann.press(card, "l", "l1")
    assert [(scene.chosen, scene.goals) for scene, _ in drawn[-2:]] == [(("l",), ()), (("l1",), ("l1",))]
    await sim.ann.press(await sim.ann.press(sim.card(), "My View"), "Mark", "c")
    assert drawn[-1][0].chosen == ("c",)


async def test_what_can_be_taken_stays_ringed_while_a_newcomer_chooses(sim: Simulation, drawn: Drawn) -> None:
    await sim.begin("checkers", side="red")
    for number, turn in enumerate(("d2-d4", "c8-c6", "e2-e4", "c6-a4")):
        await (sim.ann, sim.bob)[number % 2].move(turn, table=1)
    drawn.clear()
    await sim.ann.press(await sim.ann.opened(), "c", "c2 (2 High)")
    assert {len(scene.chosen): scene.threatened for scene, _ in drawn} == dict.fromkeys(
        (0, 1, 2), ("a2", "c2")
    )


async def test_puzzles_of_the_day_rules_and_help_follow_ones_palette(sim: Simulation, drawn: Drawn) -> None:
    await sim.ann.say("settings", palette="colour-blind")
    card = await sim.ann.say("puzzle daily")
    await sim.ann.press(card, "Yesterday’s Solution")
    await sim.ann.say("help")
    await sim.ann.press(await sim.ann.say("rules", game="snorkels"), "Next")
    assert len(drawn) >= 5
    assert {palette for _, palette in drawn} == {"colour-blind"}
    await sim.ann.press(card, "Show Everyone")
    assert "default" in {palette for _, palette in drawn}, "for everybody"


async def test_a_picture_names_the_people_and_whose_turn_it_is(sim: Simulation) -> None:
    await sim.begin()
    tables = sim.tables
    table = await tables.get(1)
    header = header_of(table)
    assert (header.title, header.turn) == ("Snorkels", "The opening")
    assert [player.name for player in header.players] == [person.name for person in table.seating.people]
    assert [[(sign.name, sign.letter) for sign in player.seats] for player in header.players] == [
        [("Host", "1")],
        [("Guest", "2")],
    ]
    assert [player.lit for player in header.players] == [True, False]
    assert header.result == header.story == ""

    first, second = table.seating.people
    await tables.resign(1, first)
    header = header_of(await tables.get(1))
    assert [player.lit for player in header.players] == [False, True]
    assert header.result == f"{first.called} resigned. {second.called} wins."


async def test_a_picture_s_banner_has_whole_sentences(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.begin()
    await sim.tables.resign(1, sim.ann.person)
    told = " ".join(["Green’s last group on d4 and e4 had no air left, so purple wins."] * 2)
    monkeypatch.setattr(text, "ending", lambda _table: told)
    assert header_of(await sim.tables.get(1)).result == told


async def test_a_preview_says_that_it_is_one_in_the_picture_and_in_words(
    sim: Simulation, drawn: Drawn
) -> None:
    await sim.begin()
    card = await sim.ann.press(sim.card(), "a")
    assert drawn[-1][0].header.turn == "The opening"
    await sim.ann.press(card, "a1")
    assert drawn[-1][0].header.turn == "Preview · The opening"
    assert card.alt.startswith("Preview. The opening. Last snorkel: purple on a1.")


async def test_a_solo_game_that_ends_leaves_no_preview_on_the_card_before(
    sim: Simulation, drawn: Drawn
) -> None:
    await sim.ann.say("curse start")
    card = sim.card()
    turn = drawn[-1][0].header.turn
    card = await sim.ann.press(card, next(label for label in card.buttons if label.endswith("Coin")))
    assert drawn[-1][0].header.turn == f"Preview · {turn}"
    drawn.clear()
    await sim.tables.resign(1, sim.ann.person)
    await sim.settled()
    assert turn in {scene.header.turn for scene, _ in drawn}
    assert not sim.again(card).buttons


UNPAINTED = [key for key in GAMES if not has_painter(key)]


@pytest.mark.parametrize("key", UNPAINTED)
async def test_an_unpainted_game_has_its_cards_a_review_and_a_film(
    sim: Simulation, key: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        people = await at_the_table(sim, key)
        table = await sim.table()
        mover = people[table.awaited[0].id]
        for label in ("My View", sim.card().buttons[0]):
            private = await mover.press(sim.card(), label)
            assert private.alt
            assert private.attachments
        table = await sim.tables.resign(1, table.seating.people[0])
        await sim.settled()
        review = await sim.cid.press(sim.card(), "Review")
        assert "Position 0" in review
        film = await sim.cid.press(sim.card(), "Watch Replay")
    (attachment,) = film.attachments
    with Image.open(BytesIO(attachment.data)) as moving:
        assert moving.format == "GIF"
    assert not [record.getMessage() for record in caplog.records]


async def test_a_file_is_freed_once_it_is_sent(sim: Simulation) -> None:
    sent = as_new(Card("A record", files=(("table-1.txt", b"d4"),)))
    content = weakref.ref(sent["files"][0].fp)
    gc.disable()
    try:
        await sim.bot.get_partial_messageable(sim.channel.id).send(**sent)
        await sim.settled()
        del sent
        assert content() is None
    finally:
        gc.enable()


async def test_a_list_of_games_shows_their_boards_to_whom_they_belong(
    sim: Simulation, drawn: list[tuple[Any, str]]
) -> None:
    await sim.begin("depthcharge")
    await sim.ann.say("snorkels start")
    shown = await sim.ann.say("games")
    assert shown.files == ["small-0.png", "small-1.png"]
    (board,) = (scene.view for scene, _ in drawn if isinstance(scene.view, SmallBoard))
    assert (board.game_key, board.scene.view.viewer) == ("depthcharge", "south")
    table = await sim.table()
    every = [table] * (table_cards.MAX_LISTED + 4)
    listed = await table_cards.own_tables_card(sim.bot.context, every, sim.bob.id, [])
    assert listed.lines[-1] == "… and 4 more."
    assert [each.alt for each in listed.images] == [
        table_cards.described(table, table.view_for(table.viewer(sim.bob.id)))
    ] * table_cards.MAX_BOARDS


async def test_a_stack_shows_where_it_goes_and_how_it_splits_one_after_the_other(
    sim: Simulation, drawn: Drawn
) -> None:
    await sim.begin("checkers")
    await sim.ann.play("a", "a2 (2 High)")
    whole = drawn[-1][0]
    assert whole.chosen == ("a", "2")
    assert {action.count for action in whole.choices} == {None}
    await sim.ann.play("a", "a2 (2 High)", "Split…")
    assert None not in {action.count for action in drawn[-1][0].choices}
