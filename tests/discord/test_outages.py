"""Discord takes no messages for ten minutes, or for good: what is owed then comes, and the reason is true."""

from __future__ import annotations

import pytest

from bot.tables import lists, lookout
from bot.tables.jobs import retries
from bot.tables.jobs.retries import Outcome, Retries
from tests.thorough import examples

from .simulation import Simulation

OUTAGE_S = 600.0
RETURN_S = lookout.LOOK_S + 10


def begin_outage(sim: Simulation) -> None:
    """From now on Discord answers presses and commands, and takes no message otherwise."""
    for method, path in (("POST", "messages"), ("PATCH", "messages/*"), ("DELETE", "messages/*")):
        sim.refuse(method, f"/channels/*/{path}", 503, times=None)


async def in_steps(sim: Simulation, seconds: float) -> None:
    """Let time pass."""
    for _ in range(round(seconds / 60)):
        await sim.pass_time(60)


async def moved_in_an_outage(sim: Simulation) -> None:
    """Ann has moved, and Discord has taken no message for ten minutes since."""
    await sim.begin()
    begin_outage(sim)
    await sim.ann.move("d4")
    await in_steps(sim, OUTAGE_S)
    assert await sim.store.unshown() == [1]
    assert not sim.bot.publisher.tasks.all, "all attempts were in vain"
    sim.env.faults.clear()


@pytest.mark.parametrize("back", ["waited for", "resumed", "a new session"])
async def test_after_an_outage_the_card_and_its_ping_come_by_themselves(sim: Simulation, back: str) -> None:
    await moved_in_an_outage(sim)
    match back:
        case "waited for":
            await sim.pass_time(RETURN_S)
        case "resumed":
            await sim.bot.on_shard_resumed(0)
        case _:
            await sim.bot.on_ready()
    await sim.settled()
    assert await sim.store.unshown() == []
    assert "on d4" in sim.card()
    assert sim.pinged(sim.place()) == [sim.bob.id]
    assert not sim.bot.publisher.tasks.owed


async def test_the_reason_for_an_old_card_is_the_true_one(sim: Simulation) -> None:
    reason = "Discord isn’t taking messages right now"
    mia = sim.manager()
    await sim.begin()
    begin_outage(sim)
    await sim.ann.move("d4")
    doctor = await mia.say("doctor")
    assert reason in doctor
    assert "permission" not in doctor
    assert reason in await sim.ann.press(sim.card(), "My View")
    assert reason in await mia.press(doctor, "Post Lost Cards Again")
    await in_steps(sim, OUTAGE_S)
    assert reason in await mia.say("doctor")
    sim.env.faults.clear()
    await sim.pass_time(RETURN_S)
    assert reason not in await mia.say("doctor")
    assert reason not in await sim.ann.press(sim.card(), "My View")


@pytest.mark.parametrize(
    ("pings", "told"),
    examples([("direct", True), ("both", True), ("table", False)], {("direct", True), ("table", False)}),
)
async def test_a_direct_message_comes_after_an_outage(sim: Simulation, pings: str, told: bool) -> None:
    await sim.bob.say("settings", pings=pings)
    await moved_in_an_outage(sim)
    before = len(sim.bob.letters)
    await sim.bot.on_ready()
    await sim.settled()
    await sim.pass_time(RETURN_S)
    assert bool(sim.bob.letters[before:]) is told
    assert all("It’s your turn" in each for each in sim.bob.letters[before:])


async def test_a_leagues_card_comes_after_an_outage(sim: Simulation) -> None:
    mia = sim.manager()
    await mia.say(
        "league create", game="snorkels", name="Harbour Cup", round_time="2d", pace="1d", starts="1d"
    )
    begin_outage(sim)
    await sim.ann.press(sim.card(sim.channel), "Join")
    await in_steps(sim, OUTAGE_S)
    sim.env.faults.clear()
    assert f"<@{sim.ann.id}>" not in sim.card(sim.channel)
    await sim.pass_time(RETURN_S)
    assert f"<@{sim.ann.id}>" in sim.card(sim.channel)


async def test_the_tables_of_a_deleted_thread_move_however_long_that_fails(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.begin()
    broken = True
    find = lists.tables_in

    async def tables_in(*given: object, **named: object) -> object:
        if broken:
            raise OSError("the database is away")
        return await find(*given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(lists, "tables_in", tables_in)
    monkeypatch.setattr(retries, "RETRY_PAUSES_S", (0.02,))
    thread = sim.place()
    sim.env.delete_channel(thread.id)
    await sim.settled()
    await in_steps(sim, OUTAGE_S)
    assert (await sim.table()).address.channel == thread.id
    broken = False
    await sim.pass_time(RETURN_S)
    assert (await sim.table()).address.channel != thread.id
    assert not sim.tables.lookout.owing


class Work:
    """Work at tables whose outcome a test chooses."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self.tried: list[tuple[int, bool]] = []

    async def __call__(self, number: int, last: bool) -> Outcome:
        self.tried.append((number, last))
        return self.outcome


async def test_of_what_is_refused_only_some_is_tried_in_a_look_and_all_in_turn() -> None:
    work = Work("refused")
    tasks = Retries("test", work, pauses=(0.0, 0.0))
    for number in range(retries.MOST_REFUSED + 5):
        tasks.wake(number)
    await tasks.settle()
    assert len(work.tried) == retries.MOST_REFUSED + 5, "once each: a refusal doesn't pass by itself"
    work.tried.clear()
    tasks.look()
    await tasks.settle()
    assert [number for number, _ in work.tried] == list(range(retries.MOST_REFUSED))
    tasks.look()
    await tasks.settle()
    assert [number for number, _ in work.tried[retries.MOST_REFUSED :][:5]] == [20, 21, 22, 23, 24]
    await tasks.close()


async def test_a_look_is_one_attempt_at_what_is_owed_and_ends_a_pause() -> None:
    work = Work("unanswered")
    tasks = Retries("test", work, pauses=(3600.0,))
    tasks.wake(1)
    await tasks.attempted(1)
    tasks.look()
    await tasks.settle()
    assert work.tried == [(1, False), (1, True)]
    tasks.look()
    await tasks.settle()
    assert work.tried[2:] == [(1, True)]
    assert tasks.owed == {1: "unanswered"}
    work.outcome = "done"
    tasks.look()
    await tasks.settle()
    assert tasks.owed == {}
    tasks.look()
    await tasks.settle()
    assert len(work.tried) == 4
    await tasks.close()


async def test_once_closed_nothing_is_begun() -> None:
    work = Work("unanswered")
    tasks = Retries("test", work, pauses=())
    tasks.wake(1)
    await tasks.settle()
    await tasks.close()
    tasks.wake(2)
    tasks.look()
    assert len(tasks) == 0
    await tasks.settle()
    assert (work.tried, tasks.owed) == ([(1, True)], {1: "unanswered"})
