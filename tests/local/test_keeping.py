"""The local world on disk: a game goes on after the program's end, whichever it was."""

from __future__ import annotations

import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path

import aiohttp
import pytest

from bot.local import LocalDiscord
from bot.local.api.errors import Json
from bot.local.validate.messages import Upload
from bot.local.world import threads
from bot.local.world.keeping import InUse, Keeper, beside
from bot.local.world.model import Flag, May
from bot.local.world.world import PEOPLE, World

from .demo_bot import chart
from .window import Window, buttons, opened, parts, text

GALLERY = {"type": 12, "items": [{"media": {"url": "attachment://c.png"}, "description": "a chart"}]}


async def newest_card(window: Window, table: str) -> Json:
    """The card with **Move**."""
    return await window.until("Finn", table, lambda seen: "Move" in buttons(seen))


def newer_than(card: Json) -> Callable[[Json], bool]:
    """Whether a message is the card of a later turn."""
    return lambda seen: "Move" in buttons(seen) and int(seen["id"]) > int(card["id"])


async def test_a_game_goes_on_after_ctrl_c_and_after_a_kill(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite3"
    async with opened(database, signal.SIGINT) as window:
        asked = {"as": "Finn", "channel": "games", "command": "snorkels start", "wait": True}
        await window.post("slash", asked)
        lobby = await window.until("Pearl", "games", lambda seen: "Join" in buttons(seen))
        await window.press("Pearl", lobby, "Join")
        thread = (await window.until("Finn", "games", lambda seen: seen.get("thread")))["thread"]["id"]
        first = await newest_card(window, thread)
        mover = await window.awaited(first)
        other = {"Finn": "Pearl", "Pearl": "Finn"}[mover]
        assert "to act" in text(await window.take_a_turn(mover, first))
        card = await window.until(
            other, thread, lambda seen: seen["id"] > first["id"] and "Move" in buttons(seen)
        )
        private = await window.press(other, card, "Move")
    async with opened(database, signal.SIGKILL) as window:
        # The private card from before the end still leads somewhere, and so does the card of the table.
        again = await window.press(other, private, next(iter(buttons(private))))
        assert buttons(again)
        card = await newest_card(window, thread)
        picture = next(part for part in parts(card["components"]) if part["type"] == 12)
        async with aiohttp.ClientSession() as session:
            base = window.url.rstrip("/").rpartition("/")[0]
            async with session.get(base + picture["items"][0]["media"]["url"]) as reply:
                assert (reply.status, reply.content_type) == (200, "image/png")
        assert "to act" in text(await window.take_a_turn(other, card))
        await window.until("Finn", thread, newer_than(card))
    async with opened(database, signal.SIGINT) as window:
        more = await window.press("Finn", await newest_card(window, thread), "More")
        sure = await window.press("Finn", more, "Resign")
        assert "You have resigned." in text(await window.press("Finn", sure, "Yes, Resign"))
        end = await window.until("Pearl", thread, lambda seen: "The end" in text(seen))
        assert "Rematch" in buttons(end)
    assert not (tmp_path / "tables.sqlite3.local.aside-1").exists()


def furnished(world: World) -> None:
    """Something of everything in *world*."""
    world.base_url = "http://127.0.0.1:1"
    games, finn, pearl = world.channel("games"), world.person("Finn"), world.person("Pearl")
    picture = Upload(0, "c.png", chart().fp.read())
    payload = {"flags": int(Flag.COMPONENTS_V2), "components": [GALLERY], "nonce": "n"}
    post = world.post(games, world.bot, payload, [picture])
    thread = threads.open_thread(world, games, world.bot, {"name": "deep"}, start=post)
    threads.join(world, thread, finn)
    called = world.post(thread, finn, {"content": f"{pearl.mention} here", "message_reference": None})
    world.post(thread, pearl, {"content": "yes", "message_reference": {"message_id": str(called.id)}})
    world.post(games, world.bot, {"content": "secret"}, reader=finn, flags=int(Flag.EPHEMERAL))
    world.post(world.dm(pearl), world.bot, {"content": "psst"})
    world.deny_bot(games, May.ATTACH_FILES)
    world.set_accepts_dms(finn, accepts=False)
    world.add_person("Nerissa")


def test_what_is_kept_is_what_was_there(tmp_path: Path) -> None:
    from bot.local.world.ledger import message_body, world_body

    keeper = Keeper.open(tmp_path / "w.local")
    furnished(keeper.world)
    keeper.commands.sync(None, [{"name": "galley", "description": "cook", "type": 1}])
    keeper.close()
    again = Keeper.open(tmp_path / "w.local")
    assert world_body(again.world) == world_body(keeper.world)
    bodies = [[message_body(post) for post in each.world.messages.values()] for each in (keeper, again)]
    assert bodies[0] == bodies[1]
    assert again.commands.registered == keeper.commands.registered
    file = next(file for post in again.world.messages.values() for file in post.attachments)
    found = again.world.files.get(file.id)
    assert found is not None
    assert found.data == chart().fp.read()
    assert again.world.next_id() > max(again.world.messages)
    pearl = again.world.person("Pearl")
    assert again.world.dm(pearl).recipient is pearl
    again.close()


def test_what_is_taken_away_is_not_kept(tmp_path: Path) -> None:
    keeper = Keeper.open(tmp_path / "w.local")
    furnished(keeper.world)
    keeper.save()
    threads.delete(keeper.world, keeper.world.channel("deep"))
    threads.delete(keeper.world, keeper.world.channel("games"))
    keeper.close()
    with sqlite3.connect(tmp_path / "w.local") as file:
        assert file.execute("SELECT count(*) FROM message").fetchone() == (1,)
        assert file.execute("SELECT count(*) FROM file").fetchone() == (0,)
    file.close()


def test_an_answer_that_never_came_is_not_waited_for_again(tmp_path: Path) -> None:
    keeper = Keeper.open(tmp_path / "w.local")
    keeper.world.post(keeper.world.channel("games"), keeper.world.bot, {}, flags=int(Flag.LOADING))
    keeper.close()
    again = Keeper.open(tmp_path / "w.local")
    assert not again.world.messages
    again.close()


async def test_pictures_are_found_at_the_new_address(tmp_path: Path) -> None:
    keeper = Keeper.open(tmp_path / "w.local")
    furnished(keeper.world)
    keeper.close()
    local = LocalDiscord(keeper=Keeper.open(tmp_path / "w.local"))
    await local.start()
    post = next(post for post in local.world.messages.values() if post.attachments)
    address = post.components[0]["items"][0]["media"]["url"]
    async with aiohttp.ClientSession() as session, session.get(address) as reply:
        assert reply.status == 200
    await local.stop()


def spoilt(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\x00" + b"\xff" * 5000)


def foreign(path: Path) -> None:
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE recipes (name TEXT)")
    file.close()


def half(path: Path) -> None:
    Keeper.open(path).close()
    with sqlite3.connect(path) as file:
        file.execute("REPLACE INTO part VALUES ('world', '{\"people\": []}'), ('commands', '[]')")
    file.close()


@pytest.mark.parametrize("damage", [spoilt, foreign, half, lambda path: path.write_text("{}")])
def test_a_file_that_cannot_be_read_is_set_aside_with_a_word(
    tmp_path: Path, damage: object, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "w.local"
    assert callable(damage)
    damage(path)
    before = path.read_bytes()
    keeper = Keeper.open(path)
    assert [person.name for person in keeper.world.people.values()][1:] == list(PEOPLE)
    keeper.save()
    keeper.close()
    told = capsys.readouterr().err
    assert "can’t be read" in told
    assert "w.local.aside-1" in told
    assert (tmp_path / "w.local.aside-1").read_bytes() == before
    Keeper.open(path).close()
    assert not capsys.readouterr().err


def test_a_world_has_one_keeper_at_a_time(tmp_path: Path) -> None:
    keeper = Keeper.open(tmp_path / "w.local")
    with pytest.raises(InUse, match="Another local table"):
        Keeper.open(tmp_path / "w.local")
    keeper.close()
    Keeper.open(tmp_path / "w.local").close()


def test_a_place_where_no_file_can_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "w.local").mkdir()
    with pytest.raises(OSError, match=r"w\.local"):
        Keeper.open(tmp_path / "w.local")


def test_a_full_disk_is_told_once_and_made_up_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keeper = Keeper.open(tmp_path / "w.local")
    keeper._file.execute("PRAGMA max_page_count=6")
    furnished(keeper.world)
    keeper.save()
    keeper.save()
    assert capsys.readouterr().err.count("disk is full") == 1
    keeper._file.execute("PRAGMA max_page_count=100000")
    keeper.close()
    again = Keeper.open(tmp_path / "w.local")
    assert len(again.world.messages) == len(keeper.world.messages)
    again.close()


def test_the_world_lies_beside_its_tables() -> None:
    assert beside(Path("a/tables.sqlite3")) == Path("a/tables.sqlite3.local")
