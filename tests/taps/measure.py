"""Plays every kind of turn and counts the taps."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot.people import settings
from bot.people.preferences import CONFIRM
from tests.discord.limits import parts
from tests.discord.one_thread import one_thread
from tests.discord.playing import manned
from tests.discord.simulation import Simulation, simulated

from .kinds import FULLEST, KINDS, REQUESTS, STAY, Kind, fitting
from .player import Player

KEPT: Final = Path(__file__).parent / "taps.md"
ROUND: Final = ("c3+", "d4+", "f2+", "pump a4", "pump a4 b4", "pump a4 a5")
"""A round of Crackers between two people."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One turn as it was played."""

    name: str
    pressed: tuple[str, ...]
    """With a preview before the move."""
    at_once: int | None
    """The taps without one; None where that makes no difference."""
    most: tuple[int, int | None]
    """The targets for both."""
    requests: int
    """The bot's requests to Discord, with a preview."""
    cards: tuple[tuple[int, int], ...] = ()
    """How many buttons and words each card on the way had, the public one first."""

    @property
    def fullest(self) -> tuple[int, int, int]:
        """The most buttons on the public card, and on a private one; the most words."""
        (first, _), *private = self.cards or ((0, 0),)
        own = max((buttons for buttons, _ in private), default=0)
        return first, own, max((words for _, words in self.cards), default=0)

    @property
    def row(self) -> str:
        """A line of the table."""
        cells = (
            self.name,
            f"{len(self.pressed)} (≤ {self.most[0]})",
            "–" if self.at_once is None else f"{self.at_once} (≤ {self.most[1]})",
            str(self.requests),
            *(map(str, self.fullest) if self.cards else "–––"),
            " · ".join(self.pressed),
        )
        return f"| {' | '.join(cells)} |"

    @property
    def over(self) -> bool:
        """Whether it takes more taps or requests than it may."""
        requests = REQUESTS if self.name.startswith("Snorkels") else self.requests
        taps = len(self.pressed) > self.most[0] or (self.at_once or 0) > (self.most[1] or 0)
        full = any(count > most for count, most in zip(self.fullest, FULLEST, strict=True))
        return taps or full or self.requests > requests


def table_of(found: Sequence[Measured]) -> str:
    """All figures as Markdown."""
    head = (
        "# Taps\n\nHow many taps a turn takes, and at most may take, how many requests the bot makes, and "
        f"how full its cards get: at most {FULLEST[0]} buttons on the public card, "
        f"{FULLEST[1]} on a private one, and {FULLEST[2]} words; `python -m tests.taps` measures them.\n"
    )
    lines = [
        "| turn | taps | without a preview | requests | public | private | words | what is pressed |",
        "|---" * 8 + "|",
    ]
    return "\n".join([head, *lines, *(each.row for each in found)]) + "\n"


@asynccontextmanager
async def world(blank: Path) -> AsyncIterator[Simulation]:
    """A simulated Discord with the bot."""
    with tempfile.TemporaryDirectory(prefix="taps-") as folder, one_thread():
        path = Path(shutil.copy(blank, Path(folder) / "table.sqlite3"))
        async with simulated(path) as sim:
            yield sim


async def started(
    sim: Simulation, game: str, before: Sequence[str] = (), *, confirm: bool = True
) -> dict[int, Any]:
    """A started table after the moves ``before``, and its people by id."""
    people = await manned(sim, game, sim.ann, sim.bob)
    for number in people:
        await settings.change(sim.store, number, {CONFIRM: confirm})
    for text in before:
        table = await sim.table()
        assert table.state is not None
        await sim.tables.play(1, table.awaited[0], fitting(table.state, text))
    await sim.settled()
    return people


async def pressed(blank: Path, kind: Kind, *, confirm: bool) -> tuple[Player, int]:
    """Who has taken one turn, and how many requests the bot made."""
    async with world(blank) as sim:
        people = await started(sim, kind.game, kind.before, confirm=confirm)
        players = {number: Player(sim, who) for number, who in people.items()}
        for move in kind.again:
            table = await sim.table()
            await players[table.awaited[0].id].take([move])
            await sim.settled()
        table = await sim.table()
        state, moves = table.state, []
        assert state is not None
        for word in kind.moves:
            (seat,) = state.to_act
            moves.append(fitting(state, word))
            state = state.play(seat, table.game.parse(moves[-1]))
        player = players[table.awaited[0].id]
        since = len(sim.env.http_requests)
        await player.take(moves)
        await sim.settled()
        return player, len(sim.env.http_requests) - since


async def whole_round(blank: Path) -> Measured:
    """A round of Crackers between two people, with the pictures that it posts."""
    async with world(blank) as sim:
        people = await started(sim, "crackers")
        posts, labels, since = len(sim.public()), list[str](), len(sim.env.http_requests)
        for moves in (ROUND[: len(STAY)], ROUND[len(STAY) :]):
            table = await sim.table()
            player = Player(sim, people[table.awaited[0].id])
            await player.take(moves)
            labels += player.pressed
        await sim.settled()
        # The card of the round's first turn was there before.
        posted, requests = len(sim.public()) - posts, len(sim.env.http_requests) - since
    return Measured(f"Crackers: a whole round, {posted} new cards", tuple(labels), None, (11, None), requests)


async def mines(blank: Path) -> Measured:
    """Depth Charge's mines, laid by hand on the chart in the direct messages."""
    async with world(blank) as sim:
        await started(sim, "depthcharge")
        chart = sim.ann.user.dm_channel.last_message
        since = len(sim.env.http_requests)
        lists = [part for part in parts(chart.components) if part["type"] == 3]
        for each, squares in zip(lists, (["b2", "d3"], ["f4", "h5"], ["k6"]), strict=True):
            await sim.ann.user.select(chart, squares, custom_id=each["custom_id"])
        await sim.ann.user.click(chart, label="Lay Mines")
        assert len((await sim.table()).turns) == 1
        await sim.settled()
        requests, labels = len(sim.env.http_requests) - since, ("b2, d3", "f4, h5", "k6", "Lay Mines")
    return Measured("Depth Charge: five mines", labels, None, (7, None), requests)


async def all_measured(blank: Path) -> list[Measured]:
    """Every kind of turn, played on copies of an empty database. Runs on a ``VirtualLoop``."""
    found = []
    for kind in KINDS:
        previewed, requests = await pressed(blank, kind, confirm=True)
        without, _ = await pressed(blank, kind, confirm=False)
        targets = (kind.confirmed, kind.at_once)
        labels, cards = tuple(previewed.pressed), tuple(previewed.cards)
        found.append(Measured(kind.name, labels, len(without.pressed), targets, requests, cards))
    return [*found, await mines(blank), await whole_round(blank)]
