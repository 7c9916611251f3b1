"""The rules of Captain's Curse, as its rulings number them.

>>> from bot.games import GAMES
>>> game = GAMES["curse"]
>>> state = game.start(game.read_options({})).play("chance", game.parse("roll 2 3"))
>>> loot = game.parse("white coin 3")
>>> print(state.narrate("pirate", loot, None))
White 2: Coin 3, skips 4 numbers.
>>> sorted(state.play("pirate", loot).to_act)
['chance']
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from hashlib import sha256
from itertools import count
from typing import Final, Self

from bot.games.core import (
    CHANCE,
    IllegalAction,
    Options,
    Outcome,
    RandomSource,
    Result,
    Seat,
    State,
    public_view,
)
from bot.languages import gettext_noop

from . import refusals, text
from .actions import BLACK, DICE, PIRATE, SPACES, TREASURES, CurseAction, Loot, Pass, Roll, Sink
from .island import NEWEST, Island, island, numbers
from .score import ROWS, columns, row_of, score
from .view import Charm, CurseView, Happened, OpenLine, Phase, Score

ROLLS: Final = tuple(Roll(white, black) for white in range(1, 7) for black in range(1, 7))
"""All 36 outcomes, by white, then black."""
FAIR: Final = 256 - 256 % len(ROLLS)
"""Bytes below this number are spread evenly over the rolls."""
NOTHING: Final = Happened()
RECENT: Final = 32
"""Positions whose views are kept."""
COLUMN: Final = {treasure: column for column, treasure in enumerate(TREASURES)}


def seeded_roll(seed: int, number: int) -> Roll:
    """The roll with this ``number``, from 0, of the game with this ``seed``; never to be changed.

    The bytes of SHA-256 over ``captains-curse:SEED:N:BLOCK`` (decimal numbers, N and BLOCK from 0) are read
    in order. The first below 252 = 7 × 36 gives the roll: white = byte mod 36 div 6 + 1, black = byte mod 6
    + 1.
    """
    for block in count():
        for byte in sha256(f"captains-curse:{seed}:{number}:{block}".encode("ascii")).digest():
            if byte < FAIR:
                return ROLLS[byte % len(ROLLS)]
    raise AssertionError("unreachable: count() never ends")


@cache
def loots(taken: str, treasure: str) -> tuple[Loot, ...]:
    """The actions that take a die for a treasure, one for each space of the island."""
    return tuple(Loot(*DICE[taken], treasure, number) for number in range(1, SPACES + 1))


@dataclass(frozen=True, slots=True)
class CurseState(State[CurseAction, CurseView]):
    """The pirate's sheet and the dice. Sets of spaces are bits: space n is bit n - 1."""

    turn_fields = ()
    phase: Phase = "roll"
    turn: int = 0
    """Rolls so far."""
    white: int = 0
    black: int = 0
    fresh: bool = False
    """Whether this turn's roll is the first doubles of its value (ruling 2)."""
    depths: tuple[int, ...] = (0,) * len(TREASURES)
    """Each column's cells down to the lowest marked one."""
    circled: int = 0
    """The circled cells' bits: column × 6 + row."""
    looted: int = 0
    """Circled spaces, including abandoned treasures."""
    abandoned: int = 0
    sunk: int = 0
    doubles: int = 0
    """The circled doubles symbols' bits: value - 1."""
    spent: int = 0
    """Those of ``doubles`` whose charm is spent."""
    last: Happened = NOTHING
    outcome: Outcome | None = None
    seed: int | None = None
    edition: int = NEWEST
    """Of the map."""

    @property
    def sheet(self) -> Island:
        """The map."""
        return island(self.edition)

    @property
    def to_act(self) -> frozenset[Seat]:
        if self.outcome is not None:
            return frozenset()
        return frozenset({CHANCE if self.phase == "roll" else PIRATE})

    @property
    def charms(self) -> int:
        """Charms unspent."""
        return (self.doubles & ~self.spent).bit_count()

    @property
    def free(self) -> int:
        """The spaces neither marked nor sunk, as bits."""
        return self.sheet.land & ~(self.looted | self.sunk)

    def takings(self) -> list[tuple[str, int]]:
        """Each way to take a die now, with the value that it gives (rulings 2 to 4)."""
        if self.fresh:
            return [("black", self.black)]
        ways = [("white", self.white), ("black", self.black)]
        if self.white != self.black and self.charms:
            for die, value in tuple(ways):
                ways += [(f"{die}+1", value % 6 + 1), (f"{die}-1", (value - 2) % 6 + 1)]
        return ways

    def columns_for(self, value: int) -> list[int]:
        """The columns in which ``value`` has a legal placement (ruling 5)."""
        free = self.free
        return [
            column
            for column, depth in enumerate(self.depths)
            if row_of(column, value) >= depth and free & self.sheet.treasures[column]
        ]

    @property
    def must_pass(self) -> bool:
        """Whether neither die as rolled has a legal placement (ruling 6)."""
        return not self.columns_for(self.white) and not self.columns_for(self.black)

    @property
    def unsunk(self) -> int:
        """How many spaces have not sunk."""
        return (self.sheet.land & ~self.sunk).bit_count()

    @property
    def turn_key(self) -> Hashable:
        return self.turn

    def legal(self, seat: Seat) -> Sequence[CurseAction]:
        if seat not in self.to_act:
            return ()
        if self.phase == "roll":
            return ROLLS
        if self.phase == "sink":
            return [Sink(label) for label in self.sheet.sinkings(self.sunk)]
        found: list[CurseAction] = []
        for taken, value in self.takings():
            for column in self.columns_for(value):
                table = loots(taken, TREASURES[column])
                found += [table[number - 1] for number in numbers(self.sheet.treasures[column] & self.free)]
        if self.must_pass:
            found.append(Pass())
        return found

    def whose_turn(self, seat: Seat) -> str:
        if seat == PIRATE:
            return refusals.EXPECTED["roll"]
        return gettext_noop("It’s the pirate’s turn.")

    def play(self, seat: Seat, action: CurseAction) -> CurseState:
        self.require_turn(seat)
        match action:
            case Roll(white, black) if self.phase == "roll":
                fresh = white == black and not self.doubles >> white - 1 & 1
                return replace(
                    self,
                    phase="loot",
                    turn=self.turn + 1,
                    white=white,
                    black=black,
                    fresh=fresh,
                    doubles=self.doubles | fresh << white - 1,
                )
            case Loot() if self.phase == "loot":
                return self._loot(action)
            case Pass() if self.phase == "loot":
                if not self.must_pass:
                    raise refusals.passing(self.view_for(seat))
                return replace(self, last=Happened("pass"))._curse()
            case Sink(line) if self.phase == "sink":
                falls = self.sheet.sinkings(self.sunk).get(line)
                if falls is None:
                    raise refusals.sinking(self.view_for(PIRATE), action)
                return self._finish(line, falls)
        raise IllegalAction(refusals.EXPECTED[self.phase])

    def _loot(self, loot: Loot) -> CurseState:
        value = dict(self.takings()).get(loot.taken)
        column = COLUMN[loot.treasure]
        bit = 1 << loot.space - 1
        held = self.sheet.treasures[column]
        if value is None or column not in self.columns_for(value) or not bit & held & self.free:
            raise refusals.looting(self.view_for(PIRATE), loot)
        row = row_of(column, value)
        looted = self.looted | bit
        abandoned = held & ~looted & ~self.sunk if row == ROWS - 1 else 0
        unspent = self.doubles & ~self.spent
        state = replace(
            self,
            depths=(*self.depths[:column], row + 1, *self.depths[column + 1 :]),
            circled=self.circled | 1 << column * ROWS + row,
            looted=looted | abandoned,
            abandoned=self.abandoned | abandoned,
            spent=self.spent | (unspent & -unspent) if loot.change else self.spent,
            last=Happened(loot.taken, value, loot.space, numbers(abandoned)),
        )
        return state._curse() if loot.die == BLACK else state._finish()

    def _curse(self) -> CurseState:
        """The position after a cursed die or a pass: a line has to sink, if any is open (ruling 8)."""
        if self.sheet.sinkings(self.sunk):
            return replace(self, phase="sink")
        return self._finish()

    def _finish(self, line: str = "", fell: int = 0) -> CurseState:
        """The position after the whole turn, with the game's end checked (ruling 9)."""
        last = replace(self.last, line=line, sunk=numbers(fell))
        state = replace(self, phase="roll", last=last, sunk=self.sunk | fell)
        reason = ""
        if state.sunk == state.sheet.land:
            reason = "sunk"
        elif min(state.depths) == ROWS:
            reason = "columns"
        elif not state.free:
            reason = "looted"
        if not reason:
            return state
        final = state.score(final=True)
        result = Result(PIRATE, "win" if final.title else "loss", final.total, final.title or None)
        return replace(state, phase="over", outcome=Outcome(reason, (result,)))

    def score(self, *, final: bool) -> Score:
        """The score now; with ``final``, as if the game ended here."""
        return score(columns(self.depths, self.circled, final=final), self.unsunk)

    def view_for(self, viewer: Seat | None) -> CurseView:
        return replace(_seen(self), viewer=viewer)

    def narrate(self, seat: Seat, action: CurseAction, viewer: Seat | None, after: Self | None = None) -> str:
        return text.narrate(_seen(self), action, own=viewer == seat)

    def sample_chance(self, rng: RandomSource) -> CurseAction:
        return rng.choice(ROLLS) if self.seed is None else seeded_roll(self.seed, self.turn)


