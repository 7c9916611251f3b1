"""What follows a table's card, and what is told in private, hides no board and is not lost."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import Mock

import pytest

from bot.components.cards import text as card_text
from bot.components.interactions.card import Card
from bot.components.publishing import followups, text
from bot.components.publishing.table_messages import TableMessages
from bot.people import computers
from bot.tables import lookout, pending_followups
from bot.tables.errors import InternalError
from bot.tables.events import agreements, reducer
from bot.tables.model.table import Table
from bot.tables.pending_followups import Followup
from data.store.database import Database
from data.store.queries import followups as stored
from data.store.records import Event
from data.store.sqlite.executor import SqliteExecutor
from tests.local.fault_injection import InjectedFault
from tests.tables import folded
from tests.tables.harness import ANN, BOB
from tests.tables.tug_of_war import SEATS

from .playing import chart, private, turns, with_mines
from .simulation import Seen, Simulation
from .test_watching import button


def live(sim: Simulation, place: Any = None) -> list[Seen]:
    """The cards in a place that can be pressed."""
    return [seen for seen in sim.public(place) if seen.buttons]


async def test_a_fault_in_one_players_chart_hides_the_board_and_the_other_chart_from_nobody(
    sim: Simulation,
) -> None:
    await with_mines(sim)
    path = f"/channels/{sim.ann.user.dm_channel.id}/messages/*"
    sim.refuse("PATCH", path, 500, times=None)
    await turns(sim, "move n")
    assert f"<@{sim.bob.id}>, it’s your turn (North)" in sim.card()
    assert "It’s **your turn**" in chart(sim.bob)
    assert "It’s **your turn**" in chart(sim.ann), "the one from before"
    assert await sim.store.unshown() == []
    sim.env.faults.clear()
    await sim.pass_time(120)
    assert f"Waiting for <@{sim.bob.id}>." in chart(sim.ann)


def written(sim: Simulation, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What is noted as still to be done after each of the writes that follow."""
    executor, noted = sim.store.executor, list[list[str]]()
    assert isinstance(executor, SqliteExecutor)
    write_then = executor.write_then

    async def noting(*given: Any, **named: Any) -> Any:
        done = await write_then(*given, **named)
        noted.append([followup.kind for _, followup in await stored.load(sim.store)])
        return done

    monkeypatch.setattr(executor, "write_then", noting)
    return noted


