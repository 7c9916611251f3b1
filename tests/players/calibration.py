"""Whether reviews judge rightly: of the turns that are said to be worth 30 %, are about 30 of 100 won?

``python -m tests.players.calibration [GAME …] [--games N] [--seed S] [--processes P] [--level L]`` plays
games between equal players, lets the game's reviewer judge some of their turns, and writes each game's table
between its marks in ``bot/players/README.md``. The same arguments give the same games.
"""

from __future__ import annotations

import argparse
import multiprocessing
import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, Final

from bot.games.core import CHANCE, Outcome, Seat, State
from bot.games.crackers.board import layout
from bot.players.crackers.outlook import LAYOUTS
from bot.players.judgement import Scale
from bot.players.player import LEVELS
from tests.games.registry import GAMES

from .crackers import helper
from .ladder import README, update
from .matches import Chooser, at_random, level
from .registry import PLAYERS

GAMES_A_SETTING: Final = 200
USUAL: Final = "first-mate"
BANDS: Final = 10
"""Into so many a scale is divided."""
FEW: Final = 20
"""Turns from which on a band shows a share."""


@dataclass(frozen=True, slots=True)
class Setting:
    """How the games of one column are played."""

    title: str = ""
    options: tuple[Mapping[str, str], ...] = ({},)
    """Taken in turn."""
    opening: tuple[int, ...] = (0,)
    """How many of the first actions are random; taken in turn."""
    rate: float = 0.2
    """The share of the turns that are judged."""


SETTINGS: Final[Mapping[str, tuple[Setting, ...]]] = {
    "snorkels": (Setting(options=({"pie": "off"},), opening=(2, 4, 6), rate=0.3),),
    "checkers": (Setting(opening=(4, 6, 8), rate=0.15),),
    "depthcharge": (Setting(rate=0.3),),
    "curse": (Setting(rate=0.15),),
    "crackers": tuple(
        Setting(board, ({"board": board, "rounds": str(sheet.even_between["wade"][USUAL])},), rate=0.1)
        for board, sheet in ((board, layout(board)) for board in LAYOUTS)
    ),
}  # fmt: skip
"""Crackers is played with the number of rounds that is even between First Mates."""
FAST: Final[Mapping[str, Callable[[str], Chooser]]] = {"crackers": helper.level}
"""Players that choose the same as those of the bot, but faster."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a review said of a turn, and how the game ended for that seat."""

    game: int
    said: float
    result: float
    """On the scale of the review: 1, 0, ½ for a draw; points."""
    title: str = ""
    """The title that the result earned; empty without one."""


@dataclass(frozen=True, slots=True)
class Series:
    """Games of one setting between equal players, one of them with each seed."""

    key: str
    setting: Setting
    level: str
    seed: int

    def one_game(self, number: int) -> list[Forecast]:
        """What was said of some turns of game ``number``, and what became of it."""
        game, player = GAMES[self.key], PLAYERS[self.key]
        assert player.reviewer is not None
        rng, drawn = Random(f"{self.seed} {number}"), Random(f"{self.seed} {number} judged")
        fast, by_chance = FAST.get(self.key), at_random(game)
        choose = fast(self.level) if fast else level(self.key, self.level)
        options = self.setting.options[number % len(self.setting.options)]
        opening = self.setting.opening[number % len(self.setting.opening)]
        state: State[Any, Any] = game.start(game.read_options(dict(options)))
        said: list[tuple[Seat, float]] = []
        played = 0
        while state.to_act:
            seat = min(state.to_act)
            if seat == CHANCE:
                state = state.play(CHANCE, state.sample_chance(rng))
                continue
            view, legal = state.view_for(seat), state.legal(seat)
            own = Random(rng.random())
            action = (by_chance if played < opening else choose)(view, legal, own)
            if drawn.random() < self.setting.rate:
                judged = player.reviewer.judge(view, legal, action, Random(drawn.random()))
                if judged is not None:
                    said.append((state.slot(seat), judged.after))
            state = state.play(seat, action)
            played += 1
        assert state.outcome is not None
        return [Forecast(number, value, *_result(state, state.outcome, slot)) for slot, value in said]


def _result(state: State[Any, Any], outcome: Outcome, slot: Seat) -> tuple[float, str]:
    if (score := outcome.results[0].score) is not None:
        return float(score), outcome.results[0].title or ""
    winners = {state.slot(seat) for seat in outcome.winners}
    return (float(slot in winners) if winners else 0.5), ""


@dataclass(frozen=True, slots=True)
class Column:
    """What a series came to."""

    title: str
    scale: Scale
    forecasts: Sequence[Forecast] = field(repr=False)

    @property
    def error(self) -> float:
        """The mean square of what was said minus what came: for chances, the Brier score."""
        return statistics.mean((each.said - each.result) ** 2 for each in self.forecasts)

    @property
    def uninformed(self) -> float:
        """The same, had the mean result been said every time."""
        return statistics.pvariance(each.result for each in self.forecasts)

    @property
    def off(self) -> float:
        """How far the bands' results lie from what was said there, on average over the turns."""
        gaps = (abs(sum(each.said - each.result for each in band)) for band in self.bands() if band)
        return sum(gaps) / len(self.forecasts)

    def bands(self) -> list[list[Forecast]]:
        """The forecasts by what was said, in tenths of the scale."""
        found: list[list[Forecast]] = [[] for _ in range(BANDS)]
        width = (self.scale.high - self.scale.low) / BANDS
        for each in self.forecasts:
            found[max(0, min(BANDS - 1, int((each.said - self.scale.low) / width)))].append(each)
        return found


