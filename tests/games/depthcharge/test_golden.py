"""One game as all three viewers saw it, kept as text; set CAPTAINS_TABLE_GOLDEN=write to write it anew."""

from __future__ import annotations

import json
import os
from pathlib import Path

from bot.games.core import as_json
from bot.games.depthcharge import GAME
from bot.games.depthcharge.actions import NORTH, SEATS, SOUTH, parse
from bot.games.depthcharge.rules import start

GOLDEN = Path(__file__).with_name("golden.txt")
PLAYED = (
    *("south islands c3", "north islands d9", "north mines b8 f8 k10", "south mines b4 e5 j2"),
    *(
        "south move nnn",
        "north move sss",
        "south move nnn",
        "north sound l8",
        "south sound b8",
        "north move sss",
    ),
    *("south charge b8", "north charge k5", "south move nen", "north move www", "south sound c8"),
    *(
        "north move wws",
        "south move en",
        "north move w",
        "south move ees",
        "north charge e5",
        "south move es",
    ),
)


def transcript() -> str:
    """The game, each position as the public, south and north saw it."""
    state = start(GAME.read_options({"islands": "1", "mines": "3", "sonar": "on"}))
    parts = []
    for line in (*PLAYED, ""):
        for viewer in (None, *SEATS):
            view = state.view_for(viewer)
            parts += [f"-- {viewer or 'public'}", GAME.text(view), GAME.describe(view)]
            if len(state.soundings) in (0, 3):
                parts.append(json.dumps(as_json(view), ensure_ascii=False))
        if line:
            seat, text = (SOUTH if line.startswith("south") else NORTH), line.split(" ", 1)[1]
            action = parse(text)
            parts += [f"== {line} → {state.announcement(seat, action)}".rstrip()]
            for viewer in (None, *SEATS):
                shown, told = state.redacted(seat, action, viewer), state.narrate(seat, action, viewer)
                parts.append(f"{viewer or 'public'}: {shown} · {told}")
            state = state.play(seat, action)
    assert state.outcome is not None
    return "\n".join(parts) + "\n"


def test_a_game_looks_to_all_three_viewers_as_it_did() -> None:
    found = transcript()
    if os.environ.get("CAPTAINS_TABLE_GOLDEN") == "write":
        GOLDEN.write_text(found, encoding="utf-8")
    assert found == GOLDEN.read_text(encoding="utf-8")