@lru_cache(maxsize=RECENT)
def _seen(state: CurseState) -> CurseView:
    """What everybody sees of a position; cards and sentences ask for the same ones again and again."""
    over = state.outcome is not None
    acting = state.phase in ("loot", "sink")
    charm: tuple[Charm, ...] = ("", "charm", "spent")
    return public_view(
        state,
        CurseView,
        None,
        dice=(state.white, state.black) if acting else None,
        fresh=state.fresh and acting,
        columns=columns(state.depths, state.circled, final=over),
        looted=numbers(state.looted),
        abandoned=numbers(state.abandoned),
        sunk=numbers(state.sunk),
        doubles=tuple(charm[(state.doubles >> bit & 1) + (state.spent >> bit & 1)] for bit in range(6)),
        lines=tuple(
            OpenLine(label, numbers(falls)) for label, falls in state.sheet.sinkings(state.sunk).items()
        ),
        now=state.score(final=over),
        end=state.score(final=True),
    )


def start(options: Options, edition: int = NEWEST) -> CurseState:
    """The island of this edition of the map, untouched but for full columns, with the first roll owed."""
    columns, sheet = range(len(TREASURES)), island(edition)
    full = columns[len(columns) - options["filled"] :]
    return CurseState(
        depths=tuple(ROWS * (column in full) for column in columns),
        circled=sum((1 << ROWS) - 1 << column * ROWS for column in full),
        looted=sum(sheet.treasures[column] for column in full),
        seed=options["seed"],
        edition=edition,
    )
