"""A log folded event by event, without a database: what each event leaves, and what can't follow."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from bot.games import GAMES
from bot.games.core import CHANCE, IllegalAction, Placement, RulesError
from bot.tables import permissions
from bot.tables.errors import NotSeated, NotStarted, NotYourTurn, TableError, TableOver
from bot.tables.events import agreements, moves, opening, reducer
from bot.tables.events.moves import Act
from bot.tables.model.agreements import Declined, Ending
from bot.tables.model.pace import HOUR, MINUTE
from bot.tables.model.seating import Person
from data.store.records import Event

from .folded import AT, agreed, begun, done, lobby, played, refused
from .harness import ANN, BOB, CID, DEE, EVE, clock_of, some_action
from .tug_of_war import LONELY, SEATS, TUG


def ids(*people: Person) -> frozenset[int]:
    return frozenset(person.id for person in people)


def test_the_host_may_choose_the_side_or_leave_it_to_chance() -> None:
    sides = {lobby(side=each).seating.seated[0].slot for each in (None, "red-one")}
    assert sides == {SEATS[0]}
    assert lobby(side="blue-two").seating.seated[0].slot == SEATS[3]
    drawn = {opening.slot(TUG, TUG.read_options({}), "random", Random(seed)) for seed in range(20)}
    assert drawn == {SEATS[0], SEATS[2]}, "the first slot of either side"
    with pytest.raises(TableError, match="green"):
        opening.require_side(TUG, {}, "green")
    opening.require_side(TUG, {}, "blue-one")
    with pytest.raises(RulesError, match="knots"):
        opening.require_side(TUG, {"knots": "3"}, None)


def test_who_asks_for_no_side_is_seated_where_nobody_sits() -> None:
    table = lobby()
    for person, slot in ((BOB, SEATS[2]), (CID, SEATS[1])):
        (sat,) = opening.join(table, Act(person, AT, "k"), slot=None)
        assert (sat.seat, sat.key) == (slot, "k")
        table = reducer.after(table, [sat])
    last = opening.join(table, Act(DEE, AT, "k"), slot=None)
    assert [(event.verb, event.seat) for event in last] == [("sit", SEATS[3]), ("start", "")]


def test_a_side_that_is_asked_for_is_got_while_it_has_room() -> None:
    table = lobby()
    table = reducer.after(table, opening.join(table, Act(BOB, AT), slot=SEATS[0]))
    assert table.seating.side_of(BOB.id) == SEATS[:2]
    refused(lobby(LONELY), opening.join, BOB, "no open seat on that side", slot=SEATS[0])


def test_a_table_that_is_full_is_full_though_it_has_not_begun() -> None:
    table = begun(BOB, CID, DEE)
    full = replace(table, status="lobby")
    for here, person, why in (
        (full, EVE, "full"),
        (table, EVE, "already started, but you’re welcome to watch"),
        (table, ANN, "already playing at this table"),
        (full, ANN, "already in"),
    ):
        refused(here, opening.join, person, why, slot=None)


def test_who_sits_on_several_slots_leaves_them_all_by_one_request() -> None:
    table = lobby()
    sat = [Event("sit", slot, BOB.id, BOB.name, at=AT) for slot in SEATS[2:]]
    table = reducer.after(table, sat)
    events = opening.leave(table, Act(BOB, AT, "k"))
    assert [(event.seat, event.key) for event in events] == [(SEATS[2], "k"), (SEATS[3], None)]
    assert reducer.after(table, events).seating.people == (ANN,)


def test_a_start_needs_somebody_on_every_side() -> None:
    table = lobby()
    table = reducer.after(table, opening.join(table, Act(BOB, AT), slot=SEATS[1]))
    with pytest.raises(TableError, match="Nobody is playing"):
        opening.start(table, AT)
    with pytest.raises(TableError, match="2 players"):
        opening.start(lobby(), AT)
    with pytest.raises(TableError, match="has already started"):
        opening.start_early(begun(BOB), Act(ANN, AT))
    with pytest.raises(TableError, match="Only the player who opened"):
        opening.start_early(table, Act(BOB, AT))


def test_a_log_tells_of_no_action_before_the_start_or_after_the_end() -> None:
    early = Event("play", SEATS[0], ANN.id, ANN.name, "pull 1", AT)
    over = done(begun(BOB), agreements.resign, ANN)
    for table in (lobby(), over):
        with pytest.raises((RulesError, AssertionError)):
            reducer.after(table, [early])


@pytest.mark.parametrize(
    "event",
    [
        Event("dance"),
        Event("undo", text="2", at=AT),
        Event("pause", at=AT),
        Event("resume", at=AT),
        Event("flag", SEATS[0], at=AT),
        Event("seal", SEATS[0], text="x", at=AT),
    ],
    ids=lambda event: event.verb,
)
def test_what_can_not_follow_is_refused(event: Event) -> None:
    with pytest.raises(RulesError):
        reducer.after(begun(BOB), [event])


def test_every_event_counts_and_dates_the_table_by_what_people_did() -> None:
    table = begun(BOB)
    after = reducer.after(table, [Event("rematch", person=ANN.id, at=AT + 5)])
    assert (after.version, after.last_activity) == (table.version + 1, AT + 5)
    after = reducer.after(after, [Event("remind", person=ANN.id, text="half", at=AT + 9)])
    assert (after.version, after.last_activity) == (table.version + 2, AT + 5)


def test_playing_on_answers_the_others_offer_and_not_the_own() -> None:
    table = begun(BOB)
    assert table.has_to_answer == frozenset()
    offered = done(table, agreements.offer_draw, BOB)
    assert (offered.agreements.offering, offered.has_to_answer) == (ids(BOB), ids(ANN))
    assert played(offered, "pull 1").agreements.offering == frozenset(), "Ann goes on, and so declines"
    own = done(table, agreements.offer_draw, ANN)
    assert played(own, "pull 1").agreements.offering == ids(ANN)


def test_an_offer_that_is_declined_is_named_until_it_is_made_anew() -> None:
    refused(begun(BOB), agreements.decline_draw, ANN, "no draw offer")
    table = done(begun(BOB), agreements.offer_draw, BOB)
    withdrawn = done(table, agreements.decline_draw, BOB)
    assert (withdrawn.agreements.offering, withdrawn.agreements.declined) == (frozenset(), ())
    table = done(table, agreements.decline_draw, ANN)
    assert (table.agreements.offering, table.agreements.declined) == (
        frozenset(),
        (Declined("draw", BOB.id, ANN.id, table.version),),
    )
    assert done(table, agreements.offer_draw, ANN).agreements.declined == table.agreements.declined
    assert done(table, agreements.offer_draw, BOB).agreements.declined == ()
    assert played(table, "pull 1", key="by hand").agreements.declined == ()
    assert played(table, "pull 1").agreements.declined == table.agreements.declined, "not shown yet, maybe"


def test_an_offer_is_accepted_only_while_it_stands() -> None:
    table = begun(BOB)
    refused(table, agreements.offer_draw, ANN, "has expired", accepting=True)
    table = done(table, agreements.offer_draw, BOB)
    refused(table, agreements.offer_draw, BOB, "already offered a draw")
    over = done(table, partial(agreements.offer_draw, accepting=True), ANN, AT + 3)
    assert over.outcome is not None
    assert (over.status, over.outcome.reason, over.outcome.winners) == ("over", "agreed", ())
    assert (over.ending, over.agreements.offering) == (Ending(over.outcome, AT + 3, ANN.id), frozenset())


def test_a_draw_takes_everybodys_word() -> None:
    table = begun(BOB, CID, DEE)
    for person in (ANN, BOB, CID):
        table = done(table, agreements.offer_draw, person)
    table = done(table, agreements.decline_draw, ANN)
    assert (table.status, table.agreements.offering) == ("playing", ids(BOB, CID))
    assert done(done(table, agreements.offer_draw, ANN), agreements.offer_draw, DEE).status == "over"


def test_a_side_resigns_once_all_of_it_have_said_so() -> None:
    table = done(begun(BOB, CID), agreements.resign, CID)
    assert (table.status, table.agreements.resigning) == ("playing", ids(CID))
    assert table.has_to_answer == table.still_to_resign(table.agreements.resigning) == ids(ANN)
    refused(table, agreements.resign, CID, "already")
    assert played(table, "pull 1").agreements.resigning == ids(CID), "Ann plays, who has not said it"
    over = done(table, agreements.resign, ANN)
    assert over.outcome is not None
    assert (over.outcome.reason, over.outcome.winners) == ("resigned", SEATS[2:])
    assert (over.agreements.resigning, over.awaited, over.acting) == (frozenset(), (), ())
    assert over.view_for(None).to_act == (), "nobody is to act in what is shown, pictures included"
    for move in (agreements.resign, agreements.offer_draw, agreements.decline_draw):
        refused(over, move, ANN, "is over")


def test_who_plays_takes_the_word_back_that_they_resign() -> None:
    table = done(begun(BOB, CID), agreements.resign, ANN)
    assert played(table, "pull 1").agreements.resigning == frozenset()


def test_who_has_asked_is_not_asked() -> None:
    table = begun(BOB, CID)
    table = done(played(table, "pull 1"), agreements.request_undo, ANN)
    assert table.has_to_answer == ids(BOB, CID)
    refused(table, agreements.request_undo, ANN, "already asked")
    (ask,) = table.agreements.requests
    assert played(table, "pull 1").agreements.requests == (), "who plays on answers no"
    table = agreed(table, BOB)
    assert table.has_to_answer == ids(CID)
    for person, why in ((BOB, "already said yes"), (ANN, "your own request")):
        refused(table, agreements.accept, person, why, ask=ask.seq)
    with pytest.raises(NotSeated):
        agreements.accept(table, Act(EVE, AT), ask=ask.seq)
    refused(table, agreements.accept, CID, "already been answered", ask=ask.seq + 1)
    declined = done(table, partial(agreements.decline, ask=ask.seq), CID)
    assert declined.agreements.declined == (Declined("undo", ANN.id, CID.id, declined.version),)
    withdrawn = done(table, partial(agreements.decline, ask=ask.seq), ANN)
    assert (withdrawn.agreements.requests, withdrawn.agreements.declined) == ((), ())


def test_what_is_taken_back_leaves_nothing_that_was_said_since() -> None:
    table = played(begun(BOB, measure="1h"), "pull 1")
    (side,) = table.seating.sides_of([SEATS[2]])
    table = done(table, agreements.request_undo, ANN)
    table = reducer.after(
        table,
        [
            Event("offer", person=BOB.id, text="draw", at=AT),
            Event("flag", SEATS[2], at=AT),
            Event("remind", person=BOB.id, text="half", at=AT),
        ],
    )
    assert (table.timing.flagged, table.timing.reminded) == (frozenset({side}), frozenset({(BOB.id, "half")}))
    table = agreed(table, BOB, AT + MINUTE)
    assert (table.turns, table.agreements.requests) == ((), ())
    assert (table.agreements.offering, table.timing.flagged, table.timing.reminded) == (frozenset(),) * 3
    assert (table.undone_to, table.acting) == (table.version, (SEATS[0],))
    assert [table.is_stale(SEATS[0], version) for version in (1, table.version - 1, table.version)] == [
        True,
        True,
        False,
    ]
    assert clock_of(table).deadline(0) == AT + MINUTE + HOUR


def test_turns_are_counted_when_their_last_action_is_played_and_not_when_undone() -> None:
    table, rng = begun(game=GAMES["curse"]), Random(2)
    (slot,) = table.seating.slots_of(ANN.id)
    counts = []
    while table.status == "playing" and table.moves < 40:
        counts.append(table.finished.get(slot, 0))
        assert counts[-1] == table.view_for(None).turn - 1
        table = played(table, some_action(table, table.acting[0], rng))
    moves = [number for number, turn in enumerate(table.turns) if turn.seat != CHANCE]
    assert len({*counts}) < len(counts), "some turns take several actions"
    assert [table.rewound(number).finished.get(slot, 0) for number in moves] == counts


def test_what_chance_has_decided_since_is_not_taken_back() -> None:
    table = played(begun(BOB), "pull 2")
    assert [turn.seat for turn in table.turns] == [SEATS[0], CHANCE]
    refused(table, agreements.request_undo, ANN, "Something random has happened")
    refused(table, agreements.request_undo, BOB, "nothing to undo yet")


def test_what_a_sounding_told_is_not_taken_back() -> None:
    table, rng = begun(BOB, game=GAMES["depthcharge"]), Random(3)
    while not any("sound" in str(turn.action) for turn in table.turns):
        table = played(table, some_action(table, table.acting[0], rng))
    for person in (ANN, BOB):
        refused(table, agreements.request_undo, person, "you can’t undo")


def test_the_seat_of_who_leaves_is_offered_once_and_taken_by_one_who_does_not_sit_here() -> None:
    table = done(begun(BOB), agreements.offer_seat, ANN)
    assert table.seating.leaving == ids(ANN)
    refused(table, agreements.offer_seat, ANN, "already")
    refused(table, agreements.take_over, BOB, "already playing at this table")
    refused(table, agreements.take_over, EVE, "Nobody is leaving", whose=BOB.id)
    refused(table, agreements.keep_seat, BOB, "not looking for anybody")
    asked = done(table, agreements.take_over, EVE)
    refused(asked, agreements.take_over, CID, "already asked for this seat")
    stays = done(asked, agreements.keep_seat, ANN)
    assert (stays.seating.leaving, stays.agreements.requests) == (frozenset(), ())
    assert stays.agreements.declined == (Declined("seat", EVE.id, ANN.id, stays.version),)
    taken = agreed(asked, BOB)
    assert [sitter.slot for sitter in taken.seating.seated if sitter.person == EVE] == list(SEATS[:2])
    assert (taken.seating.people, taken.seating.leaving, taken.agreements.requests) == (
        (EVE, BOB),
        frozenset(),
        (),
    )
    both = done(done(begun(BOB, CID), agreements.offer_seat, ANN), agreements.offer_seat, BOB)
    for who in (ANN, BOB):
        both = done(both, partial(agreements.take_over, whose=who.id), EVE)
    (ask, _) = both.agreements.requests
    assert done(both, partial(agreements.accept, ask=ask.seq), CID).agreements.requests == ()


@pytest.mark.parametrize("who", [CID, DEE])
def test_once_all_others_leave_nobody_waits_for_their_word(who: Person) -> None:
    table = done(done(begun(BOB), agreements.offer_seat, BOB), agreements.take_over, CID)
    table = done(table, agreements.offer_seat, ANN)
    (ask,) = table.agreements.requests
    refused(table, agreements.accept, ANN, "leaving this table", ask=ask.seq)
    table = done(table, partial(agreements.take_over, whose=BOB.id), who)
    assert (table.seating.people, table.seating.leaving) == ((ANN, who), ids(ANN))
    assert table.agreements.requests == ()


def test_who_takes_over_begins_with_the_whole_time_and_owes_no_answer() -> None:
    table = begun(BOB, measure="1h")
    late = AT + 50 * MINUTE
    table = reducer.after(
        table,
        [
            Event("vacate", person=ANN.id, at=AT),
            Event("offer", person=ANN.id, text="draw", at=AT),
            Event("flag", SEATS[0], at=late),
            Event("substitute", SEATS[0], EVE.id, EVE.name, at=late),
        ],
    )
    assert (table.seating.leaving, table.agreements.offering, table.timing.flagged) == (
        frozenset(),
        frozenset(),
        frozenset(),
    )
    assert clock_of(table).deadline(0) == late + HOUR


def test_what_a_game_does_not_have_is_not_asked_for() -> None:
    refused(begun(BOB), agreements.request_pause, ANN, "has no time limit")
    refused(begun(BOB, game=GAMES["snorkels"]), agreements.offer_draw, ANN, "can’t agree to a draw")
    refused(lobby(GAMES["curse"]), agreements.offer_seat, ANN, "give up")


def test_a_bank_grows_with_a_turn_and_not_with_its_parts() -> None:
    table, grown = lobby(GAMES["curse"], "1h+5m"), set()
    for _ in range(12):
        before, left = table.state, clock_of(table).left[0]
        table = played(table, some_action(table, table.acting[0], Random(1)))
        assert before is not None
        assert table.state is not None
        ended = before.turn_key != table.state.turn_key
        assert clock_of(table).left[0] - left == 5 * MINUTE * ended
        grown.add(ended)
    assert grown == {False, True}


def test_who_may_act_is_told_why_they_may_not() -> None:
    with pytest.raises(NotStarted):
        permissions.require_turn(lobby(), ANN)
    table = begun(BOB, measure="1h")
    assert permissions.require_turn(table, ANN) == SEATS[0]
    with pytest.raises(NotYourTurn, match="Ann"):
        permissions.require_turn(table, BOB)
    with pytest.raises(NotSeated):
        permissions.require_turn(table, EVE)
    with pytest.raises(NotSeated, match="Join"):
        permissions.require_seat(lobby(), EVE)
    paused = reducer.after(table, [Event("pause", at=AT)])
    with pytest.raises(TableError, match="clock is paused"):
        permissions.require_turn(paused, ANN)
    for status in ("over", "closed", "frozen"):
        with pytest.raises(TableOver):
            permissions.require_turn(replace(table, status=status, closing="It is frozen."), ANN)


def test_squares_are_picked_up_to_the_number_that_is_asked_for() -> None:
    table = begun(BOB, game=GAMES["depthcharge"])
    seat = table.acting[0]
    legal = table.legal(seat)
    assert isinstance(legal, Placement)
    whole = legal.squares[: legal.count]
    assert moves.draft(table, seat, whole) == " ".join((legal.verb, *whole))
    assert moves.draft(table, seat, [*whole, whole[0]]) == " ".join((legal.verb, *whole)), "each once"
    assert moves.draft(table, seat, []) == ""
    with pytest.raises(IllegalAction, match="clear some"):
        moves.draft(table, seat, legal.squares[: legal.count + 1])
    with pytest.raises(IllegalAction, match="nothing to pick"):
        moves.draft(table, seat, ["z9"])
    with pytest.raises(IllegalAction, match="nothing to pick"):
        moves.draft(begun(BOB), SEATS[0], ["a1"])
    assert moves.picked(begun(BOB), SEATS[0]) == ()


def test_typed_squares_are_a_placement_with_or_without_its_verb() -> None:
    legal = Placement("mines", 2, ("a1", "b2"))
    assert moves.placement_text(legal, " A1  b2 ") == "mines a1 b2"
    assert moves.placement_text(legal, "mines a1 b2") == "mines a1 b2"
    assert moves.placement_text(legal, "A1,b2, c3") == "mines a1 b2 c3"
    assert moves.placement_text(legal, "") == ""


def test_a_control_means_what_it_did_until_its_seat_has_acted() -> None:
    table = begun(BOB)
    seat, version = SEATS[0], table.version
    assert not table.is_stale(seat, version)
    assert not table.is_stale(SEATS[1], version), "whose turn it is says another sentence"
    assert lobby().is_stale(seat, lobby().version)
    assert table.is_stale(seat, version + 1), "of the future"
    talked = reducer.after(table, [Event("offer", person=BOB.id, text="draw", at=AT)])
    assert not talked.is_stale(seat, version)
    after = played(table, "pull 1")
    assert after.is_stale(seat, version)
    assert after.is_stale(SEATS[2], version), "it was not to act then"
    assert not after.is_stale(SEATS[2], after.version)
    assert after.is_stale(SEATS[2], after.version - 1)
    assert after.state_at(version) == table.state
    assert after.state_at(after.version) == after.state


def test_everybody_sees_a_table_by_the_seat_that_acts_or_else_their_first() -> None:
    table = begun(BOB)
    assert [table.viewer(person.id) for person in (ANN, BOB, EVE)] == [SEATS[0], SEATS[2], None]
    table = played(played(table, "pull 1"), "pull 1")
    assert table.viewer(ANN.id) == SEATS[1], "who pulls now"
    assert table.seats_of(ANN.id) == SEATS[:2]
    assert lobby().viewer(ANN.id) is None
    assert table.legal(SEATS[0]) == ()
    assert lobby().legal(SEATS[0]) == ()


def test_a_frozen_table_names_its_people_and_nothing_of_its_game() -> None:
    frozen = reducer.frozen_table(begun(BOB).header, TUG, (), "It is frozen.")
    assert (frozen.status, frozen.word, frozen.state, frozen.seating.seated) == (
        "frozen",
        "It is frozen.",
        None,
        (),
    )
    assert frozen.header.status == "frozen"


def test_whatever_people_ask_for_carries_the_key_of_their_request() -> None:
    table = played(played(begun(BOB, CID, measure="1h"), "pull 1"), "pull 1")
    asked = done(table, agreements.request_undo, ANN)
    left = done(table, agreements.offer_seat, ANN)
    paused = reducer.after(table, [Event("pause", at=AT)])
    over = done(done(table, agreements.resign, CID), agreements.resign, ANN)
    number = asked.agreements.requests[0].seq
    for here, person, move in (
        (table, ANN, agreements.resign),
        (table, ANN, agreements.offer_draw),
        (done(table, agreements.offer_draw, BOB), ANN, agreements.decline_draw),
        (over, ANN, agreements.rematch),
        (table, ANN, agreements.request_undo),
        (table, ANN, agreements.request_pause),
        (paused, ANN, agreements.request_resume),
        (paused, ANN, agreements.pause_or_resume),
        (table, ANN, agreements.offer_seat),
        (left, ANN, agreements.keep_seat),
        (left, DEE, agreements.take_over),
        (asked, BOB, partial(agreements.accept, ask=number)),
        (asked, BOB, partial(agreements.decline, ask=number)),
    ):
        event, *more = move(here, Act(person, AT + 5, "k"))
        assert (event.key, event.at, event.person, event.name) == ("k", AT + 5, person.id, person.name)
        assert [each.key for each in more] == [None] * len(more)
