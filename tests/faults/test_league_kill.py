"""The bot dies while a league is under way: nothing of it is lost, and nothing is there twice."""

from __future__ import annotations

import asyncio
import gc
import logging
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.local.api.interactions import Interaction
from bot.local.world.model import Message
from tests.simulation.loop import VirtualLoop
from tests.simulation.world import Simulated, simulated

from .players import History, Players
from .seen import Button, buttons, find, lines, thinking

DEATHS = 6
ROUNDS = 3


class Harbour:
    """A league of the four people of the local server, whose bot dies again and again."""

    def __init__(self, here: Simulated) -> None:
        self.here = here
        self.local = here.local
        self.players = Players(here.local, History(), Random(1))

    async def start(self) -> None:
        """Start the bot, and wait until it is there."""
        self.here.start()
        while not self.here.online:  # noqa: ASYNC110 (takes no time)
            await asyncio.sleep(0.1)

    async def die(self) -> None:
        """The bot is gone from one moment to the next."""
        assert self.here.life is not None
        self.here.kill(self.here.life)
        await self.here.buried()

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What the database says; the bot may be running."""
        with closing(sqlite3.connect(f"file:{self.here.database}?mode=ro", uri=True)) as file:
            return file.execute(query).fetchall()

    def hurry(self) -> None:
        """Let joining end now; the bot is not running."""
        with closing(sqlite3.connect(self.here.database)) as file:
            file.execute("UPDATE league SET ends = 1, due = 1 WHERE status = 'joining'")
            file.commit()

    def cards(self, verb: str) -> list[Message]:
        """The league's cards with such a button."""
        return [one for one in self.local.world.messages.values() if one.reader is None and find(one, verb)]

    async def create(self) -> None:
        """Open the league, and have everybody in."""
        given = {"name": "Cup", "game": "snorkels", "pace": "1d", "starts": "1d"}
        await self.local.play.slash("Marina", "games", "league create", given).settled()
        await self.local.world.until(lambda: self.cards("leaguejoin"))
        for person in self.local.world.people.values():
            if not person.bot:
                card = self.cards("leaguejoin")[-1]
                await self.players.press(person, card, _button(card, "leaguejoin"))

    async def resign(self) -> None:
        """In every game whose card is there somebody resigns."""
        for (number,) in self.rows("SELECT id FROM game_table WHERE status = 'playing' ORDER BY id"):
            who = self.rows(f"SELECT person FROM seat WHERE table_id = {number} ORDER BY seat LIMIT 1")[0][0]
            person = self.local.world.people[who]
            asked = self.local.play.slash(person, "games", "table resign", {"table": number})
            await asked.settled()
            await self._answered(asked)
            if asked.original is not None and (offered := buttons(asked.original)):
                await self.players.press(person, asked.original, offered[0])

    async def _answered(self, asked: Interaction) -> None:
        await self.local.world.until(lambda: asked.original and not thinking(asked.original))

    async def wait(self, query: str, wanted: Sequence[Any]) -> None:
        """Wait until a query finds ``wanted`` in its only row."""
        while self.rows(query) != [tuple(wanted)]:  # noqa: ASYNC110
            await asyncio.sleep(0.05)

    def wrong(self) -> list[str]:
        """What is there twice, or missing on one side."""
        twice = self.rows(
            "SELECT season, round, min(first, second), max(first, second) FROM league_game "
            "GROUP BY 1, 2, 3, 4 HAVING count(*) > 1"
        )
        loose = self.rows("SELECT id FROM game_table WHERE id NOT IN (SELECT table_id FROM league_game)")
        lost = self.rows("SELECT table_id FROM league_game WHERE table_id NOT IN (SELECT id FROM game_table)")
        untold = self.rows(
            "SELECT t.id FROM game_table t JOIN league_game g ON g.table_id = t.id "
            "WHERE (t.status = 'over') != (g.result IS NOT NULL)"
        )
        kinds = {"twice": twice, "no game": loose, "no table": lost, "result": untold}
        return [f"{kind}: {row}" for kind, found in kinds.items() for row in found]


def _button(card: Message, verb: str) -> Button:
    found = find(card, verb)
    assert found is not None
    return found


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # the connections of those that died
def test_a_league_loses_and_doubles_nothing_whenever_the_bot_dies(
    tmp_path: Path, blank: Path, caplog: pytest.LogCaptureFixture
) -> None:
    # What is left of connections to a file that a death has closed.
    caplog.set_level(logging.CRITICAL + 1, "sqlalchemy.pool")
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(dying_again_and_again(Path(shutil.copy(blank, tmp_path / "table.sqlite3")), Random(7)))
    gc.collect()


async def dying_again_and_again(database: Path, rng: Random) -> None:
    """A season with deaths in it, up to the card for the next one."""
    async with simulated(7, database) as here:
        harbour = Harbour(here)
        await harbour.start()
        await harbour.create()
        await harbour.wait("SELECT count(*) FROM league_entry", [4])
        await harbour.die()
        harbour.hurry()
        for _ in range(DEATHS):
            await harbour.start()
            crowd = asyncio.create_task(harbour.resign())
            await asyncio.wait({crowd}, timeout=rng.uniform(0.0, 1.2))
            await harbour.die()
            crowd.cancel()
            await asyncio.gather(crowd, return_exceptions=True)
            assert harbour.wrong() == []
        await harbour.start()
        while harbour.rows("SELECT season FROM league") == [(1,)]:
            await harbour.resign()
            await asyncio.sleep(0.05)
        await came_to_its_end(harbour)


async def came_to_its_end(harbour: Harbour) -> None:
    """Look at what is left of the season."""
    # Six pairs have met once each, at a table each, and the card tells of the next season.
    assert harbour.wrong() == []
    await harbour.wait("SELECT count(*), sum(shown = version) FROM game_table", [6, 6])
    await harbour.wait("SELECT shown = version, season, message IS NOT NULL FROM league", [1, 2, 1])
    assert harbour.rows("SELECT count(*), count(table_id), max(round) FROM league_game") == [(6, 6, ROUNDS)]
    (newest,) = harbour.cards("leaguejoin")
    assert "Season 2" in "\n".join(lines(newest))
    posts = harbour.local.world.messages.values()
    nonces = [one.nonce for one in posts if (one.nonce or "").startswith("cg1.")]
    assert len(nonces) == len(set(nonces)) == 2
