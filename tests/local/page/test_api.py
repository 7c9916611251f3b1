"""The page's API: what each person sees and does, and which requests are refused."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any
from urllib.parse import quote

import discord
import pytest
from yarl import URL

from bot.languages import gettext, speaking
from bot.local import LocalDiscord, text
from bot.local.api import posting
from bot.local.errors import Json
from bot.local.page import views
from bot.local.page.events import EventStream
from bot.local.server import PAGE
from bot.local.validate.messages import Upload, attach
from bot.local.world.model import ChannelType
from tests.local.conftest import LocalPage, add_channel, card_of
from tests.local.demo_bot import DemoBot


async def status(page: LocalPage, method: str, url: str | URL, **more: Any) -> int:
    """Send a request; its status."""
    async with page.session.request(method, url, **more) as reply:
        return reply.status


async def test_the_page_and_its_parts_are_served_under_a_strict_policy(page: LocalPage) -> None:
    for name, kind in (("", "text/html"), ("app.js", "text/javascript"), ("layout.css", "text/css")):
        async with page.session.get(page.local.page_url + name) as reply:
            assert reply.status == 200
            assert reply.content_type == kind
            assert "default-src 'none'" in reply.headers["Content-Security-Policy"]
    for name in ("..%2Fserver.py", "none.js", "server.py"):
        assert await status(page, "GET", page.local.page_url + name) == 404


@pytest.mark.parametrize("name", text.PAGE)
async def test_the_page_is_sent_as_it_is_written_or_with_all_its_sentences_in_german(
    page: LocalPage, name: str
) -> None:
    written = (PAGE / name).read_bytes()
    async with page.session.get(page.local.page_url + name) as reply:
        assert await reply.read() == written
    page.local.world.locale = "de"
    async with page.session.get(page.local.page_url + name) as reply:
        german = text.sentences(name, sent := await reply.text())
    english = text.sentences(name, written.decode())
    assert len(english) > 10
    with speaking("de"):
        assert german == [gettext(each) for each in english]
    assert name != "index.html" or '<html lang="de">' in sent


@pytest.mark.parametrize("unsafe", ['a "quote"', "a `tick`", "a <tag>", "a\nline", "a\\slash"])
def test_a_translation_that_would_break_the_page_is_said_in_english(
    monkeypatch: pytest.MonkeyPatch, unsafe: str
) -> None:
    monkeypatch.setattr(text, "gettext", lambda _message: unsafe)
    for name in text.PAGE:
        source = (PAGE / name).read_text("utf-8")
        assert text.of_page(name, source) == source


async def test_what_the_page_refuses_is_said_in_german_too(page: LocalPage) -> None:
    page.local.world.locale = "de"
    refused = await page.post("group", {"as": "Finn", "people": []})
    assert refused["error"] == "Wähl für deine Gruppe 1–9 andere Leute aus."
    gone = await page.get("messages", channel="nowhere")
    assert gone["error"] == "Den Kanal gibt’s nicht mehr, oder du kannst ihn nicht sehen."


async def test_without_the_token_there_is_no_page(page: LocalPage) -> None:
    base = page.local.world.base_url
    assert await status(page, "GET", f"{base}/") == 404
    assert await status(page, "GET", f"{base}/guess/api/state?as=Finn") == 404


async def test_no_other_file_is_served(page: LocalPage, tmp_path: Path) -> None:
    (tmp_path / "diary.js").write_text("// Dear diary")
    away = quote(f"{'../' * 30}{tmp_path}/diary.js", safe="")
    for name in (away, "api.py"):
        url = URL(page.local.page_url + name, encoded=True)
        assert await status(page, "GET", url) == 404


async def test_foreign_hosts_origins_and_forms_are_turned_away(page: LocalPage) -> None:
    url = f"{page.local.page_url}api/say"
    body = json.dumps({"as": "Finn", "channel": "games", "content": "x"})
    sent = {"Content-Type": "application/json"}
    assert await status(page, "POST", url, data=body, headers=sent | {"Host": "evil.example"}) == 421
    assert await status(page, "POST", url, data=body, headers=sent | {"Origin": "http://evil.example"}) == 403
    assert await status(page, "POST", url, data=body, headers={"Content-Type": "text/plain"}) == 415
    assert (
        await status(page, "GET", page.local.api_url + "/users/@me", headers={"Host": "evil.example"}) == 421
    )
    assert not page.local.world.channel("games").messages
    own = {"Origin": page.local.world.base_url}
    assert await status(page, "POST", url, data=body, headers=sent | own) == 200


async def test_a_host_without_its_port_is_this_machine_as_browsers_say_it_on_port_80(page: LocalPage) -> None:
    assert await status(page, "GET", page.local.page_url, headers={"Host": "127.0.0.1"}) == 200


@pytest.mark.parametrize(
    ("body", "kind", "told"),
    [
        ('{"as":' + "[" * 200_000 + "]" * 200_000 + "}", "application/json", "invalid JSON"),
        ("[]", "application/json; charset=semaphore", "isn’t valid"),
        (b"\xff", "application/json", "invalid JSON"),
        ('{"as": "Finn", "channel": "games", "content": "half a squid: \\ud83e"}', "application/json", ""),
    ],
    ids=["too deep", "unknown charset", "not UTF-8", "half a surrogate pair"],
)
async def test_json_that_can_not_be_read_is_refused_in_a_sentence(
    page: LocalPage, caplog: pytest.LogCaptureFixture, body: str | bytes, kind: str, told: str
) -> None:
    sent = {"Content-Type": kind, "Origin": page.local.world.base_url}
    async with page.session.post(f"{page.local.page_url}api/say", data=body, headers=sent) as reply:
        assert reply.status == 400
        assert told in (await reply.json())["error"]
    assert not page.local.world.channel("games").messages
    assert not caplog.records


async def test_the_server_listens_at_127_0_0_1_only(local: LocalDiscord) -> None:
    port = int(local.world.base_url.rpartition(":")[2])
    with socket.socket() as other:
        assert other.connect_ex(("127.0.0.1", port)) == 0
    with socket.socket() as other:
        assert other.connect_ex(("127.0.0.2", port)) != 0


async def test_a_whole_game_can_be_played_through_the_api(page: LocalPage, bot: DemoBot) -> None:
    options = {"dish": "Eel"}
    typed = await page.post(
        "autocomplete",
        {"as": "Finn", "channel": "games", "command": "galley cook", "focused": "dish", "options": options},
    )
    assert typed["choices"] == [{"name": "Eel", "value": "Eel"}]
    slash = {"as": "Finn", "channel": "games", "command": "galley cook", "options": options}
    answered = await page.post("slash", slash)
    assert answered["answer"] == 4
    refused = await page.post("slash", slash | {"options": {}})
    assert (refused["status"], refused["error"]) == (400, "dish is required.")
    card = await card_of(page.local)
    form = await page.post("press", {"as": "Pearl", "message": str(card.id), "custom_id": "ask:form"})
    assert form["modal"]["title"] == "Ship's log"
    fields = {"entry": "Calm", "weather": ["Fair"]}
    sent = await page.post("submit", {"interaction": form["id"], "fields": fields})
    newest = (await page.messages("Finn"))[-1]
    assert (newest["id"], newest["html"]) == (sent["message"], "<p>Calm (Fair)</p>")


async def test_each_person_sees_what_is_theirs(page: LocalPage, bot: DemoBot) -> None:
    card = await card_of(page.local)
    await page.post("press", {"as": "Pearl", "message": str(card.id), "custom_id": "ask:menu"})
    public, private = await page.messages("Pearl")
    assert (public["ephemeral"], private["ephemeral"]) == (False, True)
    assert [each["id"] for each in await page.messages("Finn")] == [public["id"]]
    hidden = private["id"]
    pressed = {"as": "Finn", "message": hidden, "custom_id": "square:b2:0"}
    for what, body in (("press", pressed), ("dismiss", {"as": "Finn", "message": hidden})):
        assert (await page.post(what, body))["status"] == 404
    assert (await page.post("dismiss", {"as": "Pearl", "message": hidden}))["status"] == 200
    conversation = page.local.world.dm(page.local.world.person("Pearl"))
    pried = await page.get("messages", "Finn", channel=str(conversation.id))
    assert pried["status"] == 404


async def test_unread_marks_come_and_go(page: LocalPage) -> None:
    world = page.local.world
    page.local.play.say("Finn", "games", f"{world.person('Pearl').mention} come")

    async def mark(person: str) -> tuple[bool, int]:
        games = next(one for one in await page.places(person) if one["name"] == "games")
        return games["unread"], games["pings"]

    assert [await mark(name) for name in ("Finn", "Pearl", "Morgan")] == [(False, 0), (True, 1), (True, 0)]
    await page.post("read", {"as": "Pearl", "channel": "games"})
    assert await mark("Pearl") == (False, 0)


async def unread(page: LocalPage, person: str) -> list[str]:
    """The names of the places with messages that `person` hasn't read."""
    return [one["name"] for one in await page.places(person) if one["unread"]]


