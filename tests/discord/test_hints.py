"""Hints: two steps to a good move, only against computers, and what old buttons answer."""

from __future__ import annotations

import re
from itertools import product
from random import Random
from typing import Any

import discord
import pytest

from bot.features.hints.hints import GivenHints, square_at
from bot.games.crackers.actions import Walk
from bot.games.curse.actions import PIRATE
from bot.people import settings
from bot.people.preferences import CONFIRM
from bot.players import PLAYERS
from bot.tables import text as table_text
from bot.tables.model import drafts
from tests.games.registry import GAMES
from tests.thorough import examples

from .inline_thinkers import InlineThinkers
from .limits import parts
from .playing import against_the_deckhand, forged, manned, press_twice, steps, table_of, take_a_turn, thinkers
from .simulation import Member, Seen, Simulation

FIRST_HINT = "Hint (Unrated)"
UNRANKED = "Hint (Unranked)"
FOLLOW = "Follow the Hint"
HINTS = {"Hint", FIRST_HINT, UNRANKED}
UNCOUNTED = "-# Because you’ve had a hint, this game won’t count for ratings or high scores."
HINTED = [key for key, player in PLAYERS.items() if player.hint is not None]

pytestmark = pytest.mark.usefixtures("inline_thinkers")


def buttons(shown: Seen) -> list[dict[str, Any]]:
    """Those of a message, also those that are off."""
    return [part for part in parts(shown.components) if part["type"] == discord.ComponentType.button.value]


async def begin(sim: Simulation, key: str) -> None:
    """Ann begins a game against a computer, or alone if it's a solo game."""
    if GAMES[key].scores is None:
        await against_the_deckhand(sim, key)
    else:
        await settings.change(sim.store, sim.ann.id, {CONFIRM: True})
        await sim.ann.say(f"{key} start", filled=0)
        await sim.settled()


async def until_it_hints(sim: Simulation) -> Seen:
    """Ann's picker, as soon as it is her turn to move and not to lay mines."""
    rng = Random(1)
    while not HINTS & {*(shown := await sim.ann.opened()).buttons}:
        await take_a_turn(sim, sim.ann, rng)
        await sim.settled()
    return shown


async def press_old(sim: Simulation, who: Member, version: int) -> Seen:
    """What becomes of a private card with a **Hint** of this version."""
    own = await who.say("settings")
    sim.emit_press(who, f"ct:hint:1:{version}:", own)
    await sim.env.settle()
    return own


@pytest.mark.parametrize("key", examples(HINTED, {"checkers"}))
async def test_one_press_marks_where_to_look_and_a_second_draws_the_move(
    sim: Simulation, drawn: list[tuple[Any, str]], key: str
) -> None:
    await begin(sim, key)
    shown = await until_it_hints(sim)
    table = await table_of(sim)
    told: list[str] = []
    scenes: list[Any] = []
    for number in range(2):
        scored = key == "curse" and not number
        await sim.ann.press(shown, UNRANKED if scored else "Hint")
        assert (UNCOUNTED in shown) == (key == "curse"), "the others aren't rated anyway"
        (line,) = (each for each in shown.text.split("\n") if each.startswith("**Hint:**"))
        assert not told or told[-1] not in line, "one part at a time, so that the board stays in view"
        assert line.endswith("Press **Hint** again for the move.") == (number == 0)
        told.append(line)
        scenes.append(next(scene for scene, _ in reversed(drawn) if scene.choices))
    assert "Hint" not in shown.buttons
    after = await table_of(sim)
    assert after.version == table.version + 1, "only the first hint is an event"
    seat = table.acting_seat(sim.ann.id)
    assert seat is not None
    assert table.state is not None
    assert after.hints == {table.state.slot(seat)}
    choice = PLAYERS[key].at("cabin-boy", table.view_for(seat), table.legal(seat), Random(1))
    lead: Any = PLAYERS[key].hint
    assert told[-1].endswith(lead(table.view_for(seat), choice).action)
    assert scenes[-1].choices == (choice.action,)


