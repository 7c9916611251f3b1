"""Computer players on Discord: where they are offered, and how a game with them goes."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from bot.components.play import picker, private_cards
from bot.features.computers.computer_turns import ANSWER_S, EVEN_TURNS, LOST_TURNS
from bot.games.crackers.actions import CAPTAIN
from bot.people import computers
from bot.tables import lists
from bot.tables.model.seating import Person
from bot.tables.table_limits import MAX_WAITING
from bot.thinking.thinkers import Thought
from data.store.records import Address
from data.store.sqlite.executor import SqliteExecutor
from tests.games.registry import GAMES
from tests.thorough import examples

from .fixtures import Listen
from .group import Group
from .inline_thinkers import LONG_S, InlineThinkers
from .playing import (
    against_the_deckhand,
    dm_press,
    forged,
    leave,
    press_twice,
    private,
    table_of,
    take_a_turn,
    thinkers,
)
from .simulation import HOUR, Simulation

DECKHAND = computers.newcomer("deckhand", ())

pytestmark = pytest.mark.usefixtures("inline_thinkers")


@pytest.fixture
async def alone(sim: Simulation) -> None:
    """Ann plays Snorkels against the Deckhand."""
    await sim.ann.say("snorkels start", computer="deckhand", pace="1d")
    await sim.settled()


async def test_the_reply_to_a_typed_move_says_nothing_that_the_computer_s_answer_makes_untrue(
    sim: Simulation,
) -> None:
    await against_the_deckhand(sim, "checkers", side="red")
    told = await sim.ann.move("b2 d4")
    await sim.settled()
    assert "Red moved from b2 to d4." in told
    assert "thinking" not in told
    assert told.buttons == [], "to plan, it would have to be the computer's turn for a while"


async def test_each_player_s_turn_is_on_a_line_of_its_own_where_many_have_played(sim: Simulation) -> None:
    await sim.ann.say("crackers start", computer="cabin-boy", side="red")
    await sim.settled()
    await sim.ann.move("d1", table=1)
    await sim.settled()
    told = sim.card().text.splitlines()
    (own,) = (number for number, line in enumerate(told) if line.startswith("Red stayed."))
    assert told[own + 1].startswith("Yellow ")
    assert "Blue " in told[own + 1], "one computer plays both"
    assert told[own + 2].startswith(("Pump at ", "The captain "))
    assert "it’s your turn" in told[own + 3]


@pytest.mark.parametrize(
    "key", examples([key for key, game in GAMES.items() if game.first_options], {"checkers", "snorkels"})
)
async def test_a_first_game_has_its_options_unless_one_of_them_is_given(sim: Simulation, key: str) -> None:
    game = GAMES[key]
    easy = {name: game.options[name].read(name, value) for name, value in game.first_options.items()}
    usual = {name: game.options[name].default for name in easy}
    ((name, _), *_) = easy.items()
    levels = ["cabin-boy", "deckhand", "captain"] if game.people[1] > 1 else [None]
    for number, level in enumerate([*levels, levels[0]], 1):
        given = {"computer": level} if level else {}
        if number > len(levels):
            given[name] = usual[name]
        await sim.ann.say(f"{key} start", **given)
        options = (await table_of(sim, number)).options
        whole = level == "captain" or number > len(levels)
        assert options[name] == (usual if whole else easy)[name]
        if not whole:
            assert easy.items() <= options.items()


async def test_a_side_of_a_first_game_can_be_chosen_with_its_options(sim: Simulation) -> None:
    await sim.ann.say("snorkels start", computer="cabin-boy", side="green")
    table = await table_of(sim)
    assert table.seats_of(sim.ann.id) == ("green",)


async def turns(sim: Simulation) -> int:
    """How many turns table 1 has had."""
    return len((await table_of(sim)).turns)


async def won(sim: Simulation) -> None:
    """The Deckhand resigns."""
    await sim.tables.resign(1, Person(DECKHAND, ""))
    await sim.settled()


async def held(sim: Simulation) -> None:
    """A turn of Ann's, which the computer can't answer for now."""
    thinkers(sim).held = True
    await take_a_turn(sim, sim.ann, Random(1))
    await sim.bot.publisher.settle()


async def test_whoever_has_won_can_play_the_next_level_or_solve_a_puzzle(sim: Simulation) -> None:
    await against_the_deckhand(sim, "snorkels")
    assert "Learn" in sim.card().buttons
    await won(sim)
    onward = [
        "Snorkels against the First Mate",
        "Rematch",
        "Play Another Game",
        "Watch Replay",
        "Review",
        "More",
    ]
    assert sim.card().buttons == onward
    assert sim.card().alt.startswith("ann wins!")
    await sim.ann.press(sim.card(), "Snorkels against the First Mate")
    assert "First Mate" in people_of(await table_of(sim, 2))
    await sim.finish(2)
    assert "against the Captain" not in " ".join(sim.card().buttons), "ann has lost"


async def test_whoever_has_lost_a_first_game_can_learn_it_or_play_another(sim: Simulation) -> None:
    await sim.ann.say("snorkels start", computer="cabin-boy")
    await sim.settled()
    await sim.tables.resign(1, sim.ann.person)
    await sim.settled()
    onward = ["Rematch", "Play Another Game", "Learn", "Watch Replay", "Review", "More"]
    assert sim.card().buttons == onward


async def test_the_next_level_is_that_of_the_opponents_not_of_ones_own_mates(sim: Simulation) -> None:
    await sim.ann.say("crackers start", computer="cabin-boy")
    await sim.settled()
    captain = (await table_of(sim)).holder(CAPTAIN)
    await sim.tables.resign(1, captain)
    await sim.settled()
    assert sim.card().buttons[0] == "Crackers against the Deckhand"


async def test_the_next_step_stands_in_the_lobby_too_where_a_thread_was_for_one_person(
    sim: Simulation,
) -> None:
    await against_the_deckhand(sim, "depthcharge")
    await won(sim)
    assert sim.lobby.buttons == ["Depth Charge against the First Mate", "Rematch", "Watch Replay"]
    answer = await sim.ann.press(sim.lobby, "Rematch")
    again = await table_of(sim, 2)
    assert "Deckhand" in people_of(again)
    thread = again.address.channel
    assert thread != sim.channel.id
    assert f"[Go to the table](https://discord.com/channels/{sim.guild.id}/{thread})" in answer, "not here"
    assert sim.lobby.buttons[0] == "Depth Charge against the First Mate"


async def test_a_game_in_the_thread_of_one_that_is_over_gives_it_its_name(sim: Simulation) -> None:
    await sim.begin("checkers")
    place = sim.place()
    await sim.ann.say("snorkels start", place, computer="deckhand")
    assert place.name == "Captain’s Checkers · ann vs bob", "that game goes on"
    await sim.tables.resign(1, sim.bob.person)
    await sim.tables.resign(2, sim.ann.person)
    await sim.ann.say("snorkels start", place, computer="cabin-boy")
    await sim.settled()
    assert place.name == "Snorkels · ann vs Cabin Boy"
    await sim.tables.resign(3, sim.ann.person)
    await sim.begin("checkers", place)
    await sim.settled()
    assert place.name == "Captain’s Checkers · ann vs bob"
    await leave(sim.ann, place)
    await sim.cid.press(sim.card(place), "Take Over from ann")
    await sim.bob.press(sim.card(place), "Accept Takeover (cid)")
    await sim.settled()
    assert place.name == "Captain’s Checkers · cid vs bob"


async def test_the_card_of_a_move_comes_first_if_the_computer_thinks_for_long(sim: Simulation) -> None:
    await against_the_deckhand(sim, "hex")
    await held(sim)
    (card,) = sim.public()
    assert "🤖 Deckhand is thinking." in card
    assert card.buttons == ["My View", "More"]
    thinkers(sim).held = False
    await sim.pass_time(LONG_S)
    assert "it’s your turn" in sim.card()
    assert sim.pinged() == [sim.ann.id], "she may have gone meanwhile"


def think_for(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let computers take this long for each of their moves."""
    choose = InlineThinkers.choose

    async def later(self: InlineThinkers, *asked: Any, **given: Any) -> Thought:
        await asyncio.sleep(seconds)
        return await choose(self, *asked, **given)

    monkeypatch.setattr(InlineThinkers, "choose", later)


