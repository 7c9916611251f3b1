"""What must hold after each restart, looked up in the database and on the cards."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from bot.games import GAMES
from bot.local.world.model import Message
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.queries import followups
from data.store.store import Store, sqlite_url
from tests.patience import PATIENCE

from .players import Act, History, Players, Unanswered
from .seen import buttons, find

SAFE = ("move", "view", "more")
"""Buttons of a card that change nothing."""
NONCE = re.compile(r"ct\d+\.[0-9a-f]+")
"""Of a card: its table, and a digest of the card before it."""


Rows = Callable[[str], Sequence[tuple[Any, ...]]]
"""Answers a query."""


def log_is_whole(
    rows: Rows, acts: Sequence[Act], excused: Callable[[Act], bool] = lambda _act: False
) -> Iterator[str]:
    """No acknowledged action is missing unless ``excused``, none is there twice, no number is left out.

    Of a turn of several parts, which are stored together, the first has the press's key.
    """
    found = Counter(str(key) for (key,) in rows("SELECT key FROM event WHERE key IS NOT NULL"))
    used = Counter((act.button.custom_id, act.person) for act in acts if found[f"i{act.interaction}"])
    for act in acts:
        # Pressed twice, a button is played by one of the presses.
        if act.acknowledged and not used[act.button.custom_id, act.person] and not excused(act):
            yield f"an acknowledged action is lost: {act.button.custom_id}"
    yield from (f"one press was played twice: {key}" for key, count in found.items() if count > 1)
    yield from (f"one button was played twice: {button}" for (button, _), count in used.items() if count > 1)
    gaps = (
        "SELECT s.id, s.version, count(e.seq), max(e.seq) FROM game_table s JOIN event e "
        "ON e.table_id = s.id GROUP BY s.id HAVING s.version != count(e.seq) OR s.version != max(e.seq)"
    )
    yield from (f"the log of table {row[0]} has gaps: {row}" for row in rows(gaps))


def cards_posted_twice(posts: Iterable[Message]) -> Iterator[str]:
    """No card was posted twice."""
    sent = Counter(post.nonce for post in posts if NONCE.fullmatch(post.nonce or ""))
    yield from (f"the card {nonce} was posted {count} times" for nonce, count in sent.items() if count > 1)


async def newest_card_answers(table: Table, players: Players, rng: Random) -> list[str]:
    """A press on the newest card of a table is answered, where somebody can press there."""
    world = players.local.world
    post = world.messages.get(table.address.card or 0)
    people = [world.people[one.id] for one in table.seating.humans if one.id in world.people]
    offered = [one for one in buttons(post) if one.verb in SAFE] if post is not None else []
    if post is None or post.channel.archived or not offered or not people:
        return []
    who, button = rng.choice(people), rng.choice(offered)
    if not world.reads(who, post):
        return []
    try:
        answered = await players.press(who, post, button)
    except Unanswered:
        answered = None
    return [f"{button.custom_id} is not answered"] if answered is None else []


class Invariants:
    """Reads the same file as the bot, and writes nothing to it.

    No connection may be open when the bot is killed: the last one to close would tidy up after it.
    """

    def __init__(self, database: Path, history: History) -> None:
        self._database = database
        self.history = history
        self.store = Store(sqlite_url(database))
        self.service = TableService(self.store, GAMES, rng=Random(0), now=lambda: 0)

    async def close(self) -> None:
        """Give the file back."""
        await self.store.close()

    def _rows(self, query: str) -> list[tuple[Any, ...]]:
        if not self._database.exists():
            return []
        with closing(sqlite3.connect(f"file:{self._database}?mode=ro", uri=True)) as file:
            return file.execute(query).fetchall()

    def tables(self, *statuses: str) -> list[int]:
        """The numbers of all tables, or of those with one of *statuses*."""
        chosen = ", ".join(f"'{one}'" for one in statuses)
        where = f" WHERE status IN ({chosen})" if statuses else ""
        return [number for (number,) in self._rows(f"SELECT id FROM game_table{where} ORDER BY id")]

    def log_is_whole(self) -> list[str]:
        """So is the log, and nobody has played what nobody has pressed."""
        pressed = {f"i{number}" for number in self.history.pressed}
        keys = self._rows("SELECT key FROM event WHERE verb = 'play' AND key IS NOT NULL")
        wrong = [f"nobody played {key}" for (key,) in keys if key not in pressed]
        return [*log_is_whole(self._rows, self.history.acts), *wrong]

    async def tables_fold(self) -> list[str]:
        """Every table can be read."""
        snapshots = [await self.service.get(number) for number in self.tables()]
        return [f"table {each.id} is frozen" for each in snapshots if each.status == "frozen"]

    async def everything_is_shown(self) -> list[str]:
        """Wait until all that was committed is shown; what is left then."""
        began = time.monotonic()
        while (behind := await self._behind()) and time.monotonic() < began + PATIENCE:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        return behind

    async def _behind(self) -> list[str]:
        """What is not shown, or not told in private; cards that Discord does not let change are left out."""
        wrong = [f"table {number} is not shown" for number in await self.store.unshown()]
        # The chart of one person may wait.
        private = [
            each
            for each in await followups.load(self.store)
            if each[1].kind == "letter" or (each[1].kind == "charts" and not each[1].person)
        ]
        return wrong + [f"table {number} has {entry} to be done" for number, entry in private]

    async def newest_cards_answer(self, players: Players, rng: Random) -> list[str]:
        """A press on the newest card of every table that is played is answered."""
        found = await asyncio.gather(*(self._answers(one, players, rng) for one in self.tables("playing")))
        return [wrong for each in found for wrong in each]

    async def _answers(self, number: int, players: Players, rng: Random) -> list[str]:
        table: Table = await self.service.get(number)
        post = players.local.world.messages.get(table.address.card or 0)
        if post is None:
            return [f"table {number} has no card"] if table.address.shown >= table.version else []
        if find(post, *SAFE) is None:
            return [f"the newest card of table {number} has no buttons"]
        return await newest_card_answers(table, players, rng)
