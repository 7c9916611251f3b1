"""What a game says beside its playthroughs: menus, single squares, details, previews, refusals, its book.

One text a game, over a short random game of each setting. A line that was there before is left out, so that
each says something new.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any, Final

from bot.games.core import CHANCE, Placement, RulesError, Seat
from tests.games.playing import moments, settings, viewers
from tests.games.registry import AnyGame, AnyState

SQUARES: Final = tuple(f"{column}{row}" for column in "abcdefghijkl" for row in range(1, 13))
NAMED: Final = ("7", "36", "coin", "skull", "line a", "line g", "gull perch", "wid", "b", "zzz")
"""Other things that a player may ask about."""
POSITIONS: Final = 8
"""Positions of each random game that are looked at: evenly from the first to the last."""
NUMBERS: Final = re.compile(r"\b[a-l]?[0-9]+\b")
LONGEST: Final = 400
"""Actions of a random game at most."""


def words_of(game: AnyGame) -> str:
    """The text of a file of words."""
    lines, seen = list(_book(game)), set[str]()
    for given in settings(game):
        lines += ["", "# " + (" ".join(f"{name}={value}" for name, value in given.items()) or "as usual")]
        for about, said in _said(game, given):
            # The same words about other squares and actions say nothing new.
            if (pattern := NUMBERS.sub("", said)) not in seen:
                seen.add(pattern)
                lines.append(f"{about}: {said}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _book(game: AnyGame) -> Iterator[str]:
    """The diagrams of the rule book, as they are drawn."""
    yield f"{game.key}: {game.people[0]} to {game.people[1]} people, rules {game.rules}"
    for page in game.book:
        for diagram in page.diagrams:
            yield f"page {page.key}, ✕ on {' '.join(diagram.marks) or 'none'}: {game.describe(diagram.view)}"
            yield repr(game.text(diagram.view))


def _said(game: AnyGame, given: dict[str, str]) -> Iterator[tuple[str, str]]:
    """What something is about, and what is said of it."""
    start = game.start(game.read_options(given))
    played = list(islice(moments(game, start, Random(1)), LONGEST))
    known = list(dict.fromkeys(str(moment.action) for moment in played))
    last = played[-1].before.play(played[-1].seat, played[-1].action)
    states = [*(moment.before for moment in played), last]
    chosen = dict.fromkeys(round(step * (len(states) - 1) / (POSITIONS - 1)) for step in range(POSITIONS))
    for number in chosen:
        state, rng = states[number], Random(number)
        for seat in sorted(state.to_act - {CHANCE}):
            yield from _menu(game, state, seat, rng)
        for viewer in viewers(game):
            view = state.view_for(viewer)
            for place in (*rng.sample(SQUARES, 12), *NAMED):
                yield f"{place} for {viewer}", _tried(game.describe_square, view, place)
            yield f"details for {viewer}", " ".join(game.details(view))
            yield f"findings of {viewer}", " ".join(game.findings(view))
            yield f"squares to mark for {viewer}", " ".join(game.markable(view))
        for seat in sorted({*game.seats, *game.seat_styles, *state.to_act}):
            for text in (*rng.sample(known, min(6, len(known))), *_garbled(rng.choice(known), rng)):
                yield f"{seat} {text}", _tried(_played, game, state, seat, text)


def _menu(game: AnyGame, state: AnyState, seat: Seat, rng: Random) -> Iterator[tuple[str, str]]:
    """Some ways through the menu of ``seat``, and what is shown before an action is confirmed."""
    view, legal = state.view_for(seat), state.legal(seat)
    if isinstance(legal, Placement):
        yield f"{seat} placing", game.ask(view, ())
        return
    actions = sorted(legal, key=str)
    chosen = rng.sample(actions, min(4, len(actions)))
    for action in chosen:
        path = state.path(action)
        for depth, step in enumerate(path):
            yield f"{seat} after {'|'.join(path[:depth]) or 'nothing'}", game.ask(view, path[:depth])
            yield f"{seat} button {'|'.join(path[: depth + 1])}", game.label(view, path[:depth], step)
        if game.choice is not None:
            yield f"{seat} {action} in a list", game.choice(view, action)
    yield f"{seat} {chosen[0]} before it is confirmed", game.describe(state.preview(seat, chosen[0]))


def _garbled(text: str, rng: Random) -> tuple[str, ...]:
    """Texts that are hardly an action, made of one that is."""
    parts = text.split()
    return (
        " ".join(parts[:-1]),
        " ".join((*parts, parts[-1])),
        " ".join(part.replace("1", "99") for part in parts),
        " ".join((*parts[:-1], rng.choice(SQUARES))),
    )


def _played(game: AnyGame, state: AnyState, seat: Seat, text: str) -> str:
    state.play(seat, game.parse(text))
    return "allowed"


def _tried(say: Callable[..., str], *given: Any) -> str:
    try:
        return say(*given)
    except RulesError as refusal:
        return f"refused: {refusal}"
