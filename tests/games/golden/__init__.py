"""Golden playthroughs: seeded random games, a file for each kind, as every viewer saw and heard them.

The first and the last position of a game are written in full; those between say what differs from the one
before. The rest of what a game says is in a file of ``words``.

``python -m tests.write golden`` writes them again after a change of words or rules that is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from bot import games
from bot.games.core import CHANCE, Placement, Seat
from tests.games.playing import LONGEST, Moment, moments, viewers
from tests.games.registry import GAMES, AnyGame, AnyState

from .words import words_of

FOLDER: Final = Path(__file__).parent
LARGEST: Final = 200_000
"""Bytes of a file."""
FIRST: Final = 20
"""Positions from the start that are told; after them every tenth is, and the last. Games with other options
or older rules, and those that only tests play, end there."""

VARIANTS: Final[Mapping[str, Mapping[str, Mapping[str, str]]]] = {
    "snorkels": {"pie-off": {"pie": "off"}, "stones": {"stones": "3"}},
    "checkers": {"halves": {"split": "halves", "win": "60"}},
    "depthcharge": {"islands": {"islands": "3", "mines": "7", "misses": "3"}},
    "curse": {"seed": {"seed": "7"}},
    "crackers": {"dry": {"path": "dry"}},
}
"""Option sets beside the defaults, by game and the name that their file bears."""

SEEDS: Final[Mapping[tuple[str, str], int]] = {
    ("depthcharge", ""): 132,
    ("depthcharge", "islands"): 348,
    ("crackers", ""): 5,
}
"""Seeds other than 1, by game and option set: games in which more happens."""


def playthroughs(game: AnyGame) -> str:
    """The text of a golden file: a whole game, and the first actions of those that differ."""
    told = [_playthrough(game, {}, _seed(game, ""), LONGEST if game.key in games.GAMES else FIRST)]
    for name, given in VARIANTS.get(game.key, {}).items():
        told.append(_playthrough(game, given, _seed(game, name), FIRST))
    told += [_playthrough(older, {}, 1, FIRST) for older in game.older]
    return "\n\n".join(told)


def _seed(game: AnyGame, name: str) -> int:
    return SEEDS.get((game.key, name), 1)


def _playthrough(game: AnyGame, given: Mapping[str, str], seed: int, longest: int) -> str:
    options = game.read_options(given)
    state = game.start(options)
    lines = [
        f"# {game.key} {game.write_options(options)}".rstrip(),
        f"rules {game.rules}, random seed {seed}",
    ]
    seen: dict[str, list[str]] = {}
    number = 0
    for number, moment in enumerate(islice(moments(game, state, Random(seed)), longest), 1):
        state, told = moment.before, number <= FIRST or number % 10 == 0
        if told:
            lines += [*_position(game, state, seen), ""]
        lines += [f"{number}. {moment.seat} {moment.action}", *_heard(game, moment, full=told)]
        state = state.play(moment.seat, moment.action)
    lines += [*_position(game, state, {}), "", f"after {number} actions", *_result(game, state)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _position(game: AnyGame, state: AnyState, seen: dict[str, list[str]]) -> Iterator[str]:
    """What differs from what each viewer has ``seen`` last, by viewer; it is brought up to date."""
    yield ""
    public = state.view_for(None)
    yield f"{game.headline(public)} | {game.summary(public)} | page {game.page_for(public)}"
    for seat in sorted(state.to_act):
        yield f"{seat} may: {_legal(state, seat)}"
        if seat != CHANCE:
            yield f"{seat} is asked: {game.ask(state.view_for(seat), ())}"
    new: dict[tuple[str, ...], list[str]] = {}
    for viewer in viewers(game):
        view, name = state.view_for(viewer), str(viewer or "public")
        now = [*game.text(view).split("\n"), *game.describe(view).replace(". ", ".\n").split("\n")]
        new.setdefault(tuple(_differences(seen.get(name, []), now)), []).append(name)
        seen[name] = now
    for lines, who in new.items():
        yield f"seen by {_everybody(game, who)}:"
        yield from lines


def _differences(before: Sequence[str], now: Sequence[str]) -> Iterator[str]:
    """The lines of ``now`` that are new, and those that nothing has replaced."""
    for _, first, last, start, end in SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
        if before[first:last] != now[start:end]:
            yield from now[start:end]
            yield from (f"gone: {line}" for line in before[first + end - start : last])


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
    return {f"{game.key}.txt": partial(playthroughs, game), f"{game.key}-words.txt": partial(words_of, game)}


def write() -> None:
    """Write all golden files."""
    for game in GAMES.values():
        for name, make in texts(game).items():
            (FOLDER / name).write_text(make(), encoding="utf-8", newline="\n")
