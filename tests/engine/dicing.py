"""A toy game for the engine's tests: a sailor throws a die again and again until six points are made."""

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
    Options,
    Outcome,
    Page,
    Result,
    Seat,
    SeatStyle,
    State,
    View,
    normalize,
)

SAILOR = Seat("sailor")
MATE = Seat("mate")
GOAL = 6


@dataclass(frozen=True, slots=True)
class Word:
    """``throw``, or ``die 3``."""

    text: str

    def __str__(self) -> str:
        return self.text

    @property
    def path(self) -> tuple[str, ...]:
        return (self.text,)


@dataclass(frozen=True, slots=True)
class DicingView(View):
    points: int


@dataclass(frozen=True, slots=True)
class Dicing(State[Word, DicingView]):
    points: int = 0
    thrown: bool = False

    @property
    def to_act(self) -> frozenset[Seat]:
        if self.points >= GOAL:
            return frozenset()
        return frozenset({CHANCE} if self.thrown else {SAILOR, MATE})

    @property
    def outcome(self) -> Outcome | None:
        if self.points < GOAL:
            return None
        title = "Old Salt" if self.points == GOAL else None
        results = Result(MATE, "loss"), Result(SAILOR, "win", self.points, title)
        return Outcome("looted", results)

    def legal(self, seat: Seat) -> Sequence[Word]:
        if seat not in self.to_act:
            return ()
        return [Word(f"die {face}") for face in (1, 10, 2)] if seat == CHANCE else [Word("throw")]

    def play(self, seat: Seat, action: Word) -> Dicing:
        if action not in self.legal(seat):
            raise IllegalAction("Not now.")
        if seat == CHANCE:
            return Dicing(self.points + int(action.text.split()[1]))
        return replace(self, thrown=True)

    def view_for(self, viewer: Seat | None) -> DicingView:
        return DicingView(viewer, tuple(sorted(self.to_act)), self.outcome, self.points)

    def narrate(self, seat: Seat, action: Word, viewer: Seat | None, after: Self | None = None) -> str:
        return f"{seat} {action}."

    def announcement(self, seat: Seat, action: Word) -> str:
        return "rattle" if seat != CHANCE else ""


def parse(text: str) -> Word:
    words = normalize(text)
    if words == "throw" or words.removeprefix("die ") in ("1", "2", "10"):
        return Word(words)
    raise NotationError("Throw.")


def start(options: Options) -> Dicing:
    return Dicing()


DICING: Game[Word, DicingView] = Game(
    key="dicing",
    title="Dicing",
    rules=1,
    tagline="A toy.",
    designer=Designer("nobody"),
    seats=(SAILOR, MATE),
    seat_styles={SAILOR: SeatStyle(0, "⚓"), MATE: SeatStyle(0, "🦜")},
    people=(1, 1),
    sides=lambda _: ((SAILOR, MATE),),
    options={},
    start=start,
    parse=parse,
    text=lambda view: f"  points\n\n  {view.points}",
    describe=lambda view: f"{view.points} points.",
    describe_square=lambda _view, _name: "",
    aim=lambda _view: "",
    name_of=str.title,
    side_title=" & ".join,
    headline=lambda _: "Dicing",
    summary=lambda _: "",
    ending=lambda _: "Done.",
    ask=lambda _view, _steps: "Throw?",
    label=lambda _view, _steps, step: step,
    book=(Page("all", "Dicing", "Throw."),),
    page_for=lambda _: "all",
)
