"""The pictures of accounts: fetched once, never waited for long, forgotten with their people."""

from __future__ import annotations

import asyncio
from io import BytesIO
from typing import Any
from unittest.mock import AsyncMock, Mock

import discord
import pytest
from PIL import Image

from bot.components.interactions import avatars
from bot.components.interactions.avatars import MOST_BYTES, Avatars
from rendering.scene import LeagueView

from .simulation import Simulation
from .test_leagues import begun


def png(colour: str) -> bytes:
    file = BytesIO()
    Image.new("RGB", (128, 128), colour).save(file, "PNG")
    return file.getvalue()


class Account:
    """Somebody with a picture on Discord, and how often it was fetched."""

    def __init__(self, number: int, data: Any) -> None:
        self.id = number
        self.fetch = AsyncMock(side_effect=data if callable(data) else None, return_value=data)
        state: Any = Mock(http=Mock(get_from_cdn=self.fetch))
        url = f"{discord.Asset.BASE}/avatars/{number}/a_1b2c.gif?size=1024"
        self.avatar: discord.Asset | None = discord.Asset(state, url=url, key="a_1b2c", animated=True)


async def shown(known: Avatars, *accounts: Any) -> dict[int, bytes]:
    for each in accounts:
        known.met(each)
    return await known.of([*(each.id for each in accounts), 99])


async def test_a_picture_is_fetched_once_small_and_still() -> None:
    known, ann = Avatars(), Account(1, png("red"))
    assert await shown(known, ann) == await shown(known, ann) == {1: png("red")}
    ann.fetch.assert_awaited_once()
    (address,) = ann.fetch.await_args_list[0].args
    assert "/avatars/1/a_1b2c.png?size=128" in address, "a moving one stands still"


async def never(_address: str) -> bytes:
    await asyncio.Event().wait()
    raise AssertionError


async def refused(_address: str) -> bytes:
    raise discord.NotFound(Mock(status=404), "gone")


async def unplugged(_address: str) -> bytes:
    raise OSError("no network")


@pytest.mark.parametrize("answer", [never, refused, unplugged, b"x" * (MOST_BYTES + 1)])
async def test_who_has_no_picture_in_time_keeps_nobody_waiting_again(
    answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(avatars, "WITHIN_S", 0.01)
    known, ann, bob = Avatars(), Account(1, answer), Account(2, png("blue"))
    for _ in range(2):
        assert await shown(known, ann, bob) == {2: png("blue")}
    ann.fetch.assert_awaited_once()


async def test_a_picture_that_was_taken_away_or_whose_owner_is_forgotten_is_gone() -> None:
    known, ann, bob = Avatars(), Account(1, png("red")), Account(2, png("blue"))
    await shown(known, ann, bob)
    ann.avatar = None
    assert await shown(known, ann, bob) == {2: png("blue")}
    known.forget(2)
    assert await known.of([1, 2]) == {}
    await shown(known, bob)
    assert bob.fetch.await_count == 2, "nothing of it was kept"


async def test_a_profile_and_a_ranking_show_the_pictures_of_accounts(
    sim: Simulation, drawn: list[tuple[Any, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sim.bot.context.avatars, "of", AsyncMock(return_value={sim.ann.id: png("red")}))
    await sim.begin("snorkels", rated=False)
    await sim.tables.resign(1, sim.bob.person)
    await sim.settled()
    drawn.clear()
    await sim.ann.say("profile")
    await sim.bob.say("rank")
    (profile, ranking) = (scene.view for scene, _ in drawn)
    assert profile.face.avatar == ranking.podium[0].face.avatar == png("red")
    assert ranking.rows[0].face.avatar == b"", "bob has none"


async def test_a_league_shows_the_pictures_of_accounts(
    sim: Simulation, drawn: list[tuple[Any, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sim.bot.context.avatars, "of", AsyncMock(return_value={sim.ann.id: png("red")}))
    await begun(sim)
    shown = [scene.view for scene, _ in drawn if isinstance(scene.view, LeagueView)]
    faces = {row.face.name: row.face.avatar for _, rows in shown[-1].groups for row in rows}
    assert {name for name, avatar in faces.items() if avatar} == {sim.ann.person.called}
    assert len(faces) == 4


async def test_a_challenge_shows_for_whom_it_waits(
    sim: Simulation, drawn: list[tuple[Any, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sim.bot.context.avatars, "of", AsyncMock(return_value={sim.bob.id: png("red")}))
    lobby = await sim.ann.say("snorkels start", opponent=sim.bob, side="purple", pie="off")
    ((scene, _),) = drawn
    _, kept = scene.view.seats
    name = sim.bob.person.called
    assert (kept.face.name, kept.face.avatar, kept.label) == (name, png("red"), f"waiting for {name}")
    assert kept.colour == 0, "they haven't joined"
    assert f"Green: waiting for {name}." in lobby.alt


async def test_an_open_table_shows_the_pictures_of_accounts_until_it_begins(
    sim: Simulation, drawn: list[tuple[Any, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = AsyncMock(return_value={sim.ann.id: png("red")})
    monkeypatch.setattr(sim.bot.context.avatars, "of", asked)
    lobby = await sim.ann.say("snorkels start", side="purple", pie="off")
    ((scene, kind),) = drawn
    taken, empty = scene.view.seats
    assert (kind, taken.face.avatar, taken.label) == ("default", png("red"), sim.ann.person.called)
    assert (empty.face.name, empty.label) == ("", "open seat"), "nobody is there yet"
    assert [each.filename for each in lobby.attachments] == ["small-0.png", "faces.png"]
    await sim.bob.press(lobby, "Join")
    await sim.settled()
    assert [each.filename for each in sim.lobby.attachments] == ["small-0.png"]
    asked.reset_mock()
    await sim.ann.move("c3")
    await sim.settled()
    assert asked.await_count == 0, "no turn waits for a picture"


async def test_where_no_files_may_be_attached_an_open_table_names_who_is_there(sim: Simulation) -> None:
    lobby = await sim.ann.say("crackers start")
    sim.forbid(sim.channel, "attach_files")
    await sim.bob.press(lobby, "Join as The Crew")
    await sim.settled()
    assert sim.lobby.attachments == []
    assert f"<@{sim.ann.id}> and <@{sim.bob.id}>" in sim.lobby


async def test_whoever_presses_is_met_and_whoever_is_forgotten_is_forgotten(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    met, known = set[int](), sim.bot.context.avatars
    monkeypatch.setattr(known, "met", lambda user: met.add(user.id))
    monkeypatch.setattr(known, "forget", met.remove)
    lobby = await sim.ann.say("snorkels start")
    await sim.bob.press(lobby, "Join")
    await sim.ann.say("profile", member=sim.cid)
    assert met == {sim.ann.id, sim.bob.id, sim.cid.id}
    sim.bot.forgotten(sim.cid.id)
    assert met == {sim.ann.id, sim.bob.id}