async def test_a_private_answer_makes_a_channel_unread_for_its_reader_alone(
    page: LocalPage, bot: DemoBot
) -> None:
    card = await card_of(page.local)
    for person in ("Finn", "Pearl", "Morgan"):
        await page.post("read", {"as": person, "channel": "games"})
    await page.local.play.press("Pearl", card, "ask:menu").settled()
    assert [await unread(page, person) for person in ("Finn", "Pearl", "Morgan")] == [[], ["games"], []]
    assert (card.channel.last_message_id, card.channel.sent) == (card.id, 1), "to the bot, too"
    await page.post("read", {"as": "Pearl", "channel": "games"})
    assert await unread(page, "Pearl") == []
    said = page.local.play.say("Morgan", "games", "hello")
    assert await unread(page, "Finn") == ["games"]
    await page.post("delete", {"message": str(said.id)})
    assert await unread(page, "Finn") == []


async def test_no_direct_conversation_is_shown_before_a_message_is_in_it(
    page: LocalPage, bot: DemoBot
) -> None:
    world = page.local.world
    pearl = world.person("Pearl")
    await page.post("person", {"person": "Pearl", "accepts_dms": False})

    async def conversations() -> list[str]:
        return [one["name"] for one in await page.places("Pearl") if one["kind"] == 1]

    user = await bot.create_dm(discord.Object(pearl.id))
    with pytest.raises(discord.Forbidden):
        await user.send("Your chart")
    assert await conversations() == []
    await page.post("person", {"person": "Pearl", "accepts_dms": True})
    sent = await user.send("Your chart")
    assert await conversations() == ["Captain’s Table"]
    await sent.delete()
    assert await conversations() == ["Captain’s Table"]


