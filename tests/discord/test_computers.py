"""Computer players on Discord: where they are offered, and how a game with them goes."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from discord import app_commands
from simcord.actors import MemberActor
from simcord.builders import UserHandle

from bot.app import CaptainsTable
from bot.tables.people import computers
from bot.tables.people.data_export import export
from bot.tables.record_text import record_text
from tests.games.registry import GAMES

from .group import Group
from .inline_thinkers import LONG_S, InlineThinkers
from .managing import manager
from .sea import Sea, Seen, Wall, hurry, new_bot
from .test_every_game import SHORT, take_a_turn

DECKHAND = computers.newcomer("deckhand", ())
PLAYED = [key for key, game in GAMES.items() if game.people[1] > 1]


@pytest.fixture
async def simcord_bot(database: Path, wall: Wall, monkeypatch: pytest.MonkeyPatch) -> CaptainsTable:
    """The bot, with thinkers that choose at once."""
    hurry()
    monkeypatch.setattr("bot.app.Thinkers", InlineThinkers)
    return await new_bot(database, wall=wall)


def thinkers(sea: Sea) -> InlineThinkers:
    return cast("InlineThinkers", sea.bot.context.thinkers)


async def against_the_deckhand(sea: Sea, key: str, who: Any = None, **options: Any) -> None:
    await sea.say(who or sea.ann, f"{key} start", computer="deckhand", **SHORT.get(key, {}), **options)
    await sea.settled()


async def test_one_card_tells_a_move_and_the_computers_answer(sea: Sea) -> None:
    await against_the_deckhand(sea, "hex")
    before = await sea.bot.context.tables.get(1)
    assert before.status == "playing"
    shown = len(sea.history())
    await take_a_turn(sea, sea.ann, Random(1))
    await sea.settled()
    table = await sea.bot.context.tables.get(1)
    assert [table.player_of(turn) for turn in table.turns][-2:] == [sea.ann.id, DECKHAND]
    assert len(sea.history()) == shown + 1, "one card for both"
    told = [turn.narration(None) for turn in table.turns[-2:]]
    assert "\n".join(told) in sea.card().text
    assert sea.pinged() == [sea.ann.id]
    assert "🤖 Deckhand" in sea.card().text
    assert str(DECKHAND) not in sea.card().text


async def test_the_card_of_a_move_comes_first_if_the_computer_thinks_for_long(sea: Sea) -> None:
    await against_the_deckhand(sea, "hex")
    thinkers(sea).held = True
    await take_a_turn(sea, sea.ann, Random(1))
    await sea.bot.publisher.settle()
    assert "🤖 Deckhand is thinking." in sea.card().text
    assert sea.pinged() == []
    thinkers(sea).held = False
    await sea.env.advance_time(LONG_S)
    await sea.settled()
    assert "it’s your turn" in sea.card().text


@pytest.mark.parametrize("key", PLAYED)
async def test_one_person_plays_a_game_to_its_end(sea: Sea, key: str, quick: None) -> None:
    await against_the_deckhand(sea, key)
    rng, service = Random(3), sea.bot.context.tables
    for turn in range(60):
        await sea.settled()
        table = await service.get(1)
        if table.status != "playing":
            break
        assert not table.computers_next, "every turn of the computer is played"
        assert table.address.shown == table.version
        await take_a_turn(sea, sea.ann, rng)
        if turn == 3:
            await sea.restart()
            service = sea.bot.context.tables
    else:
        await service.resign(1, table.humans[0])
        await sea.settled()
    table = await service.get(1)
    assert table.status == "over"
    assert "The end" in sea.card().text
    assert sea.pinged() == [sea.ann.id]
    assert all(view.viewer is not None for _, _, view in thinkers(sea).asked), "each saw its own view alone"


# Where computers are offered


def people_of(table: Any) -> list[str]:
    return [sitter.person.name for sitter in table.seated]


async def table_of(sea: Sea, number: int = 1) -> Any:
    await sea.settled()
    return await sea.bot.context.tables.get(number)


async def test_the_host_adds_a_computer_in_the_lobby(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "hex start")
    assert "Add a Computer" in lobby.buttons
    refused = await sea.press(sea.bob, lobby, "Add a Computer")
    assert "Only the player who opened this table" in refused.text
    levels = await sea.press(sea.ann, lobby, "Add a Computer")
    assert levels.message.flags.ephemeral
    assert levels.buttons == ["Cabin Boy", "Deckhand", "First Mate", "Captain", "Close"]
    assert "**Captain**: Gives nothing away." in levels.text
    await sea.press(sea.ann, levels, "First Mate")
    table = await table_of(sea)
    assert table.status == "playing"
    assert people_of(table) == ["ann", "First Mate"]
    assert "🤖 **First Mate**: Plans ahead" in Seen(sea.history(sea.channel)[0]).text
    assert "ann vs First Mate" in sea.place().name


async def test_computers_come_and_go_in_a_lobby_for_four(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "crackers start", side="captain")
    levels = await sea.press(sea.ann, lobby, "Add a Computer")
    for _ in range(2):
        levels = await sea.press(sea.ann, levels, "Deckhand")
    assert "another one?" in levels.text
    assert people_of(await table_of(sea)) == ["Deckhand", "Deckhand 2", "ann"]
    await sea.press(sea.ann, lobby, "Remove a Computer")
    await sea.press(sea.bob, lobby, "Join")
    assert people_of(await table_of(sea)) == ["Deckhand", "bob", "ann"]
    await sea.press(sea.ann, lobby, "Start")
    table = await table_of(sea)
    assert people_of(table) == ["Deckhand", "bob", "Deckhand", "ann"]
    assert table.awaited[0].name == "bob", "red has gone at once"


async def test_picking_the_bot_as_opponent_means_the_deckhand(sea: Sea) -> None:
    assert sea.bot.user is not None
    me = MemberActor(sea.env, sea.guild, UserHandle(sea.env, sea.env.backend.get_user(sea.bot.user.id)))
    await sea.say(sea.ann, "hex start", opponent=me)
    assert people_of(await table_of(sea)) == ["ann", "Deckhand"]
    result = await sea.bob.context_menu(sea.channel, "Challenge to a Game", me)
    card = Seen(result.response)
    assert "Captain’s Curse" not in card.buttons
    await sea.press(sea.bob, card, "Hex")
    assert people_of(await table_of(sea, 2)) == ["bob", "Deckhand"]
    both = await sea.say(sea.cid, "hex start", opponent=sea.ann, computer="captain")
    assert "not both" in both.text


@pytest.mark.parametrize("key", ["hex", "depthcharge"])
async def test_somebody_alone_in_a_direct_message_plays_the_computer(sea: Sea, key: str) -> None:
    await sea.ann.user.slash(f"{key} start")
    table = await table_of(sea)
    assert people_of(table) == ["ann", "Deckhand"]
    assert table.status == "playing"
    history = [Seen(message) for message in sea.ann.user.dm_channel.history()]
    assert any("🤖 Deckhand" in message.text for message in history)


async def test_help_says_how_to_play_against_the_computer(sea: Sea) -> None:
    assert "**Add a Computer**" in (await sea.say(sea.ann, "help")).text


async def test_games_for_one_offer_no_computer(sea: Sea) -> None:
    for command in sea.bot.tree.get_commands():
        start = command.get_command("start") if isinstance(command, app_commands.Group) else None
        if isinstance(start, app_commands.Command):
            offered = any(parameter.name == "computer" for parameter in start.parameters)
            assert offered == (GAMES[command.name].people[1] > 1)


async def test_one_of_the_crew_plays_with_two_computers_against_a_third(sea: Sea, quick: None) -> None:
    await against_the_deckhand(sea, "crackers", side="yellow")
    table = await table_of(sea)
    assert people_of(table) == ["Deckhand", "ann", "Deckhand", "Deckhand 2"]
    assert [person.name for person in table.awaited] == ["ann"]
    shown = len(sea.history())
    await take_a_turn(sea, sea.ann, Random(1))
    table = await table_of(sea)
    assert table.awaited[0].name == "ann", "blue, the captain and red of the next round came in between"
    assert len(sea.history()) == shown + 1


# Agreements


async def test_undo_takes_back_a_move_with_its_answer_at_once(sea: Sea) -> None:
    await against_the_deckhand(sea, "hex")
    await take_a_turn(sea, sea.ann, Random(1))
    before = await table_of(sea)
    assert len(before.turns) == 2
    await sea.say(sea.ann, "table undo", place_of(sea))
    table = await table_of(sea)
    assert table.turns == ()
    assert table.requests == ()
    assert table.awaited[0].id == sea.ann.id
    await take_a_turn(sea, sea.ann, Random(2))
    assert len((await table_of(sea)).turns) == 2, "and play goes on"


def place_of(sea: Sea) -> Any:
    return sea.place()


@pytest.mark.parametrize(("value", "agreed"), [(0.1, True), (0.9, False)])
async def test_a_draw_is_answered_by_what_the_computer_expects(sea: Sea, value: float, agreed: bool) -> None:
    thinkers(sea).players, thinkers(sea).value = False, value
    await against_the_deckhand(sea, "checkers")
    await take_a_turn(sea, sea.ann, Random(1))
    await sea.settled()
    await sea.say(sea.ann, "table draw", place_of(sea))
    table = await table_of(sea)
    assert (table.status == "over") == agreed
    if agreed:
        assert "Both sides agreed to a draw." in sea.card().text
    else:
        assert "🤖 Deckhand declined" in sea.card().text


async def test_a_rematch_begins_at_once(sea: Sea) -> None:
    await against_the_deckhand(sea, "hex")
    await sea.bot.context.tables.resign(1, (await table_of(sea)).humans[0])
    await sea.settled()
    answer = await sea.press(sea.ann, sea.card(), "Rematch")
    assert "Table 2" in answer.text
    table = await table_of(sea, 2)
    assert people_of(table) == ["Deckhand", "ann"]
    assert table.header.host == sea.ann.id


async def test_the_record_names_level_and_version(sea: Sea) -> None:
    await against_the_deckhand(sea, "hex")
    record = record_text(await table_of(sea))
    assert "computer:deckhand version 7" in record
    assert str(DECKHAND) not in record


# Taking over


async def test_the_others_let_a_computer_take_over_on_the_card(sea: Sea, quick: None) -> None:
    lobby = await sea.say(sea.ann, "crackers start", side="captain")
    for who in (sea.bob, sea.cid):
        await sea.press(who, lobby, "Join")
    await sea.press(sea.ann, lobby, "Start")
    await sea.say(sea.bob, "table leave", sea.place())
    await sea.settled()
    card = sea.card()
    assert "Let a Computer Take Over" in card.buttons
    levels = await sea.press(sea.ann, card, "Let a Computer Take Over")
    answer = await sea.press(sea.ann, levels, "Captain")
    assert "once your opponent agrees" in answer.text
    await sea.settled()
    assert f"🤖 Captain would like to take over from <@{sea.bob.id}>. <@{sea.cid.id}>, do you agree?" in (
        sea.card().text
    )
    assert sea.cid.id in sea.pinged()
    await sea.press(sea.cid, sea.card(), "Accept Captain’s Takeover")
    table = await table_of(sea)
    assert "bob" not in people_of(table)
    assert "Captain" in people_of(table)
    assert not table.computers_next, "it has played where it was its turn"


# Everywhere else


async def test_lists_name_computers_and_never_mention_them(sea: Sea) -> None:
    await against_the_deckhand(sea, "hex")
    lobby = await sea.say(sea.bob, "crackers start")
    await sea.press(sea.bob, await sea.press(sea.bob, lobby, "Add a Computer"), "Deckhand")
    seen = [
        (await sea.say(sea.ann, "games")).text,
        (await sea.say(sea.ann, "table info", table=1)).text,
        (await sea.say(sea.cid, "board", table=1)).text,
        (await sea.say(sea.cid, "board", table=1, words=True)).text,
        lobby.text,
    ]
    assert "with 🤖 Deckhand" in seen[0]
    assert all(str(DECKHAND) not in text for text in seen)
    sent = [str(one.json) for one in sea.env.http_requests if one.method in ("POST", "PATCH")]
    assert not any(str(number) in body for number in computers.IDS for body in sent)


async def test_computers_that_cannot_play_any_more_are_waited_for(sea: Sea, monkeypatch: Any) -> None:
    await against_the_deckhand(sea, "hex")
    thinkers(sea).held = True
    await take_a_turn(sea, sea.ann, Random(1))
    await sea.bot.publisher.settle()
    monkeypatch.setattr(InlineThinkers, "version", lambda *_: 0)
    await sea.restart()
    await sea.settled()
    shown = await sea.say(sea.ann, "board", table=1)
    assert "🤖 Deckhand can’t play at the moment" in shown.text
    assert "Add a Computer" not in (await sea.say(sea.bob, "hex start")).buttons
    monkeypatch.undo()
    monkeypatch.setattr("bot.app.Thinkers", InlineThinkers)
    await sea.restart()
    assert len((await table_of(sea)).turns) == 2


async def test_a_bot_killed_while_a_computer_thinks_goes_on_after_the_restart(sea: Sea) -> None:
    await against_the_deckhand(sea, "hex")
    thinkers(sea).held = True
    await take_a_turn(sea, sea.ann, Random(1))
    assert len((await sea.bot.context.tables.get(1)).turns) == 1
    await sea.restart()
    table = await table_of(sea)
    assert [table.player_of(turn) for turn in table.turns] == [sea.ann.id, DECKHAND]
    assert "it’s your turn" in sea.card().text
    assert table.address.shown == table.version


async def test_an_answer_to_a_position_that_was_undone_is_dropped(sea: Sea) -> None:
    await against_the_deckhand(sea, "hex")
    thinkers(sea).held = True
    await take_a_turn(sea, sea.ann, Random(1))
    await sea.bot.publisher.settle()
    await sea.say(sea.ann, "table undo", sea.place())
    thinkers(sea).held = False
    await sea.env.advance_time(LONG_S)
    table = await table_of(sea)
    assert table.turns == ()
    assert table.awaited[0].id == sea.ann.id


async def test_a_solo_daily_and_its_table_know_nothing_of_computers(sea: Sea) -> None:
    await sea.say(sea.ann, "curse daily")
    await sea.settled()
    assert thinkers(sea).asked == []


async def test_the_list_of_a_servers_tables_names_computers(sea: Sea) -> None:
    board = sea.guild.create_text_channel("board")
    await sea.say(manager(sea), "server board", channel=board)
    await against_the_deckhand(sea, "hex")
    await sea.bot.lists.refresh(sea.guild.id)
    await sea.settled()
    assert f"<@{sea.ann.id}>" in sea.card(board).text
    await sea.bot.context.tables.resign(1, (await table_of(sea)).humans[0])
    await sea.settled()
    await sea.bot.lists.refresh(sea.guild.id)
    assert "🤖 Deckhand" in sea.card(board).text


async def test_a_game_against_the_computer_is_watched_reviewed_and_replayed(sea: Sea) -> None:
    await against_the_deckhand(sea, "hex")
    watched = await sea.press(sea.bob, sea.card(), "My View")
    assert "You’re watching." in watched.text
    await take_a_turn(sea, sea.ann, Random(1))
    await sea.bot.context.tables.resign(1, (await table_of(sea)).humans[0])
    await sea.settled()
    review = await sea.press(sea.bob, sea.card(), "Review")
    assert "Position 0 of 2" in review.text
    replay = await sea.press(sea.ann, sea.card(), "Watch Replay")
    assert replay.message.attachments


async def test_people_export_their_own_part_of_a_game_against_the_computer(sea: Sea) -> None:
    await against_the_deckhand(sea, "hex")
    await take_a_turn(sea, sea.ann, Random(1))
    await sea.settled()
    data = await export(sea.bot.store, sea.ann.id, 0)
    (table,) = data["tables"]
    assert {event["name"] for event in table["events"]} == {"ann"}


async def test_a_group_message_is_played_by_answers_alone(sea: Sea, monkeypatch: pytest.MonkeyPatch) -> None:
    group = Group(sea, monkeypatch)
    await group.say(sea.ann, "hex start", computer="deckhand")
    await sea.settled()
    assert f"<@{sea.ann.id}>, it’s your turn" in group.card().text
    private = await group.press(sea.ann, group.card(), group.card().buttons[0])
    while "Confirm" not in private.buttons:
        await group.press(sea.ann, private, private.buttons[0])
    before = len(group.history())
    await group.press(sea.ann, private, "Confirm")
    table = await table_of(sea)
    assert len(table.turns) == 2
    assert len(group.history()) == before + 1
    assert group.by_itself() == []