def chances(columns: Sequence[Column]) -> Iterator[Sequence[str]]:
    """The rows of a game that is won or lost."""
    yield ("said", *(each.title or "won" for each in columns))
    yield ("---",) * (1 + len(columns))
    bands = [each.bands() for each in columns]
    for number in range(BANDS):
        cells = [
            f"{statistics.mean(each.result for each in band[number]):.0%} of {len(band[number]):,}".replace(
                "%", " %"
            )
            if len(band[number]) >= FEW
            else f"– of {len(band[number])}"
            for band in bands
        ]
        yield (f"{100 * number // BANDS}–{100 * (number + 1) // BANDS} %", *cells)
    yield ("off by", *(f"{100 * each.off:.1f} %" for each in columns))
    yield ("Brier score", *(f"{each.error:.3f}" for each in columns))
    yield ("uninformed", *(f"{each.uninformed:.3f}" for each in columns))


def points(column: Column) -> Iterator[Sequence[str]]:
    """The rows of a game for one."""
    yield ("said", "turns", "said on average", "points", "any title", "the highest title")
    yield ("---",) * 6
    width = (column.scale.high - column.scale.low) / BANDS
    highest = GAMES["curse"].scores
    assert highest is not None
    for number, band in enumerate(column.bands()):
        low = column.scale.low + number * width
        if len(band) < FEW:
            yield (f"{low:.0f}–{low + width:.0f}", str(len(band)), "–", "–", "–", "–")
            continue
        yield (
            f"{low:.0f}–{low + width:.0f}",
            f"{len(band):,}",
            f"{statistics.mean(each.said for each in band):.1f}",
            f"{statistics.mean(each.result for each in band):.1f}",
            _share(bool(each.title) for each in band),
            _share(each.title == highest.titles[0] for each in band),
        )
    whole = (column.off, sqrt(column.error), sqrt(column.uninformed))
    yield ("off by", "", "", f"{whole[0]:.1f}", "", "")
    yield ("error", "", "", f"{whole[1]:.1f}", "", "")
    yield ("uninformed", "", "", f"{whole[2]:.1f}", "", "")


def _share(found: Iterable[bool]) -> str:
    return f"{statistics.mean(found):.0%}".replace("%", " %")


def table(columns: Sequence[Column], series: Series, games: int) -> str:
    """The columns of one game as Markdown, with how they came about."""
    rows = chances(columns) if columns[0].scale.whole == 1 else points(columns[0])
    written = "".join(f"| {' | '.join(cells)} |\n" for cells in rows)
    title = next(each.title for each in LEVELS if each.key == series.level)
    who = f"{title}s" if len(GAMES[series.key].seats) > 1 else f"a {title}"
    each = " of each" if len(columns) > 1 else ""
    between = "between" if len(GAMES[series.key].seats) > 1 else "of"
    turns = sum(len(column.forecasts) for column in columns)
    how = f"{games} games{each} {between} {who}, `--seed {series.seed}`, {turns:,} turns judged"
    return f"{written}\n{how}.\n"


def main(arguments: Sequence[str] | None = None, readme: Path = README) -> None:
    """Measure the games and write their tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", nargs="*", help="the games’ keys (default: all that have reviews)")
    parser.add_argument(
        "--games", type=int, default=GAMES_A_SETTING, help="games a column (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", choices=[each.key for each in LEVELS], default=USUAL, help="of both sides")
    parser.add_argument("--processes", type=int, default=1, help="games that are played at once (default: 1)")
    given = parser.parse_args(arguments)
    keys = given.game or list(SETTINGS)
    if unknown := [key for key in keys if key not in SETTINGS]:
        parser.error(f"There are no settings for {', '.join(unknown)}.")
    for key in keys:
        update(
            readme.read_text("utf-8"), "calibration", key, ""
        )  # Nothing is measured that can't be written.
    spawn = multiprocessing.get_context("spawn")
    with spawn.Pool(given.processes) as processes:
        for key in keys:
            reviewer, columns = PLAYERS[key].reviewer, []
            assert reviewer is not None
            for setting in SETTINGS[key]:
                series = Series(key, setting, given.level, given.seed)
                played = processes.imap(series.one_game, range(given.games))
                columns.append(
                    Column(setting.title, reviewer.scale, [each for game in played for each in game])
                )
                print(key, columns[-1], flush=True)
            written = table(columns, series, given.games)
            readme.write_text(update(readme.read_text("utf-8"), "calibration", key, written), "utf-8")


if __name__ == "__main__":
    main()