async def heard(feed: EventStream, kind: str) -> Json:
    """The data of the next event of that kind in a window."""
    while (event := await feed.queue.get()) is not None:
        if (found := json.loads(event))["kind"] == kind:
            return dict(found["data"])
    raise AssertionError("the stream ended")


async def test_windows_get_events_of_what_their_person_may_see(page: LocalPage, bot: DemoBot) -> None:
    card = await card_of(page.local)
    pearl, finn = (page.local.page_events.open(page.local.world.person(name)) for name in ("Pearl", "Finn"))
    await page.local.play.press("Pearl", card, "ask:menu").settled()
    page.local.play.say("Morgan", "games", "hello")
    assert (await heard(pearl, "message"))["message"]["ephemeral"]
    hello = await heard(finn, "message")
    assert hello["message"]["text"] == "hello"
    assert hello["place"]["unread"]


async def test_open_windows_see_that_a_thread_is_archived_or_gone(page: LocalPage, bot: DemoBot) -> None:
    world = page.local.world
    await page.local.play.press("Pearl", await card_of(page.local), "ask:thread").settled()
    thread = world.channel("A quiet table")
    feed = page.local.page_events.open(world.person("Finn"))

    async def link(**change: Any) -> Json:
        await page.post("thread", {"thread": str(thread.id), **change})
        return dict((await heard(feed, "edit"))["message"].get("thread") or {})

    assert (await link(archived=True))["archived"]
    assert not (await link(archived=False))["archived"]
    await link(locked=True)
    assert views.place(world, thread, world.person("Finn"))["locked"]
    assert world.person("Pearl").pings == {thread.id: 1}
    assert await link(delete=True) == {}
    state = await page.get("state")
    assert [one["pings"] for one in state["people"] if one["name"] == "Pearl"] == [0]


