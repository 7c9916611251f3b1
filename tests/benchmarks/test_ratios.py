"""Speeds as ratios to a bare piece of the same work, with generous bounds: they run with all other tests.

A bound is about three times the ratio on a quiet machine, so only a change of kind fails here.
"""

from __future__ import annotations

import importlib
import io
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median

import discord
import pytest
from PIL import Image

from bot.games import GAMES
from rendering.painting import draw
from rendering.scene import Scene
from rendering.theme import THEMES
from tests.discord.server import Env
from tests.discord.simulation import Simulation, new_bot
from tests.rendering.positions import AnyScene, walks
from tests.thorough import examples

MAX_PICTURE_PER_ENCODING = 0.9
"""A picture, painted from kept tiles and encoded, against a plain encoding of the finished picture."""
MAX_TURN_PER_ECHO = 35.0
"""A confirmed turn until its picture is posted, against a command that repeats its text."""


@pytest.mark.parametrize("key", examples(GAMES, {"curse", "depthcharge"}))
def test_a_picture_costs_little_more_than_its_encoding(key: str) -> None:
    moments = walks(key)[1].moments
    scene: AnyScene = Scene(moments[len(moments) // 2].before.view_for(None))
    image: Image.Image = importlib.import_module(f"rendering.{key}").paint(scene, THEMES["default"])
    picture = _seconds(lambda: draw(key, scene))
    encoding = _seconds(lambda: image.save(io.BytesIO(), "PNG"))
    assert picture / encoding < MAX_PICTURE_PER_ENCODING


def _seconds(work: Callable[[], object], runs: int = 7) -> float:
    """The median processor time of ``work`` once it is warm."""
    work()
    return median(_timed(work) for _ in range(runs))


def _timed(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


@pytest.mark.usefixtures("painted")
async def test_a_turn_costs_a_bounded_number_of_echoes(database: Path) -> None:
    bot = await new_bot(database)

    @bot.tree.command(name="echo", description="Repeats a text")
    async def echo(interaction: discord.Interaction, text: str) -> None:
        await interaction.response.send_message(text)

    sim = Simulation(Env(), database)
    await sim.env.connect(bot)
    try:
        await sim.begin(side="purple", pie="off")
        squares = iter([f"{column}{row}" for row in (1, 3, 5) for column in "abcdefg"])

        async def repeat() -> None:
            await sim.ann.say("echo", text="d4")

        async def move() -> None:
            table = await sim.bot.context.tables.get(1)
            who = sim.ann if table.awaited[0].id == sim.ann.id else sim.bob
            await who.move(next(squares))
            await sim.bot.publisher.settle()

        # In turn, so that a busy machine slows down both alike; the first few warm them up.
        both = [(await _loop_seconds(move), await _loop_seconds(repeat)) for _ in range(16)][4:]
        assert len((await sim.table()).turns) == 16
    finally:
        await sim.stop()
    turn, echoed = map(median, zip(*both, strict=True))
    assert turn / echoed < MAX_TURN_PER_ECHO


async def _loop_seconds(work: Callable[[], Awaitable[None]]) -> float:
    """The processor time of ``work``, its threads included."""
    begun = time.process_time()
    await work()
    return time.process_time() - begun