@pytest.mark.parametrize(
    ("key", "asks"), examples(product(HINTED, (True, False)), {("snorkels", True), ("curse", False)})
)
async def test_a_hint_is_followed_by_one_press_as_by_all_of_its_steps(
    sim: Simulation, key: str, asks: bool
) -> None:
    await begin(sim, key)
    await settings.change(sim.store, sim.ann.id, {CONFIRM: asks})
    shown = await until_it_hints(sim)
    table = await table_of(sim)
    for _ in range(2):
        assert FOLLOW not in shown.buttons, "the move isn't told yet"
        await sim.ann.press(shown, next(each for each in shown.buttons if each in HINTS))
    (given,) = [*sim.bot.context.features.part(GivenHints).values()][-1:]
    old = next(part["custom_id"] for part in buttons(shown) if part.get("label") == FOLLOW)
    seat = table.acting_seat(sim.ann.id)
    (path,) = (path for path, action in table.paths(seat).items() if action == given.turn)
    begun = drafts.read(await table_of(sim), sim.ann.id, f"{drafts.write((path,))}{drafts.SUGGESTED}")
    await sim.ann.press(shown, FOLLOW)
    if asks or not begun.playable:
        assert (await table_of(sim)).turns == table.turns
        assert f"**{' · '.join(begun.told)}**" in shown
        assert FOLLOW not in shown.buttons
        await sim.ann.press(shown, "Confirm" if begun.complete else "Confirm These Steps")
    after = await table_of(sim)
    assert after.turns[len(table.turns)].action == given.turn
    await sim.settled()
    answer = await forged(sim, sim.ann, old, await sim.ann.say("settings"))
    assert table_text.STALE in answer or "It isn’t your turn" in answer or after.status == "over"
    assert (await table_of(sim)).turns == after.turns


async def test_a_hint_that_is_followed_at_once_can_be_undone(sim: Simulation) -> None:
    await sim.ann.say("checkers start", computer="cabin-boy", side="red")
    await sim.settled()
    before = (await table_of(sim)).state
    for label in ("Hint", "Hint", FOLLOW):
        await sim.ann.press(sim.card(), label)
        await sim.settled()
    assert "Preview" not in sim.card()
    assert "**Hint:**" not in sim.card()
    assert (await table_of(sim)).state != before
    await sim.ann.press(sim.card(), "Undo")
    assert (await table_of(sim)).state == before


@pytest.mark.parametrize("key", examples(HINTED, {"depthcharge", "curse"}))
async def test_what_hints_say_and_what_they_draw_agree_whatever_was_chosen(
    sim: Simulation, drawn: list[tuple[Any, str]], key: str
) -> None:
    await begin(sim, key)
    rng = Random(3)
    for number in range(4):
        shown = await until_it_hints(sim)
        table = await table_of(sim)
        if number % 2:
            await sim.ann.press(shown, rng.choice(steps(shown)))
            if not HINTS & {*shown.buttons}:
                continue
        seat = table.acting_seat(sim.ann.id)
        paths = {action: path for path, action in table.paths(seat).items()}

        def way(action: Any, paths: dict[Any, tuple[str, ...]] = paths) -> str:
            return f"{action} {square_at(paths.get(action, ()))}"

        for last in (False, True):
            drawn.clear()
            await sim.ann.press(shown, next(each for each in shown.buttons if each in HINTS))
            given = [*sim.bot.context.features.part(GivenHints).values()][-1]
            first, second = given.sentences
            assert (second if last else first) in shown
            assert (first if last else second) not in shown
            if "Preview" in shown:
                break  # What it leads to is drawn anyway.
            scene = next(scene for scene, _ in reversed(drawn) if scene.choices or scene.chosen)
            if last:
                assert scene.choices == (given.turn,)
                continue
            assert re.search(r"\b[a-l]\d|column|line|charm", first), "it names something"
            assert given.turn in scene.choices
            for name in given.squares:
                assert name in first or "squares around" in first, "what is marked is named"
                assert any(name in way(each) for each in scene.choices), "what is named is marked"
            ways = [way(each) for each in scene.choices if each != given.turn]
            assert not given.squares or all(any(name in each for name in given.squares) for each in ways)
            if len(given.squares) == 1 and len(scene.choices) > 1:
                assert square_at(scene.chosen).endswith(given.squares), "the piece is marked"
        await take_a_turn(sim, sim.ann, rng)
        await sim.settled()
        if (await table_of(sim)).status != "playing":
            break


async def test_what_a_hint_proves_is_marked_and_a_way_over_it_says_so(
    sim: Simulation, drawn: list[tuple[Any, str]]
) -> None:
    await begin(sim, "depthcharge")
    shown = await until_it_hints(sim)
    await sim.ann.press(shown, "Hint")
    (given,) = sim.bot.context.features.part(GivenHints).values()
    assert "a2 · Mine There" not in shown.buttons
    given.notes = (("a2", "mine"),)
    await sim.ann.press(shown, "Hint", "Move 1")
    assert "a2 · Mine There" in shown.buttons
    assert ("a2", "mine") in drawn[-1][0].notes