async def test_people_channels_and_threads_can_be_changed(page: LocalPage, bot: DemoBot) -> None:
    world = page.local.world
    await page.post("person", {"person": "Morgan", "accepts_dms": False, "member": False})
    morgan = world.person("Morgan")
    assert (morgan.accepts_dms, morgan.member) == (False, False)
    quay = add_channel(world, "quay")
    await page.post("channel", {"channel": "quay", "denied": ["SEND_MESSAGES"]})
    assert world.denied_to_bot(quay)
    await page.post("channel", {"channel": "quay", "delete": True})
    assert (await page.get("messages", "Finn", channel="quay"))["code"] == 10003
    await page.local.play.press("Pearl", await card_of(page.local), "ask:thread").settled()
    thread = world.channel("A quiet table")
    await page.post("thread", {"thread": str(thread.id), "join": "Finn", "leave": "Pearl"})
    assert world.person("Finn").id in thread.joined


async def test_the_bots_connection_can_be_cut(page: LocalPage, bot: DemoBot) -> None:
    await page.post("drop", {})
    await page.local.world.until(lambda: page.local.gateway.resumed == 1)


async def test_refusals_are_sentences(page: LocalPage, bot: DemoBot) -> None:
    said = page.local.play.say("Finn", "games", "never mind")
    pressed = {"as": "Finn", "message": str(said.id), "custom_id": "go"}
    assert "That button isn’t there" in (await page.post("press", pressed))["error"]
    await page.post("delete", {"message": str(said.id)})
    gone = await page.post("press", pressed)
    assert (gone["status"], gone["code"]) == (404, 10008)
    assert gone["error"].startswith("That message is gone")
    assert (await page.post("say", {"as": "Finn"}))["status"] == 400
    unknown = {"as": "Finn", "channel": "games", "command": "whistle"}
    assert (await page.post("slash", unknown))["code"] == 10063


async def test_a_mention_pings_everyone_and_an_address_does_not(page: LocalPage) -> None:
    page.local.play.say(
        "Finn", "games", "see https://a.example/@everyone/photos and <https://a.example/@here>"
    )
    page.local.play.say("Finn", "games", "hey @here")
    assert [message["everyone"] for message in await page.messages("Pearl")] == [False, True]
    assert page.local.world.person("Pearl").pings == {page.local.world.channel("games").id: 1}


async def test_attachments_never_run_as_pages(local: LocalDiscord, page: LocalPage) -> None:
    file = attach(local.world, Upload(0, "evil.html", b"<script>alert(1)</script>"), None)
    async with page.session.get(local.world.base_url + file.path) as reply:
        assert reply.content_type == "application/octet-stream"
        assert reply.headers["X-Content-Type-Options"] == "nosniff"


async def test_a_group_is_seen_by_its_people_alone(local: LocalDiscord, page: LocalPage) -> None:
    made = await page.post("group", {"as": "Finn", "people": ["Pearl"]})
    for name, expected in (("Finn", "Pearl"), ("Pearl", "Finn"), ("Morgan", None)):
        mine = [each["name"] for each in await page.places(name) if each["kind"] == ChannelType.GROUP]
        assert mine == ([expected] if expected else [])
    assert (await page.get("messages", "Morgan", channel=made["channel"]))["status"] == 404
    said = {"as": "Morgan", "channel": made["channel"], "content": "let me in"}
    assert (await page.post("say", said))["status"] == 403
    posting.post(
        local.world, local.world.channel(made["channel"]), local.world.person("Finn"), {"content": "ahoy"}
    )
    assert [each["text"] for each in await page.messages("Pearl", made["channel"])] == ["ahoy"]
