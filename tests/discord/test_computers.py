"""Computer players on Discord: where they are offered, and how a game with them goes."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
import sqlalchemy as sa
from discord import app_commands
from simcord.actors import MemberActor
from simcord.builders import UserHandle

from bot.app import CaptainsTable
from bot.components.interactions.rate_limits import ALLOWANCES
from bot.features.computers.computer_turns import ANSWER_S, EVEN_TURNS, LOST_TURNS
from bot.features.privacy.data_export import export
from bot.features.server_lists.table_list import ServerTableLists
from bot.people import computers
from bot.tables.jobs.retries import RETRY_PAUSES_S
from bot.tables.model.seating import Person
from bot.tables.record_text import record_text
from bot.tables.table_limits import MAX_WAITING
from bot.thinking.thinkers import Thought
from data.store.records import Address
from data.store.sqlite.executor import SqliteExecutor
from tests.games.registry import GAMES

from .group import Group
from .inline_thinkers import LONG_S, InlineThinkers
from .managing import manager
from .simulation import HOUR, Seen, Simulation, Wall, new_bot
from .test_curse import press_twice
from .test_every_game import SHORT, take_a_turn

DECKHAND = computers.newcomer("deckhand", ())
PLAYED = [key for key, game in GAMES.items() if game.people[1] > 1]


@pytest.fixture
async def simcord_bot(database: Path, wall: Wall, monkeypatch: pytest.MonkeyPatch) -> CaptainsTable:
    """The bot, with thinkers that choose at once."""
    monkeypatch.setattr("bot.app.Thinkers", InlineThinkers)
    return await new_bot(database, wall=wall)


def thinkers(sim: Simulation) -> InlineThinkers:
    return cast("InlineThinkers", sim.bot.context.thinkers)


async def against_the_deckhand(sim: Simulation, key: str, who: Any = None, **options: Any) -> None:
    await sim.say(who or sim.ann, f"{key} start", computer="deckhand", **SHORT.get(key, {}), **options)
    await sim.settled()


async def test_games_are_not_started_and_resigned_for_ever(sim: Simulation) -> None:
    for number in range(1, ALLOWANCES["table"].person + 1):
        await sim.say(sim.ann, "snorkels start", computer="cabin-boy")
        table = await sim.bot.context.tables.get(number)
        await sim.bot.context.tables.resign(number, table.seating.people[0], f"resign{number}")
    assert "Try again <t:" in (await sim.say(sim.ann, "snorkels start", computer="cabin-boy")).text
    await sim.env.advance_time(300)
    assert "Try again <t:" in (await sim.say(sim.ann, "snorkels start", computer="cabin-boy")).text
    await sim.env.advance_time(301)
    await sim.say(sim.ann, "snorkels start", computer="cabin-boy")
    assert len(await sim.bot.context.tables.store.table_ids_of(sim.ann.id, ("playing",), 99)) == 1


async def test_one_card_tells_a_move_and_the_computers_answer(sim: Simulation) -> None:
    await against_the_deckhand(sim, "hex")
    before = await sim.bot.context.tables.get(1)
    assert before.status == "playing"
    shown = len(sim.history())
    await take_a_turn(sim, sim.ann, Random(1))
    await sim.settled()
    table = await sim.bot.context.tables.get(1)
    assert [table.player_of(turn) for turn in table.turns][-2:] == [sim.ann.id, DECKHAND]
    assert len(sim.history()) == shown + 1, "one card for both"
    told = [turn.narration(None) for turn in table.turns[-2:]]
    assert "\n".join(told) in sim.card().text
    assert sim.pinged() == [], "an answer that comes at once finds her looking"
    assert "🤖 Deckhand" in sim.card().text
    assert str(DECKHAND) not in sim.card().text


async def test_the_card_of_a_move_comes_first_if_the_computer_thinks_for_long(sim: Simulation) -> None:
    await against_the_deckhand(sim, "hex")
    thinkers(sim).held = True
    await take_a_turn(sim, sim.ann, Random(1))
    await sim.bot.publisher.settle()
    assert "🤖 Deckhand is thinking." in sim.card().text
    assert sim.pinged() == []
    thinkers(sim).held = False
    await sim.env.advance_time(LONG_S)
    await sim.settled()
    assert "it’s your turn" in sim.card().text
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
    (card,) = sim.history()
    assert "North ready" in Seen(card).text
    assert sim.pinged() == [sim.ann.id]


async def test_nobody_asks_a_computer_to_move(sim: Simulation) -> None:
    thinkers(sim).held = True
    await sim.say(sim.ann, "depthcharge start", computer="deckhand")
    await sim.bot.publisher.settle()
    assert f"**<@{sim.ann.id}>, it’s your turn (south).**" in sim.card().text


async def test_a_computer_does_not_think_while_the_clock_is_paused(sim: Simulation) -> None:
    await against_the_deckhand(sim, "hex", pace="1d")
    thinkers(sim).held = True
    await take_a_turn(sim, sim.ann, Random(1))
    await sim.bot.publisher.settle()
    await sim.say(sim.ann, "table pause", sim.place())
    await sim.bot.publisher.settle()
    assert "It’s 🤖 Deckhand’s turn." in sim.card().text
    assert "is thinking" not in sim.card().text
    thinkers(sim).held = False
    await sim.say(sim.ann, "table pause", sim.place())
    await sim.env.advance_time(LONG_S)
    assert len((await table_of(sim)).turns) == 2, "and play goes on"


@pytest.mark.parametrize("key", PLAYED)
async def test_one_person_plays_a_game_to_its_end(sim: Simulation, key: str) -> None:
    await against_the_deckhand(sim, key)
    rng, service = Random(3), sim.bot.context.tables
    for turn in range(60):
        await sim.settled()
        table = await service.get(1)
        if table.status != "playing":
            break
        assert not table.computers_next, "every turn of the computer is played"
        assert table.address.shown == table.version
        await take_a_turn(sim, sim.ann, rng)
        if turn == 3:
            await sim.restart()
            service = sim.bot.context.tables
    else:
        await service.resign(1, table.seating.humans[0])
        await sim.settled()
    table = await service.get(1)
    assert table.status == "over"
    assert "The end" in sim.card().text
    assert sim.pinged() == []
    assert all(view.viewer is not None for _, _, view in thinkers(sim).asked), "each saw its own view alone"


# Where computers are offered


def people_of(table: Any) -> list[str]:
    return [sitter.person.name for sitter in table.seating.seated]


async def table_of(sim: Simulation, number: int = 1) -> Any:
    await sim.settled()
    return await sim.bot.context.tables.get(number)


async def test_the_host_adds_a_computer_in_the_lobby(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "hex start")
    assert "Add a Computer" in lobby.buttons
    refused = await sim.press(sim.bob, lobby, "Add a Computer")
    assert "Only the player who opened this table" in refused.text
    levels = await sim.press(sim.ann, lobby, "Add a Computer")
    assert levels.message.flags.ephemeral
    assert levels.buttons == ["Cabin Boy", "Deckhand", "First Mate", "Captain", "Close"]
    assert "**Captain**: Gives nothing away." in levels.text
    await sim.press(sim.ann, levels, "First Mate")
    table = await table_of(sim)
    assert table.status == "playing"
    assert people_of(table) == ["ann", "First Mate"]
    assert "🤖 **First Mate**: Plans ahead" in Seen(sim.history(sim.channel)[0]).text
    assert "ann vs First Mate" in sim.place().name


async def test_computers_come_and_go_in_a_lobby_for_four(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "crackers start", side="captain")
    levels = await sim.press(sim.ann, lobby, "Add a Computer")
    for _ in range(2):
        levels = await sim.press(sim.ann, levels, "Deckhand")
    assert "add another?" in levels.text
    assert people_of(await table_of(sim)) == ["Deckhand", "Deckhand 2", "ann"]
    await sim.press(sim.ann, lobby, "Remove a Computer")
    await sim.press(sim.bob, lobby, "Join")
    assert people_of(await table_of(sim)) == ["Deckhand", "bob", "ann"]
    await sim.press(sim.ann, lobby, "Start")
    table = await table_of(sim)
    assert people_of(table) == ["Deckhand", "bob", "Deckhand", "ann"]
    assert table.awaited[0].name == "bob", "red has gone at once"


async def test_a_lobby_with_computers_suggests_an_even_number_of_rounds(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "crackers start", side="captain", board="bell", rounds=20)
    assert "even game" not in lobby.text
    levels = await sim.press(sim.ann, lobby, "Add a Computer")
    await sim.press(sim.ann, levels, "First Mate")
    await sim.settled()
    assert "25 rounds between First Mates" in Seen(sim.history(sim.channel)[0]).text


async def test_the_computer_that_has_just_sat_down_is_named(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "crackers start", side="red")
    levels = await sim.press(sim.ann, lobby, "Add a Computer")
    levels = await sim.press(sim.ann, levels, "First Mate")
    assert "🤖 First Mate takes a seat" in levels.text
    levels = await sim.press(sim.ann, levels, "Cabin Boy")
    assert "🤖 Cabin Boy takes a seat" in levels.text
    assert people_of(await table_of(sim)) == ["ann", "Cabin Boy", "First Mate"]


async def test_a_double_press_on_a_level_adds_one_computer(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "crackers start", side="captain")
    levels = await sim.press(sim.ann, lobby, "Add a Computer")
    for there in (["Deckhand"], ["Deckhand", "Deckhand 2"]):
        press_twice(sim, sim.ann, levels, "Deckhand")
        await sim.env.settle()
        assert people_of(await table_of(sim)) == [*there, "ann"]


async def test_a_lobby_calls_no_game_rated_with_a_mixed_side(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "crackers start", side="captain", rated=True)
    levels = await sim.press(sim.ann, lobby, "Add a Computer")
    await sim.press(sim.ann, levels, "Deckhand")
    assert "This game is rated." in Seen(sim.history(sim.channel)[0]).text
    await sim.press(sim.bob, lobby, "Join")
    assert "rated" not in Seen(sim.history(sim.channel)[0]).text
    await against_the_deckhand(sim, "crackers", side="yellow", rated=True)
    assert "Hint" in (await sim.opened(sim.ann)).buttons, "which makes nothing unrated"


async def test_picking_the_bot_as_opponent_means_the_deckhand(sim: Simulation) -> None:
    assert sim.bot.user is not None
    me = MemberActor(sim.env, sim.guild, UserHandle(sim.env, sim.env.backend.get_user(sim.bot.user.id)))
    await sim.say(sim.ann, "hex start", opponent=me)
    assert people_of(await table_of(sim)) == ["ann", "Deckhand"]
    result = await sim.bob.context_menu(sim.channel, "Challenge to a Game", me)
    card = Seen(result.response)
    assert "Captain’s Curse" not in card.buttons
    await sim.press(sim.bob, card, "Hex")
    assert people_of(await table_of(sim, 2)) == ["bob", "Deckhand"]
    both = await sim.say(sim.cid, "hex start", opponent=sim.ann, computer="captain")
    assert "not both" in both.text


@pytest.mark.parametrize("key", ["hex", "depthcharge"])
async def test_somebody_alone_in_a_direct_message_plays_the_computer(sim: Simulation, key: str) -> None:
    await sim.ann.user.slash(f"{key} start")
    table = await table_of(sim)
    assert people_of(table) == ["ann", "Deckhand"]
    assert table.status == "playing"
    history = [Seen(message) for message in sim.ann.user.dm_channel.history()]
    assert any("🤖 Deckhand" in message.text for message in history)


async def test_whoever_waits_at_many_tables_can_still_play_the_computer(sim: Simulation) -> None:
    here = Address(guild=sim.guild.id, home=sim.channel.id)
    for _ in range(MAX_WAITING):
        await sim.bot.context.tables.open("hex", Person(sim.ann.id, "ann"), {}, here)
    assert "tables waiting for players" in (await sim.say(sim.ann, "hex start")).text
    await against_the_deckhand(sim, "hex")
    assert (await table_of(sim, MAX_WAITING + 1)).status == "playing"


async def test_help_says_how_to_play_against_the_computer(sim: Simulation) -> None:
    assert "**Add a Computer**" in (await sim.say(sim.ann, "help")).text


async def test_games_for_one_offer_no_computer(sim: Simulation) -> None:
    for command in sim.bot.tree.get_commands():
        start = command.get_command("start") if isinstance(command, app_commands.Group) else None
        if isinstance(start, app_commands.Command):
            offered = any(parameter.name == "computer" for parameter in start.parameters)
            assert offered == (GAMES[command.name].people[1] > 1)


async def test_one_of_the_crew_plays_with_two_computers_against_a_third(sim: Simulation) -> None:
    await against_the_deckhand(sim, "crackers", side="yellow")
    table = await table_of(sim)
    assert people_of(table) == ["Deckhand", "ann", "Deckhand", "Deckhand 2"]
    assert [person.name for person in table.awaited] == ["ann"]
    shown = len(sim.history())
    await take_a_turn(sim, sim.ann, Random(1))
    table = await table_of(sim)
    assert table.awaited[0].name == "ann", "blue, the captain and red of the next round came in between"
    assert len(sim.history()) == shown + 1


# Agreements


async def test_undo_takes_back_a_move_with_its_answer_at_once(sim: Simulation) -> None:
    await against_the_deckhand(sim, "hex")
    await take_a_turn(sim, sim.ann, Random(1))
    before = await table_of(sim)
    assert len(before.turns) == 2
    await sim.say(sim.ann, "table undo", place_of(sim))
    table = await table_of(sim)
    assert table.turns == ()
    assert table.agreements.requests == ()
    assert table.awaited[0].id == sim.ann.id
    await take_a_turn(sim, sim.ann, Random(2))
    assert len((await table_of(sim)).turns) == 2, "and play goes on"


async def test_a_double_press_on_undo_takes_back_one_move(sim: Simulation) -> None:
    await against_the_deckhand(sim, "hex")
    for seed in range(2):
        await take_a_turn(sim, sim.ann, Random(seed))
    assert len((await table_of(sim)).turns) == 4
    press_twice(sim, sim.ann, await sim.press(sim.ann, sim.card(), "More"), "Undo")
    await sim.env.settle()
    assert len((await table_of(sim)).turns) == 2


def place_of(sim: Simulation) -> Any:
    return sim.place()


@pytest.mark.parametrize(("value", "agreed"), [(0.1, True), (0.9, False)])
async def test_a_draw_is_answered_by_what_the_computer_expects(
    sim: Simulation, value: float, agreed: bool
) -> None:
    thinkers(sim).players, thinkers(sim).value = False, value
    await against_the_deckhand(sim, "checkers")
    await take_a_turn(sim, sim.ann, Random(1))
    await sim.settled()
    await sim.say(sim.ann, "table draw", place_of(sim))
    table = await table_of(sim)
    assert (table.status == "over") == agreed
    if agreed:
        assert "Both sides agreed to a draw." in sim.card().text
    else:
        assert "🤖 Deckhand declined" in sim.card().text


async def test_a_computer_that_gets_nowhere_agrees_to_a_draw(sim: Simulation) -> None:
    thinkers(sim).players, thinkers(sim).value = False, 0.55
    await sim.say(sim.ann, "checkers start", computer="deckhand")
    for turn in range(EVEN_TURNS):
        if turn == EVEN_TURNS - 1:
            await sim.say(sim.ann, "table draw", place_of(sim))
            assert (await table_of(sim)).status == "playing", "it isn’t sure yet"
        await play_anything(sim)
    await sim.say(sim.ann, "table draw", place_of(sim))
    table = await table_of(sim)
    assert (table.status, table.outcome.reason) == ("over", "agreed")


async def test_a_computer_answers_a_move_whose_commit_lost_its_answer(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await against_the_deckhand(sim, "hex")
    executor = sim.bot.store.executor
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
    await sim.bot.context.tables.play(1, table.seating.humans[0], str(action), version=table.version)


async def lose_hope(sim: Simulation, turns: int, value: float = 0.0) -> Any:
    """Table 1 after as many turns of a computer that expects to lose, or this."""
    thinkers(sim).players, thinkers(sim).value = False, value
    for _ in range(turns):
        await play_anything(sim)
    return await table_of(sim)


async def test_a_computer_without_hope_resigns_but_not_at_once(sim: Simulation) -> None:
    await sim.say(sim.ann, "checkers start", computer="first-mate")
    table = await lose_hope(sim, LOST_TURNS - 1)
    assert table.status == "playing", "whoever is winning has to show it first"
    table = await lose_hope(sim, 1)
    assert (table.status, table.outcome.reason) == ("over", "resigned")
    assert table.outcome.winners == ("red",)
    assert "(black) resigned." in sim.card().text


@pytest.mark.parametrize(
    ("game", "value", "status"),
    [
        ("checkers", 0.15, "over"),
        ("checkers", 0.17, "playing"),
        ("snorkels", 0.04, "over"),
        ("snorkels", 0.1, "playing"),
    ],
)
async def test_what_is_lost_depends_on_the_game(
    sim: Simulation, game: str, value: float, status: str
) -> None:
    await sim.say(sim.ann, f"{game} start", computer="first-mate")
    assert (await lose_hope(sim, LOST_TURNS, value)).status == status


async def test_what_a_computer_expected_of_moves_that_were_undone_is_forgotten(sim: Simulation) -> None:
    await sim.say(sim.ann, "checkers start", computer="first-mate")
    await lose_hope(sim, LOST_TURNS - 1)
    await sim.say(sim.ann, "table undo", place_of(sim))
    table = await lose_hope(sim, 1)
    assert table.status == "playing"


async def test_computers_play_on_if_the_host_wants_that(sim: Simulation) -> None:
    shown = await sim.say(sim.ann, "settings", computers_resign=False)
    assert "**Computers**: at your tables, they play every game to the end." in shown.text
    await sim.say(sim.ann, "checkers start", computer="first-mate")
    assert (await lose_hope(sim, LOST_TURNS + 1)).status == "playing"
    await sim.press(sim.ann, await sim.say(sim.ann, "settings"), "Computers")
    assert (await lose_hope(sim, 1)).status == "over"


async def test_the_lower_levels_play_on_since_a_beginner_may_still_lose(sim: Simulation) -> None:
    await sim.say(sim.ann, "checkers start", computer="deckhand")
    assert (await lose_hope(sim, LOST_TURNS + 1)).status == "playing"


async def test_computers_resign_only_in_games_for_two(sim: Simulation) -> None:
    await sim.say(sim.ann, "crackers start", computer="first-mate", side="captain")
    assert (await lose_hope(sim, LOST_TURNS)).status == "playing"


async def test_a_rematch_begins_at_once(sim: Simulation) -> None:
    await against_the_deckhand(sim, "hex")
    await sim.bot.context.tables.resign(1, (await table_of(sim)).seating.humans[0])
    await sim.settled()
    answer = await sim.press(sim.ann, sim.card(), "Rematch")
    assert "Table 2" in answer.text
    table = await table_of(sim, 2)
    assert people_of(table) == ["Deckhand", "ann"]
    assert table.header.host == sim.ann.id


async def test_the_record_names_level_and_version(sim: Simulation) -> None:
    await against_the_deckhand(sim, "hex")
    record = record_text(await table_of(sim))
    assert "computer:deckhand version 7" in record
    assert str(DECKHAND) not in record


# Taking over


async def three_at_crackers(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "crackers start", side="captain")
    for who in (sim.bob, sim.cid):
        await sim.press(who, lobby, "Join")
    await sim.press(sim.ann, lobby, "Start")


async def test_the_others_let_a_computer_take_over_on_the_card(sim: Simulation) -> None:
    await three_at_crackers(sim)
    await sim.say(sim.bob, "table leave", sim.place())
    await sim.settled()
    card = sim.card()
    assert "Let a Computer Play for bob" in card.buttons
    levels = await sim.press(sim.ann, card, "Let a Computer Play for bob")
    answer = await sim.press(sim.ann, levels, "Captain")
    assert "once cid agrees" in answer.text
    await sim.settled()
    assert f"🤖 Captain would like to take over from <@{sim.bob.id}>. <@{sim.cid.id}>, do you agree?" in (
        sim.card().text
    )
    assert sim.cid.id in sim.pinged()
    await sim.press(sim.cid, sim.card(), "Accept Captain’s Takeover")
    table = await table_of(sim)
    assert "bob" not in people_of(table)
    assert "Captain" in people_of(table)
    assert not table.computers_next, "it has played where it was its turn"


async def test_whoever_asked_for_a_computer_withdraws_that(sim: Simulation) -> None:
    await three_at_crackers(sim)
    await sim.say(sim.bob, "table leave", sim.place())
    await sim.settled()
    for leaves in (False, True):
        levels = await sim.press(sim.ann, sim.card(), "Let a Computer Play for bob")
        await sim.press(sim.ann, levels, "Captain")
        if leaves:
            # Nobody is left to answer.
            await sim.say(sim.cid, "table leave", sim.place())
        await sim.settled()
        label = "Withdraw Captain’s Takeover" if leaves else "Decline Captain’s Takeover"
        answer = await sim.press(sim.ann, sim.card(), label)
        assert answer.text == "You’ve withdrawn your request."
        table = await table_of(sim)
        assert (table.agreements.requests, table.agreements.declined) == ((), ())


async def test_nobody_is_replaced_by_a_computer_that_cannot_play(sim: Simulation, monkeypatch: Any) -> None:
    await three_at_crackers(sim)
    await sim.say(sim.bob, "table leave", sim.place())
    await sim.settled()
    levels = await sim.press(sim.ann, sim.card(), "Let a Computer Play for bob")
    await sim.press(sim.ann, levels, "Captain")
    await sim.settled()
    await without_players(sim, monkeypatch)
    assert NO_PLAYER in (await sim.press(sim.cid, sim.card(), "Accept Captain’s Takeover")).text
    assert "bob" in people_of(await table_of(sim))


# Everywhere else


async def test_lists_name_computers_and_never_mention_them(sim: Simulation) -> None:
    await against_the_deckhand(sim, "hex")
    lobby = await sim.say(sim.bob, "crackers start")
    await sim.press(sim.bob, await sim.press(sim.bob, lobby, "Add a Computer"), "Deckhand")
    seen = [
        (await sim.say(sim.ann, "games")).text,
        (await sim.say(sim.ann, "table info", table=1)).text,
        (await sim.say(sim.cid, "board", table=1)).text,
        (await sim.say(sim.cid, "board", table=1, words=True)).text,
        lobby.text,
    ]
    assert "with 🤖 Deckhand" in seen[0]
    assert all(str(DECKHAND) not in text for text in seen)
    sent = [str(one.json) for one in sim.env.http_requests if one.method in ("POST", "PATCH")]
    assert not any(str(number) in body for number in computers.IDS for body in sent)


async def test_computers_that_cannot_play_any_more_are_waited_for(sim: Simulation, monkeypatch: Any) -> None:
    await against_the_deckhand(sim, "hex")
    thinkers(sim).held = True
    await take_a_turn(sim, sim.ann, Random(1))
    await sim.bot.publisher.settle()
    monkeypatch.setattr(InlineThinkers, "version", lambda *_: 0)
    assert "🤖 Deckhand is thinking." in sim.card().text
    cards = len(sim.history())
    await sim.restart()
    await sim.settled()
    assert "🤖 Deckhand can’t play at the moment" in sim.card().text
    assert len(sim.history()) == cards
    shown = await sim.say(sim.ann, "board", table=1)
    assert "🤖 Deckhand can’t play at the moment" in shown.text
    assert "Add a Computer" not in (await sim.say(sim.bob, "hex start")).buttons
    monkeypatch.undo()
    monkeypatch.setattr("bot.app.Thinkers", InlineThinkers)
    await sim.restart()
    assert len((await table_of(sim)).turns) == 2


async def without_players(sim: Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot starts again and offers no computer players any more."""
    monkeypatch.setattr(InlineThinkers, "version", lambda *_: 0)
    await sim.restart()
    await sim.settled()


