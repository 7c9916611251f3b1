"""The REST API by bare requests: what it gives, and what it refuses with which code."""

from __future__ import annotations

import io
import json

import aiohttp
import pytest

from bot.local import LocalDiscord
from bot.local.api.errors import Json
from bot.local.world import threads
from bot.local.world.model import Attachment, Channel, Files, Flag, Kind, Message, Permission

from .conftest import Raw
from .demo_bot import chart

BUTTON: Json = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
V2 = int(Flag.COMPONENTS_V2)


def games(local: LocalDiscord) -> Channel:
    """The channel that most tests use."""
    return local.world.channel("games")


def form(payload: Json, *files: tuple[str, bytes]) -> aiohttp.FormData:
    """A multipart body as the client sends it."""
    data = aiohttp.FormData(quote_fields=False)
    data.add_field("payload_json", json.dumps(payload))
    for n, (name, content) in enumerate(files):
        data.add_field(
            f"files[{n}]", io.BytesIO(content), filename=name, content_type="application/octet-stream"
        )
    return data


async def sent(local: LocalDiscord, raw: Raw, payload: Json) -> Message:
    """A message posted by the bot."""
    status, body = await raw("POST", f"/channels/{games(local).id}/messages", payload)
    assert status == 200, body
    return local.world.message(body["id"])


async def test_unknown_things_are_unknown(local: LocalDiscord, raw: Raw) -> None:
    here = games(local).id
    assert await raw.code("GET", "/channels/1") == (404, 10003)
    assert await raw.code("POST", "/channels/1/messages", {"content": "x"}) == (404, 10003)
    assert await raw.code("GET", f"/channels/{here}/messages/1") == (404, 10008)
    assert await raw.code("PATCH", f"/channels/{here}/messages/1", {"content": "x"}) == (404, 10008)
    assert await raw.code("GET", "/users/1") == (404, 10013)
    assert await raw.code("GET", "/guilds/1") == (404, 10004)
    assert await raw.code("PUT", "/applications/1/commands", []) == (404, 10002)
    assert await raw.code("POST", "/webhooks/{app}/nothing", {"content": "x"}) == (404, 10015)
    assert await raw.code("POST", "/interactions/1/x/callback", {"type": 5}) == (404, 10062)


async def test_without_the_token_nothing_is_given(local: LocalDiscord) -> None:
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


@pytest.mark.parametrize(
    "payload",
    [
        {"content": "x" * 2001},
        {"embeds": [{"description": "x" * 4097}]},
        {"embeds": [{"title": "x", "image": {"url": "attachment://none.png"}}]},
        {"content": "x", "components": [{"type": 1, "components": [BUTTON] * 6}]},
        {"content": "x", "components": [{"type": 1, "components": [BUTTON, BUTTON]}]},
        {"content": "x", "components": [{"type": 1, "components": [BUTTON | {"label": ""}]}]},
        {"content": "x", "components": [{"type": 1, "components": [BUTTON | {"label": "x" * 81}]}]},
        {"content": "x", "components": [{"type": 1, "components": [BUTTON | {"custom_id": "x" * 101}]}]},
        {"content": "x", "components": [{"type": 10, "content": "only in V2"}]},
        {"content": "x", "flags": V2, "components": [{"type": 10, "content": "and no content"}]},
        {"flags": V2, "components": [{"type": 10, "content": "x"}] * 41},
        {"flags": V2, "components": [{"type": 10, "content": "x" * 2001}] * 2},
        {"flags": V2, "components": [{"type": 12, "items": [{"media": {"url": "attachment://no.png"}}]}]},
        {
            "content": "x",
            "components": [{"type": 1, "components": [{"type": 3, "custom_id": "a", "options": []}]}],
        },
        {"content": "x", "flags": int(Flag.EPHEMERAL)},
    ],
)
async def test_a_message_beyond_a_limit_is_50035(local: LocalDiscord, raw: Raw, payload: Json) -> None:
    status, body = await raw("POST", f"/channels/{games(local).id}/messages", payload)
    assert (status, body["code"]) == (400, 50035)
    assert body["errors"]
    assert not games(local).messages


