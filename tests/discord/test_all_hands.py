"""Everybody in a channel plays together: votes, when they close, what is said of them, and what isn't."""

from __future__ import annotations

import asyncio
import json
from itertools import pairwise
from random import Random
from typing import Any

import discord
import pytest

from bot.components.play.agreements import request_sent
from bot.features.all_hands import vote_cards, votes
from bot.features.all_hands.commands import suggested_options
from bot.features.all_hands.crowd_turns import SHOWN_EVERY_S, CrowdTurns
from bot.games import GAMES
from bot.games.core import options_in
from bot.languages import speaking
from bot.people import crowds
from bot.tables.events import agreements
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from data.store.queries import ballots, guesses
from tests.thorough import examples

from .playing import private, table_of, take_a_turn
from .server import Seen, seconds
from .simulation import HOUR, Member, Simulation

SHIP = Person(crowds.EVERYBODY, "Everyone Aboard")
MANY = 20
HALF_DAY = 12 * HOUR + 1

pytestmark = pytest.mark.usefixtures("inline_thinkers")


async def begun(sim: Simulation, game: str = "snorkels", **options: Any) -> Table:
    """A game of everybody against the Captain, which ann has started."""
    said = await sim.ann.say("allhands start", game=game, **options)
    assert "Table" in said.text
    await sim.settled()
    return await sim.table()


async def voted(sim: Simulation, who: Member, square: str) -> Seen:
    """What ``who`` sees after their vote for a square."""
    card = await who.press(sim.card(), "Vote")
    return await who.press(card, square[0], square)


async def decided(sim: Simulation) -> None:
    """Two votes decide a turn; ann, whose the first is, asks to be pinged at each."""
    await sim.ann.press(await voted(sim, sim.ann, "c3"), "Ping Me Each Turn")
    await voted(sim, sim.bob, "c3")
    await sim.settled()


async def moves(sim: Simulation, number: int = 1) -> list[str]:
    return [str(turn.action) for turn in (await table_of(sim, number)).turns]


def plain(seen: Seen) -> str:
    """What a message says, without emphasis."""
    return seen.text.replace("*", "")


# Voting


async def test_the_most_votes_are_played_and_the_card_says_how_many_they_were(sim: Simulation) -> None:
    await begun(sim)
    assert "📣 Everyone Aboard: time to vote." in plain(sim.card())
    assert sim.card().buttons == ["Vote", "My View", "More"]
    assert "Everyone here can vote" in sim.lobby.text
    for who, square in ((sim.ann, "c3"), (sim.bob, "d4"), (sim.cid, "c3")):
        assert f"You’ve voted for {square}." in plain(await voted(sim, who, square))
    assert await moves(sim) == []
    await sim.pass_time(HALF_DAY)
    assert (await moves(sim))[0].endswith("c3")
    assert "📣 c3 was chosen by 2 of 3 voters. Also proposed: d4 (1)." in plain(sim.card())


async def test_of_equal_choices_the_earlier_is_played(sim: Simulation) -> None:
    await begun(sim)
    await voted(sim, sim.bob, "d4")
    await sim.pass_time(1)
    await voted(sim, sim.ann, "c3")
    await sim.pass_time(HALF_DAY)
    assert (await moves(sim))[0].endswith("d4")


async def test_a_mind_may_be_changed_until_the_vote_closes(sim: Simulation) -> None:
    await begun(sim)
    seen = await voted(sim, sim.ann, "c3")
    picker = await sim.ann.press(seen, "Change My Vote")
    assert "Your vote so far: c3" in plain(picker)
    await sim.ann.press(picker, "e", "e5")
    await sim.pass_time(HALF_DAY)
    assert (await moves(sim))[0].endswith("e5")
    assert "chosen by 1 of 1 voter." in plain(sim.card())


async def test_enough_votes_close_it_at_once(sim: Simulation) -> None:
    await begun(sim, quorum=2)
    await voted(sim, sim.ann, "c3")
    assert await moves(sim) == []
    await voted(sim, sim.bob, "c3")
    await sim.settled()
    assert (await moves(sim))[0].endswith("c3")