async def test_the_switch_that_a_hint_leads_to_is_on(sim: Simulation) -> None:
    await against_the_deckhand(sim, "crackers", side="red")
    shown = await until_it_hints(sim)
    await sim.ann.press(shown, "Hint")
    (given,) = sim.bot.context.features.part(GivenHints).values()
    given.turn, given.squares = Walk("c2"), ("c2",)
    await sim.ann.press(shown, "c")
    assert {"✓ No Bag", "c2"} <= {*shown.buttons}
    assert "c2 + Bag" not in shown.buttons
    await sim.ann.press(shown, "+ Bag")
    assert "c2 + Bag" in shown.buttons, "it can be switched"


async def test_a_hinted_die_is_asked_about_and_its_treasure_leads_to_its_space(
    sim: Simulation,
) -> None:
    await begin(sim, "curse")
    shown = await until_it_hints(sim)
    await sim.ann.press(shown, UNRANKED)
    (given,) = sim.bot.context.features.part(GivenHints).values()
    table = await table_of(sim)
    loots = [each for each in table.legal(PIRATE) if each.taken == "black"]
    least = table.game.suggest(table.view_for(PIRATE), ("black", loots[0].treasure))
    given.turn = next(
        each for each in loots if each.treasure == loots[0].treasure and str(each.space) != least
    )
    given.squares = (str(given.turn.space),)
    await sim.ann.press(shown, "Hint")
    assert "Which column gets the black " in shown
    (treasure,) = (each for each in shown.buttons if each.endswith(given.turn.treasure.capitalize()))
    await sim.ann.press(shown, treasure)
    assert f"{treasure} · Loot {given.turn.space} ·" in shown, "another space would cost less"


async def test_a_hint_leaves_what_happened_last_on_the_card(sim: Simulation) -> None:
    await sim.ann.say("crackers start", computer="cabin-boy", board="bell", side="red")
    await sim.settled()
    await sim.ann.press(sim.card(), "Stay")
    await sim.settled()
    last = sim.card().text.count("Pump at")
    assert last
    await sim.ann.press(sim.card(), "Hint")
    assert "**Hint:**" in sim.card()
    assert sim.card().text.count("Pump at") == last
    await sim.ann.press(sim.card(), "a")
    assert "Pump at" not in sim.card(), "the board has to stay in view"


async def test_a_double_press_tells_one_part_of_a_hint(sim: Simulation) -> None:
    await against_the_deckhand(sim, "snorkels", pie="off")
    shown = await until_it_hints(sim)
    await press_twice(sim, sim.ann, shown, "Hint")
    assert "Hint" in shown.buttons, "there is a second part"


async def test_once_all_is_told_hint_is_greyed_and_no_other_button_takes_its_place(sim: Simulation) -> None:
    await against_the_deckhand(sim, "checkers", side="red")
    await take_a_turn(sim, sim.ann, Random(1))
    await sim.settled()
    before = {part["label"]: part["disabled"] for part in buttons(sim.card())}
    assert [*before][-3:] == ["Hint", "Undo", "More"]
    assert not any(before.values())
    await sim.ann.press(sim.card(), "Hint")
    await sim.ann.press(sim.card(), "Hint")
    after = {part["label"]: part["disabled"] for part in buttons(sim.card())}
    assert after == before | {"Hint": True, FOLLOW: False}
    assert [*after].index("Hint") == [*before].index("Hint")


async def test_a_hint_stays_while_a_move_is_being_chosen_and_goes_with_the_move(sim: Simulation) -> None:
    await against_the_deckhand(sim, "snorkels", pie="off")
    shown = await until_it_hints(sim)
    await sim.ann.press(shown, "Hint")
    await sim.ann.press(shown, next(each for each in shown.buttons if len(each) == 1))
    assert "**Hint:**" in shown
    await take_a_turn(sim, sim.ann, Random(1))
    await sim.settled()
    assert "**Hint:**" not in await sim.ann.opened()


