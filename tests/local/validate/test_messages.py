"""Discord's limits on messages and their components."""

from __future__ import annotations

import pytest

from bot.local import LocalDiscord
from bot.local.errors import Json
from bot.local.world.model import Flag
from tests.local.conftest import Raw, form, games

BUTTON: Json = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
V2 = int(Flag.COMPONENTS_V2)


@pytest.mark.parametrize(
    "payload",
    [
        {"content": "x" * 2001},
        {"content": "x", "embeds": [{"description": "x"}]},
        {"flags": V2, "components": [{"type": 9, "components": [{"type": 10, "content": "a section"}]}]},
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
