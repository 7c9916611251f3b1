"""Discord's limits on messages and their components."""

from __future__ import annotations

import pytest

from bot.local import LocalDiscord
from bot.local.errors import Json
from bot.local.validate.components import check_modal
from bot.local.world.model import Flag
from tests.local.conftest import Raw, form, games

BUTTON: Json = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
SELECT: Json = {"type": 3, "custom_id": "choice", "options": [{"label": "One", "value": "1"}]}
V2 = int(Flag.COMPONENTS_V2)


def row(*parts: Json) -> list[Json]:
    """A row of controls."""
    return [{"type": 1, "components": [*parts]}]


@pytest.mark.parametrize(
    "payload",
    [
        {"content": "x" * 2001},
        {"content": "x", "embeds": [{"description": "x"}]},
        {"flags": V2, "components": [{"type": 9, "components": [{"type": 10, "content": "a section"}]}]},
        {"content": "x", "components": row(*[BUTTON] * 6)},
        {"content": "x", "components": row(BUTTON, BUTTON)},
        {"content": "x", "components": row(BUTTON | {"label": ""})},
        {"content": "x", "components": row(BUTTON | {"label": "x" * 81})},
        {"content": "x", "components": row(BUTTON | {"custom_id": "x" * 101})},
        {"content": "x", "components": [{"type": 10, "content": "only in V2"}]},
        {"content": "x", "flags": V2, "components": [{"type": 10, "content": "and no content"}]},
        {"flags": V2, "components": [{"type": 10, "content": "x"}] * 41},
        {"flags": V2, "components": [{"type": 10, "content": "x" * 2001}] * 2},
        {"flags": V2, "components": [{"type": 12, "items": [{"media": {"url": "attachment://no.png"}}]}]},
        {"components": row(BUTTON | {"style": 6})},
        {"components": row(BUTTON | {"style": 5})},
        {"components": row(SELECT, BUTTON)},
        {"components": row(SELECT | {"options": []})},
        {"components": row(SELECT | {"options": SELECT["options"] * 2})},
        {"components": row(SELECT | {"min_values": 2})},
        {"components": row(SELECT | {"max_values": 26})},
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


INPUT: Json = {"type": 4, "custom_id": "entry", "style": 1}


@pytest.mark.parametrize(
    "faulty",
    [
        {"title": "x" * 46},
        {"components": []},
        {"components": row(BUTTON)},
        {"components": [{"type": 18, "label": "x"}]},
        {"components": [{"type": 18, "label": "x", "component": BUTTON}]},
        {"components": [{"type": 18, "label": "x", "component": INPUT}] * 2},
    ],
)
def test_a_form_beyond_a_limit_is_faulty(faulty: Json) -> None:
    form = {
        "title": "Log",
        "custom_id": "log",
        "components": [{"type": 18, "label": "x", "component": INPUT}],
    }
    assert not check_modal(form)
    assert check_modal(form | faulty)