async def test_private_cards_tell_what_was_decided_once_the_vote_closes(sim: Simulation) -> None:
    await begun(sim, quorum=2)
    mine = await voted(sim, sim.ann, "c3")
    picker = await sim.cid.press(sim.card(), "Vote")
    assert "You can change your mind until the vote closes." in mine
    last = await voted(sim, sim.bob, "c3")
    await sim.settled()
    for each in (mine, picker, last):
        assert "📣 c3 was chosen by 2 of 2 voters." in plain(each)
        assert "change your mind" not in each
        assert each.buttons == ["Vote", "Close"]


async def test_a_vote_is_typed_as_well(sim: Simulation) -> None:
    await begun(sim, quorum=1)
    assert "There’s no move" not in (await sim.ann.say("allhands vote", sim.place(), move="a2")).text
    await sim.settled()
    assert (await moves(sim))[0].endswith("a2")
    await sim.ann.say("allhands vote", sim.place(), move="z99")
    assert len([each for each in await moves(sim) if "a2" in each]) == 1


async def test_nobody_hears_of_the_count_before_the_vote_closes(sim: Simulation) -> None:
    await begun(sim)
    before = sim.card(), sim.lobby
    requests = len(sim.env.http_requests)
    for who, square in ((sim.ann, "c3"), (sim.bob, "d4")):
        seen = await voted(sim, who, square)
        other = "d4" if square == "c3" else "c3"
        assert f"for {other}" not in plain(seen)
        assert "voters" not in seen.text
    await sim.pass_time(HOUR)
    # Its card is made again, as after a deletion.
    await sim.bot.publisher.restore(1)
    after = sim.card(), sim.lobby
    assert [each.text for each in before] == [each.text for each in after]
    public = [each for each in sim.env.http_requests[requests:] if "/channels/" in each.path]
    assert len(public) == 1, "no vote changes what everybody sees"


async def test_open_votes_are_shown_but_a_card_is_edited_once_in_half_a_minute(sim: Simulation) -> None:
    table, turns = await begun(sim, open=True), sim.part(CrowdTurns)
    place = f"/channels/{sim.place().id}/messages/"
    edited = list[float]()

    class Requests(list[Any]):
        def append(self, each: Any) -> None:
            if each.method == "PATCH" and place in each.path:
                edited.append(seconds())

    sim.env.http_requests = Requests()
    for number in range(66):
        who = (sim.ann, sim.bob, sim.cid)[number % 3]
        await turns.vote(table, who.person, number, ("c3", "d4")[number % 2])
        await asyncio.sleep(1)
    await sim.settled()
    assert "Votes so far: d4 (2) and c3 (1)." in sim.card().text
    assert len(edited) > 2
    assert min(later - earlier for earlier, later in pairwise(edited)) >= SHOWN_EVERY_S


# When a vote closes


async def test_without_a_vote_it_is_asked_once_more_and_then_the_game_rests(sim: Simulation) -> None:
    await begun(sim)
    messages = len(sim.public())
    assert "The vote closes" in sim.card().text
    await sim.pass_time(HALF_DAY)
    assert "Nobody has voted yet, so the vote stays open." in sim.card().text
    await sim.pass_time(HALF_DAY)
    assert "on hold until somebody does" in sim.card().text
    await sim.pass_time(5 * 24 * HOUR)
    assert await moves(sim) == []
    assert len(sim.public()) == messages, "a card that is edited calls nobody"
    await voted(sim, sim.ann, "c3")
    await sim.pass_time(60)
    assert "resting" not in sim.card().text
    await sim.pass_time(11 * HOUR)
    assert await moves(sim) == []
    await voted(sim, sim.bob, "d4")
    await voted(sim, sim.cid, "d4")
    await sim.pass_time(HOUR + 1)
    assert (await moves(sim))[0].endswith("d4")


async def test_the_time_in_which_the_bot_was_down_is_given_back_to_a_vote(sim: Simulation) -> None:
    await begun(sim)
    await sim.pass_time(HOUR)
    await voted(sim, sim.ann, "c3")
    await sim.restart(away=24 * HOUR)
    await sim.pass_time(10 * HOUR)
    assert await moves(sim) == []
    for who in (sim.bob, sim.cid):
        await voted(sim, who, "d4")
    await sim.pass_time(HOUR + 1)
    assert (await moves(sim))[0].endswith("d4")