async def test_charts_are_noted_together_with_the_card_before_them(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await with_mines(sim)
    noted = written(sim, monkeypatch)
    await turns(sim, "move n")
    await sim.settled()
    assert noted == [[], ["charts"], []], "the turn, its card, and that what follows from it is done"


async def test_an_older_card_is_only_noted_when_it_cannot_lose_its_buttons_at_once(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.begin()
    noted = written(sim, monkeypatch)
    await sim.ann.move("d4")
    await sim.settled()
    assert noted == [[], []], "the turn, and its card"
    assert len(live(sim)) == 1

    noted.clear()
    with monkeypatch.context() as slow:
        slow.setattr(followups, "AT_ONCE_S", 0)
        await sim.bob.move("take green")
        await sim.settled()
    assert noted == [[], ["card"], []]
    assert len(live(sim)) == 1

    noted.clear()
    sim.refuse("PATCH", f"/channels/{sim.place().id}/messages/*", 500)
    await sim.bob.move("a1")
    await sim.pass_time(120)
    assert noted[:3] == [[], ["card"], []]
    assert len(live(sim)) == 1

    noted.clear()
    with monkeypatch.context() as broken:
        broken.setattr(TableMessages, "_without_buttons", Mock(side_effect=ValueError("no such card")))
        await sim.ann.move("c3")
        await sim.settled()
    assert noted[:2] == [[], ["card"]], "the new card isn't posted again and again"
    await sim.pass_time(120)
    assert len(live(sim)) == 1


@pytest.mark.parametrize(
    "trouble",
    [{"status": 429, "retry_after": 20.0}, {"delay": 20.0}, {"held": 20.0}, {"status": 503, "count": 9}],
    ids=["rate limit", "request is late", "answer is late", "outage"],
)
async def test_an_older_card_that_discord_lets_wait_keeps_nobody_from_the_new_one(
    sim: Simulation, trouble: dict[str, Any]
) -> None:
    await sim.begin(pie="off")
    older, place = sim.card(), sim.place()
    path = rf"/channels/{place.id}/messages/{older.id}"
    sim.env.faults.add(InjectedFault("PATCH", path, **trouble))
    await sim.tables.play(1, sim.ann.person, "d4")
    await asyncio.sleep(followups.AT_ONCE_S + 2)
    table = await sim.table()
    assert table.address.shown == table.version
    assert table.address.card == sim.card().id != older.id
    assert sim.pinged(place) == [sim.bob.id]
    sim.emit_press(sim.bob, button(older, "a"), older)
    await sim.pass_time(120)
    (card,) = private(sim, sim.bob)
    assert "The game has moved on since this was posted." in card
    await sim.bob.press(card, "a", "a1", "Confirm")
    await sim.settled()
    assert [str(turn.action) for turn in (await sim.table()).turns] == ["d4", "a1"]
    assert len(live(sim, place)) == 1
    assert len([each for each in sim.public(place) if each.id > older.id]) == 2, "a card for each turn"


async def test_a_death_between_the_older_card_and_the_note_of_the_new_one_posts_nothing_twice(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.begin(pie="off")
    older, place, messages = sim.card(), sim.place(), len(sim.public())
    with monkeypatch.context() as death:
        # The older card is edited by then; nothing more is written by this life.
        death.setattr(followups.Followups, "note", Mock(side_effect=InternalError))
        await sim.tables.play(1, sim.ann.person, "d4")
        await sim.pass_time(1)
        assert older.id not in [each.id for each in live(sim)]
        await sim.restart()
        await sim.pass_time(1)
    await sim.pass_time(120)
    table = await sim.table()
    assert table.address.shown == table.version
    assert table.address.card == sim.card().id
    assert [each.id for each in live(sim, place)] == [sim.card().id]
    assert len(sim.public()) == messages + 1
    await sim.bob.move("a1")
    await sim.settled()
    assert [each.id for each in live(sim, place)] == [sim.card().id]


async def test_a_direct_message_is_not_forgotten_because_its_table_could_not_be_read(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.bob.say("settings", pings="direct")
    await sim.begin()
    get = sim.tables.get

    async def unread(table_id: int) -> Table:
        task = asyncio.current_task()
        if task is not None and task.get_name().startswith("follow-up"):
            raise InternalError
        return await get(table_id)

    with monkeypatch.context() as broken:
        broken.setattr(sim.tables, "get", unread)
        await sim.ann.move("d4")
    await sim.pass_time(120)
    assert "It’s your turn in" in sim.bob.letters[-1]


async def test_a_question_that_could_not_be_sent_is_still_told_when_something_else_has_happened(
    sim: Simulation,
) -> None:
    await sim.bob.say("settings", pings="direct")
    await sim.begin("checkers")
    letters = f"/channels/{sim.bob.user.dm_channel.id}/messages"
    sim.refuse("POST", letters, 500, times=None)
    await sim.ann.say("table draw")
    await sim.ann.say("settings", away="1d")
    sim.env.faults.clear()
    await sim.pass_time(120)
    assert f"<@{sim.ann.id}> has offered a draw." in sim.bob.letters[-1]


async def test_what_could_not_be_sent_before_its_reader_moved_is_not_sent_later(sim: Simulation) -> None:
    await sim.bob.say("settings", pings="direct")
    await sim.begin()
    before = len(sim.bob.letters)
    sim.refuse("POST", f"/channels/{sim.bob.user.dm_channel.id}/messages", 500, times=None)
    await sim.ann.move("d4")
    await sim.bob.move("take green")
    await sim.bob.move("a1")
    sim.env.faults.clear()
    await sim.pass_time(120)
    assert await sim.behind() == []
    assert len(sim.bob.letters) == before


async def test_of_a_lobby_that_is_closed_already_nothing_is_told_in_its_channel(sim: Simulation) -> None:
    await sim.bob.say("settings", pings="direct")
    letters = f"/channels/{sim.bob.user.dm_channel.id}/messages"
    sim.refuse("POST", letters, 500, times=None)
    lobby = await sim.ann.say("snorkels start", opponent=sim.bob)
    await sim.ann.press(lobby, "Cancel")
    before = [each.id for each in sim.public(sim.channel)]
    sim.env.faults.clear()
    sim.refuse("POST", letters, 403, 50007, times=None)
    await sim.pass_time(120)
    assert sim.bob.id in sim.bot.publisher.notifications.refused
    assert [each.id for each in sim.public(sim.channel)] == before


async def test_what_is_done_while_the_database_is_read_is_not_done_again(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    followup, performed, going = Followup("lobby"), list[int](), asyncio.Event()

    async def perform(table_id: int, _followup: Followup, _last: bool) -> bool:
        performed.append(table_id)
        await going.wait()
        return True

    async def ours(_table_id: int) -> bool:
        return True

    async def slowly(store: Database) -> list[tuple[int, Followup]]:
        found = await load(store)
        going.set()
        await mine.tasks.settle()
        return found

    load = stored.load
    monkeypatch.setattr(pending_followups, "load", slowly)
    mine = followups.Followups(sim.tables, perform, ours)
    mine.tasks.pauses = ()
    await mine.add(7, followup)
    await mine.resume()
    await mine.tasks.settle()
    assert performed == [7]
    await stored.add(sim.store, 8, [followup])
    await mine.resume()
    await mine.tasks.settle()
    assert performed == [7, 8], "nobody here knew of it"
    await mine.close()


@pytest.mark.parametrize("outcome", [True, False, OSError()])
async def test_only_what_failed_is_tried_again_soon(sim: Simulation, outcome: bool | OSError) -> None:
    async def perform(_table_id: int, _followup: Followup, _last: bool) -> bool:
        if isinstance(outcome, OSError):
            raise outcome
        return outcome

    async def ours(_table_id: int) -> bool:
        return True

    mine = followups.Followups(sim.tables, perform, ours)
    mine.tasks.pauses = (60.0,)
    await mine.add(7, Followup("lobby"))
    await asyncio.sleep(1)  # of the tests' own time
    assert bool(mine.tasks.resting) is isinstance(outcome, OSError)
    await mine.close()


async def test_what_is_asked_for_again_while_it_is_done_is_done_again(sim: Simulation) -> None:
    followup, performed = Followup("lobby"), list[int]()

    async def perform(table_id: int, _followup: Followup, _last: bool) -> bool:
        performed.append(table_id)
        if len(performed) == 1:
            await mine.add(7, followup)
        return True

    async def ours(_table_id: int) -> bool:
        return True

    mine = followups.Followups(sim.tables, perform, ours)
    await mine.add(7, followup)
    await mine.tasks.settle()
    assert performed == [7, 7]
    assert await stored.load(sim.store) == []
    await mine.close()


async def test_the_newest_card_keeps_its_buttons_though_it_was_noted_as_an_older_one(sim: Simulation) -> None:
    await sim.begin()
    for card in (sim.card(), sim.lobby):
        old = Followup("card", 1, channel=card.channel, message=card.id)
        await sim.bot.publisher.messages.followups.add(1, old)
    before = sim.card().buttons
    await sim.settled()
    assert before
    assert sim.card().buttons == before
    assert await stored.load(sim.store) == []


async def test_what_a_stop_left_to_tell_is_told_after_the_next_start(sim: Simulation) -> None:
    await sim.bob.say("settings", pings="direct")
    await with_mines(sim)
    await turns(sim, "move n")
    await sim.settled()
    before = len(sim.ann.letters)
    path = f"/channels/{sim.ann.user.dm_channel.id}/messages/*"
    sim.refuse("PATCH", path, 500, times=None)
    sim.refuse("POST", "/users/@me/channels", 500, times=None)
    await sim.bob.move("move s")
    assert await sim.store.unshown() == []
    sim.env.faults.clear()
    await stored.add(sim.store, 99, [Followup("lobby")])  # of a table that is gone
    await sim.restart()
    await sim.settled()
    assert "It’s **your turn**" in chart(sim.ann)
    assert len(sim.ann.letters) == before
    assert await stored.load(sim.store) == []


PASSING = pytest.mark.parametrize(("status", "code"), [(400, 40003), (500, 0), (429, 0), (403, 20026)])


@PASSING
async def test_only_discords_word_for_closed_messages_closes_them(
    sim: Simulation, status: int, code: int
) -> None:
    await sim.bob.say("settings", pings="both")
    sim.refuse("POST", "/users/@me/channels", status, code, times=4)
    await sim.begin("depthcharge", mines=3)
    await sim.pass_time(1200)
    table = await sim.table()
    assert [row.chart_state for row in table.seats] == ["open", "open"]
    assert sim.bot.publisher.notifications.refused == set()
    for who in (sim.ann, sim.bob):
        assert "Mines: 0 of 3" in "".join(seen.text for seen in who.letters).replace("*", "")


async def test_cards_that_could_not_be_changed_lose_their_buttons_once_that_is_possible(
    sim: Simulation,
) -> None:
    await sim.begin()
    thread = sim.place()
    path = f"/channels/{thread.id}/messages/*"
    sim.refuse("PATCH", path, 403, 50001, times=None)
    await sim.ann.move("d4")
    await sim.bob.move("take green")
    await sim.bob.move("a1")
    assert len(live(sim, thread)) > 2
    await sim.restart()
    sim.env.faults.clear()
    await sim.pass_time(lookout.LOOK_S + 60)
    (card,) = live(sim, thread)
    assert card.id == sim.card(thread).id
    assert await stored.load(sim.store) == []


async def test_a_card_without_a_picture_loses_its_buttons_all_the_same(sim: Simulation) -> None:
    await sim.begin()
    path = f"/channels/{sim.place().id}/messages/{sim.card().id}"
    sim.refuse("PATCH", path, 400, 50035)
    await sim.ann.move("d4")
    assert await sim.behind() == []
    assert len(live(sim)) == 1


def test_a_late_message_is_sent_as_long_as_it_concerns_its_reader() -> None:
    table = folded.begun(BOB)
    over = folded.done(folded.done(table, agreements.resign, ANN), agreements.rematch, ANN)
    found = [text.still_concerns(each, who.id) for each in (table, over) for who in (ANN, BOB)]
    assert found == [True, False, False, True]
    assert text.rematch_line(over, over) == text.NO_LINE, "it was told"
    line = text.fallback_line(over, BOB.id)
    assert "rematch" in line.heading
    asked = text.rematch_line(folded.done(table, agreements.resign, ANN), over)
    assert [each.label for row in asked.rows for each in row] == ["Rematch"], "one press where it's read"


def test_nobody_is_told_to_claim_a_win_while_the_clock_is_paused() -> None:
    late = reducer.after(folded.begun(BOB, measure="1h"), [Event("flag", SEATS[0], at=folded.AT)])
    paused = reducer.after(late, [Event("pause", at=folded.AT)])
    assert ["claim" in card_text.waits(each, BOB.id) for each in (late, paused)] == [True, False]


async def test_nobody_is_notified_who_is_no_person(sim: Simulation) -> None:
    await sim.begin()
    card = Card("", pings=(sim.ann.id, computers.IDS[0], -5))
    notified = await sim.bot.publisher.notifications.mention_in(await sim.tables.get(1), card)
    assert notified.pings == (sim.ann.id,)


async def test_two_lines_at_once_leave_one(sim: Simulation) -> None:
    await sim.begin()
    notify = sim.bot.publisher.messages._notify_here  # noqa: SLF001
    await asyncio.gather(*(notify(1, who.id) for who in (sim.ann, sim.bob)))
    assert len([each for each in sim.public() if not each.buttons]) == 1
