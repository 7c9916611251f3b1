"""Extracts the schemas for the contract tests from Discord's OpenAPI description (MIT licence).

``python -m tests.local.api.extract_schemas path/to/discord-openapi.json`` writes ``discord_schemas.json``.
"""

from __future__ import annotations

import json
import re
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
DROPPED = {"description", "title", "deprecated", "examples", "example", "readOnly", "writeOnly"}
NOTE = (
    "Taken from the OpenAPI description of the Discord HTTP API (v10), (c) Discord, MIT licence; "
    "texts removed, oneOf read as anyOf."
)


def trimmed(node: dict[str, Any]) -> dict[str, Any]:
    """An object without texts and extensions; a property may have the name of one, and is an object."""
    return {
        # An answer that fits two alternatives is no fault: many of them overlap.
        "anyOf" if key == "oneOf" else key: value
        for key, value in node.items()
        if not key.startswith("x-") and (key not in DROPPED or isinstance(value, dict))
    }


def extract(description: str) -> dict[str, Any]:
    """The wanted schemas and all that they refer to."""
    schemas = json.loads(description, object_hook=trimmed)["components"]["schemas"]
    kept: dict[str, Any] = {}
    left = {*WANTED}
    while left:
        name = left.pop()
        kept[name] = schemas[name]
        left |= {*re.findall(r'"#/components/schemas/(\w+)"', json.dumps(kept[name]))} - kept.keys()
    return {"$comment": NOTE, "components": {"schemas": dict(sorted(kept.items()))}}


def main() -> None:
    """Write the file anew."""
    extracted = extract(Path(sys.argv[1]).read_text())
    TARGET.write_text(json.dumps(extracted, separators=(",", ":")) + "\n")
    print(f"{TARGET.name}: {len(extracted['components']['schemas'])} schemas, {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
