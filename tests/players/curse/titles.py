"""How many points and titles each level of Captain's Curse reaches, with dice that nothing was learnt from.

``python -m tests.players.curse.titles [--games N] [--seed S]`` plays, and writes the table between its marks
in ``bot/players/README.md``. With ``--compiled`` the helper that learns plays the Captain instead, as the
player would, and what it reaches is only printed. The same arguments give the same games.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import Final

from bot.games.core import CHANCE
from bot.games.curse import GAME
from bot.players.curse import PLAYER
from bot.players.player import LEVELS
from tests.players.ladder import README, update

from .training import played

HEADINGS: Final = ("player", "points", "any title", "Captain", "ms mean", "ms median", "ms 99 %")


def row(level: str, title: str, games: int, seed: int) -> Sequence[str]:
    """The cells of a level."""
    points: list[int] = []
    titles: list[str] = []
    seconds: list[float] = []
    for number in range(games):
        chance, own = Random(f"{seed} {number} dice"), Random(f"{seed} {number} player")
        state = GAME.start(GAME.read_options({}))
        while state.to_act:
            if CHANCE in state.to_act:
                state = state.play(CHANCE, state.sample_chance(chance))
                continue
            (seat,) = state.to_act
            view, legal = state.view_for(seat), state.legal(seat)
            began = process_time()
            action = PLAYER.at(level, view, legal, Random(own.random())).action
            seconds.append(process_time() - began)
            state = state.play(seat, action)
        assert state.outcome is not None
        (result,) = state.outcome.results
        points.append(result.score or 0)
        titles.append(result.title or "")
    error = statistics.stdev(points) / games**0.5
    times = sorted(1000 * each for each in seconds)
    spans = (statistics.mean(times), statistics.median(times), times[int(len(times) * 0.99)])
    shares = (sum(map(bool, titles)) / games, titles.count("Captain") / games)
    return (
        title,
        f"{statistics.mean(points):.1f} ± {error:.1f}",
        *(f"{100 * share:.1f} %" for share in shares),
        *(f"{span:.1f}" for span in spans),
    )


def compiled(games: int, seed: int) -> str:
    """What the helper reaches, with standard errors."""
    with TemporaryDirectory() as folder:
        lines = played(games, seed, Path(folder), carefully=True)
        ends = [line.split() for line in lines if line.startswith("end")]
    points = [int(end[1]) for end in ends]
    share, error = sum(end[2] == "1" for end in ends) / games, statistics.stdev(points) / games**0.5
    spread = (share * (1 - share) / games) ** 0.5
    mean = statistics.mean(points)
    return f"{mean:.2f} ± {error:.2f} points, Captain {100 * share:.1f} ± {100 * spread:.1f} %"


def main(arguments: Sequence[str] | None = None, readme: Path = README) -> None:
    """Measure the levels and write their table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=2_000, help="games a level (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--compiled", action="store_true")
    given = parser.parse_args(arguments)
    if given.compiled:
        print(compiled(given.games, given.seed))
        return
    rows: list[Sequence[str]] = [HEADINGS, ("---",) * len(HEADINGS)]
    for level in reversed(LEVELS):
        rows.append(row(level.key, level.title, given.games, given.seed))
        print(*rows[-1], sep=" | ", flush=True)
    written = "".join(f"| {' | '.join(cells)} |\n" for cells in rows)
    how = (
        f"Version {PLAYER.version}, {given.games:,} games a row, `--seed {given.seed}`, with standard errors."
    )
    readme.write_text(update(readme.read_text("utf-8"), "titles", "curse", f"{written}\n{how}\n"), "utf-8")


if __name__ == "__main__":
    main()
