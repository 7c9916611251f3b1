"""What the bot sends to people who try nearly everything, compared with what it sent before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.app import CaptainsTable

from .inline_thinkers import InlineThinkers
from .managing import manager
from .simulation import Seen, Simulation, Wall, new_bot
from .tour import Tour, check


@pytest.fixture
async def simcord_bot(database: Path, wall: Wall, monkeypatch: pytest.MonkeyPatch) -> CaptainsTable:
    """The bot, with computer players that choose at once."""
    monkeypatch.setattr("bot.app.Thinkers", InlineThinkers)
    return await new_bot(database, wall=wall)


@pytest.fixture
def tour(sim: Simulation, request: pytest.FixtureRequest) -> Iterator[Tour]:
    """A tour, compared with the file that is named after the test."""
    tour = Tour(sim)
    yield tour
    check(request.node.name.removeprefix("test_"), tour)


async def test_a_game(tour: Tour) -> None:
    sim, ann, bob = tour.sim, tour.sim.ann, tour.sim.bob
    lobby = await tour.say(ann, "snorkels start", pace="1d")
    await tour.press(ann, lobby, "Rules")
    await tour.press(bob, lobby, "Join")
    table = sim.place()
    await tour.say(ann, "board", table)
    await tour.say(ann, "board", table, words=True)
    await tour.say(ann, "look", table, square="d4")
    await tour.complete(ann, "move", "action", "d")
    await tour.say(ann, "move", table, action="d4")
    await tour.say(ann, "move", table, action="e4")
    await tour.say(bob, "move", table, action="q9")
    await tour.explore(bob, await tour.press(bob, sim.card(), sim.card().buttons[0]))
    await tour.say(bob, "table info", table)
    await tour.say(bob, "games")
    for command in ("pause", "undo", "draw"):
        await tour.say(bob, f"table {command}", table)
    await tour.explore(ann, await tour.say(ann, "games"))
    await tour.say(bob, "plan", table)


async def test_a_finished_game(tour: Tour) -> None:
    sim, ann, bob, cid = tour.sim, tour.sim.ann, tour.sim.bob, tour.sim.cid
    await tour.press(bob, await tour.say(ann, "checkers start"), "Join")
    table = sim.place()
    await tour.say(ann, "move", table, action="b2-b4")
    await tour.explore(bob, await tour.say(bob, "table resign", table))
    await tour.say(cid, "table replay", table)
    review = await tour.say(cid, "table review", table)
    for label in ("Step Through", "Last", "Back", "Share", "Close"):
        await tour.press(cid, review, label)
    await tour.say(ann, "table record", table)
    await tour.say(ann, "table verify", table)
    await tour.say(ann, "table rematch", table)
    await tour.explore(cid, await tour.say(cid, "profile", member=ann))
    await tour.say(cid, "profile", member=ann, words=True)
    await tour.explore(ann, await tour.say(ann, "rank"))


async def test_all_about_the_bot(tour: Tour) -> None:
    ann = tour.sim.ann
    for command in ("help", "rules", "about", "settings", "privacy about", "privacy forget"):
        await tour.explore(ann, await tour.say(ann, command))
    await tour.say(ann, "settings", quiet="22-7", zone="europe/berlin", reminders="end")
    await tour.say(ann, "settings", quiet="whenever")
    await tour.press(ann, await tour.say(ann, "help"), "Learn to Play")


async def test_lessons(tour: Tour) -> None:
    ann = tour.sim.ann
    menu = await tour.say(ann, "learn")
    for label in ("Snorkels", "a", "a1", "Hint", "d", "d3", "Next Lesson", "All Lessons", "Other Games"):
        menu = await tour.press(ann, menu, label)
    await tour.say(ann, "learn", game="crackers")


async def test_puzzles(tour: Tour) -> None:
    ann = tour.sim.ann
    await tour.explore(ann, await tour.say(ann, "puzzle solve", game="checkers", number=1))
    await tour.say(ann, "puzzle solve")
    await tour.explore(ann, await tour.say(ann, "puzzle daily"))


async def test_a_server(tour: Tour) -> None:
    sim = tour.sim
    owner = manager(sim)
    await tour.say(owner, "server rules", tables=5, pace="2d")
    await tour.say(owner, "server allow", channel=sim.channel)
    await tour.say(owner, "server board")
    await tour.say(sim.ann, "snorkels start")
    tables = next(seen for each in sim.channel.history() if "Join Table 1" in (seen := Seen(each)).buttons)
    await tour.press(sim.bob, tables, "Join Table 1")
    await tour.say(owner, "doctor")
    await tour.say(owner, "server forbid", channel=sim.channel)


async def test_a_league(tour: Tour) -> None:
    sim = tour.sim
    owner = manager(sim)
    await tour.say(owner, "league create", name="The Cup", game="snorkels")
    for who in (owner, sim.ann, sim.bob, sim.cid):
        await tour.say(who, "league join")
    await tour.explore(sim.ann, await tour.say(sim.ann, "league standings"))
    await tour.explore(sim.bob, await tour.say(sim.bob, "league leave"))
    await tour.say(sim.bob, "league join")
    await tour.days(2)
    await tour.explore(sim.ann, await tour.say(sim.ann, "league standings"))
    await tour.explore(sim.cid, await tour.say(sim.cid, "league leave"))
    await tour.explore(owner, await tour.say(owner, "league close"))


async def test_secrets(tour: Tour) -> None:
    sim, ann, bob = tour.sim, tour.sim.ann, tour.sim.bob
    await tour.press(bob, await tour.say(ann, "depthcharge start"), "Join")
    table = sim.place()
    mines = await tour.press(ann, sim.card(), "Lay Mines")
    for label in ("a", "a2", "a3", "a4", "a5", "a5", "Clear", "b", "b2", "b3", "b4", "b5", "b6", "Lay Mines"):
        await tour.press(ann, mines, label)
    await tour.complete(bob, "move", "action", "mines b7 c8 d")
    await tour.say(bob, "move", table, action="mines b2 c8 d9 e10 f11")
    await tour.say(bob, "move", table, action="mines b7 c8 d9 e10 f11")
    await tour.say(ann, "board", table)
    await tour.explore(ann, await tour.press(ann, sim.card(), "Move"))
    await tour.say(ann, "mark", table, squares="b8 c9", kind="mine")
    await tour.complete(bob, "move", "action", "move s")
    orders = await tour.say(bob, "plan", table)
    await tour.explore(bob, orders, without=("write",))
    for who, action in ((bob, "charge l11"), (ann, "sound b2"), (bob, "sound k11"), (ann, "move e")):
        await tour.say(who, "move", table, action=action)
    await tour.press(bob, await tour.say(bob, "table resign", table), "Yes, Resign")
    await tour.say(ann, "table verify", table)


async def test_alone(tour: Tour) -> None:
    sim, ann = tour.sim, tour.sim.ann
    await tour.explore(ann, await tour.say(ann, "curse scores"))
    await tour.say(ann, "curse start")
    await tour.explore(ann, await tour.press(ann, sim.card(), sim.card().buttons[0]))


async def test_a_crew(tour: Tour) -> None:
    sim, ann, bob, cid = tour.sim, tour.sim.ann, tour.sim.bob, tour.sim.cid
    lobby = await tour.say(ann, "crackers start")
    await tour.press(bob, lobby, "Join the Crew")
    await tour.press(cid, lobby, "Join Captain Crackers")
    await tour.press(ann, lobby, "Start")
    for who in (ann, bob, cid):
        await tour.say(who, "games")
    await tour.explore(ann, await tour.press(ann, sim.card(), sim.card().buttons[0]))


async def test_a_challenge(tour: Tour) -> None:
    sim, ann, bob, cid = tour.sim, tour.sim.ann, tour.sim.bob, tour.sim.cid
    challenge = await tour.say(ann, "checkers start", opponent=bob, pace="1h")
    await tour.press(cid, challenge, "Join")
    await tour.press(bob, challenge, "Decline")
    challenge = await tour.say(ann, "checkers start", opponent=bob, pace="1h")
    await tour.press(bob, challenge, "Join")
    table = sim.place()
    await tour.say(ann, "move", table, action="b2-b4")
    await tour.say(ann, "table undo", table)
    await tour.press(ann, sim.card(), "Accept ann’s Undo")
    await tour.press(bob, sim.card(), "Accept ann’s Undo")
    await tour.say(ann, "move", table, action="c2-c4")
    await tour.say(bob, "table pause", table)
    await tour.press(ann, sim.card(), "Decline bob’s Pause")
    await tour.say(bob, "table draw", table)
    await tour.press(ann, sim.card(), "Accept the Draw")


async def test_time(tour: Tour) -> None:
    sim, ann, bob = tour.sim, tour.sim.ann, tour.sim.bob
    await tour.press(bob, await tour.say(ann, "hex start", pace="1d"), "Join")
    table = sim.place()
    await tour.days(1)
    await tour.say(ann, "games")
    await tour.say(bob, "games")
    await tour.explore(bob, await tour.press(bob, sim.card(), "More"), without=("rules", "record"))
    await tour.press(bob, sim.card(), "Claim the Win")
    over = sim.card()
    await tour.press(bob, over, "Rematch")
    await tour.press(ann, over, "Rematch")
    await tour.say(ann, "table info", table)


async def test_against_the_computer(tour: Tour) -> None:
    sim, ann = tour.sim, tour.sim.ann
    lobby = await tour.say(ann, "snorkels start")
    await tour.press(ann, await tour.press(ann, lobby, "Add a Computer"), "Cabin Boy")
    table = sim.place()
    await tour.say(ann, "move", table, action="d4")
    await tour.say(ann, "table draw", table)
    own = await tour.press(ann, sim.card(), "a")
    for _ in range(3):
        own = await tour.press(ann, own, next(each for each in own.buttons if "Hint" in each))
    await tour.press(ann, await tour.say(ann, "table resign", table), "Yes, Resign")
    await tour.press(ann, sim.card(), next(each for each in sim.card().buttons if "Review" in each))
    await tour.whisper(ann, "checkers start", computer="cabin-boy")
