"""A turn that somebody is choosing on buttons: its parts and their steps, written into the buttons. Pure.

It knows no game: at each step it offers the distinct next steps of the legal moves' paths. A turn of several
parts is chosen as a whole and then played as its parts, as long as nothing is hidden and no chance comes
between them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from bot.games.core import CHANCE, Placement, Seat
from bot.tables.errors import Stale

from .table import Table

PART, STEP = ";", "|"
"""What separates the parts of a written draft, and the steps of a part."""
SUGGESTED: Final = "~"
"""What ends a written draft that goes on with what the game suggests."""
MAX_WRITTEN: Final = 52
"""Characters of the parts chosen so far: a longer turn is played up to there first, because a button's
custom_id holds no more than 100 with the table and the next steps."""
SQUARE: Final = re.compile("[a-z][0-9]{1,2}")
Steps = tuple[str, ...]
Paths = Collection[Steps]


def next_steps(paths: Paths, steps: Steps) -> list[str]:
    """The distinct next steps after ``steps``, in the order of the legal moves."""
    depth = len(steps)
    return list(dict.fromkeys([path[depth] for path in paths if path[:depth] == steps and len(path) > depth]))


def in_order(steps: list[str]) -> list[str]:
    """``steps`` in the order of their buttons: squares by column, then row; others as they come, after."""
    squares = [step for step in steps if SQUARE.fullmatch(step)]
    return [
        *sorted(squares, key=lambda step: (step[0], int(step[1:]))),
        *(step for step in steps if step not in squares),
    ]


def forced(paths: Paths, steps: Steps) -> Steps:
    """``steps`` and the steps that follow without a choice."""
    while True:
        depth, nexts = len(steps), set[str]()
        for path in paths:
            if len(path) > depth and path[:depth] == steps:
                nexts.add(path[depth])
                if len(nexts) > 1:
                    return steps
        if not nexts:
            return steps
        steps = (*steps, *nexts)


def labels(table: Table, seat: Seat, path: Steps) -> list[str]:
    """What the buttons say along ``path``, without those that only name a column."""
    view = table.view_for(seat)
    return [
        table.game.label(view, path[: depth - 1], step)
        for depth, step in enumerate(path, 1)
        # A single letter is a column, or at the end a boat's way of one square.
        if len(step) > 1 or step.isdigit() or depth == len(path)
    ]


@dataclass(frozen=True, slots=True)
class Fork:
    """A place where there is a choice."""

    table: Table
    seat: Seat
    before: tuple[Steps, ...]
    """The parts chosen earlier."""
    path: Steps
    """The part's steps up to here, and those that were taken from here on."""
    depth: int
    """How many of them lead up to here."""

    @property
    def steps(self) -> Steps:
        """The part's steps up to here."""
        return self.path[: self.depth]

    def taken(self, path: Steps) -> bool:
        """Whether ``path`` is what was chosen here, or the first steps of that."""
        return len(path) > self.depth and path == self.path[: len(path)]

    def left(self, before: tuple[Steps, ...], offered: Paths) -> bool:
        """Whether ``offered``, paths of the part after ``before``, all follow from what was chosen here."""
        end = self.depth + 1
        return before != self.before or all(path[:end] == self.path[:end] for path in offered)

    def written(self, step: str | None = None) -> str:
        """The draft at this place; with ``step``, after it."""
        return write((*self.before, self.steps if step is None else (*self.steps, step)))

    @property
    def others(self) -> list[str]:
        """The steps that weren't taken."""
        nexts = next_steps(self.table.paths(self.seat), self.steps)
        return [step for step in in_order(nexts) if (step,) != self.path[self.depth : self.depth + 1]]


class ChosenPart(NamedTuple):
    """The steps of one part, complete or not."""

    table: Table
    """As it is before the part."""
    seat: Seat
    before: tuple[Steps, ...]
    """The parts chosen earlier."""
    steps: Steps

    def forks(self) -> Iterator[Fork]:
        """The places where there was a choice."""
        paths = self.table.paths(self.seat)
        for depth in range(len(self.steps)):
            if len(next_steps(paths, self.steps[:depth])) > 1:
                yield Fork(self.table, self.seat, self.before, self.steps, depth)


