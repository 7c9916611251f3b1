"""What the bot sends to people who try nearly everything, compared with what it sent before."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.people.settings import TOPICS
from tests.languages import pseudo
from tests.languages.pseudo import english

from .simulation import Seen, Simulation
from .tour import Tour, check, unspoken

pytestmark = pytest.mark.usefixtures("inline_thinkers")


@pytest.fixture(params=["English", "pseudo", "mixed"])
def tour(sim: Simulation, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tour]:
    """A tour, compared with the file that is named after the test."""
    if request.param == "pseudo":
        pseudo.speak_it(monkeypatch)
    elif request.param == "mixed":
        pseudo.speak_it_alone(monkeypatch)
    tour = Tour(sim)
    yield tour
    if request.param == "mixed":
        assert unspoken(tour.private) == [], "one person reads the server's language"
        assert [each for each in tour.public if english(each) != each] == [], "everybody reads a person's"
        return
    check(request.function.__name__.removeprefix("test_"), tour)


async def test_a_game(tour: Tour) -> None:
    ann, bob, cid = tour.people
    for pace in ("", "36H", "soon"):
        await tour.complete(ann, "snorkels start", "pace", pace)
    await tour.say(ann, "snorkels start", pace="soon")
    lobby = await tour.say(ann, "snorkels start", pace="2d + 6h")
    await tour.press(ann, lobby, "Rules", "Join")
    for command in ("board", "table replay", "table review"):
        await tour.say(cid, command, table=1)
    await tour.say(cid, "look", square="d4", table=1)
    await tour.press(bob, lobby, "Join")
    for command in ("board", "rules", "table replay", "table verify", "table draw"):
        await tour.say(ann, command)
    await tour.say(ann, "board", words=True)
    for square in ("d4", "z99"):
        await tour.say(ann, "look", square=square)
    for typed in ("", " D"):
        await tour.complete(ann, "move", "action", typed)
    await tour.complete(bob, "move", "action", "d")
    for who in (bob, cid):
        await tour.on_card(who, "a")
        await tour.say(who, "move", action="d4")
    await tour.on_card(cid, "My View")
    await tour.explore(ann, await tour.on_card(ann, "d"))
    for action in ("z9", "d4", "e4"):
        await tour.say(ann, "move", action=action)
    for action in ("q9", "d4"):
        await tour.say(bob, "move", action=action)
    await tour.explore(bob, await tour.on_card(bob, tour.card.buttons[0]))
    await tour.say(bob, "table info")
    for who in tour.people:
        await tour.say(who, "games")
    for command in ("table pause", "table undo", "table draw", "plan"):
        await tour.say(bob, command)
    await tour.explore(ann, await tour.say(ann, "games"))
    await tour.say(ann, "board", table=77)


async def test_a_finished_game(tour: Tour) -> None:
    ann, bob, cid = tour.people
    await tour.press(bob, await tour.say(ann, "checkers start", side="red"), "Join")
    for who, action in ((ann, "b2-b4"), (bob, "c8-c6")):
        await tour.say(who, "move", action=action)
    for who in tour.people:
        await tour.say(who, "board", words=True)
    await tour.say(ann, "table review", position=1)
    await tour.explore(bob, await tour.say(bob, "table resign"))
    await tour.say(ann, "move", action="b4-b5")
    await tour.complete(ann, "move", "action", "b")
    for command in ("replay", "record", "verify", "rematch"):
        await tour.say(cid, f"table {command}")
    review = await tour.say(cid, "table review")
    await tour.press(cid, review, "Step Through", "Last", "Back", "Share", "Close")
    for position in (1, 999):
        await tour.say(cid, "table review", position=position)
    await tour.say(ann, "table rematch")
    await tour.explore(cid, await tour.say(cid, "profile", member=ann))
    await tour.say(cid, "profile", member=ann, words=True)
    await tour.explore(ann, await tour.say(ann, "rank"))


async def test_all_about_the_bot(tour: Tour) -> None:
    ann = tour.sim.ann
    for command in ("help", "rules", "about", "settings", "privacy about", "privacy forget"):
        await tour.explore(ann, await tour.say(ann, command), without=("forget",))
    await tour.say(ann, "games")
    card = await tour.say(ann, "settings", quiet="22-7", zone="europe/berlin", reminders="end")
    for topic in TOPICS:
        await tour.fill_in(ann, card, f"ct:topic:0:0:{topic}", {})
    await tour.fill_in(ann, card, "ct:awayform:0:0:", {"away": "soon"})
    for chosen in ({"quiet": "whenever"}, {"zone": "Atlantis"}, {"away": "a while"}):
        await tour.say(ann, "settings", **chosen)
    for option, typed in (("zone", "new y"), ("away", ""), ("away", "1"), ("away", "9h")):
        await tour.complete(ann, "settings", option, typed)
    for label in ("Learn to Play", "Rules"):
        await tour.press(ann, await tour.say(ann, "help"), label)


async def test_lessons(tour: Tour) -> None:
    ann = tour.sim.ann
    menu = await tour.say(ann, "learn")
    for label in ("Begin", "a", "a1", "Hint", "d", "d3", "Next Lesson", "All Lessons", "Other Games"):
        menu = await tour.press(ann, menu, label)
    for lesson, labels in (
        ("nobody-passes", ("a", "Back", "a", "Confirm")),
        ("two-at-once", ("Hint", "b", "b3", "c", "c4")),
        ("come-up-for-air", ("a", "a1", "Try Again")),
        ("cut-and-choose", ("Take Purple", "Play the Cabin Boy")),
        ("knots", ()),
    ):
        await tour.press(ann, await tour.say(ann, "learn", game="snorkels", lesson=lesson), *labels)
    await tour.say(ann, "learn", game="snorkels")
    await tour.whisper(ann, "learn", game="crackers")


async def test_puzzles(tour: Tour) -> None:
    ann = tour.sim.ann
    await tour.explore(ann, await tour.say(ann, "puzzle solve", game="checkers", number=1))
    await tour.say(ann, "puzzle solve", game="snorkels", number=999)
    await tour.say(ann, "puzzle solve")
    await tour.explore(ann, await tour.say(ann, "puzzle daily"))


async def test_a_server(tour: Tour) -> None:
    sim, (ann, bob, cid) = tour.sim, tour.people
    owner, tavern = sim.manager(), sim.guild.create_text_channel("tavern")
    await tour.say(owner, "server rules", tables=3, each=2, pace="2d", cards="edit")
    await tour.say(owner, "server allow", channel=tavern)
    for place in (sim.channel, tavern):
        await tour.say(cid, "snorkels start", place)
    await tour.say(owner, "server allow", channel=sim.channel)
    await tour.say(owner, "server board", tavern)
    for who in (ann, ann, ann, owner):
        await tour.say(who, "snorkels start")
    tables = next(seen for each in tavern.history() if "Join Table 2" in (seen := Seen(each)).buttons)
    await tour.press(bob, tables, "Join Table 2")
    await tour.say(ann, "move", action="d4")
    for channel in (sim.channel, sim.channel, tavern):
        await tour.say(owner, "server forbid", channel=channel)
    await tour.say(owner, "server rules", pace="x")
    rules = await tour.say(owner, "server rules", pace="none", tables=0)
    for group, answers in (("where", {}), ("cards", {"on": []}), ("limits", {"tables": "many"})):
        await tour.fill_in(owner, rules, f"ct:rule:0:0:{group}", answers)
    await tour.restart()
    await tour.say(owner, "server rules")
    await tour.say(owner, "doctor")
    await tour.press(ann, await tour.say(ann, "table resign"), "Yes, Resign")


async def test_a_league(tour: Tour) -> None:
    sim, (ann, bob, cid) = tour.sim, tour.people
    owner = sim.manager()
    for wrong in ({"pace": "none"}, {"pace": "soon"}, {"pace": "3d", "round_time": "2d"}):
        await tour.say(owner, "league create", name="The Cup", game="snorkels", **wrong)
    await tour.say(owner, "league create", name="The Cup", game="snorkels")
    await tour.say(
        owner, "league create", name="The Night", game="checkers", swiss=True, pace="10m", starts="7d"
    )
    for who in (owner, ann, bob, cid, cid):
        await tour.say(who, "league join", league=1)
    await tour.say(cid, "league standings")
    await tour.explore(ann, await tour.say(ann, "league standings", league=1))
    for _ in range(2):
        await tour.explore(bob, await tour.say(bob, "league leave", league=1))
    await tour.say(bob, "league join", league=7)
    await tour.say(bob, "league join", league=1)
    await tour.hours(49)
    await tour.explore(ann, await tour.say(ann, "league standings", league=1))
    await tour.explore(cid, await tour.say(cid, "league leave", league=1))
    for closing in [await tour.say(owner, "league close", league=1) for _ in range(2)]:
        await tour.press(owner, closing, "Close the League")
    await tour.explore(owner, await tour.say(owner, "league close"))
    await tour.hours(24 * 16)


async def test_secrets(tour: Tour) -> None:
    _sim, (ann, bob, cid) = tour.sim, tour.people
    await tour.whisper(ann, "depthcharge start")
    await tour.press(bob, await tour.say(ann, "depthcharge start", pace="1d"), "Join")
    await tour.say(cid, "table verify")
    mines = await tour.on_card(ann, "Lay Mines")
    labels = ("a2", "a3", "e4", "a3", "Clear", "b2", "b3", "f4", "k5", "d6", "Lay Mines")
    await tour.press(ann, mines, *labels)
    await tour.complete(bob, "move", "action", "mines b7 c8 d")
    for squares in ("b7", "b2 c8 d9 e10 f11", "b7 c8 d9 e10 f11"):
        await tour.say(bob, "move", action=f"mines {squares}")
    await tour.say(ann, "board")
    await tour.explore(ann, await tour.on_card(ann, "Move 1"))
    for who, squares in ((ann, "b8 c9"), (ann, "b2"), (ann, ""), (ann, "z99"), (cid, "b7")):
        await tour.say(who, "mark", squares=squares, kind="mine")
    await tour.say(cid, "table verify")
    for who, square in ((ann, "B2"), (bob, "b2"), (ann, "b8")):
        await tour.say(who, "look", square=square)
    for typed in ("move s", "charge l1"):
        await tour.complete(bob, "move", "action", typed)
    await tour.explore(bob, await tour.say(bob, "plan"), without=("write",))
    for who, action in ((bob, "charge l11"), (ann, "sound b2"), (bob, "sound k11"), (ann, "move e")):
        await tour.say(who, "move", action=action)
    for who in tour.people:
        await tour.on_card(who, "My View")
    await tour.press(bob, await tour.say(bob, "table resign"), "Yes, Resign")
    for command in ("verify", "record"):
        await tour.say(ann, f"table {command}")
    await tour.say(cid, "board", words=True)


async def test_alone(tour: Tour) -> None:
    ann = tour.sim.ann
    await tour.explore(ann, await tour.say(ann, "curse scores"))
    await tour.say(ann, "curse start")
    await tour.explore(ann, await tour.on_card(ann, tour.card.buttons[0]))
    asked = await tour.on_card(ann, "More", "Record", "Give Up")
    await tour.press(ann, asked, "Yes, Give Up")
    await tour.press(ann, tour.card, "Play Again")
    await tour.whisper(ann, "curse daily")


async def test_a_crew(tour: Tour) -> None:
    sim, (ann, bob, cid) = tour.sim, tour.people
    lobby = await tour.say(ann, "crackers start", board="bell")
    await tour.say(bob, "settings", pings="both")
    await tour.press(bob, lobby, "Leave", "Join: The Crew", "Leave", "Join: The Crew")
    await tour.press(cid, lobby, "Join: Captain Crackers")
    await tour.press(bob, lobby, "Start")
    await tour.press(ann, lobby, "Start")
    await tour.say(cid, "table info")
    for who in tour.people:
        await tour.say(who, "games")
    await tour.explore(ann, await tour.on_card(ann, tour.card.buttons[0]))
    while (mover := (await sim.table()).awaited[0]).id != cid.id:
        await tour.say(next(who for who in (ann, bob) if who.id == mover.id), "move", action="c1")
    for action in ("pump f4", "pump f4 e4", "pump f4 f3"):
        await tour.say(cid, "move", action=action)
    for who in (ann, cid):
        await tour.say(who, "board", words=True)
    await tour.press(ann, await tour.say(ann, "table resign"), "Yes, Resign")
    for who in (bob, cid):
        await tour.say(who, "games")
    await tour.press(bob, await tour.say(bob, "table resign"), "Yes, Resign")


async def test_a_challenge(tour: Tour) -> None:
    sim, (ann, bob, cid) = tour.sim, tour.people
    for opponent in (ann, sim.newcomer("robot", bot=True), bob, bob):
        challenge = await tour.say(ann, "checkers start", opponent=opponent, pace="1h")
    challenge = sim.lobby
    await tour.say(bob, "games")
    await tour.press(cid, challenge, "Join", "Cancel")
    await tour.press(bob, challenge, "Decline")
    await tour.say(cid, "table replay", table=1)
    await tour.say(cid, "board", table=1, words=True)
    await tour.press(bob, await tour.say(ann, "crackers start", opponent=bob), "Join")
    await tour.say(ann, "snorkels start", side="purple")


async def test_agreements(tour: Tour) -> None:
    _sim, (ann, bob, cid) = tour.sim, tour.people
    await tour.say(ann, "settings", pings="both")
    await tour.press(bob, await tour.say(ann, "checkers start", opponent=bob, side="red", pace="1d"), "Join")
    for who, action in ((ann, "b2-b4"), (bob, "c8-c6"), (ann, "d2-d4")):
        await tour.say(who, "move", action=action)
    for answer in ("Decline", "Accept"):
        await tour.say(ann, "table undo")
        await tour.press(bob, tour.card, f"{answer} Undo (ann)")
    await tour.say(ann, "move", action="c2-c4")
    await tour.say(ann, "table undo")
    await tour.say(bob, "table pause")
    await tour.press(ann, tour.card, "Accept Undo (ann)", "Decline Undo (ann)")
    await tour.say(ann, "table pause")
    await tour.say(bob, "move", action="c8-c6")
    for command in ("games", "table pause"):
        await tour.say(ann, command)
    await tour.press(bob, tour.card, "Decline Resume (ann)")
    await tour.hours(24 * 7)
    await tour.say(bob, "table pause")
    await tour.on_card(bob, "More", "Pause")
    await tour.press(bob, tour.card, "Accept Pause (bob)")
    await tour.press(ann, tour.card, "Decline Pause (bob)")
    for _ in range(2):
        await tour.say(ann, "table draw")
    await tour.on_card(ann, "More", "Withdraw the Draw Offer")
    await tour.say(bob, "table draw")
    await tour.press(ann, tour.card, "Decline the Draw")
    await tour.say(bob, "table leave")
    await tour.press(cid, tour.card, "bob Stays", "Take Over from bob")
    await tour.press(bob, tour.card, "Accept Takeover (cid)")
    await tour.press(ann, tour.card, "Decline Takeover (cid)")
    await tour.press(cid, tour.card, "Take Over from bob")
    await tour.restart()
    await tour.press(ann, tour.card, "Accept Takeover (cid)")
    await tour.say(bob, "move", action="c8-c6")
    await tour.say(cid, "table leave")
    await tour.press(bob, tour.card, "Take Over from cid")
    await tour.say(ann, "table leave")
    await tour.press(bob, tour.card, "Take Over from cid")
    await tour.press(ann, tour.card, "ann Stays")
    await tour.say(bob, "table draw")
    await tour.press(ann, tour.card, "Accept the Draw")


async def test_closed_messages(tour: Tour) -> None:
    ann, bob, _ = tour.people
    await tour.press(bob, await tour.say(ann, "checkers start", opponent=bob, side="red"), "Join")
    await tour.say(bob, "settings", pings="direct")
    tour.sim.refuse("POST", f"/channels/{bob.user.dm_channel.id}/messages", 403, 50007, times=None)
    await tour.say(ann, "table draw")
    await tour.say(ann, "move", action="b2-b4")
    await tour.press(ann, await tour.say(ann, "table resign"), "Yes, Resign")
    await tour.press(ann, tour.card, "Rematch")


async def test_time(tour: Tour) -> None:
    _sim, (ann, bob, cid) = tour.sim, tour.people
    await tour.say(ann, "snorkels start")
    await tour.say(ann, "settings", pings="both")
    await tour.press(bob, await tour.say(ann, "hex start", pace="1d"), "Join")
    await tour.hours(13)
    await tour.restart()
    for hours in (9, 4):
        await tour.hours(hours)
    for who in (ann, bob):
        await tour.say(who, "games")
        await tour.press(who, tour.card, "Grant More Time")
    await tour.hours(25)
    await tour.explore(bob, await tour.on_card(bob, "More"), without=("rules", "record"))
    for who in (ann, cid, bob):
        await tour.press(who, tour.card, "Claim the Win")
    over = tour.card
    for who in (bob, ann):
        await tour.press(who, over, "Rematch")
    await tour.say(ann, "table info")
    await tour.press(bob, await tour.say(ann, "hex start"), "Join")
    await tour.hours(24 * 31)
    await tour.say(ann, "board", words=True)


async def test_against_the_computer(tour: Tour) -> None:
    _sim, (ann, bob, _) = tour.sim, tour.people
    lobby = await tour.say(ann, "snorkels start")
    await tour.press(bob, lobby, "Add a Computer")
    await tour.press(ann, await tour.press(ann, lobby, "Add a Computer"), "Cabin Boy")
    for command in ("undo", "draw"):
        await tour.say(ann, "move", action="d4")
        await tour.say(ann, f"table {command}")
    own = await tour.on_card(ann, "a")
    for _ in range(3):
        own = await tour.press(ann, own, next(each for each in own.buttons if "Hint" in each))
    await tour.press(ann, await tour.say(ann, "table resign"), "Yes, Resign")
    for label in ("Review", "Rematch"):
        await tour.press(ann, tour.card, next(each for each in tour.card.buttons if label in each))
    await tour.whisper(ann, "checkers start", computer="cabin-boy")


async def test_computers_in_a_crew(tour: Tour) -> None:
    _sim, (ann, bob, _) = tour.sim, tour.people
    lobby = await tour.say(ann, "crackers start", side="captain", board="bell", rounds=20, rated=True)
    levels = await tour.press(ann, lobby, "Add a Computer")
    for level in ("First Mate", "Cabin Boy"):
        levels = await tour.press(ann, levels, level)
    await tour.press(ann, lobby, "Remove a Computer")
    await tour.press(bob, lobby, "Join")
    await tour.press(ann, lobby, "Start")
    await tour.say(ann, "table record")
