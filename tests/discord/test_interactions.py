"""The parts around an interaction, without a Discord: errors, numbers, permissions, names, shutdown."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.components.interactions import channels, discord_errors
from bot.components.interactions.card import ID_LIMIT, Card, CardImage, Control, files
from bot.components.interactions.context import InFlight, Seen, person_of
from bot.components.interactions.routing import (
    CUSTOM_ID,
    MAX_ID,
    UnknownControl,
    number_in,
    receive,
)
from bot.games import GAMES
from bot.tables.model.seating import Person
from rendering.scene import Picture
from tests.tables.folded import begun
from tests.tables.harness import BOB, CID, DEE


def refused(status: int, code: int = 0) -> discord.HTTPException:
    """An error as Discord answers it."""
    response = cast("aiohttp.ClientResponse", SimpleNamespace(status=status, reason="no"))
    return discord.HTTPException(response, {"code": code, "message": "no"})


@pytest.mark.parametrize(
    ("status", "code", "passes", "lost"),
    [
        (500, 0, True, False),
        (499, 0, False, False),
        (408, 0, True, False),
        (429, 0, True, False),
        (429, 30046, False, False),
        (400, 40003, True, False),
        (400, 130000, True, False),
        (400, 50035, False, False),
        (400, 50083, False, True),
        (400, 160004, False, False),
        (400, 160006, False, True),
        (403, 50001, False, True),
        (403, 50013, False, True),
        (404, 10003, False, True),
        (404, 10008, False, True),
    ],
)
def test_what_discord_refuses_passes_or_a_place_is_lost(
    status: int, code: int, passes: bool, lost: bool
) -> None:
    error = refused(status, code)
    assert (discord_errors.passes(error), discord_errors.lost(error)) == (passes, lost)


def test_a_broken_connection_passes_and_two_refusals_close_direct_messages() -> None:
    assert all(map(discord_errors.passes, (OSError(), aiohttp.ClientError())))
    codes = (50007, 50278, 50001, 0)
    closed = [discord_errors.direct_messages_closed(refused(403, code)) for code in codes]
    assert closed == [True, True, False, False]


def test_a_buttons_number_is_one_that_the_database_holds() -> None:
    assert [number_in(text) for text in ("0", "007", str(MAX_ID))] == [0, 7, 2**63 - 1]
    for text in ("", "-1", "1.0", "٣", "²", "x", str(MAX_ID + 1), "1" * 20, "0" * 20):
        with pytest.raises(UnknownControl):
            number_in(text)


@pytest.mark.parametrize(
    ("custom_id", "known"),
    [
        ("ct:move:1:2:", True),
        (f"ct:move:{'9' * 12}:{'9' * 9}:{'x' * 80}", True),
        (f"ct:move:{'9' * 13}:1:", False),
        (f"ct:move:1:{'9' * 10}:", False),
        (f"ct:move:1:1:{'x' * 81}", False),
        ("ct:Move:1:1:", False),
        ("ct::1:1:", False),
        ("cx:move:1:1:", False),
        ("ct:move:1:1:a\nb", False),
    ],
)
def test_one_form_fits_all_buttons(custom_id: str, known: bool) -> None:
    assert (CUSTOM_ID.fullmatch(custom_id) is not None) is known


@pytest.mark.parametrize(("table", "version"), [(1, 1), (10**7, 100), (10**12 - 1, 10**9 - 1)])
def test_a_button_holds_what_was_typed_as_far_as_it_has_room(table: int, version: int) -> None:
    button = Control("write", "Type Squares", table, version).holding("a1 " * 60)
    assert len(button.custom_id) <= ID_LIMIT
    assert CUSTOM_ID.fullmatch(button.custom_id) is not None
    assert button.rest.startswith("a1 " * 20)


ALL = channels.PERMISSIONS


@pytest.mark.parametrize(
    ("lacking", "thread", "threads", "named"),
    [
        ((), False, True, ()),
        (("view_channel",), False, False, ("View Channel",)),
        (("send_messages", "attach_files"), False, False, ("Send Messages", "Attach Files")),
        (("send_messages",), True, False, ()),
        (("send_messages_in_threads",), False, False, ()),
        (("send_messages_in_threads",), True, False, ("Send Messages in Threads",)),
        (("create_public_threads",), False, False, ()),
        (("create_public_threads",), False, True, ("Create Public Threads",)),
        (("send_messages_in_threads",), True, True, ("Send Messages in Threads",)),
    ],
)
def test_what_the_bot_lacks_is_named_as_discord_names_it(
    lacking: tuple[str, ...], thread: bool, threads: bool, named: tuple[str, ...]
) -> None:
    allowed = discord.Permissions(ALL.value)
    allowed.update(**dict.fromkeys(lacking, False))
    assert channels.missing_permissions(allowed, thread=thread, threads=threads) == named


def test_a_threads_name_has_room_for_everybody() -> None:
    table = begun(BOB, CID, DEE, game=GAMES["crackers"])
    long = [sitter._replace(person=Person(sitter.person.id, "W" * 40)) for sitter in table.seating.seated]
    for one in (table, replace(table, seating=replace(table.seating, seated=tuple(long)))):
        name = channels.thread_name(one)
        assert name.startswith(table.game.title)
        assert len(name) <= 100
    assert channels.thread_name(table) == "Drown, Captain Crackers! · Ann, Cid, Dee and Bob"


async def test_a_shutdown_waits_for_what_runs_and_ends_what_takes_too_long() -> None:
    running, ends, done = InFlight(), asyncio.Event(), []

    async def work(name: str, event: asyncio.Event) -> None:
        with running.track():
            with running.track():
                pass  # what is inside of another ends earlier
            await event.wait()
            done.append(name)

    never = asyncio.create_task(work("never", asyncio.Event()))
    soon = asyncio.create_task(work("soon", ends))
    asyncio.get_running_loop().call_later(0.01, ends.set)
    await running.finish(0.2)
    assert done == ["soon"]
    assert (soon.done(), never.cancelled()) == (True, True)
    await running.finish(0.0)


def test_what_comes_twice_is_seen_once_and_the_memory_has_an_end() -> None:
    seen = Seen()
    assert [seen.add(number) for number in (1, 1, 2, 1)] == [True, False, True, False]
    for number in range(10, 10 + 5000):
        seen.add(number)
    assert seen.add(1), "it is long ago"


def test_who_has_no_name_that_can_be_shown_is_a_sailor() -> None:
    def user(name: str) -> Any:
        return SimpleNamespace(id=123_456_789, display_name=name)

    assert person_of(user("Ann")) == Person(123_456_789, "Ann")
    assert person_of(user("\u2800")) == Person(123_456_789, "Sailor 6789")


def test_a_description_is_cut_between_two_words_and_a_bare_card_keeps_its_files() -> None:
    picture = CardImage("word " * 400, Picture(b"png", 1, 1))
    card = Card("A card", (picture,), rows=((Control("v", "b"),),), files=(("t", b"x"),))
    assert files(card)[0].description == "word " * 204 + "…"
    assert len(CardImage("a" * 2000).description) == 1024
    assert [[file.filename for file in files(each)] for each in (card, card.bare())] == [
        ["board.png", "t"],
        ["t"],
    ]
    assert (card.bare().rows, card.bare().pings) == ((), ())


@pytest.mark.parametrize(
    "kind",
    [
        discord.InteractionType.ping,
        discord.InteractionType.application_command,
        discord.InteractionType.autocomplete,
    ],
)
async def test_only_buttons_and_forms_are_refused_as_unknown(kind: discord.InteractionType) -> None:
    # It has nothing by which it could be answered: an attempt would raise.
    await receive(cast("Any", SimpleNamespace(type=kind, data=None)))
