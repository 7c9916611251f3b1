"""Reviews on Discord: made once, kept, private until the end, and open to another try."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.app import CaptainsTable
from bot.components.library import reviews as making
from bot.components.library import text
from bot.components.practice import text as practice_text
from bot.players.reviewing import CHANCE_TO_WIN
from bot.tables import reviews
from bot.tables.people.data_export import export
from bot.tables.people.erasure import erase
from bot.workers.worker import WorkerClosed
from data.store.queries import reviews as stored

from .inline_thinkers import InlineThinkers
from .sea import Sea, Seen, Wall, hurry, new_bot
from .test_computers import table_of, thinkers
from .test_every_game import take_a_turn


@pytest.fixture
async def simcord_bot(database: Path, wall: Wall, monkeypatch: pytest.MonkeyPatch) -> CaptainsTable:
    """The bot, with thinkers that choose at once."""
    hurry()
    monkeypatch.setattr("bot.app.Thinkers", InlineThinkers)
    return await new_bot(database, wall=wall)


BLUNDER = ("d4", "b1", "a1", "a2")
"""Squares of Snorkels; the third leaves a snorkel to its enemy."""


async def finished(sea: Sea) -> Seen:
    """The final card of a game between ann and bob that ann has thrown away."""
    lobby = await sea.say(sea.ann, "snorkels start", opponent=sea.bob, pie="off", side="purple")
    await sea.press(sea.bob, lobby, "Join")
    for number, square in enumerate(BLUNDER):
        await sea.say((sea.ann, sea.bob)[number % 2], "move", sea.place(), action=square)
    await sea.settled()
    return sea.card()


def label(card: Seen) -> str:
    (found,) = (each for each in card.buttons if each.startswith("Review"))
    return found


async def review(sea: Sea, who: Any) -> Seen:
    shown = await sea.press(who, sea.card(), label(sea.card()))
    await sea.env.settle()
    return shown


async def test_the_button_says_how_long_and_the_review_tells_how_the_game_went(sea: Sea) -> None:
    card = await finished(sea)
    assert label(card) == "Review (1 Second)"
    shown = await review(sea, sea.ann)
    assert shown.message.flags.ephemeral
    assert [each.filename for each in shown.message.attachments] == ["review.png"]
    assert shown.alt.startswith("Winning chance: ann. After each move: 0: 50 %, 1: ")
    assert "?? at 3" in shown.alt
    assert "**?? Move 3**" in shown.text
    assert "It leaves a1 with one open tube, a2." in shown.text
    assert f"**Accuracy:** <@{sea.ann.id}> " in shown.text
    assert "Luck" not in shown.text, "nothing is left to chance here"
    assert shown.buttons == ["?? Move 3", "Step Through", "Close"]


async def test_a_turning_point_shows_both_moves_and_is_tried_again(sea: Sea) -> None:
    await finished(sea)
    shown = await review(sea, sea.ann)
    await sea.press(sea.ann, shown, "?? Move 3")
    assert [each.filename for each in shown.message.attachments] == ["board.png", "better.png"]
    assert shown.alt.startswith("What was played: ")
    assert "100 %" not in shown.text
    assert "0 % after this one." in shown.text
    await sea.press(sea.ann, shown, "Back to the Graph")
    assert "**?? Move 3**" in shown.text
    await sea.press(sea.ann, shown, "?? Move 3")
    await sea.press(sea.ann, shown, "Try Again")
    assert practice_text.FIND_BETTER in shown.text
    for step in ("a", "a1", "Confirm"):
        await sea.press(sea.ann, shown, step)
    assert "❌ It leaves a1 with one open tube, a2." in shown.text
    await sea.press(sea.ann, shown, "Try Again")
    for step in ("c", "c3", "Confirm"):
        await sea.press(sea.ann, shown, step)
    assert practice_text.FOUND_BETTER in shown.text


async def test_a_review_is_made_once_and_is_the_same_when_made_again(sea: Sea) -> None:
    await finished(sea)
    await review(sea, sea.ann)
    first, judged = await stored.load(sea.bot.store, 1), thinkers(sea).judged
    assert judged == len(BLUNDER)
    await review(sea, sea.cid)
    assert thinkers(sea).judged == judged
    await sea.bot.store.write(lambda connection: connection.exec_driver_sql("DELETE FROM review").close())
    await review(sea, sea.ann)
    assert await stored.load(sea.bot.store, 1) == first
    assert thinkers(sea).judged == 2 * judged


async def test_nothing_is_told_before_the_end(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "snorkels start", opponent=sea.bob, pie="off")
    await sea.press(sea.bob, lobby, "Join")
    early = await sea.say(sea.ann, "table review", sea.place())
    assert "isn’t over yet" in early.text
    assert thinkers(sea).judged == 0


async def test_two_who_ask_at_once_wait_for_the_same_review(sea: Sea) -> None:
    await finished(sea)
    context, table = sea.bot.context, await table_of(sea)
    scale = making.scale_of(table)
    assert scale is not None
    first, second = (making.underway(context, table, scale) for _ in range(2))
    assert first is second
    found = await first.task
    assert [each.place for each in found.turns] == [0, 1, 2, 3]
    assert context.reviews == {}


async def test_a_restart_while_a_review_is_made_keeps_nothing_and_the_next_press_makes_it(sea: Sea) -> None:
    await finished(sea)
    context, table = sea.bot.context, await table_of(sea)
    scale = making.scale_of(table)
    assert scale is not None
    thinkers(sea).closed = True
    with pytest.raises(WorkerClosed):
        await making.underway(context, table, scale).task
    assert text.REVIEW_STOPPED in (await review(sea, sea.ann)).text
    assert await stored.load(sea.bot.store, 1) is None
    await sea.restart()
    assert "**?? Move 3**" in (await review(sea, sea.ann)).text


async def test_a_game_against_a_computer_is_reviewed_from_ones_own_side(sea: Sea) -> None:
    await sea.say(sea.ann, "depthcharge start", computer="cabin-boy", mines=3)
    rng = Random(2)
    for _ in range(4):
        await take_a_turn(sea, sea.ann, rng)
    await sea.bot.context.tables.resign(1, (await table_of(sea)).humans[0])
    await sea.settled()
    shown = await review(sea, sea.ann)
    assert shown.alt.startswith("Winning chance: ann.")


async def test_dice_and_choices_are_told_apart(sea: Sea) -> None:
    await sea.say(sea.ann, "curse start")
    rng = Random(2)
    for _ in range(5):
        await take_a_turn(sea, sea.ann, rng)
    table = await table_of(sea)
    await sea.bot.context.tables.resign(1, table.humans[0])
    await sea.settled()
    shown = await review(sea, sea.ann)
    assert "**Luck:** " in shown.text
    assert "**Skill:** −" in shown.text


async def test_where_nothing_can_be_judged_the_game_is_stepped_through(
    sea: Sea, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(InlineThinkers, "reviewer", lambda *_: None)
    await finished(sea)
    assert "Position 0 of 4" in (await review(sea, sea.ann)).text


async def test_a_review_is_exported_and_names_nobody(sea: Sea) -> None:
    await finished(sea)
    await review(sea, sea.ann)
    data = await export(sea.bot.store, sea.ann.id, 0)
    assert json.loads(data["tables"][0]["review"]["data"])[0]["place"] == 0
    kept = await stored.load(sea.bot.store, 1)
    assert kept is not None
    assert "ann" not in kept
    await erase(sea.bot.context.tables, (await table_of(sea)).people[0])
    assert await stored.load(sea.bot.store, 1) == kept
    shown = await review(sea, sea.bob)
    assert str(sea.ann.id) not in shown.text + shown.alt
    assert "Winning chance: bob." in shown.alt


async def test_a_damaged_review_is_made_again(sea: Sea) -> None:
    await finished(sea)
    await review(sea, sea.ann)
    damage = "UPDATE review SET data = '[{}]'"
    await sea.bot.store.write(lambda connection: connection.exec_driver_sql(damage).close())
    assert "**?? Move 3**" in (await review(sea, sea.ann)).text


def test_a_mark_is_a_loss_of_a_tenth_two_or_three() -> None:
    losses = (0.05, 0.1, 0.2, 0.3)
    turns = tuple(reviews.Judged(place, 0.9, 0.9 - loss, "x") for place, loss in enumerate(losses))
    found = reviews.Review(turns, CHANCE_TO_WIN)
    assert [found.mark(each) for each in turns] == ["", "?!", "?", "??"]
    assert [each.judged.place for each in found.turning_points()] == [1, 2, 3]
