"""Tables in channels that somebody can't see: nothing shows or names these to them."""

from __future__ import annotations

import asyncio
from typing import Any, Final
from unittest.mock import Mock

import discord
import pytest

from bot.components.interactions import replies, visibility
from bot.components.interactions.routing import HANDLERS
from bot.games.core import Seat
from bot.local.api import channels
from bot.tables.model.seating import Person, Seated, Seating
from bot.tables.model.table import Table
from data.store.records import NOWHERE, Address

from .playing import forged, table_commands
from .simulation import Simulation

NONE = "There’s no Table 1"


async def begun(sim: Simulation, place: Any) -> None:
    """Ann and bob play in ``place``."""
    await sim.begin("snorkels", place)
    assert (await sim.table()).status == "playing"


async def test_a_table_in_a_hidden_channel_is_none_to_a_stranger(sim: Simulation) -> None:
    await begun(sim, sim.channel_for(sim.ann, sim.bob))
    for command, options in table_commands(sim).items():
        if command != "plan":
            assert NONE in await sim.cid.say(command, table=1, **options), command
    assert NONE in await sim.cid.say("board", table=1, words=True)


async def test_a_table_in_a_private_thread_is_seen_in_it_alone(sim: Simulation) -> None:
    thread = sim.env.create_private_thread(sim.channel, sim.ann, sim.bob)
    await begun(sim, thread)
    assert NONE in await sim.cid.say("board", table=1)
    channels.join(sim.env.world, thread.channel, sim.cid.account)
    assert "You’re watching" in await sim.cid.say("board", thread)
    assert NONE in await sim.cid.say("board", table=1), "whom it lets in is not known"
    mates = sim.guild.create_role("mates", permissions=discord.Permissions(manage_threads=True))
    dee = sim.newcomer("dee", mates)
    assert "You’re watching" in await dee.say("board", table=1)


async def test_the_doctor_names_no_table_that_its_caller_can_not_see(sim: Simulation) -> None:
    await begun(sim, sim.channel_for(sim.ann, sim.bob))
    await sim.store.set_address(1, shown=1)
    mia = sim.manager()
    told = (await mia.say("doctor")).text
    assert "Table 1" not in told
    assert "1 table is stuck in a channel that you can’t see." in told
    await sim.settled()
    version = (await sim.table()).version
    await sim.store.set_address(1, shown=version)
    assert "stuck" not in await mia.say("doctor")
    await sim.store.freeze(1, version)
    await sim.store.set_address(1, shown=version)
    assert "1 table is stuck" in await mia.say("doctor")


def test_all_buttons_of_tables_are_checked_but_those_that_show_nothing_of_them() -> None:
    assert {verb for verb, route in HANDLERS.items() if not route.needs_sight} == {
        "chosen",
        "dismiss",
        "page",
    }


async def test_a_press_that_names_a_hidden_table_finds_none(sim: Simulation) -> None:
    own = await sim.cid.say("games")
    await begun(sim, sim.channel_for(sim.ann, sim.bob))
    version = (await sim.table()).version
    for verb, route in HANDLERS.items():
        if route.needs_sight:
            told = await forged(sim, sim.cid, f"ct:{verb}:1:{version}:{sim.bob.id}", own)
            assert NONE in told, verb
    assert (await sim.table()).version == version


async def test_who_lost_the_role_that_showed_a_channel_reads_no_more_through_a_private_card(
    sim: Simulation,
) -> None:
    crew = sim.guild.create_role("crew")
    place = sim.channel_for(sim.ann, sim.bob, crew)
    dee = sim.newcomer("dee", crew)
    await begun(sim, place)
    thread = place.threads[0]
    here = await dee.press(sim.card(thread), "My View")
    elsewhere = await dee.say("board", table=1)
    assert "You’re watching" in here
    assert "You’re watching" in elsewhere
    dee.account.roles.remove(crew.id)
    await sim.env.settle()
    for card in (here, elsewhere):
        assert NONE in await forged(sim, dee, card.custom_id("Board in Words"), card)
    dee.account.roles.add(crew.id)
    await sim.env.settle()
    told = await forged(sim, dee, elsewhere.custom_id("Board in Words"), elsewhere)
    assert NONE not in told, "with the role back"