async def test_a_short_downtime_is_given_back_to_a_vote_too(sim: Simulation) -> None:
    await begun(sim)
    await voted(sim, sim.ann, "c3")
    await sim.restart(away=13 * HOUR)
    await sim.pass_time(11 * HOUR)
    assert await moves(sim) == []
    await sim.pass_time(HOUR + 1)
    assert (await moves(sim))[0].endswith("c3")


@pytest.mark.parametrize("hours", [13, 30], ids=["asked once more", "resting"])
async def test_a_later_vote_gets_back_the_time_of_a_downtime_too(sim: Simulation, hours: int) -> None:
    await begun(sim)
    await sim.pass_time(hours * HOUR)
    await voted(sim, sim.ann, "c3")
    await sim.restart(away=24 * HOUR)
    await sim.pass_time(10 * HOUR)
    assert await moves(sim) == []
    await sim.pass_time(2 * HOUR)
    assert (await moves(sim))[0].endswith("c3")


async def test_who_can_vote_is_not_said_to_watch_nor_called_a_host(sim: Simulation) -> None:
    await begun(sim)
    assert "Host" not in sim.lobby.text
    assert "Host" not in (await voted(sim, sim.ann, "c3")).text
    for button in ("My View", "More"):
        said = (await sim.bob.press(sim.card(), button)).text
        assert "You can vote in this game." in said
        assert "watching" not in said
        assert "Host" not in said
    view = await sim.bob.press(sim.card(), "My View")
    assert "Vote" in view.buttons, "beside their own view, too"
    assert "Vote to Resign" in (await sim.bob.press(view, "Vote")).buttons


async def test_a_vote_that_is_delivered_twice_or_late_counts_once(sim: Simulation) -> None:
    table = await begun(sim)
    turns = sim.part(CrowdTurns)
    await turns.vote(table, sim.ann.person, 10, "c3")
    await turns.vote(table, sim.ann.person, 12, "d4")
    await turns.vote(table, sim.ann.person, 12, "d4")
    await turns.vote(table, sim.ann.person, 10, "c3")
    assert [each.choice for each in await turns.votes(table)] == ["d4"]


async def test_a_vote_for_a_turn_that_has_closed_is_refused(sim: Simulation) -> None:
    await begun(sim, quorum=1)
    old = await sim.bob.press(sim.card(), "Vote")
    column = await sim.bob.press(old, "d")
    pressed = column.custom_id("d4")
    await voted(sim, sim.ann, "c3")
    await sim.settled()
    sim.emit_press(sim.bob, pressed, column)
    await sim.settled()
    assert "voted for" not in column.text
    assert "Vote" not in column.buttons, "it asks again"
    assert len([each for each in await moves(sim) if each.endswith("c3")]) == 1
    assert await sim.part(CrowdTurns).votes(await table_of(sim)) == []


# Whose votes count


async def test_who_has_left_the_server_has_no_vote(sim: Simulation) -> None:
    await begun(sim)
    await voted(sim, sim.ann, "c3")
    for who in (sim.bob, sim.cid):
        await voted(sim, who, "d4")
        sim.env.world.set_membership(who.account, member=False)
    await sim.pass_time(HALF_DAY)
    assert (await moves(sim))[0].endswith("c3")
    assert "chosen by 1 of 1 voter." in plain(sim.card())


async def test_when_all_voters_have_left_it_is_asked_again(sim: Simulation) -> None:
    await begun(sim, quorum=1)
    sim.env.world.set_membership(sim.bob.account, member=False)
    await sim.part(CrowdTurns).vote(await table_of(sim), sim.bob.person, 5, "d4")
    await sim.settled()
    assert await moves(sim) == []
    await sim.pass_time(HALF_DAY)
    assert "Nobody has voted yet" in sim.card().text


async def test_who_is_forgotten_has_no_vote(sim: Simulation) -> None:
    await begun(sim)
    await voted(sim, sim.ann, "c3")
    await voted(sim, sim.bob, "d4")
    await ballots_of(sim, sim.bob)
    asked = await sim.bob.say("privacy forget")
    await sim.bob.press(asked, next(label for label in asked.buttons if "Cancel" not in label))
    assert [each.person for each in await sim.part(CrowdTurns).votes(await table_of(sim))] == [sim.ann.id]


async def ballots_of(sim: Simulation, who: Member) -> None:
    """``who`` finds their vote among what is stored about them."""
    store = sim.store
    assert await ballots.own(store, 1, 0, who.id)