@dataclass(frozen=True, slots=True)
class Draft:
    """How far somebody has chosen their turn."""

    table: Table
    """As it would be after the parts that are chosen."""
    seat: Seat
    """Whose next part it is; the last one's if the draft is complete."""
    parts: tuple[Steps, ...] = ()
    actions: tuple[Any, ...] = ()
    """The parts as moves."""
    steps: Steps = ()
    """Of the next part, those that are forced included."""
    chosen: tuple[ChosenPart, ...] = ()
    """How each part was chosen."""
    complete: bool = False
    """Whether nothing is left to choose before it is played."""
    suggested: bool = False
    """Whether the game has chosen the last steps, which the person may not have seen."""

    def preview(self, *, public: bool = False) -> Any:
        """What the person, or everybody, sees before a complete draft is confirmed: nothing that it reveals.

        Until then it's still their turn.
        """
        state = self.table.state
        assert state is not None
        if self.table.game.secrets:
            shown = state.preview(self.seat, self.actions[-1])
            # Everybody's table has no secrets.
            return replace(shown, viewer=None) if public else shown
        viewer = None if public else self.seat
        now = self.table.view_for(viewer)
        after = self.table.after(self.seat, self.actions[-1]).view_for(viewer)
        if after.outcome is not None:
            return after
        return replace(after, **{name: getattr(now, name) for name in state.turn_fields})

    @property
    def forks(self) -> tuple[Fork, ...]:
        """The places where there was a choice."""
        return tuple(fork for each in self.chosen for fork in each.forks())

    @property
    def place(self) -> Fork | None:
        """The place of the next choice, or of the last one of a complete draft; None if it had none."""
        if self.complete:
            return self.forks[-1] if self.forks else None
        return Fork(self.table, self.seat, self.parts, self.steps, len(self.steps))

    @property
    def told(self) -> tuple[str, ...]:
        """What the buttons said of the parts."""
        parts = self.chosen[: len(self.parts)]
        return tuple(label for each in parts for label in labels(each.table, each.seat, each.steps))

    @property
    def playable(self) -> bool:
        """Whether nothing is chosen by halves."""
        return bool(self.parts) and not self.suggested and (self.complete or not self.steps)

    @property
    def offered(self) -> list[str]:
        """The next steps, in the order of their buttons."""
        return in_order(next_steps(self.table.paths(self.seat), self.steps))

    @property
    def possible(self) -> tuple[Any, ...]:
        """The moves that the next part can still become."""
        length = len(self.steps)
        paths = self.table.paths(self.seat)
        return tuple(action for path, action in paths.items() if path[:length] == self.steps)

    def written(self, *steps: str) -> str:
        """The draft in a button, after ``steps``."""
        if self.complete:
            return write(self.parts)
        return write((*self.parts, (*self.steps, *steps)))


def write(parts: tuple[Steps, ...]) -> str:
    """The parts of a draft, as a button has them."""
    return PART.join(STEP.join(steps) for steps in parts)


def read(table: Table, person: int, written: str = "", *, one_part: bool = False) -> Draft:
    """The draft of ``person`` as a button has it, with the steps and parts that are forced.

    ``one_part``: it is complete after its first part.

    :raises Stale: when it no longer leads to a move, or it isn't the person's turn.
    """
    seat = table.acting_seat(person)
    if seat is None:
        raise Stale
    draft = Draft(table, seat)
    plain = written.removesuffix(SUGGESTED)
    asked, suggested = plain != written, False
    given = [tuple(part.split(STEP)) if part else () for part in plain.split(PART)]
    while given:
        steps = given.pop(0)
        if asked and not given:
            further = _suggested(draft, steps)
            steps, suggested = (*steps, *further), suggested or bool(further)
        draft = _followed(draft, steps, person, one_part=one_part)
        if draft.complete:
            break
        if not given and not draft.steps and forced(draft.table.paths(draft.seat), ()):
            given.append(())
        if asked and not given and not draft.steps and _suggested(draft, ()):
            given.append(())
    if given:
        raise Stale
    return replace(draft, suggested=True) if suggested else draft


def moves(table: Table, person: int, written: str) -> tuple[Any, ...]:
    """The moves that a button of ``person`` plays.

    :raises Stale: see :func:`read`; or when something is chosen by halves.
    """
    draft = read(table, person, written)
    if not draft.playable:
        raise Stale
    return draft.actions


def _suggested(draft: Draft, steps: Steps) -> Steps:
    """The step that the game suggests after these of the next part, and before it those that are forced."""
    full = forced([path for path in draft.table.paths(draft.seat) if path[: len(steps)] == steps], steps)
    step = draft.table.game.suggest(draft.table.view_for(draft.seat), full)
    return (*full[len(steps) :], step) if step else ()


def _followed(draft: Draft, steps: Steps, person: int, *, one_part: bool) -> Draft:
    """``draft`` with the next part's ``steps``.

    :raises Stale: when there is no such part.
    """
    table, seat = draft.table, draft.seat
    paths = table.paths(seat)
    if not any(path[: len(steps)] == steps for path in paths):
        raise Stale
    full = forced(paths, steps)
    chosen = (*draft.chosen, ChosenPart(table, seat, draft.parts, full))
    action = paths.get(full)
    if action is None:
        return Draft(table, seat, draft.parts, draft.actions, full, chosen)
    done = Draft(table, seat, (*draft.parts, full), (*draft.actions, action), (), chosen, complete=True)
    after = None if one_part else _after(done, person)
    if after is None:
        return done
    following = after.acting_seat(person)
    assert following is not None
    return Draft(after, following, done.parts, done.actions, (), chosen)


def _after(draft: Draft, person: int) -> Table | None:
    """The table at which the turn goes on after the last part of ``draft``; None where it ends.

    Where something is hidden, or a result of chance is due, a move has to be played to know what follows.
    """
    table = draft.table
    assert table.state is not None
    if table.game.secrets or len(write(draft.parts)) > MAX_WRITTEN:
        return None
    after = table.after(draft.seat, draft.actions[-1])
    state = after.state
    assert state is not None
    if state.outcome is not None or CHANCE in state.to_act or state.round_key != table.state.round_key:
        return None
    seat = after.acting_seat(person)
    return after if seat is not None and not isinstance(after.legal(seat), Placement) else None
