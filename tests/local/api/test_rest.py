"""The REST API: what it answers, and what it refuses with which code."""

from __future__ import annotations

import aiohttp
import pytest

from bot.local import LocalDiscord
from bot.local.api import channels
from bot.local.errors import Json
from bot.local.world.model import Channel, Flag, Message, Permission
from tests.local.conftest import Raw, form, games
from tests.local.demo_bot import chart

V2 = int(Flag.COMPONENTS_V2)


async def sent(local: LocalDiscord, raw: Raw, payload: Json) -> Message:
    """A message posted by the bot."""
    status, body = await raw("POST", f"/channels/{games(local).id}/messages", payload)
    assert status == 200, body
    return local.world.message(body["id"])


async def opened(local: LocalDiscord, raw: Raw) -> Channel:
    """A thread that the bot has opened."""
    start = await sent(local, raw, {"content": "x"})
    return channels.open_thread(local.world, start, local.world.bot, {"name": "t"})


async def test_unknown_things_are_unknown(local: LocalDiscord, raw: Raw) -> None:
    here = games(local).id
    assert await raw.code("GET", "/channels/1") == (404, 10003)
    assert await raw.code("POST", "/channels/1/messages", {"content": "x"}) == (404, 10003)
    assert await raw.code("GET", f"/channels/{here}/messages/1") == (404, 10008)
    assert await raw.code("PATCH", f"/channels/{here}/messages/1", {"content": "x"}) == (404, 10008)
    assert await raw.code("POST", "/users/@me/channels", {"recipient_id": "1"}) == (404, 10013)
    assert await raw.code("PUT", "/applications/1/commands", []) == (404, 10002)
    assert await raw.code("POST", "/webhooks/{app}/nothing", {"content": "x"}) == (404, 10015)
    assert await raw.code("POST", "/interactions/1/x/callback", {"type": 5}) == (404, 10062)
    assert await raw.code("PUT", f"/channels/{here}/pins/1") == (404, 0)


async def test_lost_permissions_are_50001_and_50013(local: LocalDiscord, raw: Raw) -> None:
    place = games(local)
    path = f"/channels/{place.id}/messages"
    post = await sent(local, raw, {"content": "start"})
    channels.deny_bot(local.world, place, Permission.SEND_MESSAGES | Permission.CREATE_PUBLIC_THREADS)
    assert await raw.code("POST", path, {"content": "x"}) == (403, 50013)
    assert await raw.code("POST", f"{path}/{post.id}/threads", {"name": "x"}) == (403, 50013)
    channels.deny_bot(local.world, place, Permission.VIEW_CHANNEL)
    assert await raw.code("POST", path, {"content": "x"}) == (403, 50001)
    assert await raw.code("GET", f"/channels/{place.id}") == (403, 50001)


async def test_direct_messages_are_refused_with_50007_and_50278(local: LocalDiscord, raw: Raw) -> None:
    finn = local.world.person("Finn")
    status, conversation = await raw("POST", "/users/@me/channels", {"recipient_id": finn.id})
    assert (status, conversation["type"]) == (200, 1)
    path = f"/channels/{conversation['id']}/messages"
    assert (await raw("POST", path, {"content": "x"}))[0] == 200
    assert finn.pings
    local.world.set_accepts_dms(finn, accepts=False)
    assert await raw.code("POST", path, {"content": "x"}) == (403, 50007)
    local.world.set_membership(finn, member=False)
    assert await raw.code("POST", path, {"content": "x"}) == (403, 50278)


async def test_a_request_without_the_token_is_401(local: LocalDiscord) -> None:
    async with aiohttp.ClientSession() as session, session.get(f"{local.api_url}/users/@me") as reply:
        assert reply.status == 401
        assert reply.headers["Content-Type"] == "application/json"


async def test_json_that_is_nested_too_deeply_is_refused(
    local: LocalDiscord, raw: Raw, caplog: pytest.LogCaptureFixture
) -> None:
    deep = "[" * 200_000 + "]" * 200_000
    multipart = aiohttp.FormData(default_to_multipart=True)
    multipart.add_field("payload_json", deep)
    post, sync = f"/channels/{games(local).id}/messages", "/applications/{app}/commands"
    sent = {"headers": {"Content-Type": "application/json"}}
    assert await raw.code("POST", post, data=deep, **sent) == (400, 50109)
    assert await raw.code("POST", post, data=multipart) == (400, 50109)
    assert await raw.code("PUT", sync, data=deep, **sent) == (400, 50109)
    assert await raw.code("PUT", sync, {"not": "a list"}) == (400, 50109)
    assert not caplog.records


async def test_a_picture_is_measured_described_and_served(local: LocalDiscord, raw: Raw) -> None:
    picture = chart().fp.read()
    payload = {"attachments": [{"id": 0, "description": "a chart"}]}
    path = f"/channels/{games(local).id}/messages"
    _, body = await raw("POST", path, data=form(payload, ("my chart.png", picture)))
    (file,) = body["attachments"]
    assert (file["filename"], file["width"], file["height"]) == ("my_chart.png", 800, 560)
    assert (file["description"], file["content_type"]) == ("a chart", "image/png")
    assert file["proxy_url"] == file["url"]
    async with aiohttp.ClientSession() as session:
        async with session.get(file["url"]) as reply:
            assert await reply.read() == picture
        async with session.get(file["url"].replace("/my_chart", "0/my_chart")) as reply:
            assert reply.status == 404


