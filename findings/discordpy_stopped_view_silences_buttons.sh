#!/bin/sh
# discord.py 2.7.1: stopping one message's view makes the dynamic buttons of every other message dead.
#
# A good guess: a DynamicItem registered with Client.add_dynamic_items is the client's; stop() of a view, or its
# timeout, concerns the message that has that view.
# Seen: if the view holds such a button beside an ordinary one, stop() takes the class out of the client, and no press
# on any message reaches it again until the bot restarts. If the view holds only dynamic buttons, nothing of the kind
# happens.
# Why it matters: dynamic buttons are what keeps old boards playable after a restart. One card with a link to a menu
# beside its "Play" button, timed out, and nobody can play at any table, and nothing in the log says why.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q discord.py==2.7.1
"$folder/venv/bin/python" - <<'PYTHON'
import asyncio
from itertools import count

import discord
from discord import ui

heard = []
ids = count(1000)


class Play(ui.DynamicItem[ui.Button], template=r"play:(?P<table>\d+)"):
    def __init__(self, table):
        super().__init__(ui.Button(label="Play", custom_id=f"play:{table}"))
        self.table = table

    @classmethod
    async def from_custom_id(cls, interaction, item, match):
        return cls(int(match["table"]))

    async def callback(self, interaction):
        heard.append(self.table)


async def press(client, table):
    """What the gateway sends when somebody presses the button of a table's message."""
    user = {"id": "7", "username": "anne", "discriminator": "0", "avatar": None, "global_name": None}
    button = {"type": 2, "id": 2, "style": 2, "label": "Play", "custom_id": f"play:{table}"}
    message = {
        "id": str(table), "channel_id": "5", "content": "", "author": user, "attachments": [], "embeds": [], "flags": 0,
        "mentions": [], "mention_roles": [], "mention_everyone": False, "tts": False, "pinned": False, "type": 0,
        "edited_timestamp": None, "timestamp": "2027-01-01T00:00:00+00:00",
        "components": [{"type": 1, "id": 1, "components": [button]}],
    }  # fmt: skip
    client._connection.parse_interaction_create({
        "id": str(next(ids)), "application_id": "1", "type": 3, "token": "t", "version": 1, "channel_id": "5",
        "channel": {"id": "5", "type": 1, "recipients": []}, "user": user, "message": message, "entitlements": [],
        "data": {"custom_id": f"play:{table}", "component_type": 2}, "attachment_size_limit": 1, "context": 1,
        "authorizing_integration_owners": {}, "locale": "en-US", "app_permissions": "0",
    })  # fmt: skip
    await asyncio.sleep(0.2)


async def heard_after(*beside):
    """The tables whose buttons are heard: table 1, then, once the view of table 2 has been stopped, table 3."""
    heard.clear()
    client = discord.Client(intents=discord.Intents.none())
    await client._async_setup_hook()
    client.add_dynamic_items(Play)
    await press(client, 1)
    view = ui.View(timeout=None)
    for item in (Play(2), *beside):
        view.add_item(item)
    client.add_view(view, message_id=2)
    view.stop()
    await press(client, 3)
    return heard.copy()


async def main():
    alone = await heard_after()
    mixed = await heard_after(ui.Button(label="Rules", custom_id="rules"))
    print(f"dynamic buttons only: {alone}; with an ordinary one beside it: {mixed}")
    assert alone == [1, 3]
    assert mixed == [1]


asyncio.run(main())
PYTHON
