"""Stories: what happens in a world and when, decided by a seed before anything begins.

Each event draws from a generator of its own, so that the rest of a story stays as it is when one is left out.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

PEOPLE: Final = {
    "open": 5,
    "join": 10,
    "turn": 45,
    "hesitation": 4,
    "press": 18,
    "old button": 6,
    "command": 8,
    "typed": 5,
    "settings": 2,
    "plan": 3,
    "league": 4,
    "watch": 12,
    "daily post": 2,
    "vote": 5,
    "goodbye": 2,
}
"""What people do, with how often."""
FAULTS: Final = {
    "request is late": 4,
    "request is refused": 5,
    "request is cut": 4,
    "answer is lost": 6,
    "rate limit": 2,
    "event is late": 2,
    "event comes twice": 3,
    "event is lost": 1,
    "gateway resumes": 2,
    "gateway starts over": 2,
    "gateway is away": 2,
    "posts are refused": 1,
    "read fails": 2,
    "disk is slow": 2,
    "disk is full": 4,
    "commit is lost": 2,
    "conflict": 2,
    "bot dies": 3,
    "bot dies before a write": 3,
    "bot dies after a write": 4,
    "bot restarts": 2,
    "start fails": 2,
    "clock jumps": 4,
    "permission goes": 2,
    "message is deleted": 1,
    "thread is deleted": 1,
    "thread is archived": 1,
    "channel is deleted": 1,
    "messages are closed": 1,
    "member leaves": 1,
}
"""What goes wrong, with how often."""
AIMED: Final = {
    "a press": ("event comes twice", "event is late", "request is cut", "answer is lost", "clock jumps"),
    "a commit": ("commit is lost", "conflict", "disk is full", "read fails", "clock jumps", "bot dies"),
    "a deadline": ("clock jumps", "bot dies", "bot restarts", "gateway starts over", "disk is full"),
    "a tick": ("clock jumps", "read fails", "disk is full", "commit is lost", "bot dies after a write"),
    "a deletion": ("read fails", "disk is full", "commit is lost", "request is refused", "bot dies"),
    "a start": ("read fails", "disk is full", "request is refused", "clock jumps", "bot dies"),
    "a card": ("its channel goes", "its channel goes", "request is cut", "bot dies"),
    "a computer's turn": ("table is busy", "table is busy", "conflict", "commit is lost"),
    "a follow-up": ("two ask again", "disk is full", "bot dies"),
    "the end of a follow-up": ("two ask again", "two ask again", "disk is full"),
    "a round's end": ("table is busy", "commit is lost", "disk is full", "read fails", "bot dies"),
}
"""Moments at which a fault does much harm, and the faults that are aimed at them: they wait for the next."""
AT: Final = " at "
"""Between a fault and the moment that it is aimed at."""


class Event(NamedTuple):
    """One thing that happens."""

    at: float
    """Seconds since the beginning."""
    what: str
    seed: int
    """Of everything that is still open about it."""


Story = tuple[Event, ...]


def tell(seed: int) -> Story:
    """The story of a seed: people who play, and what goes wrong meanwhile."""
    rng = Random(f"story {seed}")
    mischief = rng.choice((0.0, 0.15, 0.3, 0.5))
    aim = rng.choice((0.0, 0.3, 0.7))
    pace = rng.choice((1.0, 4.0, 12.0))
    at, events = 1.0, [Event(1.0, "open", rng.getrandbits(32))]
    for _ in range(rng.randint(15, 60)):
        at += rng.expovariate(1 / pace) if rng.random() < 0.97 else 60 * 120 ** rng.random()
        kinds = FAULTS if rng.random() < mischief else PEOPLE
        what = rng.choices(list(kinds), list(kinds.values()))[0]
        if what in FAULTS and rng.random() < aim:
            moment = rng.choice(list(AIMED))
            what = f"{rng.choice(AIMED[moment])}{AT}{moment}"
        events.append(Event(round(at, 2), what, rng.getrandbits(32)))
    return tuple(events)
