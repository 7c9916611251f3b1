"""A toy game for the tables' tests: two teams of two pull a rope, and its rules can be made to fail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from bot.games.core import (
    CHANCE,
    Designer,
    Game,
    IllegalAction,
    NotationError,
    Outcome,
    Page,
    RandomSource,
    Seat,
    SeatStyle,
    State,
    View,
)

SEATS = (Seat("red-one"), Seat("red-two"), Seat("blue-one"), Seat("blue-two"))
ORDER = (SEATS[0], SEATS[2], SEATS[1], SEATS[3])
GOAL = 12


@dataclass(frozen=True, slots=True)
class Word:
    """``pull 2``; ``roll 3`` of chance; ``break`` and ``slip``, on which the rules fail."""

    text: str

    def __str__(self) -> str:
        return self.text

    @property
    def path(self) -> tuple[str, ...]:
        return tuple(self.text.split())


@dataclass(frozen=True, slots=True)
class TugView(View):
    rope: int


@dataclass(frozen=True, slots=True)
class Tug(State[Word, TugView]):
    rope: int = 0
    turn: int = 0
    rolling: str = ""

    @property
    def to_act(self) -> frozenset[Seat]:
        if self.outcome is not None:
            return frozenset()
        return frozenset({CHANCE if self.rolling else ORDER[self.turn % 4]})

    @property
    def outcome(self) -> Outcome | None:
        if abs(self.rope) < GOAL or self.rolling:
            return None
        return Outcome.won_by("pulled", SEATS[:2] if self.rope > 0 else SEATS[2:], SEATS)

    def legal(self, seat: Seat) -> Sequence[Word]:
        if seat not in self.to_act:
            return ()
        words = ["roll 1", "roll 2"] if seat == CHANCE else ["pull 1", "pull 2", "break", "slip"]
        return [Word(word) for word in words]

    def play(self, seat: Seat, action: Word) -> Tug:
        if action not in self.legal(seat):
            raise IllegalAction(f"{seat} can't {action} now.")
        if action.text == "break":
            raise ZeroDivisionError("the rope broke")
        if seat == CHANCE or action.text == "pull 1":
            pull = int(action.text[-1]) * (1 if self.turn % 2 == 0 else -1)
            return Tug(self.rope + pull, self.turn + 1)
        return replace(self, rolling=action.text)

    def sample_chance(self, rng: RandomSource) -> Word:
        if self.rolling == "slip":
            return Word("pull 1")
        return rng.choice(self.legal(CHANCE))

    def view_for(self, viewer: Seat | None) -> TugView:
        return TugView(viewer, tuple(sorted(self.to_act)), self.outcome, self.rope)

    def narrate(self, seat: Seat, action: Word, viewer: Seat | None, after: Self | None = None) -> str:
        return f"{seat}: {action}."


def parse(text: str) -> Word:
    if text == "%":
        raise KeyError(text)
    if text not in ("pull 1", "pull 2", "break", "slip", "roll 1", "roll 2"):
        raise NotationError("Pull 1 or pull 2.")
    return Word(text)


TUG: Game[Word, TugView] = Game(
    key="tug",
    title="Tug of War",
    rules=2,
    tagline="A toy.",
    designer=Designer("nobody"),
    seats=SEATS,
    seat_styles={seat: SeatStyle(0, "🪢") for seat in SEATS},
    people=(2, 4),
    sides=lambda _: (SEATS[:2], SEATS[2:]),
    options={},
    start=lambda _: Tug(),
    parse=parse,
    text=lambda view: f"{view.rope}",
    describe=lambda view: f"{view.rope}.",
    describe_square=lambda _view, _name: "",
    aim=lambda _view: "",
    name_of=str.title,
    side_title=" & ".join,
    headline=lambda _: "Tug",
    summary=lambda _: "",
    ending=lambda _: "Done.",
    ask=lambda _view, _steps: "Pull?",
    label=lambda _view, _steps, step: step,
    book=(Page("all", "Tug", "Pull."),),
    page_for=lambda _: "all",
    drawable=True,
)
"""Reds against blues; the turn goes round."""

SOLO: Game[Word, TugView] = replace(
    TUG,
    key="solo",
    title="Rope Alone",
    people=(1, 1),
    sides=lambda _: (SEATS,),
    start=lambda _: Tug(0, 0, "pull 2"),
)
"""One person pulls both ends, and chance rolls first."""

LONELY: Game[Word, TugView] = replace(TUG, key="lonely", sides=lambda _: (SEATS[:1], SEATS[1:]))
"""One against up to three."""
