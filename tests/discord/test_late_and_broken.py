"""Presses from long ago, calls that Discord refuses, games that fail: each has a way on."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.components.cards.text import guarded
from bot.games import GAMES
from rendering.scene import PaintError
from rendering.studio import Studio

from .simulation import Simulation


async def test_a_card_too_old_to_be_edited_is_followed_by_a_new_one(sim: Simulation) -> None:
    await sim.begin()
    thread = sim.place()
    await sim.store.set_address(1, lobby=None)
    await sim.ann.move("d4")
    old = sim.card()
    sim.refuse("PATCH", f"/channels/{thread.id}/messages/{old.id}", 429, 30046, times=None)
    await sim.bot.publisher.restore(1)
    assert sim.card().id != old.id
    private = await sim.bob.press(old, old.buttons[0])
    await sim.bob.press(private, "Take Green", "Confirm")
    assert f"<@{sim.bob.id}>, it’s your turn (Green)" in sim.card()
    assert await sim.behind() == []


@pytest.mark.parametrize(("status", "code"), [(429, 30046), (404, 10008)])
async def test_a_lobby_too_old_to_be_edited_or_deleted_keeps_no_board_back(
    sim: Simulation, status: int, code: int
) -> None:
    lobby = await sim.ann.say("snorkels start", opponent=sim.bob)
    path = f"/channels/{sim.channel.id}/messages/{lobby.id}"
    sim.refuse("PATCH", path, status, code, times=None)
    await sim.bob.press(lobby, "Join")
    assert sim.card().buttons[-2:] == ["My View", "More"]
    assert await sim.behind() == []


async def test_removed_and_added_again_the_bot_goes_on(sim: Simulation) -> None:
    await sim.begin()
    thread = sim.place()
    table = await sim.table()
    async with sim.outside():
        await sim.tables.play(1, table.seating.people[0], "d4")
        assert await sim.behind() == [1]
        assert "on d4" not in sim.card(thread)
    assert await sim.behind() == []
    assert "on d4" in sim.card(thread)


async def test_a_painter_that_fails_is_replaced_by_the_board_as_text(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_given: Any, **_more: Any) -> Any:
        raise PaintError("no paint")

    monkeypatch.setattr(Studio, "draw", fail)
    await sim.begin()
    await sim.ann.move("d4")
    assert sim.card().files == ["board.png"]
    assert await sim.behind() == []


def fail(*_given: Any) -> Any:
    raise ZeroDivisionError


PARTS = (
    "text",
    "describe",
    "headline",
    "summary",
    "ending",
    "ask",
    "label",
    "page_for",
    "details",
    "findings",
)


@pytest.mark.parametrize("part", PARTS)
def test_no_part_of_a_games_words_raises_anything_but_a_refusal(part: str) -> None:
    broken: dict[str, Any] = {part: fail}
    game = guarded(replace(GAMES["snorkels"], **broken))
    calls: dict[str, tuple[Any, ...]] = {"ask": ("view", ()), "label": ("view", (), "d4")}
    said = getattr(game, part)(*calls.get(part, ("view",)))
    assert isinstance(said, str | tuple)


async def test_failing_words_leave_a_gap_and_the_game_goes_on(sim: Simulation) -> None:
    broken: dict[str, Any] = dict.fromkeys(PARTS, fail)
    await sim.restart(games=GAMES | {"snorkels": replace(GAMES["snorkels"], **broken)})
    await sim.begin()
    await sim.cid.say("checkers start", opponent=sim.bob)
    picker = await sim.ann.opened()
    assert "went wrong" not in picker.text.replace("something in the game went wrong", "")
    await sim.ann.move("d4")
    assert f"<@{sim.bob.id}>, it’s your turn.**" in sim.card()
    for label in ("My View", "More"):
        seen = await sim.bob.press(sim.card(), label)
        assert "on the bot’s side" not in seen
    assert await sim.behind() == []


async def test_a_start_and_its_clean_up_leave_no_traceback(sim: Simulation) -> None:
    with capture_logs() as heard:
        await sim.restart()
        await sim.settled()
    assert not [each for each in heard if each["log_level"] == "error"]


@pytest.mark.parametrize(
    ("status", "code", "logged"), [(404, 10062, False), (403, 50083, False), (400, 50035, True)]
)
async def test_only_suggestions_that_come_too_late_or_into_a_locked_thread_leave_no_traceback(
    sim: Simulation, caplog: pytest.LogCaptureFixture, status: int, code: int, logged: bool
) -> None:
    caplog.set_level(logging.ERROR)
    sim.refuse("POST", "/interactions/*/callback", status, code)
    await sim.ann.autocomplete(sim.channel, "snorkels start", "pace", "3d")
    await sim.env.settle()
    assert [each.path for each in sim.env.http_requests if each.path.endswith("/callback")]
    assert bool(caplog.records) is logged