async def test_a_first_game_offers_its_lessons_until_its_first_move_whatever_is_pressed(
    sim: Simulation,
) -> None:
    await sim.ann.say("crackers start", computer="cabin-boy", board="bell", side="red")
    await sim.settled()
    assert "Learn" in sim.card().buttons
    for button in ("Hint", "a", "Back", "Hint"):
        await sim.ann.press(sim.card(), button)
        assert "Learn" in sim.card().buttons, button
    await sim.ann.press(sim.card(), "Stay")
    await sim.settled()
    assert "Learn" not in sim.card().buttons


async def test_a_hint_is_for_the_part_of_the_turn_that_is_chosen_next(sim: Simulation) -> None:
    await against_the_deckhand(sim, "crackers", side="captain")
    shown = await until_it_hints(sim)
    for _ in range(2):
        await sim.ann.press(shown, "Hint")
    first = next(each for each in shown.text.split("\n") if each.startswith("**Hint:**"))
    await sim.ann.press(shown, next(each for each in shown.buttons if each.startswith("Pump")))
    assert "Your turn so far: **Pump" in shown
    assert "**Hint:**" not in shown
    for _ in range(2):
        await sim.ann.press(shown, "Hint")
    assert "Hint" not in shown.buttons
    assert first not in shown
    asked = [view for _, _, view in thinkers(sim).asked]
    assert asked[-1] != asked[-2], "the position after the first part"
    await sim.ann.press(shown, "Back")
    assert first in shown


async def test_nobody_gets_a_hint_in_a_game_with_a_second_person(sim: Simulation) -> None:
    await sim.ann.say("snorkels start", opponent=sim.bob, pie="off")
    await sim.bob.press(sim.card(), "Join")
    await sim.settled()
    table = await table_of(sim)
    who = sim.ann if table.acting_seat(sim.ann.id) else sim.bob
    shown = await who.press(sim.card(), sim.card().buttons[0])
    assert "Hint" not in shown.buttons
    forged = await press_old(sim, who, table.version)
    assert "You can only get hints if nobody else is playing" in forged
    assert (await table_of(sim)).hints == frozenset()


async def test_an_old_hint_button_shows_the_newest_position(sim: Simulation) -> None:
    await against_the_deckhand(sim, "snorkels", pie="off")
    await until_it_hints(sim)
    version = (await table_of(sim)).version
    await take_a_turn(sim, sim.ann, Random(1))
    await sim.settled()
    shown = await press_old(sim, sim.ann, version)
    assert table_text.STALE in shown
    assert (await table_of(sim)).hints == frozenset()


@pytest.mark.parametrize("same", [True, False])
async def test_the_first_hint_of_a_rated_game_leaves_what_was_chosen_if_it_leads_there(
    sim: Simulation, same: bool
) -> None:
    await sim.ann.say("checkers start", computer="deckhand", rated=True)
    await sim.settled()
    table = await table_of(sim)
    seat = table.acting_seat(sim.ann.id)
    choice = PLAYERS["checkers"].at("cabin-boy", table.view_for(seat), table.legal(seat), Random(1))
    column = choice.action.path[0] if same else next(each for each in "ab" if each != choice.action.path[0])
    card = await sim.ann.press(sim.card(), column)
    await sim.ann.press(card, FIRST_HINT)
    await sim.settled()
    shown = sim.again(card)
    assert UNCOUNTED in shown
    assert (f"Pick a stack in column {column}." in shown) == same
    assert "Hint" in shown.buttons


async def test_where_no_computer_can_think_the_button_says_so(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await against_the_deckhand(sim, "snorkels", pie="off")
    shown = await until_it_hints(sim)
    monkeypatch.setattr(InlineThinkers, "hints", lambda *_: False)
    assert "Hints aren’t available" in await sim.ann.press(shown, "Hint")
    assert (await table_of(sim)).hints == frozenset()


async def test_a_pass_that_nobody_chose_needs_no_consent(sim: Simulation) -> None:
    await manned(sim, "curse", sim.ann, filled=4)
    await sim.settled()
    while "so you pass" not in (card := sim.card()):
        choices = (each for each in card.buttons if not each.startswith("✓") and "Sinks Land" not in each)
        await sim.ann.press(card, "Confirm" if "Confirm" in card.buttons else next(choices))
        await sim.settled()
    for _ in range(2):
        hint = next(label for label in card.buttons if "Hint" in label)
        card = await sim.ann.press(card, hint)
    assert "Hint:" in card
    assert any(label.startswith("Line ") for label in card.buttons)
    assert "Confirm These Steps" not in card.buttons
    assert "Your turn so far" not in card
