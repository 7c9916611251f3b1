"""Whole games of Snorkels on a simulated Discord: by buttons, by typing, across restarts, under mischief."""

from __future__ import annotations

import pytest

from tests.tables.harness import Calls

from .simulation import Simulation


async def test_a_turn_by_buttons_computes_what_may_be_done_once(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.begin()
    await sim.ann.move("d4")
    state, calls = type((await sim.table()).state), Calls()
    for name in ("legal", "play"):
        monkeypatch.setattr(state, name, calls.counted(name, getattr(state, name)))
    card = await sim.bob.press(sim.card(), "Take Purple")
    await sim.bob.press(card, "Confirm")
    assert calls.seen["play"] == 1, "played for the preview, and taken over when it is confirmed"
    assert calls.seen["legal"] == 1, "once for ann's turn, on its card and on her private one"
