#!/bin/sh
# discord.py 2.7.1: what you have set on a view's button is put back when news of an earlier edit of its message
# arrives.
#
# A good guess: a button's label and "disabled" are what I set last until I send the view; an event of the gateway
# changes the cached message, not my view.
# Seen: each MESSAGE_UPDATE writes its buttons into the view. A button counts presses and at two is switched off; its
# callback sets that, waits for the database and sends. Of two quick presses the second sends "1" again, and the button
# on: while it waited, the news of the first edit came. Without that news it sends "2", and off.
# Why it matters: as long as one person presses slowly, and in a test without a gateway, all is well. In a busy evening
# two people sit down and the table shows one, its button still on. Set everything after the last await before you send.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q discord.py==2.7.1
"$folder/venv/bin/python" - <<'PYTHON'
import asyncio
import json

import discord
from aiohttp import web
from discord import ui

MESSAGE = 30
USER = {"id": "7", "username": "anne", "discriminator": "0", "avatar": None, "global_name": None}
PRESSES, APART, LOOKUP, ECHO = 2, 0.25, 0.2, 0.15


def message(rows):
    return {
        "id": str(MESSAGE), "channel_id": "5", "content": "", "author": USER, "attachments": [], "embeds": [],
        "flags": 0, "mentions": [], "mention_roles": [], "mention_everyone": False, "tts": False, "pinned": False,
        "type": 0, "edited_timestamp": None, "timestamp": "2027-01-01T00:00:00+00:00", "components": rows,
    }  # fmt: skip


def press(rows):
    return {
        "id": "1000", "application_id": "1", "type": 3, "token": "t", "version": 1, "channel_id": "5",
        "channel": {"id": "5", "type": 1, "recipients": []}, "user": USER, "message": message(rows),
        "entitlements": [], "data": {"custom_id": "join", "component_type": 2}, "attachment_size_limit": 1,
        "context": 1, "authorizing_integration_owners": {}, "locale": "en-US", "app_permissions": "0",
    }  # fmt: skip


def answer(given):
    return web.Response(body=json.dumps(given).encode(), content_type="application/json")


class Seats(ui.View):
    """A button that counts to two and is then off."""

    def take_one(self):
        self.join.label = str(int(self.join.label) + 1)
        self.join.disabled = self.join.label == "2"


class Early(Seats):
    @ui.button(label="0", custom_id="join")
    async def join(self, interaction, button):
        self.take_one()
        await asyncio.sleep(LOOKUP)
        await interaction.response.edit_message(view=self)


class Late(Seats):
    @ui.button(label="0", custom_id="join")
    async def join(self, interaction, button):
        await asyncio.sleep(LOOKUP)
        self.take_one()
        await interaction.response.edit_message(view=self)


async def buttons_sent(kind, echo):
    """The button in each edit after two presses. If asked to, the gateway tells of each edit a moment later."""
    sent = []
    async with discord.Client(intents=discord.Intents.default()) as client:
        state = client._connection

        async def accept(request):
            if not request.path.endswith("/callback"):
                return answer(USER | {"id": "1"})
            form = await request.json()
            rows = form["data"]["components"]
            for number, item in enumerate(rows[0]["components"]):
                item.setdefault("id", number + 2)
            (button,) = rows[0]["components"]
            sent.append((button["label"], button["disabled"]))
            if echo:
                asyncio.get_running_loop().call_later(ECHO, state.parse_message_update, message(rows))
            return answer({"interaction": {"id": "1", "type": 3}})

        app = web.Application()
        app.router.add_route("*", "/{rest:.*}", accept)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        discord.http.Route.BASE = "http://127.0.0.1:{}".format(site._server.sockets[0].getsockname()[1])
        await client.http.static_login("token")
        state.http = client.http
        view = kind(timeout=None)
        state.store_view(view, MESSAGE)
        for _ in range(PRESSES):
            state.parse_interaction_create(press(view.to_components()))
            await asyncio.sleep(APART)
        await asyncio.sleep(2 * LOOKUP)
        await runner.cleanup()
    return sent


async def main():
    early = await buttons_sent(Early, echo=True)
    quiet = await buttons_sent(Early, echo=False)
    late = await buttons_sent(Late, echo=True)
    print(f"set before the wait: {early}; without news of the edit: {quiet}; set after the wait: {late}")
    assert early == [("1", False), ("1", False)]
    assert quiet == late == [("1", False), ("2", True)]


asyncio.run(main())
PYTHON
