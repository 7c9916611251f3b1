"""Private cards that stay: one a person and table, refreshed on the next turn while Discord allows it."""

from __future__ import annotations

from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.tables.events import agreements as requests

from .limits import parts
from .playing import forged, leave, manned, played, private
from .simulation import Member, Seen, Simulation

QUARTER = 16 * 60
"""Seconds after which no token of an interaction is good any more."""


async def elsewhere(sim: Simulation, who: Member, *moves: str) -> None:
    """``who`` plays ``moves``, and nothing of it is seen here but the table."""
    for move in moves:
        await sim.tables.play(1, who.person, move)
    await sim.settled()


async def test_a_press_on_the_public_card_takes_the_place_of_the_private_card(sim: Simulation) -> None:
    await sim.begin()
    for label in ("a", "b", "My View", "More", "c"):
        newest = await sim.ann.press(sim.card(), label)
        assert [each.id for each in private(sim, sim.ann)] == [newest.id]
    await sim.bob.press(sim.card(), "My View")
    assert [len(private(sim, who)) for who in (sim.ann, sim.bob)] == [1, 1], "each has their own"


async def test_typed_moves_take_the_choice_away_and_leave_their_latest_answer(sim: Simulation) -> None:
    await sim.begin()
    await sim.ann.press(sim.card(), "d")
    await sim.ann.move("d4")
    (mine,) = private(sim, sim.ann)
    assert mine.buttons == ["Plan"], "whoever types needs no buttons to move"
    since = len(sim.env.http_requests)
    for move in ("take green", "a1"):
        told = await sim.bob.move(move)
        assert (told.files, set(told.buttons) - {"Plan"}) == ([], set())
    await sim.settled()
    requests = sim.env.http_requests[since:]
    assert [each.method for each in requests].count("DELETE") == 1, "the answer before"
    assert [bool(each.files) for each in requests].count(True) == 2, "everybody's card, after each"
    assert [each.id for each in private(sim, sim.bob)] == [told.id]
    assert [each.id for each in private(sim, sim.ann)] == [mine.id]


@pytest.mark.usefixtures("inline_thinkers")
async def test_what_tells_of_a_typed_move_goes_once_that_is_undone(sim: Simulation) -> None:
    await sim.ann.say("snorkels start", computer="cabin-boy")
    await sim.settled()
    for _ in range(2):
        told = await sim.ann.move("d4")
        assert "d4" in told
        await sim.settled()
        assert [each.id for each in private(sim, sim.ann)] == [told.id]
        await sim.ann.press(sim.card(), "Undo")
        await sim.settled()
        assert "An undo took the game back" in sim.card()
        assert private(sim, sim.ann) == []


async def test_what_tells_of_a_typed_move_stays_when_a_later_one_is_undone(sim: Simulation) -> None:
    await sim.begin()
    told = await sim.ann.move("d4")
    await sim.bob.move("take green")
    await sim.tables.play(1, sim.bob.person, "a1")
    await sim.bob.say("table undo")
    await sim.ann.press(sim.card(), "Accept Undo (bob)")
    await sim.settled()
    assert (await played(sim))[-1] != "a1"
    assert [each.id for each in private(sim, sim.ann)] == [told.id]


async def test_a_press_out_of_turn_says_once_who_is_awaited_and_becomes_the_next_choice(
    sim: Simulation,
) -> None:
    await sim.begin()
    for label in ("c", "d"):
        early = await sim.bob.press(sim.card(), label)
        assert [each.id for each in private(sim, sim.bob)] == [early.id], "one, however often it's pressed"
    assert "It isn’t your turn at Table 1. Waiting for ann." in early
    assert early.text.count("Waiting for") == 1
    await sim.tables.play(1, sim.ann.person, "d4")
    await sim.settled()
    assert [each.id for each in private(sim, sim.bob)] == [early.id]
    assert "isn’t your turn" not in early
    assert "Take Green" in early.buttons
    for move in ("take green", "a1"):
        await sim.tables.play(1, sim.bob.person, move)
    await sim.settled()
    late = await sim.bob.press(sim.card(), "g")
    assert [each.id for each in private(sim, sim.bob)] == [early.id, late.id], "what tells of a turn stays"