async def test_files_shown_by_components_are_not_listed_and_are_kept_by_an_edit(
    local: LocalDiscord, raw: Raw
) -> None:
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://c.png"}, "description": "alt"}]}
    path = f"/channels/{games(local).id}/messages"
    picture = chart().fp.read()
    _, body = await raw("POST", path, data=form({"flags": V2, "components": [gallery]}, ("c.png", picture)))
    assert body["attachments"] == []
    item = body["components"][0]["items"][0]
    assert (item["description"], item["media"]["width"]) == ("alt", 800)
    edit = {"components": [{"type": 10, "content": "above"}, gallery]}
    _, body = await raw("PATCH", f"{path}/{body['id']}", edit)
    assert body["components"][1]["items"][0]["media"]["url"] == item["media"]["url"]
    _, body = await raw(
        "PATCH", f"{path}/{body['id']}", {"attachments": [], "components": edit["components"][:1]}
    )
    assert local.world.message(body["id"]).attachments == []


async def test_a_nonce_sent_twice_is_posted_once(local: LocalDiscord, raw: Raw) -> None:
    payload = {"content": "once", "nonce": "42", "enforce_nonce": True}
    first, again = await sent(local, raw, payload), await sent(local, raw, payload)
    assert first is again
    assert (await sent(local, raw, payload | {"nonce": "43"})) is not first
    now = local.world.now
    local.world.now = lambda: now() + 301
    assert (await sent(local, raw, payload)) is not first, "after some minutes it is forgotten"
    status, _ = await raw("POST", f"/channels/{first.channel.id}/messages", payload | {"nonce": "4" * 26})
    assert status == 400


async def test_mentions_ping_only_whom_they_may(local: LocalDiscord, raw: Raw) -> None:
    finn, pearl = local.world.person("Finn"), local.world.person("Pearl")
    text = {"content": f"{finn.mention} {pearl.mention} @everyone"}
    everybody = await sent(local, raw, text)
    assert everybody.mention_everyone
    assert everybody.mentions == [finn, pearl]
    finn.pings.clear()
    pearl.pings.clear()
    one = await sent(local, raw, text | {"allowed_mentions": {"parse": [], "users": [str(pearl.id)]}})
    assert (one.mentions, one.mention_everyone) == ([pearl], False)
    none = await sent(local, raw, text | {"allowed_mentions": {"parse": []}})
    assert none.mentions == []
    assert (finn.pings, pearl.pings) == ({}, {games(local).id: 1})


async def test_only_its_own_messages_can_be_edited(local: LocalDiscord, raw: Raw) -> None:
    post = local.play.say("Finn", "games", "mine")
    path = f"/channels/{games(local).id}/messages/{post.id}"
    assert await raw.code("PATCH", path, {"content": "yours"}) == (403, 50005)
    assert (await raw("DELETE", path))[0] == 204


async def test_a_message_carries_one_thread_with_a_name(local: LocalDiscord, raw: Raw) -> None:
    place, post = games(local), await sent(local, raw, {"content": "start"})
    path = f"/channels/{place.id}/messages/{post.id}/threads"
    status, body = await raw("POST", path, {"name": "from it"})
    assert (status, body["id"], body["type"]) == (201, str(post.id), 11)
    assert post.flags & Flag.HAS_THREAD
    assert await raw.code("POST", path, {"name": "again"}) == (400, 160004)
    other = await sent(local, raw, {"content": "another"})
    path = f"/channels/{place.id}/messages/{other.id}/threads"
    assert await raw.code("POST", path, {"name": "x" * 101}) == (400, 50035)
    assert await raw.code("POST", path, {"name": "x", "auto_archive_duration": 61}) == (400, 50035)


async def test_an_archived_thread_is_50083_until_a_message_reopens_it(local: LocalDiscord, raw: Raw) -> None:
    thread = await opened(local, raw)
    path = f"/channels/{thread.id}/messages"
    _, body = await raw("POST", path, {"content": "x"})
    assert (await raw("PATCH", f"/channels/{thread.id}", {"archived": True}))[1]["thread_metadata"][
        "archived"
    ]
    assert await raw.code("PATCH", f"{path}/{body['id']}", {"content": "y"}) == (400, 50083)
    assert (await raw("POST", path, {"content": "wake"}))[0] == 200
    assert not thread.archived


async def test_a_locked_thread_needs_manage_threads(local: LocalDiscord, raw: Raw) -> None:
    thread = await opened(local, raw)
    channels.change_thread(local.world, thread, archived=True, locked=True)
    channels.deny_bot(local.world, games(local), Permission.MANAGE_THREADS)
    assert await raw.code("POST", f"/channels/{thread.id}/messages", {"content": "x"}) == (400, 50083)
    assert await raw.code("PATCH", f"/channels/{thread.id}", {"archived": False}) == (403, 50013)
    channels.deny_bot(local.world, games(local), Permission(0))
    assert (await raw("PATCH", f"/channels/{thread.id}", {"archived": False, "locked": False}))[0] == 200
    assert await raw.code("PATCH", f"/channels/{thread.id}", {"topic": "new"}) == (400, 50035)
