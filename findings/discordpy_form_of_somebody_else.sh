#!/bin/sh
# discord.py 2.7.1: of two people who have the same form open, the first fills in the second's, and the second nobody's.
#
# A good guess: send_modal(modal) ties that object to the person whose interaction it answers, so that each answer comes
# to the on_submit of the object that was made for them, whatever its custom_id: with it one recognizes a form later.
# Seen: open forms are kept by custom_id alone. Anne opens one for table 11, Bert one for table 12, both named "stake".
# What Anne sends then calls on_submit of the object for table 12. That ends the form, and what Bert sends calls none,
# without a warning in the log. With the custom_id left out, each has their own.
# Why it matters: a form with a fixed name, as buttons that survive a restart have one, and what it is about in its
# attributes: Anne's stake is laid on Bert's table. Who tests it alone doesn't see it. Put the table and the person into
# the custom_id, or leave it out.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q discord.py==2.7.1
"$folder/venv/bin/python" - <<'PYTHON'
import asyncio
import logging

import discord
from aiohttp import web
from discord import ui

COMMAND, FORM = 2, 5
PEOPLE = {"anne": "7", "bert": "8"}
heard, warnings = [], []


class Stake(ui.Modal, title="Your stake"):
    gold = ui.TextInput(label="Gold", custom_id="gold")

    def __init__(self, table, **named):
        super().__init__(**named)
        self.table = table

    async def on_submit(self, interaction):
        heard.append((interaction.user.name, self.table, self.gold.value))


async def accept(request):
    """Discord takes each answer to an interaction."""
    body = b'{"id": "1", "username": "bot", "discriminator": "0", "avatar": null}'
    if request.path.endswith("/callback"):
        body = b'{"interaction": {"id": "1", "type": 2}}'
    return web.Response(body=body, content_type="application/json")


def interaction(name, kind, /, **data):
    """What the gateway sends when somebody gives a command or sends a form."""
    user = {"id": PEOPLE[name], "username": name, "discriminator": "0", "avatar": None, "global_name": None}
    return {
        "id": "1000", "application_id": "1", "type": kind, "token": "t", "version": 1, "channel_id": "5",
        "channel": {"id": "5", "type": 1, "recipients": []}, "user": user, "entitlements": [], "data": data,
        "attachment_size_limit": 1, "context": 1, "authorizing_integration_owners": {}, "locale": "en-US",
        "app_permissions": "0",
    }  # fmt: skip


async def heard_of_two(**named):
    """Who is heard at which table once Anne and Bert have opened a form each, and then have sent it."""
    heard.clear()
    forms = {"anne": Stake(11, **named), "bert": Stake(12, **named)}
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.http.static_login("token")
        client._connection.http = client.http

        @client.event
        async def on_interaction(given):
            if given.type is discord.InteractionType.application_command:
                await given.response.send_modal(forms[given.user.name])

        for name in forms:
            client._connection.parse_interaction_create(interaction(name, COMMAND, id="9", name="bet", type=1))
            await asyncio.sleep(0.3)
        warnings.clear()
        for name, gold in (("anne", "5"), ("bert", "700")):
            field = {"type": 4, "id": 2, "custom_id": "gold", "value": gold}
            rows = [{"type": 1, "id": 1, "components": [field]}]
            sent = interaction(name, FORM, custom_id=forms[name].custom_id, components=rows)
            client._connection.parse_interaction_create(sent)
            await asyncio.sleep(0.3)
    return list(heard)


class Listener(logging.Handler):
    def emit(self, record):
        warnings.append(record.getMessage())


async def main():
    logging.getLogger().addHandler(Listener(logging.WARNING))
    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", accept)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    discord.http.Route.BASE = "http://127.0.0.1:{}".format(site._server.sockets[0].getsockname()[1])
    own, shared = await heard_of_two(), await heard_of_two(custom_id="stake")
    await runner.cleanup()
    print(f"without a custom_id: {own}; with the same one: {shared}")
    assert own == [("anne", 11, "5"), ("bert", 12, "700")]
    assert shared == [("anne", 12, "5")], "each form's answer now comes to an object of its own"
    assert warnings == [], "the answer that comes to nobody is now logged"


asyncio.run(main())
PYTHON