async def test_one_card_asks_for_a_persons_mines_when_the_computer_has_laid_its_own(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    think_for(monkeypatch, ANSWER_S / 2)
    await against_the_deckhand(sim, "depthcharge")
    (card,) = sim.public()
    assert "North laid 5 mines." in card.text
    assert sim.pinged() == [sim.ann.id]
    ((_, _, view),) = thinkers(sim).asked
    assert view.viewer == "north", "its own view alone"


async def test_beside_a_computer_that_thinks_a_person_can_lay_their_own_mines(sim: Simulation) -> None:
    thinkers(sim).held = True
    await against_the_deckhand(sim, "depthcharge")
    assert "Lay Mines" in sim.card().buttons


@pytest.mark.parametrize(
    "game",
    examples(("snorkels", "checkers", "depthcharge", "crackers"), {"depthcharge"}),
)
async def test_against_computers_the_public_card_stays_the_same_message(sim: Simulation, game: str) -> None:
    await sim.ann.say(f"{game} start", computer="deckhand")
    await sim.settled()
    if game == "depthcharge":
        await sim.tables.play(1, sim.ann.person, "mines b2 d3 f4 g5 c4")
        await sim.settled()
    shown = [each.id for each in sim.public()]
    for _ in range(2):
        table = await table_of(sim)
        assert table.state is not None
        (seat,) = table.state.to_act
        await sim.ann.move(min(map(str, table.legal(seat))))
        await sim.settled()
    assert [each.id for each in sim.public()] == shown
    assert len((await table_of(sim)).turns) > 2


async def test_against_a_computer_the_answer_to_a_secret_turn_is_the_next_choice(sim: Simulation) -> None:
    await against_the_deckhand(sim, "depthcharge")
    await sim.tables.play(1, sim.ann.person, "mines b2 d3 f4 g5 c4")
    await sim.settled()
    mine = await sim.ann.play("Sound")
    since = len(sim.env.http_requests)
    played = len((await table_of(sim)).turns)
    await sim.ann.press(mine, mine.buttons[1], "Confirm")
    assert len((await table_of(sim)).turns) == played + 2
    requests = [each for each in sim.env.http_requests[since:] if "/webhooks/" in each.path]
    assert requests == [], "it isn't edited again"
    assert {"Sound", "Depth Charge"} <= set(mine.buttons)
    await sim.tables.resign(1, sim.ann.person, "k")
    await sim.settled()
    assert private(sim, sim.ann) == []


async def test_a_computer_does_not_think_while_the_clock_is_paused(sim: Simulation) -> None:
    await against_the_deckhand(sim, "hex", pace="1d")
    await held(sim)
    await sim.ann.say("table pause")
    await sim.bot.publisher.settle()
    assert "Waiting for 🤖 Deckhand." in sim.card()
    assert "is thinking" not in sim.card()
    thinkers(sim).held = False
    await sim.ann.say("table pause")
    await sim.env.advance_time(LONG_S)
    assert await turns(sim) == 2, "and play goes on"


# Where computers are offered


def people_of(table: Any) -> list[str]:
    return [sitter.person.name for sitter in table.seating.seated]


async def test_a_double_press_adds_or_removes_one_computer(sim: Simulation) -> None:
    lobby = await sim.ann.say("crackers start", side="captain")
    levels = await sim.ann.press(lobby, "Add a Computer")
    for there in (["Deckhand"], ["Deckhand", "Deckhand Pip"]):
        await press_twice(sim, sim.ann, levels, "Deckhand")
        assert people_of(await table_of(sim)) == [*there, "ann"]
    await press_twice(sim, sim.ann, lobby, "Remove a Computer")
    assert len((await table_of(sim)).seating.computers) == 1


async def test_picking_the_bot_as_opponent_means_the_deckhand(sim: Simulation) -> None:
    me = sim.env.world.bot
    await sim.ann.say("hex start", opponent=me)
    assert people_of(await table_of(sim)) == ["ann", "Deckhand"]
    result = await sim.bob.context_menu(sim.channel, "Challenge to a Game", me)
    card = result.seen
    assert "Captain’s Curse" not in card.buttons
    await sim.bob.press(card, "Hex")
    assert people_of(await table_of(sim, 2)) == ["bob", "Deckhand"]
    both = await sim.cid.say("hex start", opponent=sim.ann, computer="captain")
    assert "not both" in both


async def test_whoever_waits_at_many_tables_can_still_play_the_computer(sim: Simulation) -> None:
    here = Address(guild=sim.guild.id, home=sim.channel.id)
    for _ in range(MAX_WAITING):
        await sim.tables.open("hex", sim.ann.person, {}, here)
    assert "tables waiting for players" in await sim.ann.say("hex start")
    await against_the_deckhand(sim, "hex")
    assert (await table_of(sim, MAX_WAITING + 1)).status == "playing"


# Agreements


async def test_a_double_press_on_undo_takes_back_one_move(sim: Simulation) -> None:
    await against_the_deckhand(sim, "hex")
    for seed in range(2):
        await take_a_turn(sim, sim.ann, Random(seed))
    assert await turns(sim) == 4
    await press_twice(sim, sim.ann, await sim.ann.press(sim.card(), "More"), "Undo")
    assert await turns(sim) == 2


async def test_alone_a_double_press_on_undo_takes_back_one_move_too(sim: Simulation, alone: None) -> None:
    for label in ("d", "d4", "e", "e5"):
        await sim.ann.press(sim.card(), label)
    assert await turns(sim) == 4
    await press_twice(sim, sim.ann, sim.card(), "Undo")
    assert await turns(sim) == 2


async def test_alone_a_step_never_covers_what_was_played_meanwhile(
    sim: Simulation, alone: None, listen: Listen
) -> None:
    async def play(*_given: object) -> None:
        await sim.tables.play(1, sim.ann.person, "d4", key="elsewhere")
        await asyncio.sleep(30)

    listen(private_cards, "replace_card", before=play)
    await sim.ann.press(sim.card(), "d")
    await sim.settled()
    assert "on d4" in sim.card()


async def test_alone_against_a_computer_the_last_step_plays_and_an_undo_is_at_hand(
    sim: Simulation, alone: None
) -> None:
    posts = len(sim.public())
    await sim.ann.press(sim.card(), "d")
    assert "Deadline" in sim.card()
    await press_twice(sim, sim.ann, sim.card(), "d4")
    assert await turns(sim) == 2, "hers, and the computer's"
    await sim.ann.press(sim.card(), "Undo")
    assert await turns(sim) == 0
    assert {"d", "More"} <= {*sim.card().buttons}
    assert len(sim.public()) == posts, "it is always the same card"
    assert private(sim, sim.ann) == []


async def test_who_plays_alone_and_presses_an_old_button_is_told_and_the_card_stays(
    sim: Simulation, alone: None
) -> None:
    old = sim.card()
    await sim.ann.press(old, "d", "d4")
    await sim.settled()
    for over in (False, True):
        if over:
            await won(sim)
        shown = sim.card()
        assert ("Rematch" if over else "e") in shown.buttons
        told = await forged(sim, sim.ann, old.custom_id("e"), shown)
        assert ("is over" if over else "moved on") in told
        assert (sim.card().text, sim.card().buttons) == (shown.text, shown.buttons)
        assert sim.card().files == shown.files
    assert await turns(sim) == 2


async def test_a_choice_that_is_overtaken_leaves_the_newer_card(
    sim: Simulation, alone: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = picker.picker_card

    async def late(*asked: Any, **given: Any) -> Any:
        card = await make(*asked, **given)
        monkeypatch.setattr(picker, "picker_card", make)
        await sim.tables.play(1, sim.ann.person, "e5")
        await sim.bot.publisher.settle()
        return card

    monkeypatch.setattr(picker, "picker_card", late)
    old = sim.card()
    told = await sim.ann.press(old, "d")
    assert "moved on" in told
    assert await turns(sim) == 2
    await sim.ann.press(sim.again(old), "f")
    assert "f4" in sim.again(old).buttons, "the card of the new turn"


async def test_a_private_card_follows_what_is_played_alone_on_the_public_one(
    sim: Simulation, alone: None
) -> None:
    card = sim.card()
    own = await sim.ann.press(await sim.ann.press(card, "More"), "My View")
    await sim.ann.press(own, "c")
    for first, second in (("d", "d4"), ("f", "f6")):
        await sim.ann.press(sim.again(card), first, second)
        await sim.settled()
        own = private(sim, sim.ann)[-1]
        table = await table_of(sim)
        assert f":{table.version}:" in own.custom_id("g")
    await won(sim)
    assert "Back" not in "".join(str(each.buttons) for each in private(sim, sim.ann))


async def test_a_card_alone_that_nobody_knew_of_is_no_second_one(sim: Simulation, alone: None) -> None:
    stray = sim.card()
    await sim.pass_time(HOUR)
    table = await table_of(sim)
    sim.refuse("GET", f"/channels/{sim.place().id}/messages", 403, 50001)
    await sim.tables.set_address(1, card=None, shown=table.version - 1)
    sim.tables.changed(1)
    await sim.settled()
    assert sim.card().id != stray.id
    told = await forged(sim, sim.ann, stray.custom_id("d"), stray)
    await sim.settled()
    assert "newest card" in told
    assert sim.again(stray).buttons == []
    assert "d" in sim.card().buttons


async def test_whoever_plays_alone_plays_on_by_message_when_the_channel_is_gone(
    sim: Simulation, alone: None
) -> None:
    await sim.lose_channel()
    await sim.ann.move("d4", sim.guild.create_text_channel("another"), table=1)
    await sim.settled()
    sent = sim.ann.letters[-1]
    own = await dm_press(sim.ann, "e")
    assert own.text == sent.text, "its buttons go after the turn, so the choice is on another card"
    await dm_press(sim.ann, "Undo")
    await sim.settled()
    assert "An undo took the game back" in sim.ann.letters[-1]
    assert "e" in sim.ann.letters[-1].buttons


@pytest.mark.parametrize(("value", "agreed"), [(0.1, True), (0.9, False)])
async def test_a_draw_is_answered_by_what_the_computer_expects(
    sim: Simulation, value: float, agreed: bool
) -> None:
    thinkers(sim).players, thinkers(sim).value = False, value
    await against_the_deckhand(sim, "checkers")
    await take_a_turn(sim, sim.ann, Random(1))
    await sim.settled()
    card, before = f"/{sim.card().id}", len(sim.env.http_requests)
    told = await sim.ann.say("table draw")
    assert told.text == ("It’s a draw. Well played!" if agreed else "🤖 Deckhand declined your draw offer.")
    table = await table_of(sim)
    edits = [each for each in sim.env.http_requests[before:] if each.path.endswith(card)]
    assert len(edits) == 1, "the offer comes with its answer"
    assert (table.status == "over") == agreed
    if agreed:
        assert "Both sides agreed to a draw." in sim.card()
    else:
        assert "🤖 Deckhand declined" in sim.card()
        assert sim.public()[-1].id == sim.card().id, "nobody has to be told again"


@pytest.mark.parametrize("in_time", [True, False])
async def test_who_offers_a_draw_on_the_computers_turn_hears_its_answer_once(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch, in_time: bool
) -> None:
    await against_the_deckhand(sim, "checkers")
    # It answers between two searches, the second of which takes long.
    first, choose = iter([ANSWER_S * (0.5 if in_time else 1.5)]), InlineThinkers.choose

    async def later(self: InlineThinkers, *asked: Any, **given: Any) -> Thought:
        await asyncio.sleep(next(first, LONG_S))
        return await choose(self, *asked, **given)

    monkeypatch.setattr(InlineThinkers, "choose", later)
    await sim.tables.play(1, sim.ann.person, (await table_of(sim)).legal("red")[0])
    told = (await sim.ann.slash(sim.place(), "table draw")).response
    await sim.settled()
    assert "🤖 Deckhand declined" in sim.card()
    line = sim.public()[-1]
    if in_time:
        assert told is not None
        assert told.text == "🤖 Deckhand declined your draw offer."
        assert line.id == sim.card().id, "nobody has to be told again"
    else:
        assert told is None, "the offer goes with its answer"
        assert line.text == f"<@{sim.ann.id}> offered a draw, but 🤖 Deckhand declined."
        assert sim.pinged(sim.place()) == [sim.ann.id]


async def test_a_computer_that_gets_nowhere_agrees_to_a_draw(sim: Simulation) -> None:
    thinkers(sim).players, thinkers(sim).value = False, 0.55
    await sim.ann.say("checkers start", computer="deckhand")
    for turn in range(EVEN_TURNS):
        if turn == EVEN_TURNS - 1:
            await sim.ann.say("table draw")
            assert (await table_of(sim)).status == "playing", "it isn’t sure yet"
        await play_anything(sim)
    await sim.ann.say("table draw")
    table = await table_of(sim)
    assert (table.status, table.outcome.reason) == ("over", "agreed")


async def test_a_computer_answers_a_move_whose_commit_lost_its_answer(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await against_the_deckhand(sim, "hex")
    executor = sim.store.executor
    assert isinstance(executor, SqliteExecutor)
    write_then = executor.write_then
    lost = sa.exc.OperationalError("COMMIT", None, OSError("the connection was lost"))

    async def lose_the_answer(end: Any, job: Any, **_named: Any) -> Any:
        monkeypatch.setattr(executor, "write_then", write_then)
        await write_then(lambda _error: end(lost), job)
        raise lost

    monkeypatch.setattr(executor, "write_then", lose_the_answer)
    with pytest.raises(sa.exc.OperationalError):
        await play_anything(sim)
    await sim.settled()
    table = await table_of(sim)
    assert [table.player_of(turn) for turn in table.turns] == [sim.ann.id, DECKHAND]
    assert table.address.shown == table.version


async def play_anything(sim: Simulation) -> None:
    """A turn of Ann's at table 1."""
    table = await table_of(sim)
    action = Random(table.version).choice(table.legal(table.acting_seat(sim.ann.id)))
    await sim.tables.play(1, table.seating.humans[0], str(action), version=table.version)


async def lose_hope(sim: Simulation, turns: int, value: float = 0.0) -> Any:
    """Table 1 after as many turns of a computer that expects to lose, or this."""
    thinkers(sim).players, thinkers(sim).value = False, value
    for _ in range(turns):
        await play_anything(sim)
    return await table_of(sim)


@pytest.mark.parametrize(
    ("game", "level", "value", "turns", "reason"),
    [
        ("checkers", "first-mate", 0.15, LOST_TURNS, "resigned"),
        ("checkers", "first-mate", 0.17, LOST_TURNS, None),
        ("checkers", "first-mate", 0.0, LOST_TURNS - 1, None),  # whoever is winning has to show it first
        ("checkers", "deckhand", 0.0, LOST_TURNS, None),  # a beginner may still lose
        ("snorkels", "first-mate", 0.04, LOST_TURNS, "resigned"),
        ("snorkels", "first-mate", 0.1, LOST_TURNS, None),
        ("crackers", "first-mate", 0.0, LOST_TURNS, None),  # not a game for two
    ],
)
async def test_a_computer_without_hope_resigns_after_a_while_depending_on_game_and_level(
    sim: Simulation, game: str, level: str, value: float, turns: int, reason: str | None
) -> None:
    side = {"side": "captain"} if game == "crackers" else {}
    await sim.ann.say(f"{game} start", computer=level, **side)
    table = await lose_hope(sim, turns, value)
    assert getattr(table.outcome, "reason", None) == reason


async def test_what_a_computer_expected_of_moves_that_were_undone_is_forgotten(sim: Simulation) -> None:
    await sim.ann.say("checkers start", computer="first-mate")
    await lose_hope(sim, LOST_TURNS - 1)
    await sim.ann.say("table undo")
    table = await lose_hope(sim, 1)
    assert table.status == "playing"


async def test_computers_play_on_if_the_host_wants_that(sim: Simulation) -> None:
    shown = await sim.ann.say("settings", computers_resign=False)
    assert "Computers: play every game to the end" in shown
    await sim.ann.say("checkers start", computer="first-mate")
    assert (await lose_hope(sim, LOST_TURNS + 1)).status == "playing"
    await sim.ann.fill_in(await sim.ann.say("settings"), "ct:topic:0:0:moves", {"on": ["computers_resign"]})
    assert (await lose_hope(sim, 1)).status == "over"


# Taking over


async def three_at_crackers(sim: Simulation) -> None:
    lobby = await sim.ann.say("crackers start", side="captain")
    for who in (sim.bob, sim.cid):
        await who.press(lobby, "Join")
    await sim.ann.press(lobby, "Start")


async def test_the_others_let_a_computer_take_over_on_the_card(sim: Simulation) -> None:
    await three_at_crackers(sim)
    await leave(sim.bob)
    await sim.settled()
    card = sim.card()
    assert "Let a Computer Play for bob" in card.buttons
    levels = await sim.ann.press(card, "Let a Computer Play for bob")
    answer = await sim.ann.press(levels, "Captain")
    assert "once cid agrees" in answer
    await sim.settled()
    assert f"🤖 Captain would like to take over from <@{sim.bob.id}>. <@{sim.cid.id}>, do you agree?" in (
        sim.card().text
    )
    assert sim.cid.id in sim.pinged()
    await sim.bob.say("settings", pings="direct")
    await sim.cid.press(sim.card(), "Accept Takeover (Captain)")
    table = await table_of(sim)
    assert "bob" not in people_of(table)
    assert "Captain" in people_of(table)
    assert not table.computers_next, "it has played where it was its turn"
    told = f"🤖 Captain has taken over from <@{sim.bob.id}>."
    assert told in sim.card()
    assert told in sim.bob.letters[-1]


async def test_whoever_asked_for_a_computer_withdraws_that(sim: Simulation) -> None:
    await three_at_crackers(sim)
    await leave(sim.bob)
    await sim.settled()
    for leaves in (False, True):
        levels = await sim.ann.press(sim.card(), "Let a Computer Play for bob")
        await sim.ann.press(levels, "Captain")
        if leaves:
            # Nobody is left to answer.
            await leave(sim.cid)
        await sim.settled()
        label = "Withdraw Takeover (Captain)" if leaves else "Decline Takeover (Captain)"
        await sim.ann.press(sim.card(), label)
        table = await table_of(sim)
        assert (table.agreements.requests, table.agreements.declined) == ((), ())


async def test_computers_that_cannot_play_any_more_are_waited_for(sim: Simulation, monkeypatch: Any) -> None:
    await against_the_deckhand(sim, "hex")
    await held(sim)
    assert "🤖 Deckhand is thinking." in sim.card()
    cards = len(sim.public())
    await without_players(sim, monkeypatch)
    assert "🤖 Deckhand can’t play at the moment" in sim.card()
    assert len(sim.public()) == cards
    shown = await sim.ann.say("board", table=1)
    assert "🤖 Deckhand can’t play at the moment" in shown
    assert "Add a Computer" not in (await sim.bob.say("hex start")).buttons
    monkeypatch.undo()
    monkeypatch.setattr("bot.app.Thinkers", InlineThinkers)
    await sim.restart()
    assert await turns(sim) == 2


async def without_players(sim: Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot starts again and offers no computer players any more."""
    monkeypatch.setattr(InlineThinkers, "version", lambda *_: 0)
    await sim.restart()
    await sim.settled()


NO_PLAYER = "There’s no computer player for"


async def test_no_rematch_begins_with_a_computer_that_cannot_play(sim: Simulation, monkeypatch: Any) -> None:
    await against_the_deckhand(sim, "hex")
    await sim.tables.resign(1, sim.ann.person)
    await sim.settled()
    await without_players(sim, monkeypatch)
    assert NO_PLAYER in await sim.ann.press(sim.card(), "Rematch")
    assert await lists.tables_of(sim.tables, sim.ann.id) == []


async def test_no_lobby_is_started_with_a_computer_that_cannot_play(
    sim: Simulation, monkeypatch: Any
) -> None:
    lobby = await sim.ann.say("crackers start", side="captain")
    await sim.ann.press(await sim.ann.press(lobby, "Add a Computer"), "Deckhand")
    await without_players(sim, monkeypatch)
    assert NO_PLAYER in await sim.ann.press(lobby, "Start")
    await sim.ann.press(lobby, "Remove a Computer")
    await sim.bob.press(lobby, "Join")
    await sim.ann.press(lobby, "Start")
    assert (await table_of(sim)).status == "playing"


async def test_nobody_runs_out_of_time_while_a_computer_cannot_play(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await sim.ann.say("crackers start", side="captain", pace="1h")
    await sim.bob.press(lobby, "Join")
    await sim.ann.press(await sim.ann.press(lobby, "Add a Computer"), "Deckhand")
    thinkers(sim).held = True
    await sim.ann.press(lobby, "Start")
    await take_a_turn(sim, sim.bob, Random(1))
    await sim.bot.publisher.settle()
    with monkeypatch.context() as without:
        await without_players(sim, without)
        await sim.env.advance_time(2 * HOUR)
        table = await table_of(sim)
        assert table.awaited[0].name == "Deckhand"
        assert table.timing.flagged == frozenset()
        seen = await sim.manager().say("doctor")
        assert "All is well" not in seen
        assert "is waiting for a computer player" in seen
    await sim.restart()
    table = await table_of(sim)
    assert table.awaited[0].name == "bob", "it has moved"
    assert table.timing.flagged == frozenset()
    await sim.env.advance_time(2 * HOUR)
    assert (await table_of(sim)).timing.flagged


async def test_an_answer_to_a_position_that_was_undone_is_dropped(sim: Simulation) -> None:
    await against_the_deckhand(sim, "hex")
    await held(sim)
    await sim.ann.say("table undo")
    thinkers(sim).held = False
    await sim.env.advance_time(LONG_S)
    table = await table_of(sim)
    assert table.turns == ()
    assert table.awaited[0].id == sim.ann.id


async def test_a_lobby_in_a_group_message_shows_who_was_added(sim: Simulation) -> None:
    group = Group(sim)
    lobby = await sim.ann.say("crackers start", group.place, side="captain")
    assert "Start" not in lobby.buttons
    await sim.ann.press(await sim.ann.press(lobby, "Add a Computer"), "Deckhand")
    assert "**The Crew** (up to 3 people): 🤖 Deckhand" in group.card()
    await sim.ann.press(group.card(), "Start")
    assert (await table_of(sim)).status == "playing"
    assert "it’s your turn (Captain)" in group.card()
    assert group.by_itself() == []


async def test_slow_computers_leave_a_group_message_a_reply_for_the_persons_turn(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    think_for(monkeypatch, 1.5 * ANSWER_S)
    group = Group(sim)
    await sim.ann.say("crackers start", group.place, computer="deckhand", side="captain")
    await sim.env.advance_time(10 * ANSWER_S)
    table = await table_of(sim)
    assert len(table.turns) == 3, "one of each pawn"
    assert table.address.shown == table.version
    assert f"<@{sim.ann.id}>, it’s your turn (Captain)" in group.card()
