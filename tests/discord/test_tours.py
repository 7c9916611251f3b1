"""What the bot sends to people who try nearly everything, compared with what it sent before."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .managing import manager
from .simulation import Simulation
from .tour import Tour, check


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
    for label in ("Last", "Back", "Share", "Close"):
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


async def test_lessons(tour: Tour) -> None:
    await tour.explore(tour.sim.ann, await tour.say(tour.sim.ann, "learn"))
    await tour.explore(tour.sim.ann, await tour.say(tour.sim.ann, "learn", game="snorkels"))


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
    await tour.days(1)
    await tour.explore(sim.ann, await tour.say(sim.ann, "league standings"))
    await tour.explore(sim.cid, await tour.say(sim.cid, "league leave"))
    await tour.explore(owner, await tour.say(owner, "league close"))


async def test_secrets(tour: Tour) -> None:
    sim, ann, bob = tour.sim, tour.sim.ann, tour.sim.bob
    await tour.press(bob, await tour.say(ann, "depthcharge start"), "Join")
    table = sim.place()
    for who in (ann, bob):
        await tour.explore(who, await tour.press(who, sim.card(), sim.card().buttons[0]))
    await tour.say(ann, "board", table)
    await tour.explore(ann, await tour.press(ann, sim.card(), sim.card().buttons[0]))
    await tour.say(ann, "mark", table, squares="b8 c9", kind="mine")
    await tour.complete(bob, "move", "action", "move n")


async def test_alone(tour: Tour) -> None:
    sim, ann = tour.sim, tour.sim.ann
    await tour.explore(ann, await tour.say(ann, "curse scores"))
    await tour.say(ann, "curse start")
    await tour.explore(ann, await tour.press(ann, sim.card(), sim.card().buttons[0]))


async def test_a_crew(tour: Tour) -> None:
    sim, ann, bob, cid = tour.sim, tour.sim.ann, tour.sim.bob, tour.sim.cid
    lobby = await tour.say(ann, "crackers start")
    await tour.press(bob, lobby, "Join The Crew")
    await tour.press(cid, lobby, "Join Captain Crackers")
    await tour.press(ann, lobby, "Start")
    for who in (ann, bob, cid):
        await tour.say(who, "games")
    await tour.explore(ann, await tour.press(ann, sim.card(), sim.card().buttons[0]))
