"""What the pictures of people show: a profile, and a ranking. Hashable, without drawing anything."""

from __future__ import annotations

from dataclasses import dataclass

from bot.games.core import Outcome, Seat


@dataclass(frozen=True, slots=True)
class ProfileRow:
    """One rating."""

    title: str
    rating: str
    """As written, such as ``1520`` or ``1520?``."""
    trend: tuple[int, ...]
    """The ratings after the latest games, oldest first."""
    results: str


@dataclass(frozen=True, slots=True)
class ProfileView:
    """A person's profile."""

    name: str
    rows: tuple[ProfileRow, ...]
    facts: tuple[tuple[str, str], ...]
    """A label and what it says, such as the favourite game."""
    rivals: tuple[tuple[str, str], ...]
    """Opponents by name, and the results against each."""
    heading: str
    """What stands above the opponents."""
    viewer: Seat | None = None
    to_act: tuple[Seat, ...] = ()
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class RankingRow:
    """A line of a ranking."""

    place: str
    name: str
    rating: str
    own: bool = False
    apart: bool = False
    """Whether there are people between this row and the one above it."""


@dataclass(frozen=True, slots=True)
class RankingView:
    """One ranking or several, each with its title."""

    title: str
    groups: tuple[tuple[str, tuple[RankingRow, ...]], ...]
    viewer: Seat | None = None
    to_act: tuple[Seat, ...] = ()
    outcome: Outcome | None = None
