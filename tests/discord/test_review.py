"""Reviews on Discord: made once, kept, private until the end, and open to another try."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from gettext import NullTranslations
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from bot.components.interactions.languages import Languages
from bot.features.privacy.erasure import erase
from bot.features.reviews import proof, review_cards, try_again
from bot.features.reviews import review as reviews
from bot.features.reviews import review_cards as making
from bot.features.reviews.review import Judged, Review
from bot.features.reviews.review_cards import UnderwayReviews
from bot.games.core import Place
from bot.languages import catalogues
from bot.players.curse.review import SCALE as POINTS
from bot.players.judgement import CHANCE_TO_WIN
from bot.players.player import Choice
from bot.thinking.thinkers import Thought
from bot.workers.worker import WorkerClosed
from data.store.queries import practice
from data.store.queries import reviews as stored
from tests.databases import execute

from .inline_thinkers import LONG_S, InlineThinkers
from .playing import replaced, table_of, take_a_turn, thinkers
from .simulation import Member, Seen, Simulation

BLUNDER = ("d4", "b1", "a1", "a2")
"""Squares of Snorkels; the third leaves a snorkel to its enemy."""
LOST = ("a1", "b1", "d4", "a2")
"""At the third, nothing saves the snorkel on the first any more."""

pytestmark = pytest.mark.usefixtures("inline_thinkers")


async def thrown_away(sim: Simulation, place: Any = None, turns: Sequence[str] = BLUNDER) -> None:
    await sim.begin("snorkels", place, pie="off", side="purple")
    for number, square in enumerate(turns):
        await (sim.ann, sim.bob)[number % 2].move(square, place, table=1)
    await sim.settled()


def label(card: Seen) -> str:
    (found,) = (each for each in card.buttons if each.startswith("Review"))
    return found


async def review(sim: Simulation, who: Member) -> Seen:
    shown = await who.press(sim.card(), label(sim.card()))
    await sim.env.settle()
    return shown


async def test_the_button_says_how_long_a_review_takes_if_that_is_long(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await thrown_away(sim)
    monkeypatch.setattr(review_cards, "PATIENCE_S", 1)
    (button,) = review_cards.review_controls(await sim.table())
    assert button.label == "Review (Takes 1 Second)"


async def test_the_review_tells_how_the_game_went(sim: Simulation) -> None:
    await thrown_away(sim)
    assert label(sim.card()) == "Review"
    shown = await review(sim, sim.ann)
    assert shown.ephemeral
    assert shown.files == ["review.png"]
    assert re.match(r"Winning chance: ann\. After each move: 0: \d\d%, 1: ", shown.alt)
    assert "?? at 3" in shown.alt
    assert "**?? Turn 3**" in shown
    told = (
        r"This leaves a1 only a2 to breathe through\. "
        r"A better choice for ann was [a-g][1-7], (?:whose|which) .*open tubes? "
        r"\(winning chance: \d+% instead of \d+%\)\."
    )
    assert re.search(told, shown.text), shown.text
    assert re.search(rf"\*\*Accuracy:\*\* <@{sim.ann.id}> 5\d% · <@{sim.bob.id}> \d\d%", shown.text)
    assert "Luck" not in shown, "nothing is left to chance here"
    assert shown.buttons == ["?? Turn 3", "? Turn 2", "Step Through", "Close"]
    assert "?! is a slip, ? a mistake, ?? a blunder." in shown


def test_a_turn_that_gives_away_the_last_chance_is_more_than_a_slip() -> None:
    def mark(before: float, after: float) -> str:
        return Review((), CHANCE_TO_WIN).mark(Judged(0, before, after, "a1"))

    assert mark(0.15, 0.0) == "?"
    assert mark(0.15, 0.01) == "?!"
    assert mark(0.4, 0.0) == "??"
    assert mark(0.05, 0.0) == ""
    points = Review((), POINTS)
    assert points.mark(Judged(0, 43.5, 40.0, "R")) == points.mark(Judged(0, 53.5, 50.0, "R")) == "?!"


async def test_instead_of_a_low_accuracy_the_review_tells_the_best_move(sim: Simulation) -> None:
    await thrown_away(sim)
    table = await sim.table()
    good, bad = (
        Review((Judged(0, 0.5, 0.5, "d4"), Judged(2, 0.9, after, "f7")), CHANCE_TO_WIN)
        for after in (0.85, 0.0)
    )
    assert review_cards.accuracy(table, good) == f"**Accuracy:** <@{sim.ann.id}> 91%"
    told = review_cards.accuracy(table, bad)
    assert told == f"**Accuracy:** <@{sim.ann.id}> 51%", "half of them were fine"
    worse = Review((Judged(0, 0.5, 0.1, "d3"), *bad.turns[1:]), CHANCE_TO_WIN)
    told = review_cards.accuracy(table, worse)
    better = "f7, whose group then has 3 open tubes"
    assert told == f"**Accuracy:** <@{sim.ann.id}>: a better choice was {better} (Turn 3)"


async def test_a_review_begins_with_its_readers_own_moves_and_has_one_that_cost_more_than_noise(
    sim: Simulation,
) -> None:
    await thrown_away(sim)
    table = await sim.table()

    def places(review: Review, reader: Member) -> list[int]:
        return [each.place for each in review.points_for(table, reader.id)]

    slip, good = Judged(0, 0.5, 0.45, "d3"), Judged(0, 0.5, 0.48, "d3")
    turns = (Judged(1, 0.6, 0.2, "c3"), Judged(2, 0.8, 0.5, "f7"), Judged(3, 0.5, 0.0, "a3"))
    assert places(Review((slip, *turns), CHANCE_TO_WIN), sim.ann) == [2, 1, 3]
    assert places(Review((slip, *turns), CHANCE_TO_WIN), sim.bob) == [1, 3, 2]
    assert places(Review((slip, turns[0]), CHANCE_TO_WIN), sim.ann) == [0, 1], "no turning point, but theirs"
    assert places(Review((good, turns[0]), CHANCE_TO_WIN), sim.ann) == [1]
    for found, both in (
        (Review((slip, *turns), CHANCE_TO_WIN), True),
        (Review(turns[1:2], CHANCE_TO_WIN), False),
    ):
        card = await review_cards.overview(sim.bot.context, table, found, sim.ann.id)
        assert ("Your own turns come first:" in card.lines) == both, "where there are others', too"
    quiet = await review_cards.overview(sim.bot.context, table, Review((slip,), CHANCE_TO_WIN), sim.ann.id)
    told = "\n".join(quiet.lines)
    assert "No single move decided this game. This one cost you the most:\n**Turn 1**" in told
    assert "?! is a slip" not in told
    assert next(each.label for row in quiet.rows for each in row) == "Turn 1"


async def test_a_review_calls_a_turn_what_its_board_did(
    sim: Simulation, drawn: list[tuple[Any, str]]
) -> None:
    await thrown_away(sim)
    headers = {
        scene.view.turn: scene.header.turn
        for scene, _ in drawn
        if scene.header and scene.header.turn != "The end"
    }
    shown = await review(sim, sim.ann)
    drawn.clear()
    await sim.ann.press(shown, "?? Turn 3")
    assert {scene.header.turn for scene, _ in drawn} == {headers[2]} == {"Turn 3"}


async def test_a_turning_point_shows_both_moves_and_is_tried_again(sim: Simulation) -> None:
    await thrown_away(sim)
    shown = await review(sim, sim.ann)
    await sim.ann.press(shown, "?? Turn 3")
    assert shown.files == ["board.png", "better.png"]
    assert shown.alt.startswith("What was played: ")
    assert "100 in 100" not in shown
    assert " 0 in 100 after this one." in shown
    await sim.ann.press(shown, "Back to the Graph")
    assert "**?? Turn 3**" in shown
    await sim.ann.press(shown, "Step Through", "Next", "Back to the Graph")
    assert "**?? Turn 3**" in shown
    await sim.ann.press(shown, "?? Turn 3", "Try Again")
    assert try_again.FIND_BETTER in shown
    await sim.ann.press(shown, "a", "a1", "Confirm")
    assert "❌ This leaves a1 only a2 to breathe through." in shown
    await sim.ann.press(shown, "Try Again", "c", "c3", "Confirm")
    assert try_again.FOUND_BETTER in shown


async def test_a_review_of_crackers_names_turns_by_their_round(sim: Simulation) -> None:
    await sim.ann.say("crackers start", computer="cabin-boy", board="bell", side="red")
    for _ in range(2):
        await sim.ann.press(sim.card(), "Stay")
        await sim.settled()
    await sim.tables.resign(1, sim.ann.person)
    await sim.settled()
    table = await table_of(sim)
    place = next(
        number
        for number, turn in enumerate(table.turns)
        if (turn.seat, turn.before.view_for(None).round) == ("yellow", 2)
    )
    found = Review((Judged(place, 0.9, 0.5, "a1+"),), CHANCE_TO_WIN)
    shown = await making.overview(sim.bot.context, table, found, sim.ann.id)
    assert "?? Round 2, Yellow" in {each.label for row in shown.rows for each in row}
    assert any(line.startswith("**?? Round 2, Yellow**") for line in shown.lines)
    card = await making.turning_card(sim.bot.context, table, found, place, sim.ann.id)
    assert "Round 2, Yellow ??" in card.heading


async def test_where_a_game_was_lost_for_certain_is_told_and_every_move_there_is_answered(
    sim: Simulation,
) -> None:
    await thrown_away(sim, turns=LOST)
    shown = await review(sim, sim.ann)
    proved = "The computer has proved that Purple loses from here, whatever Purple plays."
    assert f"**Turn 3**, <@{sim.ann.id}>: {proved}" in shown
    await sim.ann.press(shown, "Show the Proof")
    assert "Snorkels · Turn 3: lost from here" in shown
    assert "You’re Purple here, and the computer has proved that Purple loses." in shown
    await sim.ann.press(shown, "a", "a2", "Confirm")
    assert "Start Over" in shown.buttons
    assert "snorkel" in shown.alt
    await sim.ann.press(shown, "Start Over", "Start Over")
    await sim.ann.press(shown, "g", "g7", "Confirm")
    assert proof.REFUTED in shown
    await sim.ann.press(shown, "Try Again")
    assert "You’re Purple here" in shown


async def test_a_proof_that_no_computer_can_show_any_more_says_so(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await thrown_away(sim, turns=LOST)
    shown = await review(sim, sim.ann)
    # Its review is kept, whatever the host has changed since, or whatever fails.
    for name, found in (("offers", lambda *_: False), ("choose", nothing_thought)):
        await sim.ann.press(shown, "Show the Proof")
        await sim.ann.press(shown, "g", "g7")
        with monkeypatch.context() as now:
            now.setattr(InlineThinkers, name, found)
            answer = await sim.ann.press(shown, "Confirm")
        assert try_again.CANT_JUDGE in answer
        shown = await review(sim, sim.ann)


async def nothing_thought(*_given: object, **_named: object) -> Thought:
    return Thought(Choice(Place("a2"), 0.5), None)


def test_lost_for_certain_is_what_was_so_to_the_end() -> None:
    seats = ("purple", "green", "purple", "green", "purple")
    turns = [Judged(place, 0.5, 0.5, "a1") for place in range(5)]

    def lost(*proven: int, winner: str = "") -> int | None:
        outcome = SimpleNamespace(winners=(winner,)) if winner else None
        table = SimpleNamespace(turns=[SimpleNamespace(seat=seat) for seat in seats], outcome=outcome)
        judged = tuple(replace(each, proven=each.place in proven) for each in turns)
        found = Review(judged, CHANCE_TO_WIN).lost(table)  # type: ignore[arg-type]
        return None if found is None else found.place

    assert lost() is None
    assert lost(4) == 4
    assert lost(2, 4) == 2
    assert lost(0, 4) == 4, "the enemy let it off in between"
    assert lost(3) == 3
    assert lost(1, 3) == 1
    assert lost(2) is None, "the enemy let it off, and that was the end of it"
    assert lost(2, 4, winner="green") == 2
    assert lost(2, 4, winner="purple") is None, "the enemy’s last turn gave the win away"


async def test_a_turn_that_is_tried_again_is_hidden_from_those_who_may_not_see_its_table_any_more(
    sim: Simulation,
) -> None:
    place = sim.channel_for(sim.ann, sim.bob, sim.cid)
    await thrown_away(sim, place)
    shown = await sim.cid.say("table review", table=1)
    await sim.settled()
    for step in ("?? Turn 3", "Try Again", "a"):
        shown = await sim.cid.press(shown, step)
    assert "a1" in shown.buttons
    sim.env.set_overwrite(place.id, sim.cid.id, None)
    answer = await sim.cid.press(shown, "a1")
    assert "There’s no Table 1" in answer
    row = await practice.load(sim.store, sim.cid.id)
    assert row is not None
    assert not row.ended


async def test_a_review_is_made_once_and_is_the_same_when_it_was_lost_or_damaged(sim: Simulation) -> None:
    await thrown_away(sim)
    await review(sim, sim.ann)
    first, judged = await stored.load(sim.store, 1), thinkers(sim).judged
    assert judged == len(BLUNDER)
    await review(sim, sim.cid)
    assert thinkers(sim).judged == judged
    await execute(sim.store, "DELETE FROM review")
    await review(sim, sim.ann)
    assert await stored.load(sim.store, 1) == first
    await execute(sim.store, "UPDATE review SET data = '[{}]'")
    assert "**?? Turn 3**" in await review(sim, sim.ann)
    assert thinkers(sim).judged == 3 * judged


class Marked(NullTranslations):
    """A language in which each sentence stands in brackets."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"