async def exported_votes(sim: Simulation, who: Member) -> list[dict[str, Any]]:
    """What an export says of somebody's votes."""
    (attachment,) = (await who.say("privacy export")).attachments
    found: list[dict[str, Any]] = json.loads(attachment.data)["votes"]
    return found


async def test_its_opponent_cannot_vote(sim: Simulation) -> None:
    await begun(sim, against="me")
    with_seat = await sim.ann.press(sim.card(), "Vote")
    assert "you can’t vote" in with_seat.text
    await voted(sim, sim.bob, "c3")
    await sim.pass_time(HALF_DAY)
    table = await table_of(sim)
    assert table.awaited[0].id == sim.ann.id
    assert sim.pinged(sim.place()) == [sim.ann.id]


async def test_in_two_watches_everybody_votes_for_one_side(sim: Simulation) -> None:
    await begun(sim, against="itself", quorum=1)
    await voted(sim, sim.ann, "c3")
    await sim.settled()
    refused = await sim.ann.press(await sim.ann.press(sim.card(), "Vote"), "Take Purple")
    assert "you vote for" in refused.text
    assert len(await moves(sim)) == 1
    await sim.bob.press(await sim.bob.press(sim.card(), "Vote"), "Take Purple")
    await sim.settled()
    assert len(await moves(sim)) == 2


# Motions


async def test_two_thirds_resign_and_fewer_do_not(sim: Simulation) -> None:
    await begun(sim)
    card = await sim.ann.press(sim.card(), "Vote")
    await sim.ann.press(card, "Vote to Resign")
    await voted(sim, sim.bob, "c3")
    await sim.pass_time(HALF_DAY)
    assert (await moves(sim))[0].endswith("c3")
    for who in (sim.ann, sim.bob):
        await who.press(await who.press(sim.card(), "Vote"), "Vote to Resign")
    await voted(sim, sim.cid, "e6")
    await sim.pass_time(HALF_DAY)
    table = await table_of(sim)
    assert table.status == "over"
    assert "3 people voted in this game." in sim.card().text
    film = await sim.bob.press(sim.card(), "Watch Replay")
    assert "3 people voted in this game." in film.text
    await sim.bob.press(film, "Share")
    await sim.settled()
    assert "3 people voted in this game." in sim.card().text
    assert "Rematch" not in sim.card().buttons


async def test_one_voter_cannot_end_a_game_that_more_have_played(sim: Simulation) -> None:
    await begun(sim)
    for who in (sim.ann, sim.bob, sim.cid):
        await voted(sim, who, "c3")
    await sim.pass_time(HALF_DAY)
    await sim.ann.press(await sim.ann.press(sim.card(), "Vote"), "Vote to Resign")
    await sim.pass_time(3 * 24 * HOUR)
    assert (await table_of(sim)).status == "playing"
    assert await sim.part(CrowdTurns).votes(await table_of(sim)) == []


async def test_how_many_voted_for_the_other_watch_does_not_matter(sim: Simulation) -> None:
    await begun(sim, against="itself")
    await voted(sim, sim.ann, "c3")
    await sim.pass_time(HALF_DAY)
    for who in (sim.bob, sim.cid):
        await who.press(await who.press(sim.card(), "Vote"), "Take Purple")
    await sim.pass_time(HALF_DAY)
    await sim.ann.press(await sim.ann.press(sim.card(), "Vote"), "Vote to Resign")
    await sim.pass_time(HALF_DAY)
    assert (await table_of(sim)).status == "over"


