"""The answer's boundary: looks before it, and interactions that nobody waits for any more."""

from __future__ import annotations

import traceback
from unittest.mock import Mock

import pytest
import structlog

from bot.components.interactions.discord_errors import INTERACTION_EXPIRED
from bot.tables import lists
from bot.workers.worker import WorkerClosed
from tests.thorough import examples

from .playing import forged
from .simulation import Simulation


def counted(sim: Simulation, outcome: str) -> float | None:
    """How many presses ended like that."""
    labels = {"kind": "button", "outcome": outcome}
    return sim.bot.context.metrics.registry.get_sample_value("captains_table_interactions_total", labels)


@pytest.mark.parametrize("code", INTERACTION_EXPIRED)
async def test_an_interaction_that_is_gone_is_no_fault_and_is_told_nothing(
    sim: Simulation, code: int
) -> None:
    own = await sim.ann.say("games")
    sim.refuse("POST", "/interactions/*/callback", 404, code)
    sent = len(sim.env.http_requests)
    with structlog.testing.capture_logs() as logged:
        sim.emit_press(sim.ann, "ct:page:0:0:snorkels|0", own)
        await sim.env.settle()
    assert [
        line["code"]
        for line in logged
        if line["event"].startswith("Discord doesn't know, or knows no longer, what was to be answered")
        and line["seconds"] < 60
    ] == [code]
    assert not [line for line in logged if line["log_level"] in ("warning", "error")]
    assert len(sim.env.http_requests) == sent + 1, "nobody is there to be told"
    assert counted(sim, "gone") == 1
    assert counted(sim, "failed") is None


@pytest.mark.parametrize(
    ("status", "code", "verb"),
    examples(
        [
            (*refused, verb)
            for refused in ((403, 50083), (400, 50083), (403, 50001), (404, 10003))
            for verb in ("view", "move")
        ],
        {(403, 50083, "view"), (400, 50083, "move"), (403, 50001, "view"), (404, 10003, "move")},
    ),
)
async def test_a_place_in_which_discord_takes_no_answer_is_no_fault(
    sim: Simulation, status: int, code: int, verb: str
) -> None:
    await sim.begin()
    sim.refuse("POST", "/interactions/*/callback", status, code, times=None)
    with structlog.testing.capture_logs() as logged:
        sim.emit_press(sim.bob, f"ct:{verb}:1:3:", sim.card())
        await sim.env.settle()
    assert [line["event"] for line in logged if line["log_level"] == "info"] == [
        "Discord takes no answer in that place, such as a locked thread"
    ]
    assert not [line for line in logged if line["log_level"] in ("warning", "error")]
    assert (counted(sim, "gone"), counted(sim, "failed")) == (1, None)


async def test_a_refusal_that_cannot_be_told_is_a_fault_with_a_reference_and_stays_out_of_the_log(
    sim: Simulation,
) -> None:
    await sim.begin()
    own = await sim.bob.say("games")
    sim.refuse("POST", "/interactions/*/callback", 400, 50035)
    with structlog.testing.capture_logs() as logged:
        sim.emit_press(sim.bob, "ct:move:1:3:", own)
        await sim.env.settle()
    (fault,) = [line for line in logged if line["event"] == "a command or press failed"]
    assert fault["reference"]
    told = "".join(traceback.format_exception(fault["exc_info"]))
    assert "An injected fault" in told
    assert "Waiting for ann" not in told
    assert counted(sim, "failed") == 1


async def test_what_the_bot_drops_when_it_stops_is_no_fault(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "challenges_to", Mock(side_effect=WorkerClosed))
    with structlog.testing.capture_logs() as logged:
        assert "being restarted" in await sim.ann.say("games")
    assert not [line for line in logged if line["log_level"] == "error"]


async def test_a_button_of_another_release_is_answered_and_no_fault(sim: Simulation) -> None:
    await sim.begin()
    own = await sim.bob.say("games")
    with structlog.testing.capture_logs() as logged:
        for custom_id, told in (
            ("ct:juggle:1:1:", "from another version"),
            ("ct:view:999999999999:1:", "There’s no Table"),
            ("ct:play:1:999999999:d|d4", "Waiting for ann"),
            ("ct:play:1:1:", ""),
            ("ct:lay:1:1:", ""),
            ("ct:chart:1:1:", ""),
        ):
            answer = await forged(sim, sim.bob, custom_id, own)
            assert answer
            assert told in answer
    assert not [line for line in logged if line["log_level"] == "error"]
    assert (await sim.table()).turns == ()
