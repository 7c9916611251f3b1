"""What may be seen of a game of Depth Charge; its secrets are the live mines and, at first, the islands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot.games.core import Seat, View

Phase: TypeAlias = Literal["islands", "mines", "play", "over"]
Kind: TypeAlias = Literal["move", "sound", "charge"]
Heard: TypeAlias = Literal["", "ping", "hit", "miss", "mine"]


@dataclass(frozen=True, slots=True)
class Terms:
    """The options that a game is played with."""

    mines: int = 5
    """Mines a side."""
    islands: int = 0
    """Islands a side."""
    misses: int = 2
    """The miss that loses."""
    quiet: int = 100
    """Turns in a row without a destroyed mine that draw the game; 0 is never."""
    sonar: bool = False
    """Whether the bot works out the players' notebooks (Sonar Officer)."""


@dataclass(frozen=True, slots=True)
class Report:
    """One sounding and its answer, public."""

    seat: Seat
    """Who sounded."""
    square: str
    times: tuple[int, ...]
    """Ascending; empty when nothing answered."""
    gone: tuple[str, ...] = ()
    """The enemy mines that had been destroyed by then, in order."""


@dataclass(frozen=True, slots=True)
class Deed:
    """The last turn, as everybody saw it; in a preview, the turn that is about to be taken."""

    seat: Seat
    kind: Kind
    squares: tuple[str, ...]
    """Of a move the squares from the start to the end, else the one that was aimed at."""
    heard: Heard = ""
    """What came of it; empty for a plain move and for a preview."""
    times: tuple[int, ...] = ()
    """The pings of a sounding."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side, as the viewer sees it."""

    seat: Seat
    boat: str
    facing: str
    """The letter of the boat's last step: n, e, s or w."""
    sunk: bool
    ready: bool
    """Whether it has placed what the present phase asks for; true in play."""
    islands: tuple[str, ...]
    """Those that the viewer may see."""
    mines: tuple[str, ...] | None
    """The live mines; None where the viewer may not see them or none are laid."""
    left: int
    """How many live mines it has or will lay; public."""
    destroyed: tuple[str, ...]
    """Its destroyed mines, by column, then row."""
    missed: tuple[str, ...]
    """Where its own depth charges missed, in order."""
    swept: tuple[str, ...] = ()
    """Squares of its half that hold no live mine, by column, then row: the enemy's boat crossed them, or its
    own, which can't stop on a mine, stopped there. Public, like both boats' ways."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What the reports prove about the enemy's water."""

    empty: tuple[str, ...]
    """Squares that hold no live mine, beyond islands and wrecks."""
    mines: tuple[str, ...]
    """Squares that hold one."""


@dataclass(frozen=True, slots=True)
class DepthChargeView(View):
    """A position of Depth Charge as ``viewer`` sees it."""

    phase: Phase
    terms: Terms
    sides: tuple[Side, Side]
    """South's, north's."""
    reports: tuple[Report, ...]
    """In the order they were made."""
    proof: Proof | None
    """The viewer's notebook while the game is played, if the table has a Sonar Officer."""
    last: Deed | None
    quiet: int
    """Turns in a row that destroyed no mine."""
    turn: int
    """Turns taken."""

    @property
    def proved(self) -> Proof:
        """What the viewer's notebook has proved; nothing without one."""
        return self.proof or Proof((), ())

    def side(self, seat: Seat) -> Side:
        """The side of ``seat``."""
        return self.sides[0] if self.sides[0].seat == seat else self.sides[1]
