"""Computer players of Hex that fail on purpose, each level in a way of its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from bot.games.core import Place, Placement
from bot.players.judgement import Judgement, Reviewer
from bot.players.player import LEVELS, Choice, ComputerPlayer, Hint, Legal
from tests.games.hex import GAME
from tests.games.hex.view import HexView
from tests.workers import probes

SECRET: Final = "the mines are at c3"
Deed: TypeAlias = Callable[[Legal[Any], Random], Choice[Any]]


@dataclass(frozen=True, slots=True)
class Deeds:
    """What a level does when it is asked."""

    deed: Deed
    budget: int = 1


def play(legal: Legal[Any], rng: Random) -> Choice[Any]:
    """Any legal action, worth the number of the process."""
    assert not isinstance(legal, Placement)
    return Choice(rng.choice(legal), float(os.getpid()))


def niceness(legal: Legal[Any], rng: Random) -> Choice[Any]:
    """An action worth the niceness of the process."""
    return Choice(play(legal, rng).action, float(os.nice(0)))


def fail(legal: Legal[Any], rng: Random) -> Choice[Any]:
    """Raise an error that says what is secret."""
    raise KeyError(SECRET)


def fall(legal: Legal[Any], rng: Random) -> Choice[Any]:
    """End the process."""
    probes.end()
    raise AssertionError


def cheat(legal: Legal[Any], rng: Random) -> Choice[Any]:
    """A square that is on no board."""
    return Choice(Place("z9"), 1.0)


class Unsendable:
    """What can't be sent to another process, with an error that says what is secret."""

    def __reduce__(self) -> str:
        raise KeyError(SECRET)


def spill(legal: Legal[Any], rng: Random) -> Choice[Any]:
    """An action whose reason can't be sent."""
    return Choice(play(legal, rng).action, 0.0, line=(Unsendable(),))


def say_nothing(legal: Legal[Any], rng: Random) -> Choice[Any]:
    """No choice at all."""
    return None  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Stand:
    """Says that it has begun, and waits to be let go; where nobody does that, it hangs."""

    begun: Path
    go: Path

    def __call__(self, legal: Legal[Any], rng: Random) -> Choice[Any]:
        probes.stand(self.begun, self.go)
        return play(legal, rng)


def choose(view: HexView, legal: Legal[Any], rng: Random, settings: Deeds) -> Choice[Any]:
    """As the level does."""
    return settings.deed(legal, rng)


def judge(view: HexView, legal: Legal[Any], action: Any, rng: Random) -> Judgement[Any] | None:
    """Who judges is worth the number of the process, and what is judged a random number."""
    assert not isinstance(legal, Placement)
    assert action in legal
    return Judgement(float(os.getpid()), rng.random(), action, str(view.viewer))


def misjudge(view: HexView, legal: Legal[Any], action: Any, rng: Random) -> Judgement[Any] | None:
    """Raise an error that says what is secret."""
    raise KeyError(SECRET)


def look_back(chance: Sequence[int]) -> int:
    """The number of the process, and what chance brought.

    :raises KeyError: with what is secret, if it brought nothing.
    """
    if not chance:
        raise KeyError(SECRET)
    return os.getpid() + sum(chance)


def lead(view: HexView, choice: Choice[Any]) -> Hint:
    """The action, and what it is worth."""
    return Hint(str(view.viewer), f"{choice.value}", str(choice.action))


def loaded(legal: Legal[Any], rng: Random) -> Choice[Any]:
    """An action, and as its line the modules that are loaded."""
    return Choice(play(legal, rng).action, 0.0, line=tuple(sorted(sys.modules)))


def players(**deeds: Deed) -> Mapping[str, ComputerPlayer[Any, Any, Any]]:
    """A player of Hex whose levels do these deeds; the others play."""
    levels = {level.key: Deeds(deeds.get(level.key.replace("-", "_"), play)) for level in LEVELS}
    return {GAME.key: ComputerPlayer(1, choose, levels, Reviewer(judge, str, 1), lead)}
