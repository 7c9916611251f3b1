"""What the bot's messages must keep to beyond Discord's limits, which the local Discord checks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from bot.components.interactions.card import LIST
from bot.components.interactions.routing import CUSTOM_ID, HANDLERS

FILE = re.compile(
    r"(?:board(?:-[a-z]{2}(?:-[A-Z]{2})?)?|faces|better|review|turns)\.png|diagram-\d\.png|small-\d+(?:-\d+)?\.png|table-\d+\.(?:txt|gif)|captains-table\.json(?:\.gz)?"
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
COMPUTER = re.compile(r"\b10000\d\d\b")
"""The number of a computer, whom nobody on Discord knows."""
ROLE = re.compile(r"<@&(\d+)>")


def parts(shown: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every component of a message, the nested ones included."""
    for component in shown:
        yield component
        yield from parts(component.get("components") or [])
        yield from parts([component["accessory"]] if component.get("accessory") else [])
        yield from _entries(component)


def _entries(component: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The entries of a list of choices, as if each were a button that chooses it, too, or no longer."""
    listed, entries = str(component.get("custom_id", "")), component.get("options", ())
    several = "max_values" in component
    if not several and not listed.endswith(f":{LIST}"):
        return
    now = [entry["value"] for entry in entries if several and entry["default"]]
    for entry in entries:
        own = entry["value"]
        values = [value for value in now if value != own] + [own] * (own not in now)
        custom_id = listed.removesuffix(LIST) + " ".join(values)
        yield {"type": 2, "label": entry["label"], "custom_id": custom_id, "list": listed, "values": values}


def check_text(text: str) -> None:
    """Fail for Markdown that Discord does not know, which people would see raw."""
    found = UNKNOWN_MARKDOWN.search(FENCED.sub("", text))
    assert found is None, f"Discord shows this as it is written: {found[0]!r}"


def check_message(body: dict[str, Any]) -> None:
    """Fail for a message that the bot shouldn't send, though Discord would take it."""
    body = body.get("data") or body
    assert not COMPUTER.search(str(body)), "a computer is mentioned"
    check_text(body.get("content") or "")
    attached = {each["filename"] for each in body.get("attachments") or []}
    for name in attached:
        assert FILE.fullmatch(name), f"{name} may tell something: a file’s name says what it is, and no more"
    found = list(parts(body.get("components") or []))
    for identity in (part["custom_id"] for part in found if part.get("custom_id", "").startswith("ct:")):
        match = CUSTOM_ID.fullmatch(identity)
        assert match is not None, identity
        assert match["verb"] in HANDLERS, f"nothing answers {identity}"
    if (found or body.get("content")) and "custom_id" not in body:
        leave = body.get("allowed_mentions")
        assert leave is not None, "it is not said whom the message may notify"
        assert not leave.get("parse"), "nothing in a text may notify by itself"
        named = {int(number) for part in found for number in ROLE.findall(part.get("content") or "")}
        assert named.issuperset(map(int, leave.get("roles") or ())), "a role is notified that isn’t named"
    for part in found:
        check_text(part.get("content") or "")
        assert all(item["description"] for item in part.get("items", ()))
    for name in attached if found else ():
        assert any(f"attachment://{name}" in str(part) for part in found), f"{name} is attached and not shown"
