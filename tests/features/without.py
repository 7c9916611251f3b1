"""The bot in a simulated server without one of its features, in a process that has never loaded it.

:func:`walk` does there what people do: a game of each kind to its end, every command, every button of the
cards on the way; then somebody is exported and forgotten.
"""

from __future__ import annotations

import asyncio
import itertools
import re
import sys
import tomllib
from collections.abc import Hashable
from importlib.abc import MetaPathFinder
from pathlib import Path
from random import Random
from typing import Any, Final

import discord
import pytest
import structlog

from bot.components.interactions.rate_limits import RateLimiter
from bot.components.interactions.routing import CUSTOM_ID, HANDLERS
from bot.features import FEATURES
from bot.games import GAMES
from bot.games.core import Game, Placement
from bot.languages import catalogues
from bot.local.errors import Json
from bot.local.world.model import MEMBER_PERMISSIONS
from bot.people.computers import USUAL_LEVEL
from bot.players import PLAYERS
from bot.players.judgement import Judgement
from bot.tables.model.table import Table
from data import lessons
from tests.discord.inline_thinkers import InlineThinkers
from tests.discord.one_thread import one_thread
from tests.discord.playing import explore, given, joined, menu, slash_commands, take_a_turn
from tests.discord.simulation import Seen, Simulation, simulated
from tests.faults.players import SHORT
from tests.simulation.loop import VirtualLoop

ROOT: Final = Path(__file__).parents[2]
ENDING: Final = frozenset(
    {"cancel", "challenge", "forget", "join", "leave", "resign", "start", "replaceby", "addcomputer"}
)
"""Verbs of buttons that would end what is tried, or begin something else."""
MANAGE: Final = discord.Permissions(manage_guild=True).value
MOST_TURNS: Final = 12
COMMAND: Final = re.compile(r"`/([a-z]+)")
"""The first word of a command in a sentence."""
SPOKEN: Final = [*map(catalogues.of, catalogues.names())]
"""What is said in each language, read once for all processes."""


