"""Golden playthroughs: one seeded random game a file, as every viewer saw and heard it.

The rest of what a game says is in a file of ``words``.

``python -m tests.games.golden`` writes them again after a change of words or rules that is meant;
``python -m tests.games.golden snorkels`` those of one game. Read the difference before it is committed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final

from bot.games.core import CHANCE, Placement, Seat
from tests.games.playing import Moment, moments, viewers
from tests.games.registry import GAMES, AnyGame, AnyState

from .words import words_of

FOLDER: Final = Path(__file__).parent
LARGEST: Final = 200_000
"""Bytes of a file."""
IN_FULL: Final = 40
"""Positions from the start that are written in full; after them every tenth is, and the last."""

VARIANTS: Final[Mapping[str, Mapping[str, Mapping[str, str]]]] = {
    "snorkels": {"pie-off": {"pie": "off"}, "stones": {"stones": "3"}},
    "checkers": {"halves": {"split": "halves", "win": "60"}},
    "depthcharge": {"islands": {"islands": "3", "mines": "7", "misses": "3"}},
    "curse": {"seed": {"seed": "7"}},
    "crackers": {"dry": {"path": "dry"}},
}
"""Option sets beside the defaults, by game and the name that their file bears."""

SEEDS: Final[Mapping[str, int]] = {"depthcharge.txt": 132, "depthcharge-islands.txt": 348, "crackers.txt": 5}
"""Seeds other than 1, by file: games in which more happens."""


def names(game: AnyGame) -> dict[str, Mapping[str, str]]:
    """The option sets of ``game``, by file name."""
    plain: dict[str, Mapping[str, str]] = {f"{game.key}.txt": {}}
    return plain | {f"{game.key}-{name}.txt": given for name, given in VARIANTS.get(game.key, {}).items()}


def playthrough(game: AnyGame, given: Mapping[str, str], seed: int = 1) -> str:
    """The text of a golden file."""
    options = game.read_options(given)
    state = game.start(options)
    lines = [f"{game.key} {game.write_options(options)}".rstrip(), f"random seed {seed}"]
    number = 0
    for number, moment in enumerate(moments(game, state, Random(seed)), 1):
        state, full = moment.before, number <= IN_FULL or number % 10 == 0
        if full:
            lines += _position(game, state)
        lines += ["", f"{number}. {moment.seat} {moment.action}", *_heard(game, moment, full=full)]
        state = state.play(moment.seat, moment.action)
    lines += [*_position(game, state), "", f"over after {number} actions", *_result(game, state)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _position(game: AnyGame, state: AnyState) -> Iterator[str]:
    public = state.view_for(None)
    yield ""
    yield f"{game.headline(public)} | {game.summary(public)} | page {game.page_for(public)}"
    for seat in sorted(state.to_act):
        yield f"{seat} may: {_legal(state, seat)}"
        if seat != CHANCE:
            yield f"{seat} is asked: {game.ask(state.view_for(seat), ())}"
    shown: dict[tuple[str, str], list[str]] = {}
    for viewer in viewers(game):
        view = state.view_for(viewer)
        shown.setdefault((game.text(view), game.describe(view)), []).append(str(viewer or "public"))
    for (text, words), who in shown.items():
        yield f"seen by {_everybody(game, who)}:"
        yield from text.split("\n")
        yield words


def _everybody(game: AnyGame, who: list[str]) -> str:
    return "all" if len(who) == len(viewers(game)) else ", ".join(who)


def _legal(state: AnyState, seat: Seat) -> str:
    legal = state.legal(seat)
    if isinstance(legal, Placement):
        return f"{legal.verb} {legal.count} of {len(legal.squares)}"
    texts = sorted(map(str, legal))
    if len(texts) <= 8:
        return ", ".join(texts)
    return f"{len(texts)}, {texts[0]} to {texts[-1]}, {sha256(' '.join(texts).encode()).hexdigest()[:12]}"


def _heard(game: AnyGame, moment: Moment, *, full: bool) -> Iterator[str]:
    """What each viewer hears of an action; in short only what the public does."""
    state, seat, action = moment.before, moment.seat, moment.action
    if heard := state.announcement(seat, action):
        yield f"announced: {heard}"
    told: dict[tuple[str, str], list[str]] = {}
    for viewer in viewers(game) if full or game.secrets else (None,):
        both = state.redacted(seat, action, viewer), state.narrate(seat, action, viewer)
        told.setdefault(both, []).append(str(viewer or "public"))
    for (shown, words), who in told.items():
        yield f"told to {_everybody(game, who)}: {'' if shown == str(action) else f'({shown}) '}{words}"


def _result(game: AnyGame, state: AnyState) -> Iterator[str]:
    if state.outcome is not None:
        yield game.ending(state.view_for(None))
        for result in state.outcome.results:
            parts = (result.seat, result.verdict, result.score, result.title, state.outcome.reason)
            yield " ".join(str(part) for part in parts if part is not None)


def texts(game: AnyGame) -> dict[str, Callable[[], str]]:
    """What makes the golden files of ``game``, by their names."""
    made: dict[str, Callable[[], str]] = {
        name: partial(playthrough, game, given, SEEDS.get(name, 1)) for name, given in names(game).items()
    }
    for older in game.older:
        made[f"{game.key}-rules-{older.rules}.txt"] = partial(playthrough, older, {})
    return {**made, f"{game.key}-words.txt": partial(words_of, game)}


def write(games: Mapping[str, AnyGame] = GAMES) -> Iterator[Path]:
    """Write the golden files of ``games``; those that changed."""
    for game in games.values():
        for name, make in texts(game).items():
            path, text = FOLDER / name, make()
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8", newline="\n")
                yield path
