"""Thinkers: what they answer, how levels fail, and that nobody waits for nothing."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import AsyncMock, Mock

import pytest

from bot.players.judgement import Reviewer
from bot.players.player import LEVELS, ComputerPlayer
from bot.thinking import thinkers as thinkers_
from bot.thinking.thinkers import Thinkers, Thought
from bot.workers.process import LOW_PRIORITY, MAX_POLLS
from bot.workers.worker import WorkerClosed
from tests.games.hex import GAME
from tests.games.registry import GAMES
from tests.players.matches import positions
from tests.players.registry import PLAYERS
from tests.workers.waiting import Polls, alive, gone, pid_in

from . import probes
from .probes import players

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are killed by signals here")
STATE = GAME.start(GAME.read_options({"pie": "off"}))
(SEAT,) = STATE.to_act
VIEW = STATE.view_for(SEAT)
LEGAL: Any = STATE.legal(SEAT)
HEAVY = {"discord", "sqlalchemy", "PIL", "asyncio", "structlog", "aiohttp", "cattrs"}
UNNEEDED = {"bot.components", "bot.tables", "bot.config", "bot.app", "bot.thinking.thinkers", "rendering"}


@pytest.fixture
async def hire() -> AsyncIterator[Callable[..., Thinkers]]:
    """Makes thinkers that are closed in the end, and that are never in a hurry unless a test says so."""
    hired: list[Thinkers] = []

    def hire(
        polls: Polls | None = None,
        count: int = 1,
        *,
        listeners: tuple[tuple[str, Callable[..., None]], ...] = (),
        **deeds: probes.Deed,
    ) -> Thinkers:
        hired.append(Thinkers(count, players(**deeds), polls or Polls(), **dict(listeners)))
        return hired[-1]

    yield hire
    await asyncio.gather(*(each.close() for each in hired))


async def ask(thinkers: Thinkers, level: str = "captain", seed: int = 1, table: int = 1) -> Thought:
    return await thinkers.choose(GAME, level, VIEW, LEGAL, seed, table=table)


async def test_a_player_answers_from_its_process_as_it_would_here() -> None:
    thinkers = Thinkers(1, PLAYERS, Polls())
    for key, player in PLAYERS.items():
        game = GAMES[key]
        state = game.start(game.read_options({}))
        while "chance" in state.to_act:
            state = state.play(min(state.to_act), state.sample_chance(Random(1)))
        seat = min(state.to_act)
        view, legal = state.view_for(seat), state.legal(seat)
        level = LEVELS[0].key
        found = await thinkers.choose(game, level, view, legal, 7, table=1)
        assert found == Thought(player.at(level, view, legal, Random(7)), level)
        state.play(seat, found.choice.action)
    await thinkers.close()


async def test_searches_run_in_one_process_of_low_priority_that_loads_players_and_nothing_else(
    hire: Callable[..., Thinkers],
) -> None:
    heard: list[float] = []
    listeners = (("on_searched", heard.append),)
    thinkers = hire(listeners=listeners, captain=probes.niceness, first_mate=probes.loaded)
    assert not thinkers.pids
    nice = (await ask(thinkers)).choice.value
    assert nice == min(os.nice(0) + LOW_PRIORITY, 19)
    modules = set((await ask(thinkers, "first-mate")).choice.line)
    assert "bot.players" in modules
    assert not modules & (UNNEEDED | HEAVY)
    assert thinkers.pids == ((await ask(thinkers, "deckhand")).choice.value,)
    assert thinkers.pids != (os.getpid(),)
    assert len(heard) == 3
    assert min(heard) > 0


async def test_as_many_search_at_once_as_there_are_processes(
    hire: Callable[..., Thinkers], tmp_path: Path
) -> None:
    stand = probes.Stand(tmp_path / "begun", tmp_path / "go")
    thinkers = hire(count=2, captain=stand)
    first = asyncio.create_task(ask(thinkers))
    busy = await pid_in(stand.begun)
    others = [(await ask(thinkers, "deckhand", table=table)).choice.value for table in range(3)]
    assert len({busy, *others}) == 2
    stand.go.touch()
    assert (await first).choice.value == busy


@pytest.mark.parametrize(
    ("failing", "level"),
    [
        ({"captain": probes.spill, "first_mate": probes.cheat}, "deckhand"),
        pytest.param(
            {"captain": probes.fall, "first_mate": probes.fail}, "deckhand", marks=pytest.mark.thorough
        ),
    ],
)
async def test_a_level_that_fails_is_answered_for_by_the_one_below(
    failing: dict[str, probes.Deed],
    level: str,
    hire: Callable[..., Thinkers],
    caplog: pytest.LogCaptureFixture,
) -> None:
    on_fault = Mock()
    thinkers = hire(listeners=(("on_fault", on_fault),), **failing)
    await ask(thinkers, "cabin-boy")
    (before,) = thinkers.pids
    found = await ask(thinkers)
    assert found.level == level
    assert found.choice.action in LEGAL
    assert on_fault.call_count == len(failing)
    assert thinkers.pids != (before,)
    await gone(before)
    for key in failing:
        assert f"hex at level {key.replace('_', '-')} failed" in caplog.text
    assert probes.SECRET not in caplog.text


async def test_where_all_levels_fail_the_seed_picks_a_legal_action(hire: Callable[..., Thinkers]) -> None:
    thinkers = hire(cabin_boy=probes.say_nothing)
    found = [await ask(thinkers, "cabin-boy", seed) for seed in (1, 1, 2)]
    assert {each.level for each in found} == {None}
    assert all(each.choice.action in LEGAL for each in found)
    assert found[0] == found[1] != found[2]


async def test_a_search_that_hangs_is_ended_and_the_level_below_answers(
    hire: Callable[..., Thinkers], tmp_path: Path
) -> None:
    polls, begun = Polls(), tmp_path / "begun"
    thinkers = hire(polls, captain=probes.Stand(begun, tmp_path / "go"))
    search = asyncio.create_task(ask(thinkers))
    next_table = asyncio.create_task(ask(thinkers, "deckhand", table=2))
    hung = await pid_in(begun)
    await polls.pass_(MAX_POLLS)
    assert (await search).level == "first-mate"
    assert (await next_table).level == "deckhand"
    await gone(hung)


async def test_a_choice_that_nobody_wants_any_more_is_ended_or_never_begun(
    hire: Callable[..., Thinkers], tmp_path: Path
) -> None:
    begun, never = tmp_path / "begun", tmp_path / "never"
    thinkers = hire(
        captain=probes.Stand(begun, tmp_path / "go"), first_mate=probes.Stand(never, tmp_path / "go")
    )
    first = asyncio.create_task(ask(thinkers))
    pid = await pid_in(begun)
    dropped = asyncio.create_task(ask(thinkers, "first-mate", table=2))
    last = asyncio.create_task(ask(thinkers, "deckhand", table=3))
    while thinkers.waiting < 2:  # noqa: ASYNC110 (they are on their way)
        await asyncio.sleep(0)
    for task in (first, dropped):
        task.cancel()
    assert (await last).choice.value != pid
    assert not alive(pid)
    assert not never.exists()


class InTurn:
    """A worker that notes who was served, in turn, and answers nothing."""

    served: Final[list[str]] = []

    def __init__(self, *_limits: object, **_options: object) -> None:
        self.served.clear()

    async def run(self, _job: object, *question: Any) -> None:
        self.served.append(question[3])
        await asyncio.sleep(0)

    end = close = AsyncMock()


@pytest.mark.parametrize(
    ("parties", "served"),
    [("".join(map(chr, range(200, 300))),) * 2, ("aaaaabbc", "aabcabaa"), ("abca", "abca")],
)
async def test_tables_are_served_in_turn_whoever_asks_for_more(
    parties: str, served: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinkers_, "ProcessWorker", InTurn)
    thinkers = Thinkers(1, players())
    asked = (thinkers.judge(GAME, VIEW, LEGAL, party, 1, table=party) for party in parties)
    await asyncio.gather(*asked)
    assert "".join(InTurn.served) == served


async def test_closed_thinkers_leave_no_process_and_only_raise(
    hire: Callable[..., Thinkers], tmp_path: Path
) -> None:
    begun = tmp_path / "begun"
    thinkers = hire(captain=probes.Stand(begun, tmp_path / "go"))
    search, waits = (asyncio.create_task(ask(thinkers, table=table)) for table in (1, 2))
    pid = await pid_in(begun)
    await thinkers.close()
    for task in (search, waits):
        with pytest.raises(WorkerClosed):
            await task
    with pytest.raises(WorkerClosed):
        await ask(thinkers)
    assert not alive(pid)
    assert thinkers.waiting == 0


async def test_without_processes_nothing_is_offered(hire: Callable[..., Thinkers]) -> None:
    none, some = hire(count=0), hire()
    assert some.offers("hex")
    assert some.hints("hex")
    assert not some.offers("chess")
    assert not none.offers("hex")
    assert not none.hints("hex")
    assert none.reviewer("hex") is None
    with pytest.raises(KeyError):
        await ask(none)
    with pytest.raises(KeyError, match="admiral"):
        await ask(some, "admiral")
    assert some.pids == ()


def test_every_player_has_all_levels() -> None:
    for player in PLAYERS.values():
        assert isinstance(player, ComputerPlayer)
        assert list(player.levels) == [level.key for level in LEVELS]


async def test_a_turn_is_judged_in_a_process_and_the_same_each_time(hire: Callable[..., Thinkers]) -> None:
    thinkers = hire()
    found = [
        await thinkers.judge(GAME, VIEW, LEGAL, LEGAL[0], seed, table=("review", 1)) for seed in (1, 1, 2)
    ]
    assert found[0] == found[1] != found[2]
    assert found[0] is not None
    assert (found[0].before, found[0].best) == (float(*thinkers.pids), LEGAL[0])


async def test_a_reviewer_that_fails_has_no_opinion_and_the_log_keeps_its_secret(
    caplog: pytest.LogCaptureFixture,
) -> None:
    player = replace(players()[GAME.key], reviewer=Reviewer(probes.misjudge, str, 1))
    on_fault = Mock()
    thinkers = Thinkers(1, {GAME.key: player}, Polls(), on_fault=on_fault)
    assert await thinkers.judge(GAME, VIEW, LEGAL, LEGAL[0], 1, table=1) is None
    await thinkers.close()
    on_fault.assert_called_once()
    assert "KeyError at probes.py" in caplog.text
    assert probes.SECRET not in caplog.text


async def test_hindsight_comes_from_a_process_if_the_game_has_it_and_does_not_fail(
    hire: Callable[..., Thinkers], caplog: pytest.LogCaptureFixture
) -> None:
    assert await hire().hindsight(GAME, (1, 2), table=1) is None, "nobody can ask that"
    player = replace(players()[GAME.key], hindsight=probes.look_back)
    thinkers = Thinkers(1, {GAME.key: player}, Polls())
    found = await thinkers.hindsight(GAME, (1, 2), table=1)
    assert found == thinkers.pids[0] + 3
    assert await thinkers.hindsight(GAME, (), table=1) is None
    await thinkers.close()
    assert "KeyError at probes.py" in caplog.text
    assert probes.SECRET not in caplog.text


async def test_a_hint_leads_to_what_a_player_advises_where_that_is_something_else() -> None:
    thinkers, game, player = Thinkers(1, PLAYERS, Polls()), GAMES["crackers"], PLAYERS["crackers"]
    assert player.advised is not None
    settings = player.levels[LEVELS[-1].key]
    for _, _, view, legal, _ in positions("crackers", 1, 40, board="bell"):
        advised = player.advised(view, legal, Random(3), settings).action
        if advised != player.choose(view, legal, Random(3), settings).action:
            break
    else:
        pytest.fail("a hint is always what a Captain plays")
    found = await thinkers.hint(game, view, legal, 3, table=1)
    assert found is not None
    assert found[1] == advised
    await thinkers.close()


async def test_a_hint_leads_to_what_the_strongest_level_would_choose(
    hire: Callable[..., Thinkers], monkeypatch: pytest.MonkeyPatch
) -> None:
    thinkers = hire()
    found = await thinkers.hint(GAME, VIEW, LEGAL, 3, table=1)
    assert found is not None
    thought = await ask(thinkers, seed=3)
    assert found[0].action == str(found[1]) == str(thought.choice.action)
    monkeypatch.setattr(thinkers, "_choose", AsyncMock(return_value=replace(thought, level=None)))
    assert await thinkers.hint(GAME, VIEW, LEGAL, 3, table=1) is None