async def test_a_chart_says_that_the_computer_cannot_play(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await against_the_deckhand(sim, "depthcharge")
    thinkers(sim).held = True
    while (await table_of(sim)).thinking is None:
        await take_a_turn(sim, sim.ann, Random(1))
    await sim.bot.publisher.settle()
    assert "🤖 Deckhand is thinking." in Seen(sim.ann.user.dm_channel.last_message).text
    await without_players(sim, monkeypatch)
    assert "🤖 Deckhand can’t play at the moment" in Seen(sim.ann.user.dm_channel.last_message).text


NO_PLAYER = "There’s no computer player for"


async def test_no_rematch_begins_with_a_computer_that_cannot_play(sim: Simulation, monkeypatch: Any) -> None:
    await against_the_deckhand(sim, "hex")
    await sim.bot.context.tables.resign(1, (await table_of(sim)).seating.humans[0])
    await sim.settled()
    await without_players(sim, monkeypatch)
    assert NO_PLAYER in (await sim.press(sim.ann, sim.card(), "Rematch")).text
    assert await sim.bot.context.tables.tables_of(sim.ann.id) == []


async def test_no_lobby_is_started_with_a_computer_that_cannot_play(
    sim: Simulation, monkeypatch: Any
) -> None:
    lobby = await sim.say(sim.ann, "crackers start", side="captain")
    await sim.press(sim.ann, await sim.press(sim.ann, lobby, "Add a Computer"), "Deckhand")
    await without_players(sim, monkeypatch)
    assert NO_PLAYER in (await sim.press(sim.ann, lobby, "Start")).text
    await sim.press(sim.ann, lobby, "Remove a Computer")
    await sim.press(sim.bob, lobby, "Join")
    await sim.press(sim.ann, lobby, "Start")
    assert (await table_of(sim)).status == "playing"


async def test_nobody_runs_out_of_time_while_a_computer_cannot_play(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await sim.say(sim.ann, "crackers start", side="captain", pace="1h")
    await sim.press(sim.bob, lobby, "Join")
    await sim.press(sim.ann, await sim.press(sim.ann, lobby, "Add a Computer"), "Deckhand")
    thinkers(sim).held = True
    await sim.press(sim.ann, lobby, "Start")
    await take_a_turn(sim, sim.bob, Random(1))
    await sim.bot.publisher.settle()
    with monkeypatch.context() as without:
        await without_players(sim, without)
        await sim.env.advance_time(2 * HOUR)
        table = await table_of(sim)
        assert table.awaited[0].name == "Deckhand"
        assert table.timing.flagged == frozenset()
        seen = await sim.say(manager(sim), "doctor")
        assert "All is well" not in seen.text
        assert "is waiting for a computer player" in seen.text
    await sim.restart()
    table = await table_of(sim)
    assert table.awaited[0].name == "bob", "it has moved"
    assert table.timing.flagged == frozenset()
    await sim.env.advance_time(2 * HOUR)
    assert (await table_of(sim)).timing.flagged


async def test_a_bot_killed_while_a_computer_thinks_goes_on_after_the_restart(sim: Simulation) -> None:
    await against_the_deckhand(sim, "hex")
    thinkers(sim).held = True
    await take_a_turn(sim, sim.ann, Random(1))
    assert len((await sim.bot.context.tables.get(1)).turns) == 1
    await sim.restart()
    table = await table_of(sim)
    assert [table.player_of(turn) for turn in table.turns] == [sim.ann.id, DECKHAND]
    assert "it’s your turn" in sim.card().text
    assert table.address.shown == table.version


async def test_an_answer_to_a_position_that_was_undone_is_dropped(sim: Simulation) -> None:
    await against_the_deckhand(sim, "hex")
    thinkers(sim).held = True
    await take_a_turn(sim, sim.ann, Random(1))
    await sim.bot.publisher.settle()
    await sim.say(sim.ann, "table undo", sim.place())
    thinkers(sim).held = False
    await sim.env.advance_time(LONG_S)
    table = await table_of(sim)
    assert table.turns == ()
    assert table.awaited[0].id == sim.ann.id


async def test_a_solo_daily_and_its_table_know_nothing_of_computers(sim: Simulation) -> None:
    await sim.say(sim.ann, "curse daily")
    await sim.settled()
    assert thinkers(sim).asked == []


async def test_the_list_of_a_servers_tables_names_computers(sim: Simulation) -> None:
    board = sim.guild.create_text_channel("board")
    await sim.say(manager(sim), "server board", channel=board)
    await against_the_deckhand(sim, "hex")
    await sim.bot.context.parts[ServerTableLists].refresh(sim.guild.id)
    await sim.settled()
    assert f"<@{sim.ann.id}>" in sim.card(board).text
    await sim.bot.context.tables.resign(1, (await table_of(sim)).seating.humans[0])
    await sim.settled()
    await sim.bot.context.parts[ServerTableLists].refresh(sim.guild.id)
    assert "🤖 Deckhand" in sim.card(board).text


async def test_a_game_against_the_computer_is_watched_reviewed_and_replayed(sim: Simulation) -> None:
    await against_the_deckhand(sim, "hex")
    watched = await sim.press(sim.bob, sim.card(), "My View")
    assert "You’re watching." in watched.text
    await take_a_turn(sim, sim.ann, Random(1))
    await sim.bot.context.tables.resign(1, (await table_of(sim)).seating.humans[0])
    await sim.settled()
    review = await sim.press(sim.bob, sim.card(), "Review")
    assert "Position 0 of 2" in review.text
    replay = await sim.press(sim.ann, sim.card(), "Watch Replay")
    assert replay.message.attachments


async def test_people_export_their_own_part_of_a_game_against_the_computer(sim: Simulation) -> None:
    await against_the_deckhand(sim, "hex")
    await take_a_turn(sim, sim.ann, Random(1))
    await sim.settled()
    data = await export(sim.bot.context.tables, sim.ann.id)
    (table,) = data["tables"]
    assert {event["name"] for event in table["events"]} == {"ann"}


async def test_a_group_message_is_played_by_answers_alone(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = Group(sim, monkeypatch)
    await group.say(sim.ann, "hex start", computer="deckhand")
    await sim.settled()
    assert f"<@{sim.ann.id}>, it’s your turn" in group.card().text
    private = await group.press(sim.ann, group.card(), group.card().buttons[0])
    while "Confirm" not in private.buttons:
        await group.press(sim.ann, private, private.buttons[0])
    before = len(group.history())
    await group.press(sim.ann, private, "Confirm")
    table = await table_of(sim)
    assert len(table.turns) == 2
    assert len(group.history()) == before + 1
    assert group.by_itself() == []


async def test_a_lobby_in_a_group_message_shows_who_was_added(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = Group(sim, monkeypatch)
    lobby = await group.say(sim.ann, "crackers start", side="captain")
    assert "Start" not in lobby.buttons
    await group.press(sim.ann, await group.press(sim.ann, lobby, "Add a Computer"), "Deckhand")
    assert "**The Crew**: 🤖 Deckhand" in group.card().text
    await group.press(sim.ann, group.card(), "Start")
    assert (await table_of(sim)).status == "playing"
    assert "it’s your turn (captain)" in group.card().text
    assert group.by_itself() == []


async def test_slow_computers_leave_a_group_message_a_reply_for_the_persons_turn(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    think_for(monkeypatch, 1.5 * ANSWER_S)
    group = Group(sim, monkeypatch)
    await group.say(sim.ann, "crackers start", computer="deckhand", side="captain")
    await sim.env.advance_time(10 * ANSWER_S)
    table = await table_of(sim)
    assert len(table.turns) == 3, "one of each pawn"
    assert table.address.shown == table.version
    assert f"<@{sim.ann.id}>, it’s your turn (captain)" in group.card().text


async def test_the_last_lesson_leads_straight_to_the_first_choice_of_a_game(sim: Simulation) -> None:
    board = await sim.say(sim.ann, "learn", game="snorkels", lesson="cut-and-choose")
    await sim.press(sim.ann, board, "Take Purple")
    own = await sim.press(sim.ann, board, "Play the Cabin Boy")
    assert own.message.ephemeral
    assert {"a", "g"} <= set(own.buttons)
    table = await table_of(sim)
    own_ids = [each.id for each in table.seating.computers]
    assert own_ids == [computers.IDS.start]


async def test_a_computer_tries_again_after_pauses_until_the_database_is_back(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await against_the_deckhand(sim, "hex")
    append, refused = sim.bot.store.append, list[float]()

    async def full(*given: Any, **more: Any) -> Any:
        if given[2][0].person != DECKHAND or len(refused) > len(RETRY_PAUSES_S) + 1:
            return await append(*given, **more)
        refused.append(asyncio.get_running_loop().time())
        raise sa.exc.OperationalError("INSERT", None, OSError("disk full"))

    monkeypatch.setattr(sim.bot.store, "append", full)
    await take_a_turn(sim, sim.ann, Random(1))
    await sim.env.advance_time(2 * sum(RETRY_PAUSES_S))
    assert len(refused) == len(RETRY_PAUSES_S) + 2
    assert [round(later - at) for at, later in pairwise(refused)][:3] == list(RETRY_PAUSES_S[:3])
    assert len((await table_of(sim)).turns) == 2
