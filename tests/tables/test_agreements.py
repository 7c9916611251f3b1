"""What people agree on at a table: taking back, pausing, taking over; and what none of it may do."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from bot.tables.errors import NotSeated, Stale, TableError
from bot.tables.events import agreements
from bot.tables.model import pace
from bot.tables.model.pace import DAY, HOUR
from bot.tables.model.table import Person, Snapshot
from bot.tables.record_text import record_text
from bot.tables.service import Sessions

from .harness import ANN, BOB, CID, DEE, EVE, HERE, Room, play_on, seated, some_action


async def agree(sessions: Sessions, table: Snapshot, *people: object) -> Snapshot:
    """Everybody who was asked says yes."""
    for person in people:
        number = (await sessions.snapshot(table.id)).asks[0].seq
        table = await sessions.act(table.id, person, partial(agreements.accept, ask=number))  # type: ignore[arg-type]
    return table


async def played(sessions: Sessions, *texts: str, game: str = "snorkels") -> Snapshot:
    """A game of Ann and Bob with these actions played."""
    table = await seated(sessions, game, ANN, BOB)
    for text in texts:
        table = await sessions.play(table.id, table.awaited[0], text)
    return table


async def test_an_action_is_taken_back_when_the_other_agrees(sessions: Sessions) -> None:
    table = await played(sessions, "d4", "take green", "c4", "e4")
    before = await played(sessions, "d4", "take green", "c4")
    asked = await sessions.act(table.id, ANN, agreements.ask_undo)
    assert asked.state == table.state, "asking alone changes nothing"
    table = await agree(sessions, table, BOB)
    assert table.state == before.state
    assert [str(turn.action) for turn in table.turns] == ["d4", "take green", "c4"]
    assert table.asks == ()
    assert "e4" not in record_text(table)
    table = await sessions.play(table.id, ANN, "f4")
    again = await sessions.snapshot(table.id)
    assert again.state == table.state


async def test_what_the_other_played_since_is_taken_back_as_well(sessions: Sessions) -> None:
    table = await played(sessions, "d4", "take green", "c4", "e4")
    await sessions.act(table.id, BOB, agreements.ask_undo)
    table = await agree(sessions, table, ANN)
    assert [str(turn.action) for turn in table.turns] == ["d4", "take green"]
    assert table.awaited == (BOB,)


async def test_a_log_with_things_taken_back_folds_the_same_in_another_program(
    room: Room, sessions: Sessions
) -> None:
    table = await played(sessions, "d4", "take green", "c4")
    for _ in range(3):
        await sessions.act(table.id, BOB, agreements.ask_undo)
        table = await agree(sessions, table, ANN)
        table = await sessions.play(table.id, BOB, "c4")
    other = await (await room.program()).snapshot(table.id)
    assert (other.state, other.turns, other.rewound) == (table.state, table.turns, table.rewound)
    past = await sessions.at(other, other.version - 1)
    assert past is not None
    assert past.state != other.state


async def test_no_control_from_before_means_anything_after(sessions: Sessions) -> None:
    table = await played(sessions, "d4", "take green")
    first = table.version
    table = await sessions.play(table.id, BOB, "c4")
    await sessions.act(table.id, BOB, agreements.ask_undo)
    table = await agree(sessions, table, ANN)
    for version in range(1, table.version):
        with pytest.raises(Stale):
            await sessions.play(table.id, BOB, "c4", version=version)
    assert first < table.rewound
    await sessions.play(table.id, BOB, "c4", version=table.version)


async def test_playing_on_answers_a_request_to_take_back(sessions: Sessions) -> None:
    table = await played(sessions, "d4", "take green", "c4")
    asked = await sessions.act(table.id, BOB, agreements.ask_undo)
    table = await sessions.play(table.id, ANN, "e4")
    assert table.asks == ()
    with pytest.raises(TableError, match="answered already, or the game has gone on"):
        await sessions.act(table.id, ANN, partial(agreements.accept, ask=asked.asks[0].seq))


async def test_a_request_can_be_declined_and_withdrawn(sessions: Sessions) -> None:
    table = await played(sessions, "d4", "take green")
    for who in (ANN, BOB):
        asked = await sessions.act(table.id, ANN, agreements.ask_undo)
        with pytest.raises(TableError, match="asked already"):
            await sessions.act(table.id, ANN, agreements.ask_undo)
        with pytest.raises(NotSeated):
            await sessions.act(table.id, EVE, partial(agreements.accept, ask=asked.asks[0].seq))
        table = await sessions.act(table.id, who, partial(agreements.decline, ask=asked.asks[0].seq))
        assert (table.asks, len(table.turns)) == ((), 2)


async def test_who_asks_for_the_same_agrees(sessions: Sessions) -> None:
    table = await sessions.open("snorkels", ANN, {}, HERE, measure=pace.read("1d"))
    await sessions.join(table.id, BOB, None)
    await sessions.act(table.id, ANN, agreements.ask_pause)
    table = await sessions.act(table.id, BOB, agreements.ask_pause)
    assert table.clock is not None
    assert table.clock.paused


async def test_there_must_be_something_to_take_back(sessions: Sessions) -> None:
    table = await played(sessions, "d4")
    with pytest.raises(TableError, match="played nothing yet"):
        await sessions.act(table.id, BOB, agreements.ask_undo)
    with pytest.raises(NotSeated):
        await sessions.act(table.id, EVE, agreements.ask_undo)


async def test_dice_are_not_taken_back(sessions: Sessions) -> None:
    table = await seated(sessions, "tug", ANN, BOB)
    table = await sessions.play(table.id, ANN, "pull 2")
    with pytest.raises(TableError, match="Chance has decided something"):
        await sessions.act(table.id, ANN, agreements.ask_undo)
    table = await sessions.play(table.id, BOB, "pull 1")
    await sessions.act(table.id, BOB, agreements.ask_undo)


async def depth_charge(sessions: Sessions, **options: str) -> Snapshot:
    return await seated(sessions, "depthcharge", ANN, BOB, **options)


async def test_what_was_placed_in_secret_stays_placed(sessions: Sessions) -> None:
    table = await depth_charge(sessions)
    table = await sessions.play(table.id, ANN, some_action(table, table.acting[0], Random(1)))
    with pytest.raises(TableError, match="can’t be taken back"):
        await sessions.act(table.id, ANN, agreements.ask_undo)
    with pytest.raises(TableError, match="played nothing yet"):
        await sessions.act(table.id, BOB, agreements.ask_undo)


async def test_what_a_sounding_told_is_not_taken_back(sessions: Sessions) -> None:
    table = await depth_charge(sessions)
    rng = Random(3)
    while table.status == "playing" and not any("sound" in str(turn.action) for turn in table.turns):
        seat = table.acting[0]
        legal = table.legal(seat)
        sounds = (
            [str(each) for each in legal if str(each).startswith("sound")] if isinstance(legal, tuple) else []
        )
        person = table.holder(seat)
        assert person is not None
        table = await sessions.play(table.id, person, sounds[0] if sounds else some_action(table, seat, rng))
    for person in (ANN, BOB):
        with pytest.raises(TableError, match="can’t be taken back"):
            await sessions.act(table.id, person, agreements.ask_undo)


async def test_islands_that_both_have_seen_are_not_taken_back(sessions: Sessions) -> None:
    table = await depth_charge(sessions, islands="2")
    rng = Random(3)
    table = await sessions.play(table.id, ANN, some_action(table, table.acting[0], rng))
    seat = table.acting_seat(BOB.id)
    assert seat is not None
    table = await sessions.play(table.id, BOB, some_action(table, seat, rng))
    for person in (ANN, BOB):
        with pytest.raises(TableError, match="can’t be taken back"):
            await sessions.act(table.id, person, agreements.ask_undo)


async def test_all_others_have_to_agree(sessions: Sessions) -> None:
    table = await seated(sessions, "crackers", ANN, BOB, CID)
    first = table.awaited[0]
    table = await play_on(sessions, table, Random(2))
    await sessions.act(table.id, first, agreements.ask_undo)
    others = [person for person in (ANN, BOB, CID) if person != first]
    table = await agree(sessions, table, others[0])
    assert len(table.turns) == 1
    with pytest.raises(TableError, match="said yes already"):
        await sessions.act(table.id, others[0], partial(agreements.accept, ask=table.asks[0].seq))
    table = await agree(sessions, table, others[1])
    assert table.turns == ()


async def test_a_pause_stops_clock_and_game_until_both_want_to_go_on(room: Room, sessions: Sessions) -> None:
    table = await sessions.open("snorkels", ANN, {}, HERE, measure=pace.read("1d"))
    await sessions.join(table.id, BOB, None)
    room.ticks += HOUR
    await sessions.act(table.id, BOB, agreements.pause_or_resume)
    table = await agree(sessions, table, ANN)
    with pytest.raises(TableError, match="The clock is stopped"):
        await sessions.play(table.id, ANN, "d4")
    with pytest.raises(TableError, match="stands still already"):
        await sessions.act(table.id, ANN, agreements.ask_pause)
    room.ticks += 9 * DAY
    await sessions.act(table.id, ANN, agreements.pause_or_resume)
    table = await agree(sessions, table, BOB)
    assert table.clock is not None
    assert abs(table.clock.left[0] - 23 * HOUR) < HOUR // 60
    with pytest.raises(TableError, match="not stopped"):
        await sessions.act(table.id, ANN, agreements.ask_resume)
    await sessions.play(table.id, ANN, "d4")


async def test_without_a_clock_there_is_nothing_to_pause(sessions: Sessions) -> None:
    table = await played(sessions, "d4")
    with pytest.raises(TableError, match="has no clock"):
        await sessions.act(table.id, ANN, agreements.ask_pause)


async def test_somebody_takes_over_whom_the_others_accept(room: Room, sessions: Sessions) -> None:
    table = await sessions.open("snorkels", ANN, {}, HERE, measure=pace.read("1d"))
    await sessions.join(table.id, BOB, None)
    await sessions.play(table.id, ANN, "d4")
    with pytest.raises(TableError, match="Nobody leaves"):
        await sessions.act(table.id, CID, agreements.take_over)
    room.ticks += 20 * HOUR
    table = await sessions.act(table.id, BOB, agreements.vacate)
    assert table.leaving == {BOB.id}
    table = await sessions.act(table.id, CID, partial(agreements.take_over, whose=BOB.id))
    with pytest.raises(TableError, match="Somebody else has asked"):
        await sessions.act(table.id, DEE, agreements.take_over)
    with pytest.raises(TableError, match="said yes already"):
        await sessions.act(table.id, BOB, partial(agreements.accept, ask=table.asks[0].seq))
    table = await agree(sessions, table, ANN)
    assert (table.people, table.leaving, table.asks) == ((ANN, CID), frozenset(), ())
    assert {row.person for row in table.seats} == {ANN.id, CID.id}
    assert table.clock is not None
    assert table.clock.left[1] == DAY, "the turn begins anew"
    with pytest.raises(NotSeated):
        await sessions.play(table.id, BOB, "take green")
    await sessions.play(table.id, CID, "take green")


async def test_whoever_would_leave_plays_on_and_may_stay(sessions: Sessions) -> None:
    table = await played(sessions, "d4")
    await sessions.act(table.id, BOB, agreements.vacate)
    await sessions.act(table.id, CID, agreements.take_over)
    table = await sessions.play(table.id, BOB, "take green")
    assert table.leaving == {BOB.id}
    with pytest.raises(TableError, match="not said that you would leave"):
        await sessions.act(table.id, ANN, agreements.stay)
    table = await sessions.act(table.id, BOB, agreements.stay)
    assert (table.leaving, table.asks) == (frozenset(), ())


@pytest.mark.parametrize("who", [CID, DEE])
async def test_once_all_others_leave_nobody_waits_for_their_word(sessions: Sessions, who: Person) -> None:
    table = await played(sessions, "d4")
    await sessions.act(table.id, BOB, agreements.vacate)
    table = await sessions.act(table.id, CID, agreements.take_over)
    await sessions.act(table.id, ANN, agreements.vacate)
    with pytest.raises(TableError, match="said yes already"):
        await sessions.act(table.id, ANN, partial(agreements.accept, ask=table.asks[0].seq))
    table = await sessions.act(table.id, who, partial(agreements.take_over, whose=BOB.id))
    assert (table.people, table.leaving, table.asks) == ((ANN, who), frozenset({ANN.id}), ())


async def test_a_seat_of_several_chairs_goes_over_whole(sessions: Sessions) -> None:
    table = await seated(sessions, "crackers", ANN, BOB)
    crew = max((ANN, BOB), key=lambda person: sum(s.person == person for s in table.sitters))
    other = BOB if crew == ANN else ANN
    held = {sitter.chair for sitter in table.sitters if sitter.person == crew}
    await sessions.act(table.id, crew, agreements.vacate)
    await sessions.act(table.id, CID, agreements.take_over)
    table = await agree(sessions, table, other)
    assert {sitter.chair for sitter in table.sitters if sitter.person == CID} == held


async def test_a_game_for_one_is_given_up_not_left(sessions: Sessions) -> None:
    table = await sessions.open("curse", ANN, {}, HERE)
    with pytest.raises(TableError, match="Give Up"):
        await sessions.act(table.id, ANN, agreements.vacate)
