"""Extracts the schemas for the contract tests from Discord's OpenAPI description (MIT licence).

``python -m tests.local.api.extract_schemas path/to/discord-openapi.json`` writes ``discord_schemas.json``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

WANTED = [
    "ApplicationCommandResponse",
    "GatewayBotResponse",
    "GuildChannelResponse",
    "GuildMemberResponse",
    "InteractionCallbackResponse",
    "MessageResponse",
    "MyGuildResponse",
    "PrivateApplicationResponse",
    "PrivateChannelResponse",
    "ThreadResponse",
    "UserPIIResponse",
    "UserResponse",
]
TARGET = Path(__file__).parent / "discord_schemas.json"
PREFIX = "#/components/schemas/"
DROPPED = {"description", "title", "deprecated", "examples", "example", "readOnly", "writeOnly"}
NOTE = (
    "Taken from the OpenAPI description of the Discord HTTP API (v10), (c) Discord, MIT licence; "
    "texts removed, oneOf read as anyOf."
)


def trimmed(node: Any, *, named: bool = False) -> Any:
    """A schema without its texts and extensions; *named* when the keys are names of ours, not keywords."""
    if isinstance(node, list):
        return [trimmed(one) for one in node]
    if not isinstance(node, dict):
        return node
    kept: dict[str, Any] = {}
    for key, value in node.items():
        if not named and (key in DROPPED or key.startswith("x-")):
            continue
        # an answer that fits two alternatives is no fault: many of them overlap
        kept["anyOf" if key == "oneOf" and not named else key] = trimmed(value, named=key == "properties")
    return kept


def references(node: Any) -> set[str]:
    """The names of the schemas that *node* refers to."""
    if isinstance(node, list):
        return {name for one in node for name in references(one)}
    if not isinstance(node, dict):
        return set()
    own = {str(node["$ref"]).removeprefix(PREFIX)} if "$ref" in node else set()
    return own | {name for value in node.values() for name in references(value)}


def extract(description: dict[str, Any]) -> dict[str, Any]:
    """The wanted schemas and all that they refer to."""
    schemas = description["components"]["schemas"]
    kept: dict[str, Any] = {}
    left = set(WANTED)
    while left:
        name = left.pop()
        kept[name] = trimmed(schemas[name])
        left |= references(kept[name]) - kept.keys()
    return {"$comment": NOTE, "components": {"schemas": dict(sorted(kept.items()))}}


def main() -> None:
    """Write the file anew."""
    extracted = extract(json.loads(Path(sys.argv[1]).read_text()))
    TARGET.write_text(json.dumps(extracted, separators=(",", ":")) + "\n")
    print(f"{TARGET.name}: {len(extracted['components']['schemas'])} schemas, {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