async def test_a_choice_that_came_too_late_shows_the_table_until_the_next_press(sim: Simulation) -> None:
    await sim.begin()
    late = await sim.ann.play("d")
    await sim.tables.play(1, sim.ann.person, "d4")
    await sim.ann.press(late, "d5")
    assert "isn’t your turn" in late
    again = await sim.ann.press(sim.card(), "Take Green")
    assert "isn’t your turn" in again
    assert [each.id for each in private(sim, sim.ann)] == [again.id]


@pytest.mark.parametrize("restart", [False, True])
async def test_after_a_quarter_of_an_hour_or_a_restart_the_public_card_leads_on(
    sim: Simulation, restart: bool
) -> None:
    await sim.begin()
    console = await sim.ann.play("d", "d4", "Confirm")
    if restart:
        await sim.restart()
    else:
        await sim.pass_time(QUARTER)
    await elsewhere(sim, sim.bob, "take green", "a1")
    assert console.buttons == ["Plan"]
    fresh = await sim.ann.play("g", "g7", "Confirm")
    assert fresh.id != console.id
    assert (await played(sim))[-1] == "g7"


async def test_what_leaves_the_choice_as_it_is_leaves_the_card_as_it_is(sim: Simulation) -> None:
    await sim.begin("checkers")
    console = await sim.ann.play("b", "b2 (2 High)")
    before = console.buttons
    await sim.bob.say("table draw")
    await sim.settled()
    assert console.buttons == before
    assert console.id in [each.id for each in private(sim, sim.ann)]


async def test_a_move_made_elsewhere_takes_the_question_off_the_card(sim: Simulation) -> None:
    await sim.begin()
    console = await sim.ann.play("d", "d4")
    await elsewhere(sim, sim.ann, "e5")
    assert console.buttons == ["Plan"]
    assert "e5" in console


@pytest.mark.parametrize("meanwhile", [False, True])
async def test_a_press_that_fails_keeps_its_card_from_nothing_that_follows(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch, meanwhile: bool
) -> None:
    await sim.begin()
    console = await sim.ann.play("d", "d4")

    async def failing(*_given: Any, **_known: Any) -> Any:
        if meanwhile:
            await sim.tables.play(1, sim.ann.person, "e5")
        raise OSError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(sim.tables, "play_draft", failing)
        assert "Something went wrong" in await sim.ann.press(console, "Confirm")
    if not meanwhile:
        await elsewhere(sim, sim.ann, "e5")
    await sim.settled()
    assert "e5" in console


async def overtaken(sim: Simulation) -> tuple[Seen, str]:
    """Ann's card with the first step of a turn that she has taken elsewhere since, and its next button."""
    await sim.begin()
    console = await sim.ann.play("d")
    step = next(part["custom_id"] for part in parts(console.components) if part.get("label") == "d4")
    await elsewhere(sim, sim.ann, "e5")
    return console, step


async def test_a_step_of_an_earlier_turn_is_refused(sim: Simulation) -> None:
    console, step = await overtaken(sim)
    await elsewhere(sim, sim.bob, "take green", "a1")
    assert "The game has moved on" in await forged(sim, sim.ann, step, console)


async def test_the_view_after_a_press_that_came_too_late_is_in_ones_own_colours(
    sim: Simulation, drawn: list[tuple[Any, str]]
) -> None:
    await sim.ann.say("settings", palette="high-contrast")
    console, step = await overtaken(sim)
    drawn.clear()
    assert "Waiting for bob." in await forged(sim, sim.ann, step, console)
    assert [palette for _, palette in drawn] == ["high-contrast"]


@pytest.mark.parametrize("label", ["a", "My View", "More"])
async def test_the_end_takes_the_private_cards_away(sim: Simulation, label: str) -> None:
    await sim.begin()
    await sim.ann.press(sim.card(), label)
    await sim.bob.say("plan")
    assert [len(private(sim, who)) for who in (sim.ann, sim.bob)] == [1, 1]
    await sim.tables.resign(1, sim.bob.person, "k")
    await sim.settled()
    assert private(sim, sim.ann) == private(sim, sim.bob) == []


async def test_what_is_looked_up_after_the_end_stays(sim: Simulation) -> None:
    await sim.begin()
    old = sim.card()
    await sim.tables.resign(1, sim.bob.person, "k")
    view = await sim.ann.press(old, "My View")
    await sim.settled()
    await sim.bob.press(sim.card(), "Rematch")
    assert [each.id for each in private(sim, sim.ann)] == [view.id]
    assert view.buttons == ["Board in Words"]