async def test_an_empty_message_is_50006(local: LocalDiscord, raw: Raw) -> None:
    assert await raw.code("POST", f"/channels/{games(local).id}/messages", {"content": ""}) == (400, 50006)


async def test_files_have_their_limits(local: LocalDiscord, raw: Raw) -> None:
    path = f"/channels/{games(local).id}/messages"
    many = form({}, *[(f"{n}.txt", b"x") for n in range(11)])
    assert await raw.code("POST", path, data=many) == (400, 50035)
    big = form({}, ("big.bin", b"x" * (10 * 1024 * 1024 + 1)))
    assert await raw.code("POST", path, data=big) == (413, 40005)
    wordy = form({"attachments": [{"id": 0, "description": "x" * 1025}]}, ("a.txt", b"x"))
    assert await raw.code("POST", path, data=wordy) == (400, 50035)


async def test_a_picture_is_measured_described_and_served(local: LocalDiscord, raw: Raw) -> None:
    picture = chart().fp.read()
    payload = {"attachments": [{"id": 0, "description": "a chart"}]}
    path = f"/channels/{games(local).id}/messages"
    _, body = await raw("POST", path, data=form(payload, ("my chart.png", picture)))
    (file,) = body["attachments"]
    assert (file["filename"], file["width"], file["height"]) == ("my_chart.png", 800, 560)
    assert (file["description"], file["content_type"]) == ("a chart", "image/png")
    async with aiohttp.ClientSession() as session:
        async with session.get(file["url"]) as reply:
            assert await reply.read() == picture
        async with session.get(file["url"].partition("?")[0]) as reply:
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


async def test_mentions_call_only_whom_they_are_allowed_to(local: LocalDiscord, raw: Raw) -> None:
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


async def test_an_edit_calls_nobody(local: LocalDiscord, raw: Raw) -> None:
    finn = local.world.person("Finn")
    post = await sent(local, raw, {"content": "wait"})
    await raw("PATCH", f"/channels/{games(local).id}/messages/{post.id}", {"content": finn.mention})
    assert post.mentions == [finn]
    assert post.edited
    assert not finn.pings


async def test_history_is_read_from_both_ends(local: LocalDiscord, raw: Raw) -> None:
    posts = [local.play.say("Finn", "games", str(n)) for n in range(6)]
    path = f"/channels/{games(local).id}/messages"

    async def said(**query: int) -> list[str]:
        _, body = await raw("GET", path, params=query)
        return [message["content"] for message in body]

    assert await said(limit=2) == ["5", "4"]
    assert await said(limit=2, before=posts[3].id) == ["2", "1"]
    assert await said(limit=2, after=posts[1].id) == ["3", "2"]
    assert await said(limit=3, around=posts[3].id) == ["4", "3", "2"]


async def test_only_its_own_messages_can_be_edited(local: LocalDiscord, raw: Raw) -> None:
    post = local.play.say("Finn", "games", "mine")
    path = f"/channels/{games(local).id}/messages/{post.id}"
    assert await raw.code("PATCH", path, {"content": "yours"}) == (403, 50005)
    assert (await raw("DELETE", path))[0] == 204


async def test_lost_permissions_are_50001_and_50013(local: LocalDiscord, raw: Raw) -> None:
    place = games(local)
    path = f"/channels/{place.id}/messages"
    local.world.deny_bot(place, Permission.SEND_MESSAGES | Permission.CREATE_PUBLIC_THREADS)
    assert await raw.code("POST", path, {"content": "x"}) == (403, 50013)
    assert await raw.code("POST", f"/channels/{place.id}/threads", {"name": "x", "type": 11}) == (403, 50013)
    local.world.deny_bot(place, Permission.VIEW_CHANNEL)
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
    assert await raw.code("GET", f"/guilds/{local.world.guild_id}/members/{finn.id}") == (404, 10007)


