"""Thinkers without processes, for tests: they choose at once, or when they are told to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import Any, Final

from bot.games.core import Game, Placement
from bot.languages import spoken
from bot.players.judgement import Judgement, Reviewer
from bot.players.player import Choice, Hint, Legal
from bot.thinking.search import SearchFault, judge, look_back, search
from bot.thinking.thinkers import Thought, draw
from bot.workers.worker import WorkerClosed
from tests.players.registry import PLAYERS

LEVEL: Final = "cabin-boy"
"""How strong every level is here: the one that thinks the least. The others took half of many tests' time."""
LONG_S = 100.0
"""Longer than tests wait until all is quiet."""

CHOSEN: Final[dict[object, Choice[Any] | SearchFault]] = {}
"""What was chosen; many tests play the same games."""
JUDGED: Final[dict[object, Judgement[Any] | SearchFault | None]] = {}
"""What turns were worth; many tests review the same ones."""


class InlineThinkers:
    """Offers every game: without a player, any legal action is chosen."""

    players = True
    """Whether real players choose."""

    def __init__(self, count: int, **_listeners: Callable[..., None]) -> None:
        self.count = count
        self.waiting = 0
        self.asked: list[tuple[str, str, Any]] = []
        """Game, level and view of every search."""
        self.judged = 0
        """How many turns were judged."""
        self.looked_back = 0
        """How many games were looked back on."""
        self.value = 0.5
        self.held = False
        """Whether searches take long: they look again every ``LONG_S`` seconds of simulated time."""
        self.closed = False

    def offers(self, _game: str) -> bool:
        return True

    def version(self, _game: str) -> int:
        return 7

    async def _let_go(self) -> None:
        while self.held:  # noqa: ASYNC110 (long sleeps count as quiet)
            await asyncio.sleep(LONG_S)
        if self.closed:
            raise WorkerClosed

    async def choose(
        self, game: Game[Any, Any], level: str, view: Any, legal: Legal[Any], seed: int, *, table: Hashable
    ) -> Thought:
        assert table is not None
        self.asked.append((game.key, level, view))
        await self._let_go()
        if self.players and (player := PLAYERS.get(game.key)) is not None:
            asked = (game.key, view, legal if isinstance(legal, Placement) else tuple(legal), seed)
            if asked not in CHOSEN:
                CHOSEN[asked] = search(player.choose, player.levels[LEVEL], view, legal, seed)
            found = CHOSEN[asked]
            assert not isinstance(found, SearchFault), found
            return Thought(found, level)
        return Thought(Choice(draw(game, legal, Random(seed)), self.value), level)

    def lost(self, game: str) -> float:
        return player.lost if (player := PLAYERS.get(game)) is not None else 0.0

    def hints(self, game: str) -> bool:
        return (player := PLAYERS.get(game)) is not None and player.hint is not None

    async def hint(
        self, game: Game[Any, Any], view: Any, legal: Legal[Any], seed: int, *, table: Hashable
    ) -> tuple[Hint, Any] | None:
        thought = await self.choose(game, "cabin-boy", view, legal, seed, table=table)
        return self.lead(game, view, thought.choice), thought.choice.action

    def lead(self, game: Game[Any, Any], view: Any, choice: Choice[Any]) -> Hint:
        lead = PLAYERS[game.key].hint
        assert lead is not None
        return lead(view, choice)

    def reviewer(self, game: str) -> Reviewer | None:
        return player.reviewer if (player := PLAYERS.get(game)) is not None else None

    async def judge(
        self, game: Game[Any, Any], view: Any, legal: Any, action: Any, seed: int, *, table: Hashable
    ) -> Judgement[Any] | None:
        assert table is not None
        self.judged += 1
        await self._let_go()
        reviewer = self.reviewer(game.key)
        assert reviewer is not None
        legal_now, language = legal if isinstance(legal, Placement) else tuple(legal), spoken()
        asked = (game.key, view, legal_now, action, seed, language)
        if asked not in JUDGED:
            JUDGED[asked] = judge(reviewer.judge, view, legal, action, seed, language)
        found = JUDGED[asked]
        assert not isinstance(found, SearchFault), found
        return found

    async def hindsight(self, game: Game[Any, Any], chance: Sequence[Any], *, table: Hashable) -> int | None:
        assert table is not None
        self.looked_back += 1
        await self._let_go()
        find = PLAYERS[game.key].hindsight
        assert find is not None
        found = look_back(find, chance)
        assert not isinstance(found, SearchFault), found
        return found

    async def close(self) -> None:
        self.closed = True
