"""Turns side by side: a whole turn, and a bare echo command that posts a stored picture."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from io import BytesIO
from statistics import median
from typing import Any

import discord

from bot.app import CaptainsTable
from rendering.scene import Picture

from . import payloads
from .numbers import Numbers
from .payloads import Json
from .sample_turns import Turn
from .standin import StandIn

Hear = Callable[[Any], None]


def teach_to_echo(bot: CaptainsTable, picture: Picture) -> None:
    """Give the bot a command ``/echo`` that answers with ``picture``, and does nothing else."""

    @bot.tree.command(name="echo", description="Says it again")
    async def echo(interaction: discord.Interaction[Any], text: str) -> None:
        await interaction.response.send_message(
            text, file=discord.File(BytesIO(picture.data), filename="board.png")
        )


async def side_by_side(bot: CaptainsTable, standin: StandIn, turns: list[Turn]) -> dict[str, float]:
    """Milliseconds in the middle: an echo, a turn's card, and a turn with all that follows it.

    One after another and by turns, so that both meet the same machine.
    """
    hear: Hear = bot._connection.parsers["INTERACTION_CREATE"]
    numbers = Numbers(time.time_ns() // 1_000_000 - 60_000)
    echoes, cards, wholes = [], [], []
    for turn in turns:
        echoes.append(
            await _echoed(standin, hear, payloads.command(turn, numbers.fresh(), "echo", text=turn.text))
        )
        card, whole = await _played(bot, standin, hear, turn, payloads.confirmation(turn, numbers.of_press()))
        cards.append(card)
        wholes.append(whole)
    found = {"an echo": echoes, "a turn’s card": cards, "a whole turn": wholes}
    return {name: median(took) * 1000 for name, took in found.items()}


async def _echoed(standin: StandIn, hear: Hear, payload: Json) -> float:
    answered = asyncio.get_running_loop().create_future()
    own = int(payload["id"])
    standin.on_callback = lambda at, number: answered.set_result(at) if number == own else None
    began = time.perf_counter()
    hear(json.loads(json.dumps(payload)))
    at: float = await answered
    return at - began


async def _played(
    bot: CaptainsTable, standin: StandIn, hear: Hear, turn: Turn, payload: Json
) -> tuple[float, float]:
    shown: list[float] = []
    answered: list[float] = []
    standin.on_callback = lambda at, _interaction: answered.append(at)
    standin.on_card = lambda at, channel: shown.append(at) if channel == turn.thread else None
    standin.hear(payload)
    began = time.perf_counter()
    hear(json.loads(json.dumps(payload)))
    # The bot tells nobody when it is done; asking without a pause would keep its threads from working.
    while not (shown and answered) or turn.table in bot.publisher.tasks:  # noqa: ASYNC110
        await asyncio.sleep(0.0005)
    return shown[0] - began, time.perf_counter() - began
