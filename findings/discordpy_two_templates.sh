#!/bin/sh
# discord.py 2.7.1: a press whose custom_id fits two dynamic buttons runs both of them.
#
# A good guess: custom_id templates are routes: of two that fit, the one registered first is taken, as in a web
# framework, or the second registration is refused.
# Seen: add_dynamic_items takes both, and one press runs both callbacks, each with an item of its own; the order of
# registering changes nothing. An ordinary button of a view with the same custom_id runs as a third.
# Why it matters: a template is widened for old messages ("table:(?P<id>\d+)(:.*)?") or a catch-all says "this button is
# too old": now each press is done twice, or done and refused. One answer fails as "already acknowledged", after both
# have written to the database.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q discord.py==2.7.1
cat > "$folder/see.py" <<'EOF'
import asyncio

import discord
from discord import ui

heard = []


def dynamic(name, template):
    class Dynamic(ui.DynamicItem[ui.Button], template=template):
        @classmethod
        async def from_custom_id(cls, interaction, item, match):
            return cls(item)

        async def callback(self, interaction):
            heard.append(name)

    return Dynamic


class Ordinary(ui.View):
    @ui.button(label="Join", custom_id="table:12")
    async def join(self, interaction, button):
        heard.append("view")


async def heard_after_one_press(client):
    """Who is called once somebody has pressed a message's button, as the gateway says so."""
    heard.clear()
    user = {"id": "7", "username": "anne", "discriminator": "0", "avatar": None, "global_name": None}
    button = {"type": 2, "id": 2, "style": 2, "label": "Join", "custom_id": "table:12"}
    message = {
        "id": "30", "channel_id": "5", "content": "", "author": user, "attachments": [], "embeds": [], "flags": 0,
        "mentions": [], "mention_roles": [], "mention_everyone": False, "tts": False, "pinned": False, "type": 0,
        "edited_timestamp": None, "timestamp": "2027-01-01T00:00:00+00:00",
        "components": [{"type": 1, "id": 1, "components": [button]}],
    }  # fmt: skip
    client._connection.parse_interaction_create({
        "id": "1000", "application_id": "1", "type": 3, "token": "t", "version": 1, "channel_id": "5",
        "channel": {"id": "5", "type": 1, "recipients": []}, "user": user, "message": message, "entitlements": [],
        "data": {"custom_id": "table:12", "component_type": 2}, "attachment_size_limit": 1, "context": 1,
        "authorizing_integration_owners": {}, "locale": "en-US", "app_permissions": "0",
    })  # fmt: skip
    await asyncio.sleep(0.2)
    return sorted(heard)


async def main():
    exact, wide = dynamic("exact", r"table:\d+"), dynamic("wide", r"table:.+")
    for order in ((exact, wide), (wide, exact)):
        client = discord.Client(intents=discord.Intents.none())
        await client._async_setup_hook()
        client.add_dynamic_items(*order)
        both = await heard_after_one_press(client)
        client.add_view(Ordinary(timeout=None))
        three = await heard_after_one_press(client)
        print(f"two templates: {both}; with a view's button as well: {three}")
        assert both == ["exact", "wide"]
        assert three == ["exact", "view", "wide"]


asyncio.run(main())
EOF
"$folder/venv/bin/python" "$folder/see.py"