async def test_a_move_without_a_choice_lets_nobody_forget_how_many_voted_before(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(sim)
    for who in (sim.ann, sim.bob, sim.cid):
        await voted(sim, who, "c3")
    await sim.pass_time(HALF_DAY)
    table = await table_of(sim)
    assert await ballots.turnout(sim.store, table.id, SHIP.id) == 3
    seat = table.acting_seat(SHIP.id)
    assert seat is not None
    forced = str(table.legal(seat)[0])
    monkeypatch.setattr(votes, "only_turn", lambda now, _seat: forced if now.version == table.version else "")
    sim.bot.context.turns.wake(table.id)
    await sim.settled()
    assert forced in await moves(sim)
    assert await ballots.turnout(sim.store, table.id, SHIP.id) == 3


async def test_an_undo_of_its_opponent_is_voted_on(sim: Simulation) -> None:
    await begun(sim, against="me", second=True)
    await take_a_turn(sim, sim.ann, Random(1))
    await sim.tables.change_as(1, sim.ann.person, agreements.request_undo)
    await sim.settled()
    for who in (sim.bob, sim.cid):
        card = await who.press(sim.card(), "Vote")
        await who.press(card, "Accept Undo (ann)")
    await sim.pass_time(HALF_DAY)
    assert await moves(sim) == []


async def test_a_card_has_no_buttons_for_what_only_a_crowd_can_answer(sim: Simulation) -> None:
    table = await begun(sim, "checkers", against="me", quorum=1)
    await sim.tables.change_as(table.id, sim.ann.person, agreements.request_pause)
    await sim.tables.change_as(table.id, sim.ann.person, agreements.offer_draw)
    await sim.settled()
    assert "has offered a draw" in sim.card().text
    assert sim.card().buttons == ["Vote", "My View", "More", "Withdraw Pause (ann)"]
    assert "Accept Pause (ann)" in (await sim.bob.press(sim.card(), "Vote")).buttons
    await sim.ann.press(sim.card(), "Withdraw Pause (ann)")
    await sim.bob.press(await sim.bob.press(sim.card(), "Vote"), "Vote for a Draw")
    await sim.settled()
    assert (await table_of(sim)).status == "over"


async def test_whoever_has_to_wait_for_a_crowd_hears_its_name_in_their_language(sim: Simulation) -> None:
    table = await begun(sim, "checkers", against="me")
    table = await sim.tables.change_as(table.id, sim.ann.person, agreements.request_pause)
    with speaking("de"):
        assert "Ganze Besatzung" in request_sent(table, table.agreements.requests[0])


async def test_what_was_guessed_of_its_opponent_is_not_told_with_the_crowds_answer(sim: Simulation) -> None:
    await begun(sim, against="me", second=True, quorum=1)
    await sim.bob.press(await sim.bob.press(sim.card(), "Watchers: Guess"), "c", "c3")
    await sim.ann.move("c3")
    await sim.settled()
    assert "1 of 1 watcher saw it coming" in sim.card().text
    await sim.bob.press(await sim.bob.press(sim.card(), "Vote"), "Take Purple")
    await sim.settled()
    assert "was chosen by 1 of 1 voter" in sim.card().text
    assert "saw it coming" not in sim.card().text


# Guesses


async def guessed(sim: Simulation, who: Member, square: str) -> Seen:
    """What ``who`` sees after their guess of what everyone will choose."""
    card = await who.press(await who.press(sim.card(), "More"), "Guess")
    return await who.press(card, square[0], square)


async def test_who_doesnt_vote_guesses_what_everyone_will_choose(sim: Simulation) -> None:
    await begun(sim)
    dan = sim.newcomer("dan")
    assert "Watchers: Guess" not in sim.card().buttons, "it would be taken for Vote"
    shown, requests = sim.card().text, len(sim.env.http_requests)
    card = await guessed(sim, sim.cid, "c3")
    await guessed(sim, dan, "d4")
    assert "Your guess: everyone will choose c3. It isn’t a vote" in plain(card)
    assert await sim.part(CrowdTurns).votes(await table_of(sim)) == []
    await sim.settled()
    assert sim.card().text == shown
    assert not [each for each in sim.env.http_requests[requests:] if "/channels/" in each.path]
    await voted(sim, sim.ann, "c3")
    await sim.pass_time(HALF_DAY)
    assert (await moves(sim))[0] == "c3"
    assert "🔭 1 of 2 watchers saw it coming." in sim.card().text
    assert "Everyone Aboard" in plain(await sim.cid.press(await sim.cid.press(sim.card(), "More"), "Guess"))


async def test_a_vote_takes_a_guess_back_and_leaves_none_to_be_made(sim: Simulation) -> None:
    await begun(sim)
    card = await guessed(sim, sim.cid, "c3")
    await voted(sim, sim.cid, "c3")
    assert card.id not in [each.id for each in private(sim, sim.cid)], "the vote took its place"
    again = await sim.cid.press(await sim.cid.press(sim.card(), "More"), "Guess")
    assert "You’ve voted on this turn yourself." in again
    table = await table_of(sim)
    late = guesses.Guess(table.id, table.moves, sim.cid.id, table.version, "c3", None, 0)
    vote = ballots.vote_on(table.id, table.turn_began, sim.cid.id)
    assert not await guesses.keep(sim.store, late, vote), "nor one that comes at once"
    await sim.pass_time(HALF_DAY)
    assert (await moves(sim))[0] == "c3"
    assert "🔭" not in sim.card().text
    assert await guesses.of_table(sim.store, 1) == []
    assert "Your guess: everyone" in await guessed(sim, sim.cid, "e6"), "the next turn is another matter"


async def test_what_the_other_watch_chooses_can_be_guessed(sim: Simulation) -> None:
    await begun(sim, against="itself", quorum=1)
    await voted(sim, sim.ann, "c3")
    await sim.settled()
    card = await sim.ann.press(await sim.ann.press(sim.card(), "More"), "Guess")
    await sim.ann.press(card, "Take Purple")
    await sim.bob.press(await sim.bob.press(sim.card(), "Vote"), "Take Purple")
    await sim.settled()
    assert "1 of 1 watcher saw it coming." in sim.card().text


async def test_cards_that_are_open_go_on_in_the_language_that_was_chosen_meanwhile(sim: Simulation) -> None:
    await begun(sim, quorum=2)
    picker = await sim.ann.press(sim.card(), "Vote")
    guess = await sim.cid.press(await sim.cid.press(sim.card(), "More"), "Guess")
    for who in (sim.ann, sim.cid):
        await who.say("settings", language="de")
    await sim.manager().say("server rules", language="fr")
    assert "Deine Stimme: c3" in plain(await sim.ann.press(picker, "c", "c3"))
    assert "Dein Tipp: Alle zusammen wählen c3." in plain(await sim.cid.press(guess, "c", "c3"))
    await voted(sim, sim.bob, "c3")
    await sim.settled()
    assert (await moves(sim))[0] == "c3"
    assert "c3 l’emporte avec 2 voix sur 2." in plain(sim.card()), "everybody’s card speaks as the server"
    assert "Du hast es kommen sehen" in private(sim, sim.cid)[-1], (
        "what is told of a guess speaks as its reader"
    )
    assert "You can vote in this game." in await sim.bob.press(sim.card(), "Ma vue")


# Calls


async def test_only_those_who_asked_for_it_are_pinged_and_once_a_turn(sim: Simulation) -> None:
    await begun(sim, quorum=2)
    assert sim.pinged(sim.place()) == []
    await decided(sim)
    assert sim.pinged(sim.place()) == [sim.ann.id]
    posts = [each.json for each in sim.env.http_requests if each.method == "POST"]
    assert len([each for each in posts if each and each.get("allowed_mentions", {}).get("users")]) == 1
    assert [each["pinged"] for each in await exported_votes(sim, sim.ann)] == [1]
    seen = await voted(sim, sim.ann, "e6")
    await sim.ann.press(seen, "Stop Pinging Me")
    assert [each["pinged"] for each in await exported_votes(sim, sim.ann)] == [0]
    await voted(sim, sim.bob, "e6")
    await sim.settled()
    assert sim.pinged(sim.place()) == []


async def test_a_press_that_comes_twice_has_somebody_pinged(sim: Simulation) -> None:
    await begun(sim)
    seen = await voted(sim, sim.ann, "c3")
    wanted = seen.custom_id("Ping Me Each Turn")
    for _ in range(2):
        sim.emit_press(sim.ann, wanted, seen)
        await sim.settled()
    assert "Stop Pinging Me" in seen.buttons
    assert await ballots.called(sim.store, 1) == [sim.ann.id]


async def test_who_has_no_vote_any_more_is_not_told_that_they_are_pinged(sim: Simulation) -> None:
    await begun(sim)
    seen = await voted(sim, sim.ann, "c3")
    await ballots.drop(sim.store, 1, [sim.ann.id])
    assert "You won’t be pinged any more." in await sim.ann.press(seen, "Ping Me Each Turn")
    assert await ballots.called(sim.store, 1) == []


async def test_where_enough_are_pinged_the_refusal_says_what_else_there_is(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vote_cards, "MOST_CALLED", 1)
    await begun(sim)
    await sim.ann.press(await voted(sim, sim.ann, "c3"), "Ping Me Each Turn")
    refused = await sim.bob.press(await voted(sim, sim.bob, "d4"), "Ping Me Each Turn")
    assert "Try again once one of them has turned it off, or use `/table follow`" in refused
    assert "You’re following this game" in await sim.bob.say("table follow", sim.place())


async def test_pings_end_without_another_vote_and_while_others_are_to_move(sim: Simulation) -> None:
    await begun(sim, against="me")
    seen = await sim.bob.press(await voted(sim, sim.bob, "c3"), "Ping Me Each Turn")
    await sim.pass_time(HALF_DAY)
    assert (await table_of(sim)).awaited == (sim.ann.person,)
    assert "You won’t be pinged any more." in await sim.bob.press(seen, "Stop Pinging Me")
    assert await ballots.called(sim.store, 1) == []


async def test_pings_end_before_a_vote(sim: Simulation) -> None:
    await begun(sim, quorum=2)
    await decided(sim)
    picker = await sim.ann.press(sim.card(), "Vote")
    assert "You won’t be pinged any more." in await sim.ann.press(picker, "Stop Pinging Me")
    assert await ballots.called(sim.store, 1) == []


async def test_a_vote_in_a_game_that_is_over_or_paused_is_told_so(sim: Simulation) -> None:
    table = await begun(sim, against="me", second=True)
    await sim.ann.move("c3")
    await sim.tables.change_as(table.id, sim.ann.person, agreements.request_pause)
    picker = await sim.bob.press(sim.card(), "Vote")
    await sim.cid.press(await sim.cid.press(sim.card(), "Vote"), "Accept Pause (ann)")
    await sim.pass_time(HALF_DAY)
    assert "The game is paused." in await sim.bob.press(picker, "Take Purple")
    await sim.tables.resign(table.id, sim.ann.person, "k")
    await sim.settled()
    assert picker.id not in [each.id for each in private(sim, sim.bob)], "the public card tells the end"


async def test_a_role_is_pinged_once_at_each_turn_together_with_those_who_asked(sim: Simulation) -> None:
    crew = sim.guild.create_role("crew", mentionable=True)
    await begun(sim, ping=crew.id, quorum=2)
    assert f"<@&{crew.id}>" in sim.card().text

    def pinged() -> list[tuple[list[int], list[int]]]:
        posts = [each.json for each in sim.env.http_requests if each.method == "POST" and each.json]
        allowed = [each["allowed_mentions"] for each in posts if "allowed_mentions" in each]
        return [(each["roles"], each["users"]) for each in allowed if each.get("roles")]

    assert pinged() == [([crew.id], [])]
    await sim.ann.press(await voted(sim, sim.ann, "c3"), "Ping Me Each Turn")
    assert len(pinged()) == 1, "an edit pings nobody"
    await voted(sim, sim.bob, "c3")
    await sim.settled()
    assert pinged()[1:] == [([crew.id], [sim.ann.id])]
    await sim.restart()
    sim.env.delete_message(0, sim.card().id)
    await sim.bot.publisher.restore(1)
    assert len(pinged()) == 2, "a card that was lost pings nobody again"


async def test_nobody_pings_a_role_through_the_bot_that_they_could_not_ping_themselves(
    sim: Simulation,
) -> None:
    crew = sim.guild.create_role("crew")
    assert "You can’t ping" in await sim.ann.say("allhands start", game="snorkels", ping=crew.id)
    everyone = sim.guild.default_role.id
    assert "ping everyone" in await sim.ann.say("allhands start", game="snorkels", ping=everyone)
    assert await sim.store.played_by(crowds.IDS) == []
    may = discord.Permissions(mention_everyone=True)
    eve = sim.newcomer("eve", sim.guild.create_role("mates", permissions=may))
    assert "The bot can’t ping" in await eve.say("allhands start", game="snorkels", ping=crew.id)
    await begun(sim)


@pytest.mark.parametrize(
    "unheard", [False, True], ids=["where one card is kept", "whose messages are closed"]
)
async def test_a_line_says_that_it_is_time_to_vote(sim: Simulation, unheard: bool) -> None:
    if unheard:
        await sim.ann.say("settings", pings="direct")
        sim.refuse("POST", "/users/@me/channels", 403, 50007, times=None)
    else:
        await sim.manager().say("server rules", cards="edit")
    await begun(sim, quorum=2)
    await decided(sim)
    lines = [each.text for each in sim.public() if f"<@{sim.ann.id}>" in each.text]
    assert lines[-1] == f"**<@{sim.ann.id}>: time to vote.**"


async def test_a_direct_message_says_that_it_is_time_to_vote(sim: Simulation) -> None:
    await sim.ann.say("settings", pings="direct")
    await begun(sim, quorum=2)
    await decided(sim)
    (letter,) = sim.ann.letters
    assert "It’s time to vote in" in letter


# Beginning a game


async def test_one_game_is_played_together_in_a_channel(sim: Simulation) -> None:
    await begun(sim)
    assert "already playing together" in (await sim.bob.say("allhands start", game="checkers")).text
    for every in ("5m", "2d", "soon"):
        assert "from one hour" in (await sim.bob.say("allhands start", game="checkers", every=every)).text


async def test_a_game_is_started_with_options(sim: Simulation) -> None:
    await begun(sim, options="pie=off stones=2")
    table = await sim.table()
    assert (table.options["pie"], table.options["stones"]) == ("off", 2)
    for options, said in (("size=9", "no option called"), ("stones=9", "0–3"), ("pie", "on or off")):
        assert said in (await sim.bob.say("allhands start", game="snorkels", options=options)).text


def test_options_are_suggested_one_after_another() -> None:
    snorkels, crackers = GAMES["snorkels"], GAMES["crackers"]
    assert [value for _, value in suggested_options(snorkels, "")] == [
        *(f"stones={number}" for number in range(4)),
        "pie=on",
        "pie=off",
    ]
    assert [value for _, value in suggested_options(snorkels, "pie=off s")] == [
        f"pie=off stones={number}" for number in range(4)
    ]
    assert [value for _, value in suggested_options(crackers, "rounds=12")] == ["rounds=12"]
    assert suggested_options(crackers, "rounds=0") == suggested_options(crackers, "rounds=" + "9" * 60) == []
    for game in GAMES.values():
        for label, value in suggested_options(game, ""):
            assert label.startswith(value)
            game.new_options(options_in(value))


async def test_no_game_with_secrets_is_offered(sim: Simulation) -> None:
    games = next(
        option["choices"]
        for each in sim.env.commands.listed
        if each["name"] == "allhands"
        for command in each["options"]
        if command["name"] == "start"
        for option in command["options"]
        if option["name"] == "game"
    )
    assert {each["value"] for each in games} == {"snorkels", "checkers", "curse", "crackers"}


@pytest.mark.parametrize(
    "game",
    examples(("snorkels", "checkers", "curse", "crackers"), {"checkers", "curse"}),
)
async def test_every_game_is_played_by_votes(sim: Simulation, game: str) -> None:
    await begun(sim, game, quorum=1, **({"against": "cabin-boy"} if game != "curse" else {}))
    rng, people = Random(game), (sim.ann, sim.bob, sim.cid)
    turns = sim.part(CrowdTurns)
    for number in range(100, 106):
        table = await table_of(sim)
        if table.status == "over":
            break
        seat = table.acting_seat(SHIP.id)
        assert seat is not None
        action = rng.choice([each for each in table.legal(seat) if str(each) not in ("break", "slip")])
        await turns.vote(table, rng.choice(people).person, number, str(action))
        await sim.settled()
    if (await table_of(sim)).status == "playing":
        await sim.tables.resign(1, SHIP)
        await sim.settled()
    assert "voted in this game" in sim.card().text


async def test_many_people_vote_at_once_with_two_requests_each_and_one_once_it_closes(
    sim: Simulation,
) -> None:
    table = await begun(sim, quorum=MANY)
    people = [sim.newcomer(f"voter {number}") for number in range(MANY)]
    requests = len(sim.env.http_requests)
    for number, who in enumerate(people):
        column, row = ("c3", "d4", "e5")[number % 3]
        sim.emit_press(who, f"ct:votestep:1:{table.version}:{column}|{row}", sim.card())
    await sim.settled()
    answers = [each for each in sim.env.http_requests[requests:] if "/channels/" not in each.path]
    assert MANY <= len(answers) <= 3 * MANY
    assert (await moves(sim))[0] == "c3"
    assert f"c3 was chosen by {MANY // 3 + 1} of {MANY} voters." in plain(sim.card())