def ties() -> dict[str, set[str]]:
    """The features whose modules others may use, with those others, as ``pyproject.toml`` declares them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: dict[str, set[str]] = {}
    for contract in settings["tool"]["importlinter"]["contracts"]:
        for line in contract.get("ignore_imports", ()):
            tie = re.fullmatch(r"bot\.features\.(\w+)\S* -> bot\.features\.(\w+)\.\S+", line)
            if tie is not None:
                found.setdefault(tie[2], set()).add(tie[1])
    return found


class Removed(MetaPathFinder):
    """Finds nothing of a feature that has no line."""

    def __init__(self, feature: str) -> None:
        self._gone = f"bot.features.{feature}"

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        if f"{name}.".startswith(f"{self._gone}."):
            raise ModuleNotFoundError(f"{name} was asked for, which has no line in FEATURES")


class Thinkers(InlineThinkers):
    """Thinkers who play any move, and to whom every turn is a turning point."""

    players = False

    async def judge(
        self, game: Game[Any, Any], view: Any, legal: Any, action: Any, seed: int, *, table: Hashable
    ) -> Judgement[Any] | None:
        reviewer = PLAYERS[game.key].reviewer
        assert reviewer is not None
        best = action if not isinstance(legal, Placement) and action in legal else None
        return Judgement(reviewer.scale.high, reviewer.scale.low, best, "There was more in it.")


class Visit:
    """What people do in a server."""

    def __init__(self, sim: Simulation) -> None:
        self.sim = sim
        self.rng = Random(7)
        # Everybody may manage the server.
        sim.env.set_role(sim.guild.id, "@everyone", MEMBER_PERMISSIONS | MANAGE)
        self._pressed: set[tuple[str, str]] = set()

    async def game(self, key: str) -> None:
        """A game from its lobby to its end, and the buttons on the way."""
        sim, game = self.sim, self.sim.tables.games[key]
        sim.channel = sim.guild.create_text_channel(key)
        alone = {"computer": USUAL_LEVEL} if game.computer and game.people[1] == 2 else {}
        table = await self.table(key, **alone)
        turns = 0
        while table.status == "playing" and turns < MOST_TURNS:
            turns += await self.turn(table)
            table = await sim.table(table.id)
            if turns == 1:
                await self.explore(sim.ann, await sim.ann.opened())
                await self.explore(sim.ann, sim.card())
                table = await sim.table(table.id)
        for person in table.seating.people:
            if table.status == "playing":
                table = await sim.tables.resign(table.id, person)
        await sim.settled()
        card = sim.card()
        assert "The end" in card.text, card.text
        await self.explore(sim.ann, card)

    async def table(self, key: str, **given: Any) -> Table:
        """A game that has just begun."""
        sim = self.sim
        lobby = await sim.ann.say(f"{key} start", **SHORT.get(key, {}), **given)
        await self.explore(sim.ann, lobby)
        await joined(sim, lobby, sim.ann, sim.bob, sim.cid)
        newest = max(await sim.store.table_ids_of(sim.ann.id, ("playing",), 99))
        return await sim.table(newest)

    async def turn(self, table: Table) -> bool:
        """A random turn of whoever is awaited; whether it was one of the game proper, and no secret setup."""
        sim, person, state = self.sim, table.awaited[-1], table.state
        assert state is not None
        who = next(each for each in (sim.ann, sim.bob, sim.cid) if each.id == person.id)
        legal = table.legal(next(seat for seat in state.to_act if table.holder(seat) == person))
        if isinstance(legal, Placement):
            await take_a_turn(sim, who, self.rng)
            return False
        action = str(self.rng.choice(legal))
        await who.slash(sim.place(), "move", action=action, table=table.id)
        return True

    async def explore(self, who: Any, first: Seen) -> None:
        """Press the new buttons of a card, and of the private cards behind them, a few of each verb."""

        def wanted(verb: str) -> bool:
            often = sum(verb == each for each, _ in self._pressed) >= len(GAMES)
            return verb not in ENDING and not often

        await explore(first, who.press, self._pressed, wanted)

    async def command(self, name: str, options: list[Json], *, full: bool) -> None:
        """A command with the options that it needs, or with all, and the buttons of its answer."""
        sim, who, chosen = self.sim, self.sim.ann, dict[str, Any]()
        for option in options:
            if option.get("required") or full:
                asked = option.get("autocomplete")
                offers = asked and await who.autocomplete(sim.place(), name, option["name"], "", **chosen)
                chosen[option["name"]] = offers[0]["value"] if offers else given(sim, option)
        result = await who.slash(sim.place(), name, **chosen)
        assert result.response is not None or result.modal is not None, name
        if result.response is not None and not full:
            await self.explore(who, result.seen)


def strings(value: Any) -> list[str]:
    """All strings in a payload."""
    if isinstance(value, dict):
        return [text for each in value.values() for text in strings(each)]
    if isinstance(value, (list, tuple)):
        return [text for each in value for text in strings(each)]
    return [value] if isinstance(value, str) else []


async def visit(features: tuple[str, ...], path: Path) -> None:
    """Do all that can be done, and look at all that the bot has sent."""
    async with simulated(path, games=GAMES, features=features, thinkers=1) as sim:
        there, commands = Visit(sim), slash_commands(sim)
        for key in GAMES:
            await there.game(key)
        await there.table("snorkels")
        for full, (name, options) in itertools.product((False, True), commands.items()):
            optional = any(not option.get("required") for option in options)
            if not name.endswith(" start") and (optional or not full):
                await there.command(name, options, full=full)
        for each in sim.env.commands.listed:
            if (kind := each.get("type", 1)) > 1:
                await menu(sim, sim.ann, each["name"], sim.bob if kind == 2 else sim.card())
        if "privacy export" in commands:
            exported = await sim.ann.say("privacy export")
            assert "Everything about you" in exported.text
            asked = await sim.ann.say("privacy forget")
            assert "Forgotten" in (await sim.ann.press(asked, "Yes, Forget Me")).text
            await sim.settled()
        sent = strings([request.json for request in sim.env.http_requests])
        check(sent, {name.split()[0] for name in commands})


def check(sent: list[str], commands: set[str]) -> None:
    """Nothing leads to what isn't there."""
    verbs = {match["verb"] for each in sent if (match := CUSTOM_ID.fullmatch(each)) is not None}
    lost = verbs - HANDLERS.keys()
    assert not lost, f"buttons that lead nowhere: {lost}"
    named = {match[1]: each for each in sent for match in COMMAND.finditer(each) if match[1] not in commands}
    assert not named, f"commands that aren't there: {named}"


def walk(missing: tuple[str, ...], path: Path) -> None:
    """Do all that can be done without the features ``missing``, on the blank database ``path``.

    :raises AssertionError: when something leads to what isn't there.
    """
    # What others may use of a feature is still a library to them.
    sys.meta_path[:0] = [Removed(name) for name in missing if name not in ties()]
    features = tuple(name for name in FEATURES if name not in missing)
    with one_thread(), pytest.MonkeyPatch.context() as patch, structlog.testing.capture_logs() as log:
        patch.setattr("bot.app.Thinkers", Thinkers)
        # To read a game's first lesson will do: to play all of them through takes a third of the time.
        whole = lessons.lesson_files
        patch.setattr(lessons, "lesson_files", lambda key: dict(itertools.islice(whole(key).items(), 1)))
        patch.setattr(RateLimiter, "require", lambda *_given: None)
        with asyncio.Runner(loop_factory=VirtualLoop) as runner:
            runner.run(visit(features, path))
    errors = [repr(each) for each in log if each["log_level"] in ("error", "critical")]
    assert not errors, "\n".join(errors)