async def test_a_review_is_kept_in_english_and_gives_its_reasons_in_everybodys_language(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def of_asker(_self: Languages, interaction: Any, *_at: int | None, **_within: float | None) -> str:
        return "de" if interaction.user.id == sim.ann.id else "en"

    await thrown_away(sim)
    monkeypatch.setattr(Languages, "of_asker", of_asker)
    monkeypatch.setattr(catalogues, "of", lambda _language: Marked())
    assert "**?? ⟦Turn 3⟧**" in await review(sim, sim.ann)
    assert thinkers(sim).judged == len(BLUNDER) + 2, "the turning points are judged again"
    assert "⟦" not in (await stored.load(sim.store, 1) or "⟦")
    assert "⟦" not in (await review(sim, sim.bob)).text


async def test_two_who_ask_at_once_wait_for_the_same_review(sim: Simulation) -> None:
    await thrown_away(sim)
    context, table = sim.bot.context, await table_of(sim)
    scale = making.scale_of(table)
    assert scale is not None
    first, second = (making.underway(context, table, scale) for _ in range(2))
    assert first is second
    found = await first.task
    assert [each.place for each in found.turns] == [0, 1, 2, 3]
    assert context.features.part(UnderwayReviews) == {}


async def test_a_restart_while_a_review_is_made_keeps_nothing_and_the_next_press_makes_it(
    sim: Simulation,
) -> None:
    await thrown_away(sim)
    context, table = sim.bot.context, await table_of(sim)
    scale = making.scale_of(table)
    assert scale is not None
    thinkers(sim).closed = True
    with pytest.raises(WorkerClosed):
        await making.underway(context, table, scale).task
    assert making.REVIEW_STOPPED in await review(sim, sim.ann)
    assert await stored.load(sim.store, 1) is None
    await sim.restart()
    assert "**?? Turn 3**" in await review(sim, sim.ann)


async def test_a_review_that_is_being_made_interrupts_no_stepping_and_names_nobody_forgotten_since(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "PROGRESS_S", LONG_S)
    await thrown_away(sim)
    thinkers(sim).held = True
    waiting = await sim.bob.press(sim.card(), label(sim.card()))
    assert "0 of 4 moves so far" in waiting
    stepping = await sim.bob.press(waiting, "Step Through")
    await sim.bob.press(stepping, "Next")
    await erase(sim.tables, (await table_of(sim)).seating.people[0])
    thinkers(sim).held = False
    await sim.env.advance_time(LONG_S)
    await sim.env.settle()
    assert "Position 1 of 4" in stepping
    assert "**?? Turn 3**, somebody: " in waiting
    assert str(sim.ann.id) not in waiting


async def test_a_move_is_not_blamed_on_whoever_took_over_the_seat_later(sim: Simulation) -> None:
    await sim.begin(pie="off", side="purple")
    for number, square in enumerate(BLUNDER[:3]):
        await (sim.ann, sim.bob)[number % 2].move(square)
    await replaced(sim)
    await sim.bob.move(BLUNDER[3])
    await sim.settled()
    shown = await review(sim, sim.cid)
    assert "**?? Turn 3**: Purple placed a snorkel on a1." in shown
    assert re.search(r"\*\*Accuracy:\*\* Purple 5\d% · ", shown.text)
    assert str(sim.cid.id) not in shown


async def test_a_game_against_a_computer_is_reviewed_from_ones_own_side(sim: Simulation) -> None:
    await sim.ann.say("depthcharge start", computer="cabin-boy", mines=3)
    rng = Random(2)
    for _ in range(4):
        await take_a_turn(sim, sim.ann, rng)
    await sim.tables.resign(1, sim.ann.person)
    await sim.settled()
    shown = await review(sim, sim.ann)
    assert shown.alt.startswith("Winning chance: ann.")
    assert "South resigned. North wins. The graph ends with the last move." in shown
    assert "both sides play well. A computer of this level doesn’t" in shown, "a low graph isn’t hopeless"
    even = reviews.Review(tuple(reviews.Judged(place, 0.5, 0.5, "") for place in range(2)), CHANCE_TO_WIN)
    card = await making.overview(sim.bot.context, await table_of(sim), even, sim.ann.id)
    assert "No single move gave much away." in card.lines, "nobody who resigned wants to hear “Well played!”"
    # No turn was a turning point, yet the game was lost.
    slow = reviews.Review(
        tuple(reviews.Judged(place, 0.5, 0.49, "charge e9") for place in range(2)), CHANCE_TO_WIN
    )
    card = await making.overview(sim.bot.context, await table_of(sim), slow, sim.ann.id)
    said = "bit by bit, and this cost the most: Laying mines. A better choice was a depth charge on e9."
    assert any(said in line for line in card.lines)
    well = replace(slow, turns=tuple(replace(each, before=0.97, after=0.96) for each in slow.turns))
    card = await making.overview(sim.bot.context, await table_of(sim), well, sim.ann.id)
    assert "No single move gave much away." in card.lines, "whoever resigns while winning lost nothing before"
    # Both pictures of a turning point show who is next, also after the last move before the end.
    table = await table_of(sim)
    for place in (2, len(table.turns) - 1):
        turn = table.turns[place]
        better = next(each for each in turn.before.legal(turn.seat) if each != turn.action)
        found = reviews.Review((reviews.Judged(place, 0.9, 0.5, str(better)),), CHANCE_TO_WIN)
        card = await making.turning_card(sim.bot.context, table, found, place, sim.ann.id)
        following = "North" if turn.seat == "south" else "South"
        assert len(card.pictures) == 2
        for picture in card.pictures:
            assert f"{following.capitalize()} is next" in picture.alt
            assert "resigned" not in picture.alt


async def test_dice_and_choices_are_told_apart(sim: Simulation) -> None:
    await sim.ann.say("curse start")
    rng = Random(2)
    for _ in range(3):
        await take_a_turn(sim, sim.ann, rng)
    await sim.settled()
    await sim.tables.resign(1, sim.ann.person)
    await sim.settled()
    shown = await review(sim, sim.ann)
    assert "**Luck:** " in shown
    assert "**Skill:** −" in shown


async def test_a_review_names_nobody(sim: Simulation) -> None:
    await thrown_away(sim)
    await review(sim, sim.ann)
    kept = await stored.load(sim.store, 1)
    assert kept is not None
    assert "ann" not in kept
    await erase(sim.tables, (await table_of(sim)).seating.people[0])
    assert await stored.load(sim.store, 1) == kept
    shown = await review(sim, sim.bob)
    assert str(sim.ann.id) not in shown.text + shown.alt
    assert "Winning chance: bob." in shown.alt


def test_a_mark_is_a_loss_of_a_tenth_two_or_three() -> None:
    losses = (0.05, 0.1, 0.2, 0.3)
    turns = tuple(reviews.Judged(place, 0.9, 0.9 - loss, "x") for place, loss in enumerate(losses))
    found = reviews.Review(turns, CHANCE_TO_WIN)
    assert [found.mark(each) for each in turns] == ["", "?!", "?", "??"]
    assert [each.place for each in found.turning_points()] == [1, 2, 3]