async def test_a_press_is_acknowledged_while_its_table_takes_long_to_be_looked_up(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(sim, sim.channel)
    card, found, looked = sim.card(), sim.tables.get, list[int]()

    async def slow(table_id: int) -> Table:
        while not record.responded:  # noqa: ASYNC110 (the simulated Discord tells nobody)
            await asyncio.sleep(0.01)
        looked.append(table_id)
        return await found(table_id)

    monkeypatch.setattr(replies, "REPLY_WITHIN_S", 0.05)
    monkeypatch.setattr(sim.tables, "get", slow)
    for verb in ("view", "join"):
        record = sim.emit_press(sim.cid, f"ct:{verb}:1:1:", card)
        await sim.env.settle()
        assert looked
        assert not record.loading, "and the reply follows"


def _asking(**given: Any) -> Any:
    """An interaction of somebody who sits at no table, in channel 7 of server 1."""
    member = Mock(spec=discord.Member, id=99)
    usual = {"guild_id": 1, "channel_id": 7, "user": member, "permissions": discord.Permissions.all()}
    return Mock(**(usual | given))


def _table(
    *, opponent: int | None = None, seated: tuple[Seated, ...] = (), status: str = "playing", **address: Any
) -> Any:
    """A table of other people, in channel 5 of server 1."""
    where = Address(**({"guild": 1, "home": 5, "channel": 6} | address))
    header = Mock(opponent=opponent)
    return Mock(
        address=where,
        header=header,
        seating=Seating((), seated),
        status=status,
        private=where.home == NOWHERE,
    )


def _thread(*, private: bool = False, view: bool = True, manage: bool = False, parent: bool = True) -> Any:
    thread = Mock(spec=discord.Thread)
    thread.is_private.return_value = private
    thread.permissions_for.return_value = discord.Permissions(view_channel=view, manage_threads=manage)
    if not parent:
        thread.parent = None
    return thread


def _at(place: Any, **given: Any) -> Any:
    """An interaction whose server has ``place`` as the home of all tables."""
    interaction = _asking(**given)
    interaction.client.get_guild.return_value.get_channel_or_thread.return_value = place
    return interaction


BLIND: Final = discord.Permissions.none()


@pytest.mark.parametrize(
    ("interaction", "table", "seen"),
    [
        # A player sees the table, even where it no longer folds.
        (_asking(), _table(seated=(Seated(Seat("red"), Person(99, "Dee")),)), True),
        # Whoever is challenged sees the lobby until it begins.
        (_asking(), _table(home=NOWHERE, status="lobby", opponent=99), True),
        (_asking(), _table(home=NOWHERE, opponent=99), False),
        # A private table is seen by its players alone.
        (_asking(channel_id=NOWHERE), _table(home=NOWHERE, channel=NOWHERE), False),
        # In its own channels a table is seen by those who read them.
        *((_asking(channel_id=place), _table(), True) for place in (5, 6)),
        *((_asking(channel_id=place, permissions=BLIND), _table(), False) for place in (5, 6)),
        (_asking(channel_id=5, guild_id=None, permissions=BLIND), _table(guild=None), True),
        # From another server it isn't seen, nor by those whom the server doesn't know.
        (_at(_thread()), _table(), True),
        (_at(_thread(), guild_id=2), _table(), False),
        (_at(_thread(), guild_id=None), _table(guild=None), False),
        (_at(_thread(), user=Mock(spec=discord.User, id=99)), _table(), False),
        # Nor from elsewhere, where the bot doesn't know its channel or server.
        (_at(None), _table(), False),
        (_asking(**{"client.get_guild.return_value": None}), _table(), False),
        # A thread is seen by those who read its channel, a private one by moderators.
        (_at(_thread(view=False)), _table(), False),
        (_at(_thread(parent=False)), _table(), False),
        (_at(_thread(private=True)), _table(), False),
        (_at(_thread(private=True, manage=True)), _table(), True),
        (_at(_thread(private=True, manage=True, view=False)), _table(), False),
    ],
)
def test_a_table_is_seen_by_its_people_and_by_those_who_read_its_channel(
    interaction: Any, table: Any, seen: bool
) -> None:
    assert visibility.can_see(interaction, table) is seen


def test_a_deleted_channel_hides_nothing_from_those_who_look_after_the_server() -> None:
    assert not visibility.hidden_from_manager(_at(None), _table())
    assert visibility.hidden_from_manager(_at(_thread(view=False)), _table())
    assert visibility.hidden_from_manager(_at(None), _table(home=NOWHERE)), "a private table stays private"
    assert not visibility.hidden_from_manager(_at(_thread()), _table())


def _channel_with(number: int, rules: dict[int, bool | None], *, open_to_all: bool = True) -> Any:
    channel = Mock(spec=discord.TextChannel, id=number)
    channel.permissions_for.return_value = discord.Permissions(view_channel=open_to_all)
    channel.overwrites = {Mock(id=target): Mock(view_channel=view) for target, view in rules.items()}
    return channel


def _below(parent: Any, *, private: bool = False) -> Any:
    thread = Mock(spec=discord.Thread)
    thread.parent = parent
    thread.is_private.return_value = private
    return thread


OPEN = _channel_with(5, {})
SHUT = _channel_with(5, {1: False, 2: True}, open_to_all=False)
BOARD = _channel_with(7, {})


@pytest.mark.parametrize(
    ("home", "board", "within"),
    [
        (OPEN, BOARD, True),
        (SHUT, BOARD, False),
        (SHUT, _channel_with(7, {1: False, 2: True, 3: None}, open_to_all=False), True),
        (SHUT, _channel_with(7, {1: False, 3: True}, open_to_all=False), False),
        (_channel_with(5, {4: False}), BOARD, False),
        (_channel_with(5, {4: False}), _channel_with(7, {4: False}), True),
        (_below(OPEN), BOARD, True),
        (_below(SHUT), BOARD, False),
        (_below(OPEN, private=True), BOARD, False),
        (_below(None), BOARD, False),
        (SHUT, _below(SHUT), True),
        (SHUT, _below(None), False),
        (None, BOARD, False),
        (OPEN, None, False),
    ],
)
def test_a_list_tells_of_a_table_only_where_all_its_readers_see_it(
    home: Any, board: Any, within: bool
) -> None:
    guild = Mock(spec=discord.Guild)
    guild.get_channel_or_thread.side_effect = {5: home, 7: board}.get
    assert visibility.readers_can_see(guild, 5, 7) is within


def test_a_list_tells_of_the_tables_of_its_own_channel() -> None:
    guild = Mock(spec=discord.Guild)
    guild.get_channel_or_thread.return_value = _below(SHUT, private=True)
    assert visibility.readers_can_see(guild, 5, 5)
