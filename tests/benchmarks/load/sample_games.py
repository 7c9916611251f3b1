"""Random games as logs that the tables themselves wrote, to be copied to many tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from bot.games import GAMES
from bot.games.core import Placement
from bot.tables.events import opening, reducer, timeouts
from bot.tables.events.moves import Act
from bot.tables.model import commitments, pace
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from data.store.records import Address, Event, Header
from tests.games.playing import some_action

LENGTH: Final = 60
"""Actions of people after which a game is not played on."""
PLY: Final = 60_000
"""Milliseconds from one action to the next."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a game at which somebody is to act by a button, and what they do."""

    version: int
    deadline: int | None
    person: int
    """Which of the game’s people, from 0."""
    steps: tuple[str, ...]
    """The path by which the picker reaches the action."""
    text: str


@dataclass(frozen=True, slots=True)
class SampleGame:
    """One random game from its opening on."""

    header: Header
    events: tuple[Event, ...]
    moments: tuple[Moment, ...]

    @property
    def people(self) -> int:
        """How many play."""
        return len({event.person for event in self.events if event.verb == "sit"})


def sample_game(key: str, seed: int, begun: int, clock: pace.Pace) -> SampleGame:
    """A random game of ``key``, its people numbered from 1, begun at the time ``begun``."""
    game, rng = GAMES[key], Random(f"{key} {seed}")
    host, *others = (Person(number + 1, f"Sailor {number + 1}") for number in range(game.people[1]))
    opened = opening.open_table(game, {}, host, Address(1, 2), rng, begun, measure=clock)
    log = list(opened.events)
    table = reducer.fold(reducer.blank(opened.header, game), log, opened.header, ())
    for person in others:
        # The game begins as the last of them sits down.
        seated = opening.join(table, Act(person, begun), slot=None)
        events, table = reducer.with_chance_events(table, seated, rng, begun)
        log += events
    found = []
    for moment, events in _played(table, rng, begun):
        found += [moment] if moment is not None else []
        log += events
    return SampleGame(opened.header, tuple(log), tuple(found))


def _played(table: Table, rng: Random, at: int) -> Iterator[tuple[Moment | None, tuple[Event, ...]]]:
    """A random game from its start on, action by action."""
    for _ in range(LENGTH):
        if table.status != "playing" or table.state is None:
            return
        at += PLY
        seat = rng.choice(table.acting)
        person = table.holder(seat)
        assert person is not None
        action = _safe(table, seat, rng)
        moment = None
        if not isinstance(table.legal(seat), Placement):
            steps = table.state.path(action)
            moment = Moment(table.version, timeouts.next_due(table), person.id - 1, steps, str(action))
        played = Event("play", seat, person.id, person.name, str(action), at)
        committed = commitments.commit(table, played, rng)
        events, table = reducer.with_chance_events(table, (played, *committed), rng, at)
        yield moment, events


def _safe(table: Table, seat: Any, rng: Random) -> Any:
    """A random action that does not end the game, if a few tries find one."""
    assert table.state is not None
    action = some_action(table.game, table.state, seat, rng)
    for _ in range(10):
        if table.state.play(seat, action).outcome is None:
            break
        action = some_action(table.game, table.state, seat, rng)
    return action