async def test_threads_open_with_and_without_a_message(local: LocalDiscord, raw: Raw) -> None:
    place, post = games(local), await sent(local, raw, {"content": "start"})
    path = f"/channels/{place.id}/messages/{post.id}/threads"
    status, body = await raw("POST", path, {"name": "from it"})
    assert (status, body["id"], body["type"]) == (201, str(post.id), 11)
    assert post.flags & Flag.HAS_THREAD
    assert await raw.code("POST", path, {"name": "again"}) == (400, 160004)
    _, body = await raw("POST", f"/channels/{place.id}/threads", {"name": "hidden", "type": 12})
    hidden = local.world.channel(body["id"])
    assert not local.world.sees(local.world.person("Finn"), hidden)
    finn = local.world.person("Finn")
    assert (await raw("PUT", f"/channels/{hidden.id}/thread-members/{finn.id}"))[0] == 204
    assert local.world.sees(finn, hidden)
    assert (await raw("DELETE", f"/channels/{hidden.id}/thread-members/{finn.id}"))[0] == 204
    assert await raw.code("POST", f"/channels/{place.id}/threads", {"name": "x" * 101, "type": 11}) == (
        400,
        50035,
    )


async def test_an_archived_thread_is_50083_until_somebody_writes(local: LocalDiscord, raw: Raw) -> None:
    thread = threads.open_thread(local.world, games(local), local.world.bot, {"name": "t"})
    path = f"/channels/{thread.id}/messages"
    _, body = await raw("POST", path, {"content": "x"})
    assert (await raw("PATCH", f"/channels/{thread.id}", {"archived": True}))[1]["thread_metadata"][
        "archived"
    ]
    assert await raw.code("PATCH", f"{path}/{body['id']}", {"content": "y"}) == (400, 50083)
    assert await raw.code("PUT", f"/channels/{thread.id}/thread-members/@me") == (400, 50083)
    assert (await raw("POST", path, {"content": "wake"}))[0] == 200
    assert not thread.archived


async def test_a_locked_thread_needs_manage_threads(local: LocalDiscord, raw: Raw) -> None:
    thread = threads.open_thread(local.world, games(local), local.world.bot, {"name": "t"})
    threads.change(local.world, thread, {"archived": True, "locked": True})
    local.world.deny_bot(games(local), Permission.MANAGE_THREADS)
    assert await raw.code("POST", f"/channels/{thread.id}/messages", {"content": "x"}) == (400, 50083)
    assert await raw.code("PATCH", f"/channels/{thread.id}", {"archived": False}) == (403, 50013)
    local.world.deny_bot(games(local), Permission(0))
    assert (await raw("PATCH", f"/channels/{thread.id}", {"archived": False, "locked": False}))[0] == 200


async def test_a_deleted_channel_takes_its_threads_and_messages_along(local: LocalDiscord, raw: Raw) -> None:
    post = await sent(local, raw, {"content": "x"})
    thread = threads.open_thread(local.world, games(local), local.world.bot, {"name": "t"}, start=post)
    assert thread.kind is Kind.PUBLIC_THREAD
    threads.delete(local.world, games(local))
    assert await raw.code("GET", f"/channels/{thread.id}") == (404, 10003)
    assert post.id not in local.world.messages


async def test_a_route_that_the_table_does_not_have_says_so(local: LocalDiscord, raw: Raw) -> None:
    assert await raw.code("PUT", f"/channels/{games(local).id}/pins/1") == (404, 0)


async def test_old_files_make_room_for_new_ones() -> None:
    files = Files(max_bytes=10)
    old, new = (Attachment(n, 1, "a.txt", b"x" * 6, "text/plain", "key", 6) for n in (1, 2))
    files.add(old)
    files.add(new)
    assert (files.get(1), old.data, files.get(2)) == (None, b"", new)
