#!/bin/sh
# discord.py 2.7.1: an error in a dynamic button's interaction_check is heard nowhere.
#
# A good guess: it is logged as an error of the button's callback is, or goes to an on_error as with a view's
# interaction_check; at least something says why a button is dead.
# Seen: errors of the callback and of from_custom_id are logged with their tracebacks. One of interaction_check counts
# as False: nothing is logged, on_error of the client isn't called, and nobody answers the press.
# Why it matters: the check is where one looks up whether somebody may press: a table, a ban, a server's setting. If the
# database is locked or a column is gone, every button of the bot is dead while its log says that all is well. Catch and
# log there yourself.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q discord.py==2.7.1
cat > "$folder/see.py" <<'EOF'
import asyncio
import logging

import discord
from discord import ui

seen = []


class Seen(logging.Handler):
    def emit(self, record):
        seen.append(record.getMessage().split(" for ")[0])


class Client(discord.Client):
    async def on_error(self, event, *args, **kwargs):
        seen.append("on_error of the client")


def button(failing):
    """A dynamic button of which one method raises."""

    class Button(ui.DynamicItem[ui.Button], template=r"table:\d+"):
        @classmethod
        async def from_custom_id(cls, interaction, item, match):
            fail("from_custom_id")
            return cls(item)

        async def interaction_check(self, interaction):
            fail("interaction_check")
            return True

        async def callback(self, interaction):
            fail("callback")

    def fail(where):
        if where == failing:
            raise RuntimeError(where)

    return Button


class View(ui.View):
    """A view whose check raises."""

    async def interaction_check(self, interaction):
        raise RuntimeError("interaction_check")

    @ui.button(label="Join", custom_id="table:12")
    async def join(self, interaction, pressed):
        pass


async def press(prepare):
    """What is logged, or called, once somebody has pressed a message's button, as the gateway says so."""
    client = Client(intents=discord.Intents.none())
    await client._async_setup_hook()
    prepare(client)
    seen.clear()
    user = {"id": "7", "username": "anne", "discriminator": "0", "avatar": None, "global_name": None}
    part = {"type": 2, "id": 2, "style": 2, "label": "Join", "custom_id": "table:12"}
    message = {
        "id": "30", "channel_id": "5", "content": "", "author": user, "attachments": [], "embeds": [], "flags": 0,
        "mentions": [], "mention_roles": [], "mention_everyone": False, "tts": False, "pinned": False, "type": 0,
        "edited_timestamp": None, "timestamp": "2027-01-01T00:00:00+00:00",
        "components": [{"type": 1, "id": 1, "components": [part]}],
    }  # fmt: skip
    client._connection.parse_interaction_create({
        "id": "1000", "application_id": "1", "type": 3, "token": "t", "version": 1, "channel_id": "5",
        "channel": {"id": "5", "type": 1, "recipients": []}, "user": user, "message": message, "entitlements": [],
        "data": {"custom_id": "table:12", "component_type": 2}, "attachment_size_limit": 1, "context": 1,
        "authorizing_integration_owners": {}, "locale": "en-US", "app_permissions": "0",
    })  # fmt: skip
    await asyncio.sleep(0.2)
    return seen.copy()


async def main():
    logging.getLogger("discord").addHandler(Seen(logging.ERROR))
    found = {}
    for failing in ("from_custom_id", "interaction_check", "callback"):
        found[failing] = await press(lambda client: client.add_dynamic_items(button(failing)))
    found["interaction_check of a view"] = await press(lambda client: client.add_view(View(timeout=None)))
    for where, said in found.items():
        print(f"{where}: {said}")
    assert {where for where, said in found.items() if not said} == {"interaction_check"}


asyncio.run(main())
EOF
"$folder/venv/bin/python" "$folder/see.py"
