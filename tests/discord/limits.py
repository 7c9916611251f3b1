"""Discord's limits on what a bot sends, checked where the simulator is more lenient than Discord."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from bot.components.interactions.routing import CUSTOM_ID, HANDLERS

FILE = re.compile(
    r"(?:board|better|review|turns)\.png|diagram-\d\.png|table-\d+\.(?:txt|gif)|captains-table\.json(?:\.gz)?"
)
FENCED = re.compile(r"```.*?```", re.DOTALL)
UNKNOWN_MARKDOWN = re.compile(
    r"^[ \t]*\|(?!\|).*\|[ \t]*$"  # a table's row
    r"|^[ \t|:]*-{3,}[ \t|:-]*$"  # a table's rule, or a horizontal one
    r"|^#{4,} "
    r"|!\[[^]]*\]\("  # a picture
    r"|</?(?:b|br|hr|i|li|p|table|td|th|tr|u|ul)\s*/?>",
    re.MULTILINE,
)
"""What Discord shows as it is written."""
NAME = re.compile(r"[-_a-z0-9]{1,32}")


def parts(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every component of a message, the nested ones included."""
    for component in components:
        yield component
        yield from parts(component.get("components", []))


def check_text(text: str) -> None:
    """Fail for Markdown that Discord does not know, which people would see raw."""
    found = UNKNOWN_MARKDOWN.search(FENCED.sub("", text))
    assert found is None, f"Discord shows this as it is written: {found[0]!r}"


def check_message(body: dict[str, Any]) -> None:
    """Fail for a message that Discord would refuse."""
    body = body.get("data") or body
    assert len(body.get("content") or "") <= 2000
    check_text(body.get("content") or "")
    attached = {each["filename"] for each in body.get("attachments") or []}
    assert len(attached) <= 10
    for name in attached:
        assert FILE.fullmatch(name), f"{name} may tell something: a file’s name says what it is, and no more"
    found = list(parts(body.get("components") or []))
    for identity in (part["custom_id"] for part in found if part.get("custom_id", "").startswith("ct:")):
        match = CUSTOM_ID.fullmatch(identity)
        assert match is not None, identity
        assert match["verb"] in HANDLERS, f"nothing answers {identity}"
    form = "custom_id" in body
    if (found or body.get("content")) and not form:
        leave = body.get("allowed_mentions")
        assert leave is not None, "it is not said whom the message may notify"
        assert not leave.get("parse"), "nothing in a text may notify by itself"
        assert not leave.get("roles"), "no role is ever to notify"
    if not found:
        return
    assert not body.get("content"), "no content beside Components V2"
    assert len(found) <= 40
    texts = [part["content"] for part in found if part["type"] == 10]
    assert sum(map(len, texts)) <= 4000
    assert all(texts)
    for text in texts:
        check_text(text)
    identities = [part["custom_id"] for part in found if "custom_id" in part]
    assert len(set(identities)) == len(identities), f"custom_ids twice: {identities}"
    for part in found:
        match part["type"]:
            case 1:
                assert 1 <= len(part["components"]) <= 5
            case 2:
                assert 1 <= len(part["custom_id"]) <= 100
                assert 1 <= len(part["label"]) <= 80
            case 12:
                assert 1 <= len(part["items"]) <= 10
                for item in part["items"]:
                    assert 0 < len(item["description"]) <= 1024
                    _check_reference(item["media"]["url"], attached, body)
            case 13:
                _check_reference(part["file"]["url"], attached, body)
    for name in attached:
        assert any(f"attachment://{name}" in str(part) for part in found), f"{name} is attached and not shown"


def _check_reference(url: str, attached: set[str], body: dict[str, Any]) -> None:
    # An edit that names no attachments keeps those that the message has.
    if "attachments" in body:
        assert url.removeprefix("attachment://") in attached, f"{url} dangles"


def check_command(command: dict[str, Any]) -> None:
    """Fail for a command definition that Discord would refuse: then no command at all would be synced."""
    kind = command.get("type", 1)
    if kind in (2, 3) and "options" not in command and not command.get("description"):
        assert 1 <= len(command["name"]) <= 32
        return
    assert NAME.fullmatch(command["name"]), command["name"]
    assert 1 <= len(command["description"]) <= 100, command["name"]
    options = command.get("options", [])
    assert len(options) <= 25
    required = [option.get("required", False) for option in options]
    assert required == sorted(required, reverse=True), "required options come first"
    for option in options:
        choices = option.get("choices") or []
        assert len(choices) <= 25
        assert all(1 <= len(choice["name"]) <= 100 for choice in choices)
        assert not (choices and option.get("autocomplete"))
        check_command({"type": option["type"], **option})
    size = len(command["name"]) + len(command["description"])
    assert size <= 8000
