"""Makes puzzles: ``python -m tests.puzzles.make [GAME …] [--seconds S] [--count N]``.

It begins with the puzzles that there are, as far as they can still be proved. Then computer players play each
other, with the seeds after those of the puzzles, and positions with one best action at every step of the
solver are proved. What is found is written to ``data/puzzles/GAME.jsonl`` again and again: look-alikes are
left out, the easy ones come first.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any, Final

import data.puzzles
from bot.features.puzzles.puzzle import Puzzle, explained, read, write
from bot.games import GAMES
from bot.games.core import Seat, State
from bot.games.record import Entry, Record, replay

from .makers import MAKERS
from .makers.maker import Maker, difficulty, positions, puzzle

FILES: Final = Path(data.puzzles.__file__).parent
COUNT: Final = 90
"""Puzzles that are enough for a game."""
OFTEN: Final = 10
"""After so many seeds the file is written again."""


def position(found: Puzzle) -> State[Any, Any]:
    """The position of a puzzle."""
    return _last(found.as_record())


@cache
def _last(record: Record) -> State[Any, Any]:
    return replay(record, GAMES)[-1]


def in_a_game(maker: Maker, seed: int) -> Iterator[Puzzle]:
    """The puzzles in one game between computer players."""
    for state, entries in positions(maker, seed):
        for seat in sorted(state.to_act):
            if not maker.promising(state, Seat(seat)):
                continue
            proved = maker.prove(state, Seat(seat), entries)
            if proved is not None:
                found = puzzle(maker, seed, state, entries, Seat(seat), proved)
                if has_reason(found):
                    yield found


def has_reason(found: Puzzle) -> bool:
    """Whether it can be told why the first right action is, if others are worse by something measured."""
    game, (first, *_) = GAMES[found.game], sorted(found.solution.best)
    entries = [Entry(found.seat, first), *found.solution.best[first].replies]
    states = [position(found)]
    for entry in entries:
        states.append(states[-1].play(entry.seat, game.parse(entry.text)))
    line = explained(found, game, states, entries)[0]
    return not line.cost or bool(game.explain(line))


def proved_anew(maker: Maker, found: Puzzle) -> Puzzle | None:
    """A puzzle with the solution and difficulty that it has today; None if it can't be proved any more."""
    state = position(found)
    proved = maker.prove(state, found.seat, found.record)
    if proved is None:
        return None
    again = replace(
        found,
        theme=proved.theme,
        solution=proved.solution,
        difficulty=difficulty(maker.game, state, found.seat, proved),
        proof={"kind": proved.kind, "size": proved.size},
    )
    return again if has_reason(again) else None


def keys(maker: Maker, found: Iterable[Puzzle]) -> list[Any]:
    """What tells apart the positions of puzzles of one game."""
    return [maker.key(position(each), each.seat, each.solution) for each in found]


def different(maker: Maker, found: Iterable[Puzzle]) -> list[Puzzle]:
    """Those of ``found`` of which no two are alike, and not too many of one game; the hardest stay."""
    kept: list[Puzzle] = []
    known: list[Any] = []
    games: dict[int, int] = {}
    for each in sorted(found, key=lambda each: (-each.difficulty, each.id)):
        seed = each.source["seed"]
        if games.get(seed, 0) >= maker.most_in_a_game:
            continue
        (key,) = keys(maker, [each])
        if all(maker.distance(key, other) >= maker.nearest for other in known):
            kept.append(each)
            known.append(key)
            games[seed] = games.get(seed, 0) + 1
    return kept


def spread(found: list[Puzzle], count: int) -> list[Puzzle]:
    """``count`` of ``found`` from the easiest to the hardest, the themes as even as they can be."""
    themes: dict[str, list[Puzzle]] = {}
    for each in sorted(found, key=lambda each: (each.difficulty, each.id)):
        themes.setdefault(each.theme, []).append(each)
    kept: list[Puzzle] = []
    left = count
    for order, group in enumerate(sorted(themes.values(), key=len)):
        share = min(len(group), left // (len(themes) - order))
        kept += [group[number * len(group) // share] for number in range(share)]
        left -= share
    return sorted(kept, key=lambda each: (each.difficulty, each.id))


def save(maker: Maker, found: list[Puzzle], count: int) -> int:
    """Writes the game's file; how many puzzles it has."""
    chosen = spread(different(maker, found), count)
    text = "".join(f"{write(each)}\n" for each in chosen)
    (FILES / f"{maker.game}.jsonl").write_text(text, encoding="utf-8")
    return len(chosen)


def make(maker: Maker, seconds: float, count: int) -> None:
    """Goes on with one game until there are enough puzzles or the time is over."""
    known = [read(line) for line in (FILES / f"{maker.game}.jsonl").read_text("utf-8").splitlines()]
    found = [again for each in known if (again := proved_anew(maker, each)) is not None]
    first = max((each.source["seed"] for each in known), default=-1) + 1
    print(f"{maker.game}: {len(found)} of {len(known)} proved again", flush=True)
    end, saved = monotonic() + seconds, save(maker, found, count)
    for seed in itertools.count(first):
        if saved >= count or monotonic() >= end:
            break
        found += in_a_game(maker, seed)
        if seed % OFTEN == 0 or monotonic() >= end:
            saved = save(maker, found, count)
            print(f"{maker.game}: {seed + 1} games, {len(found)} found", flush=True)
    print(f"{maker.game}: {saved} puzzles", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Makes puzzles from games between computer players.")
    parser.add_argument("games", nargs="*", choices=[*MAKERS, []], metavar="GAME")
    parser.add_argument("--seconds", type=float, default=3600, help="at most so long for each game")
    parser.add_argument("--count", type=int, default=COUNT, help="puzzles that are enough")
    given = parser.parse_args()
    for game in given.games or MAKERS:
        make(MAKERS[game], given.seconds, given.count)


if __name__ == "__main__":
    main()