async def test_a_closed_card_stays_closed(sim: Simulation) -> None:
    await sim.begin()
    console = await sim.ann.play("d", "d4", "Confirm")
    await elsewhere(sim, sim.bob, "take green", "a1")
    await sim.ann.press(console, "Close")
    await elsewhere(sim, sim.ann, "g7")
    await elsewhere(sim, sim.bob, "a2")
    assert private(sim, sim.ann) == []


async def test_a_part_of_a_turn_played_elsewhere_brings_the_next_question(sim: Simulation) -> None:
    await sim.begin()
    await elsewhere(sim, sim.ann, "d4")
    console = await sim.bob.press(sim.card(), "Take Green")
    assert "Confirm" in console.buttons
    await elsewhere(sim, sim.bob, "take green")
    assert {"a", "g"} <= set(console.buttons)
    assert "Confirm" not in console.buttons


async def test_no_objects_are_made_of_what_private_cards_show(sim: Simulation) -> None:
    await sim.begin()
    for label in ("a", "b"):
        await sim.ann.press(sim.card(), label)
        console = sim.bot.private_cards.of(1, sim.ann.person.id)
        assert console is not None
        assert not hasattr(console, "components")


async def test_a_private_card_that_cannot_be_made_stays_as_it_is(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.begin()
    console = await sim.ann.play("d", "d4", "Confirm")
    monkeypatch.setattr(sim.bot.private_cards, "_next_card", AsyncMock(side_effect=ValueError))
    await sim.bob.move("take green")
    sim.bot.private_cards.table_shown(1)
    refreshing = sim.bot.private_cards.tasks.all
    await sim.bob.move("a1")
    await sim.settled()
    assert all(task.exception() is None for task in refreshing)
    assert [each.id for each in private(sim, sim.ann)] == [console.id]


async def test_a_private_card_that_is_gone_already_keeps_nobody_from_the_next(sim: Simulation) -> None:
    await sim.begin()
    await sim.ann.press(sim.card(), "a")
    sim.refuse("DELETE", "/webhooks/*", 404, 10008)
    seen = await sim.ann.press(sim.card(), "b")
    assert "b1" in seen.buttons


async def test_whoever_passes_over_their_private_card_gets_it_ready_no_more(sim: Simulation) -> None:
    await sim.begin(pie="off")
    await sim.ann.play("d", "d4", "Confirm")
    await elsewhere(sim, sim.bob, "a1")
    (mine,) = private(sim, sim.ann)
    assert "g" in mine.buttons, "it is ready"
    await sim.ann.press(sim.card(), "e")
    await sim.ann.press(sim.card(), "g")
    (mine,) = private(sim, sim.ann)
    await sim.ann.press(mine, "g7", "Confirm")
    for theirs, own in (("b2", "f"), ("c1", "e")):
        since = len(sim.env.http_requests)
        await elsewhere(sim, sim.bob, theirs)
        assert len(sim.env.http_requests) == since + 2, "the new card, and the one before it"
        since = len(sim.env.http_requests)
        await sim.ann.play(own, f"{own}6", "Confirm")
        # What tells of the turn before stays.
        assert len(sim.env.http_requests) == since + 5, "three presses, the new card, and the one before it"
        assert not [each for each in private(sim, sim.ann) if {"Confirm", "a"} & set(each.buttons)]
    assert (await played(sim))[-1] == "e6"


async def test_whoever_presses_twice_in_a_turn_passes_over_nothing(sim: Simulation) -> None:
    await sim.begin(pie="off")
    await sim.ann.press(sim.card(), "d")
    await sim.ann.play("e", "e4", "Confirm")
    await elsewhere(sim, sim.bob, "a1")
    (mine,) = private(sim, sim.ann)
    assert "g" in mine.buttons, "it is ready for the next turn"
    await sim.ann.press(mine, "g", "g7", "Confirm")
    await elsewhere(sim, sim.bob, "b2")
    (mine,) = private(sim, sim.ann)
    assert "f" in mine.buttons


async def test_next_game_is_offered_only_to_those_who_play_another(sim: Simulation) -> None:
    await sim.begin()
    assert (await sim.ann.play("d", "d4", "Confirm")).buttons == ["Plan"]
    assert "Next Game" not in (await sim.ann.press(sim.card(), "My View")).buttons
    await sim.begin("checkers")
    first = sim.card(sim.channel.threads[0])
    view = await sim.ann.press(first, "My View")
    await sim.bob.say("move", sim.channel.threads[0], action="take green")
    assert "Table 2" in await sim.ann.press(view, "Next Game")
    await sim.finish(1)
    more = await sim.ann.press(sim.card(sim.channel.threads[0]), "More")
    assert "Next Game" in more.buttons
    await sim.finish(2)
    none = await sim.ann.press(more, "Next Game")
    assert none.text == "None of your other games is waiting for you. `/games` lists them all."
    more = await sim.ann.press(sim.card(sim.channel.threads[0]), "More")
    assert "Next Game" not in more.buttons


@pytest.mark.parametrize("how", ["declined", "accepted", "played", "withdrawn"])
async def test_a_draw_offer_goes_once_it_is_answered_or_lapses(sim: Simulation, how: str) -> None:
    await sim.begin("checkers", side="red")
    await sim.ann.say("table draw")
    await sim.settled()
    assert ["Draw offered." in each for each in private(sim, sim.ann)] == [True], "it stands"
    match how:
        case "declined":
            await sim.bob.press(sim.card(), "Decline the Draw")
        case "accepted":
            await sim.bob.say("table draw")
        case "played":
            await elsewhere(sim, sim.ann, "c2 c4")
            assert len(private(sim, sim.ann)) == 1, "the others haven't moved yet"
            await elsewhere(sim, sim.bob, "c8 c6")
        case _:
            await sim.ann.press(await sim.ann.press(sim.card(), "More"), "Withdraw the Draw Offer")
    await sim.settled()
    assert not [each for each in private(sim, sim.ann) if "Draw offered." in each]


@pytest.mark.parametrize("asked", ["resign", "leave"])
async def test_a_question_before_leaving_goes_with_the_game(sim: Simulation, asked: str) -> None:
    await sim.begin()
    await sim.ann.press(await sim.ann.press(sim.card(), "More"), asked.title())
    (question,) = private(sim, sim.ann)
    assert "Keep Playing" in question.buttons
    await sim.tables.resign(1, sim.bob.person, "k")
    await sim.settled()
    assert private(sim, sim.ann) == []


async def test_what_is_said_of_a_seat_that_is_offered_goes_once_its_player_stays(sim: Simulation) -> None:
    await sim.begin()
    told = await leave(sim.ann)
    await sim.settled()
    assert [each.id for each in private(sim, sim.ann)] == [told.id]
    await sim.ann.press(sim.card(), "ann Stays")
    assert told.id not in [each.id for each in private(sim, sim.ann)]


async def test_a_question_that_was_answered_elsewhere_goes(sim: Simulation) -> None:
    await sim.begin()
    await sim.ann.say("table leave")
    await sim.tables.change_as(1, sim.ann.person, requests.offer_seat)
    await sim.settled()
    assert private(sim, sim.ann) == []
    await sim.ann.say("table resign")
    await sim.tables.resign(1, sim.ann.person)
    await sim.settled()
    assert private(sim, sim.ann) == []


async def test_who_resigns_is_told_what_came_of_it(sim: Simulation) -> None:
    await manned(sim, "crackers", sim.ann, sim.bob, sim.cid)
    table = await sim.table()
    players = (sim.ann, sim.bob, sim.cid)
    first, last = (who for who in players if "captain" not in table.seats_of(who.id))
    await first.press(await first.say("table resign"), "Yes, Resign")
    await sim.settled()
    (asked,) = private(sim, first)
    assert "The game ends once the rest of your side agrees." in asked
    done = await last.press(await last.say("table resign"), "Yes, Resign")
    await sim.settled()
    assert private(sim, first) == []
    assert [each.id for each in private(sim, last)] == [done.id]
    assert "You’ve resigned." in done


@pytest.mark.parametrize("asked", ["table resign", "table leave"])
async def test_a_question_about_the_game_leaves_the_card_to_play_on(sim: Simulation, asked: str) -> None:
    await sim.begin()
    picker = await sim.ann.play("d")
    await sim.ann.press(await sim.ann.say(asked), "Keep Playing")
    await sim.settled()
    assert "d4" in picker.buttons
    await sim.ann.press(picker, "d4", "Confirm")
    assert len((await sim.table()).turns) == 1
