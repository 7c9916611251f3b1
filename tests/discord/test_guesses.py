"""Guesses of people who watch: private until the move, counted once, and to the players just a line."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from bot.features.guesses.guesses import Watched
from data.store.queries import guesses as stored
from data.store.queries import reviews
from tests.games.registry import GAMES
from tests.thorough import examples

from .eavesdropping import Eavesdropper, eavesdropped
from .fixtures import Listen
from .limits import parts
from .playing import at_the_table, private, with_mines
from .simulation import Member, Seen, Simulation

GUESS = "Watchers: Guess"
"""The button on the card that everybody sees."""


async def guess(sim: Simulation, who: Member, *labels: str, card: Seen | None = None) -> Seen:
    """What somebody guesses by these buttons, and their private card then."""
    card = await who.press(card or sim.card(), GUESS)
    return await who.press(card, *labels)


async def guessed_right(sim: Simulation) -> None:
    """A game whose first turn cid saw coming."""
    await sim.begin(pie="off")
    await guess(sim, sim.cid, "d", "d4")
    await sim.ann.move("d4")
    await sim.settled()


async def undo(sim: Simulation, asks: Member, agrees: Member) -> None:
    """One of them takes a turn back."""
    await asks.say("table undo")
    label = next(each for each in sim.card().buttons if each.startswith("Accept Undo"))
    await agrees.press(sim.card(), label)
    await sim.settled()


async def my_guesses(sim: Simulation) -> Seen:
    """What cid sees of their guesses once ann has resigned."""
    await sim.tables.resign(1, sim.ann.person, "k")
    await sim.settled()
    return await sim.cid.press(await sim.cid.press(sim.card(), "More"), "My Guesses")


async def rows(sim: Simulation) -> list[tuple[int, str, int | None]]:
    """Who guessed what, and whether it was played."""
    return [(each.person, each.text, each.hit) for each in await stored.of_table(sim.store, 1)]


async def test_a_guess_is_private_until_the_move_and_the_next_card_counts_it(sim: Simulation) -> None:
    await sim.begin(pie="off")
    dan = sim.newcomer("dan")
    before = sim.card()
    shown, requests = before.text, len(sim.env.http_requests)
    mine = await guess(sim, sim.cid, "d", "d4")
    assert "Your guess: **d4**" in mine
    assert "Confirm" not in mine.buttons
    await guess(sim, dan, "e", "e5")
    await sim.settled()
    own = {sim.cid.id, dan.id}
    assert {person for person, _, _ in await rows(sim)} == own
    assert sim.card().text == shown
    sent = [each.path for each in sim.env.http_requests[requests:]]
    assert all(path.startswith(("/interactions/", "/webhooks/")) for path in sent), sent
    await sim.ann.move("d4")
    await sim.settled()
    assert "🔭 1 of 2 watchers saw it coming." in sim.card()
    assert "You saw it coming: `d4`." in mine
    assert "You’ve seen 1 of 1 move coming in this game" in mine
    (other,) = private(sim, dan)
    assert "You guessed `e5`, but it was something else." in other
    await sim.bob.move("a1")
    await sim.settled()
    assert "🔭" not in sim.card(), "nobody guessed that turn"


async def test_a_watcher_is_asked_what_the_player_will_do(sim: Simulation) -> None:
    await with_mines(sim)
    card = await sim.cid.press(sim.card(), GUESS)
    assert "What will **ann** play?" in card
    await sim.cid.press(card, "Sound")
    assert "What will **ann** play? So far: **Sound**." in card
    await sim.cid.press(card, "b2 (Northeast)")
    assert "Your guess: **Sound · b2 (Northeast)**." in card
    assert not re.search("will you|your boat", card.text)
    view = await sim.cid.press(sim.card(), "My View")
    assert "The board" in view
    assert "Your board" not in view
    assert "Your board" in await sim.ann.press(sim.card(), "My View")


@pytest.mark.usefixtures("inline_thinkers")
async def test_whoever_plays_computers_alone_sees_no_guess_among_their_own_moves(sim: Simulation) -> None:
    await sim.ann.say("depthcharge start", computer="cabin-boy")
    await sim.settled()
    await sim.tables.play(1, sim.ann.person, "mines b2 b3 b4 b5 b6")
    await sim.settled()
    assert "Sound" in sim.card().buttons
    assert GUESS not in sim.card().buttons
    assert "Guess" in (await sim.cid.press(sim.card(), "More")).buttons, "those who watch find it there"


async def test_a_guess_can_be_changed_until_the_move_and_counts_once(sim: Simulation) -> None:
    await sim.begin(pie="off")
    mine = await guess(sim, sim.cid, "d", "d4")
    await sim.cid.press(mine, "d5")
    assert "Your guess: **d5**" in mine
    again = await sim.cid.press(sim.card(), GUESS)
    assert "Your guess so far: `d5`" in again
    assert await rows(sim) == [(sim.cid.id, "d5", None)]
    await sim.ann.move("d5")
    await sim.settled()
    assert await rows(sim) == [(sim.cid.id, "d5", 1)]
    assert "1 of 1 watcher saw it coming" in sim.card()


async def test_a_guess_outlives_a_restart(sim: Simulation) -> None:
    await sim.begin(pie="off")
    await guess(sim, sim.cid, "d", "d4")
    await sim.restart()
    await sim.ann.move("d4")
    await sim.settled()
    assert "1 of 1 watcher saw it coming" in sim.card()
    assert "Your last guess, `d4`, was right." in await sim.cid.press(sim.card(), GUESS)


@pytest.mark.parametrize("moves_while_down", [False, True])
async def test_what_came_of_a_guess_is_told_on_its_card_after_a_restart_too(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch, moves_while_down: bool
) -> None:
    await sim.begin(pie="off")
    mine = await guess(sim, sim.cid, "d", "d4")
    with monkeypatch.context() as down:
        if moves_while_down:
            # The move is stored, and its card isn't shown any more.
            down.setattr(sim.bot.publisher, "wake", lambda *_changed: None)
            await sim.tables.play(1, sim.ann.person, "d4")
    await sim.restart()
    if not moves_while_down:
        await sim.tables.play(1, sim.ann.person, "d4")
    await sim.pass_time(2)
    assert "You saw it coming: `d4`." in mine
    assert [each.id for each in private(sim, sim.cid)] == [mine.id]


async def test_a_card_that_discord_lets_nobody_edit_any_more_is_forgotten(sim: Simulation) -> None:
    await sim.begin(pie="off")
    await guess(sim, sim.cid, "d", "d4")
    await sim.pass_time(16 * 60)
    since = len(sim.env.http_requests)
    await sim.restart()
    await sim.tables.play(1, sim.ann.person, "d4")
    await sim.pass_time(2)
    asked = [each.path for each in sim.env.http_requests[since:] if "/webhooks/" in each.path]
    assert asked == []
    assert await stored.cards(sim.store, 0) == []


async def test_nor_is_it_kept_for_more_than_a_day_if_nobody_guesses_again(sim: Simulation) -> None:
    await sim.begin(pie="off")
    await guess(sim, sim.cid, "d", "d4")
    assert len(await stored.cards(sim.store, 0)) == 1
    await sim.pass_time(16 * 60)
    for each in sim.bot.context.features.all:
        await each.sweep(sim.tables)
    assert await stored.cards(sim.store, 0) == []


async def test_what_is_pressed_after_the_move_is_no_guess(sim: Simulation) -> None:
    await sim.begin(pie="off")
    card = await sim.cid.press(sim.card(), GUESS)
    await sim.cid.press(card, "d")
    await sim.ann.move("d4")
    await sim.cid.press(card, "d4")
    assert "The game has moved on" in card
    assert await rows(sim) == []


async def test_a_guess_that_comes_while_the_move_is_stored_is_none(sim: Simulation, listen: Listen) -> None:
    await sim.begin(pie="off")
    card = await sim.cid.press(sim.card(), GUESS)
    await sim.cid.press(card, "d")

    async def move(*_given: object) -> None:
        await sim.tables.play(1, sim.ann.person, "d4")

    listen(stored, "keep", before=move)
    await sim.cid.press(card, "d4")
    assert "has already seen this move" in card
    assert await rows(sim) == []


async def test_players_cant_guess(sim: Simulation) -> None:
    await sim.begin(pie="off")
    for who in (sim.ann, sim.bob):
        answer = await who.press(sim.card(), GUESS)
        assert "You’re playing in this game yourself." in answer
    view = await sim.bob.press(sim.card(), "My View")
    assert GUESS not in view.buttons
    assert GUESS in (await sim.cid.press(sim.card(), "d")).buttons, "beside a watcher’s own view"
    assert "Guess" in (await sim.cid.press(sim.card(), "More")).buttons
    assert await rows(sim) == []


async def test_an_undone_turn_is_guessed_by_nobody_who_has_seen_it(sim: Simulation) -> None:
    await guessed_right(sim)
    dan = sim.newcomer("dan")
    await guess(sim, dan, "a", "a1")
    await undo(sim, sim.ann, sim.bob)
    assert (await sim.table()).moves == 0
    again = await guess(sim, sim.cid, "d", "d4")
    assert "has already seen this move" in again
    await sim.ann.move("e5")
    await sim.settled()
    assert await rows(sim) == [(sim.cid.id, "d4", 1)], "the guess of a turn that never was is gone"


async def test_the_end_names_the_best_lookouts_and_a_profile_has_the_share(sim: Simulation) -> None:
    await sim.begin(pie="off")
    dan = sim.newcomer("dan")
    mine = await guess(sim, sim.cid, "d", "d4")
    await guess(sim, dan, "a", "a1")
    await sim.ann.move("d4")
    await sim.settled()
    await guess(sim, sim.cid, "g", "g7")
    await guess(sim, dan, "a", "a1")
    await sim.bob.move("a1")
    await sim.tables.resign(1, sim.ann.person, "k")
    await sim.settled()
    told = f"🔭 Best lookouts: <@{sim.cid.id}> (1 of 2) and <@{dan.id}> (1 of 2)."
    assert told in sim.card()
    assert "saw it coming" not in sim.card(), "nobody guessed that she would resign"
    assert sim.cid.id not in sim.pinged()
    assert mine.id not in [each.id for each in private(sim, sim.cid)], "its turn was told"
    listed = await sim.cid.press(await sim.cid.press(sim.card(), "More"), "My Guesses")
    assert "✅" in listed
    assert "❌ Turn 2: `g7`. `a1` was played." in listed
    assert "Moves seen coming: 1 of 2 (50 %)" in await sim.cid.say("profile", words=True)
    assert "Moves seen coming" not in await sim.ann.say("profile", words=True)


async def test_a_review_says_which_guesses_were_as_good(sim: Simulation) -> None:
    await sim.begin(pie="off")
    await guess(sim, sim.cid, "e", "e5")
    await sim.ann.move("d4")
    await sim.tables.resign(1, sim.ann.person, "k")
    await sim.settled()
    data = '[{"place": 0, "before": 0.7, "after": 0.4, "best": "e5"}]'
    await reviews.keep(sim.store, 1, 1, data, 0)
    listed = await sim.cid.press(await sim.cid.press(sim.card(), "More"), "My Guesses")
    assert "`e5`. `d4` was played, but the review likes yours at least as well." in listed


async def test_who_is_forgotten_leaves_no_guess(sim: Simulation) -> None:
    await sim.begin(pie="off")
    await guess(sim, sim.cid, "d", "d4")
    exported = await sim.cid.say("privacy export")
    assert "Everything about you" in exported
    await sim.cid.press(await sim.cid.say("privacy forget"), "Yes, Forget Me")
    assert await rows(sim) == []
    await sim.ann.move("d4")
    await sim.settled()
    assert "🔭" not in sim.card()


async def test_a_table_nobody_watches_reads_nothing_more(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def latest(*_given: Any) -> Any:
        raise AssertionError("read")

    monkeypatch.setattr(stored, "latest", latest)
    await sim.begin(pie="off")
    for who, move in ((sim.ann, "d4"), (sim.bob, "a1")):
        await who.move(move)
    await sim.settled()
    assert await sim.behind() == []
    assert sim.part(Watched) == set()


async def test_a_guess_costs_two_requests(sim: Simulation) -> None:
    await sim.begin(pie="off")
    card = await sim.cid.press(sim.card(), GUESS)
    await sim.cid.press(card, "d")
    since = len(sim.env.http_requests)
    await sim.cid.press(card, "d4")
    assert len(sim.env.http_requests) == since + 1
    await sim.tables.play(1, sim.ann.person, "d4")
    await sim.settled()
    own = [
        each for each in sim.env.http_requests[since:] if "/webhooks/" in each.path or "/inter" in each.path
    ]
    assert len(own) == 2


@pytest.mark.parametrize("key", examples(GAMES, {"depthcharge", "checkers", "curse"}))
async def test_every_game_between_people_can_be_guessed(sim: Simulation, key: str) -> None:
    if key == "depthcharge":
        await with_mines(sim)
    else:
        await at_the_table(sim, key)
    dan = sim.newcomer("dan")
    card = await dan.press(sim.card(), "More")
    if GUESS not in card.buttons:
        pytest.skip("nothing to guess at its start")
    card = await dan.press(card, GUESS)
    for _ in range(9):
        if "Your guess: " in card:
            break
        ways = [each for each in card.buttons if each not in ("Close", "Back", "Confirm These Steps")]
        await dan.press(card, "Confirm" if "Confirm" in ways else ways[-1])
    assert "Your guess: " in card


async def heard(database: Path, monkeypatch: pytest.MonkeyPatch, *guesses: str) -> dict[str, list[object]]:
    """All that players get of a game in which dan has guessed these squares."""
    ear = Eavesdropper("dan")
    own = Path(shutil.copy(database, database.with_name(f"{'-'.join(guesses) or 'none'}.sqlite3")))
    async with eavesdropped(ear, own, monkeypatch) as sim:
        await sim.begin(pie="off")
        dan = sim.newcomer("dan")
        ear.actor = "ann"
        for who, move, seen in ((sim.ann, "d4", guesses[:1]), (sim.bob, "a1", guesses[1:])):
            for square in seen:
                ear.actor = "dan"
                await guess(sim, dan, square[0], square)
                ear.actor = ""
            await sim.pass_time(60)
            await sim.tables.play(1, who.person, move)
            await sim.settled()
    return {lane: what for lane, what in ear.heard.items() if lane.startswith("/channels/")}


async def test_players_hear_the_same_whatever_is_guessed_but_for_the_line(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without, right, wrong = [
        repr(await heard(database, monkeypatch, *each)) for each in ((), ("d4", "a1"), ("e5", "b2"))
    ]
    line = re.compile(r"\\+n-# 🔭 \d of \d watchers? saw it coming\.")
    assert line.search(right)
    assert line.search(wrong)
    assert line.sub("", right) == without == line.sub("", wrong)


async def test_a_guess_of_an_undone_turn_isnt_told_of_the_next(sim: Simulation) -> None:
    await guessed_right(sim)
    await undo(sim, sim.ann, sim.bob)
    assert "🔭" not in sim.card()
    await sim.ann.move("e5")
    await sim.settled()
    assert "🔭" not in sim.card(), "nobody guessed this one"


async def test_a_card_that_is_opened_again_tells_no_earlier_guess_anew(sim: Simulation) -> None:
    await guessed_right(sim)
    again = await sim.cid.press(sim.card(), GUESS)
    await sim.bob.move("a1")
    await sim.settled()
    assert "You saw it coming" not in again


async def test_guesses_after_an_undo_of_two_turns_are_told_like_any_other(sim: Simulation) -> None:
    await sim.begin(pie="off")
    await sim.ann.move("d4")
    await guess(sim, sim.cid, "a", "a1")
    await sim.bob.move("a1")
    await sim.settled()
    await undo(sim, sim.ann, sim.bob)
    assert (await sim.table()).moves == 0
    dan = sim.newcomer("dan")
    mine = await guess(sim, dan, "e", "e5")
    await sim.ann.move("e5")
    await sim.settled()
    assert "🔭 1 of 1 watcher saw it coming." in sim.card()
    assert "You saw it coming: `e5`." in mine


async def test_my_guesses_say_nothing_false_of_turns_that_were_taken_back(sim: Simulation) -> None:
    await guessed_right(sim)
    await undo(sim, sim.ann, sim.bob)
    await sim.ann.move("e5")
    await sim.settled()
    await guess(sim, sim.cid, "a", "a1")
    listed = await my_guesses(sim)
    assert "➖ `d4`. The turn wasn’t played, or was undone." in listed
    assert "➖ `a1`. The turn wasn’t played, or was undone." in listed
    assert "You’ve seen 1 of 1 move coming" in listed, "nobody had a chance to play the other"
    assert await rows(sim) == [(sim.cid.id, "d4", 1), (sim.cid.id, "a1", None)]


async def test_a_guess_whose_turn_never_came_is_listed_without_a_share(sim: Simulation) -> None:
    await sim.begin(pie="off")
    await guess(sim, sim.cid, "d", "d4")
    listed = await my_guesses(sim)
    assert "The turn wasn’t played" in listed
    assert "coming in this game" not in listed
    assert "Once the game has been reviewed" not in listed, "a review has nothing to say of it"


async def test_two_presses_at_once_leave_one_card_to_guess_on(sim: Simulation) -> None:
    await sim.begin(pie="off")
    card = sim.card()
    custom_id = next(str(part["custom_id"]) for part in parts(card.components) if part.get("label") == GUESS)
    for _ in range(2):
        sim.emit_press(sim.cid, custom_id, card)
    await sim.settled()
    (left,) = private(sim, sim.cid)
    await sim.cid.press(left, "d", "d4")
    assert "Your guess: **d4**" in left
    assert await rows(sim) == [(sim.cid.id, "d4", None)]
