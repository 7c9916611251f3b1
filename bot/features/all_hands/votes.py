"""Votes: what a crowd can choose at its turn, what wins, and when a vote closes. Pure functions.

A choice is written as it is stored: the moves of the turn in the game's notation, or a motion, such as to
resign, which needs two thirds of the votes. Times are milliseconds since 1970.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

from bot.components.cards import text as table_text
from bot.games.core import CHANCE, RulesError, Seat
from bot.languages import gettext, gettext_noop
from bot.tables.errors import MissingHistory, Stale
from bot.tables.events import agreements
from bot.tables.events.moves import Act
from bot.tables.model import drafts
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from data.store.queries.ballots import Ballot, Counts
from data.store.records import Event

MOTION: Final = "!"
"""Begins a choice that is no move."""
RESIGN, UNDO, DRAW, AGREE = "!resign", "!undo", "!draw", "!agree"
ACTS: Final = {RESIGN: agreements.resign, UNDO: agreements.request_undo, DRAW: agreements.offer_draw}
WORDS: Final = gettext_noop({RESIGN: "resigning", UNDO: "an undo", DRAW: "a draw"})
AND: Final = "; "
"""Between the moves of a turn."""
ROUNDS: Final = 2
"""How often a vote is open for its time before the game rests."""


# What can be voted for


def voting(table: Table) -> Person | None:
    """The crowd whose turn it is; None if there is none, or the game is paused."""
    return table.crowd if not table.timing.paused else None


def seat_of(table: Table, crowd: Person) -> Seat:
    """The seat that votes are held for, while ``crowd`` is to move."""
    seat = table.acting_seat(crowd.id)
    assert seat is not None
    return seat


def written(actions: Iterable[object]) -> str:
    """A turn as a choice."""
    return AND.join(map(str, actions))


def actions_of(choice: str) -> list[str]:
    """The moves of a choice that is a turn."""
    return choice.split(AND)


def is_motion(choice: str) -> bool:
    """Whether a choice is no turn."""
    return choice.startswith(MOTION)


def only_turn(table: Table, seat: Seat) -> str:
    """The only turn that there is to choose; empty if there are several, or the crowd is asked something."""
    legal = table.legal(seat)
    open_question = table.agreements.requests or table.agreements.offering
    return written(legal) if isinstance(legal, tuple) and len(legal) == 1 and not open_question else ""


def act_of(motion: str) -> Callable[[Table, Act], Sequence[Event]]:
    """What a crowd does that has carried ``motion``.

    :raises Stale: when there is no such motion.
    """
    kind, _, number = motion.partition(" ")
    if kind == AGREE and number.isdecimal():
        return partial(agreements.accept, ask=int(number))
    if motion not in ACTS:
        raise Stale
    return ACTS[motion]


def motions(table: Table, crowd: Person, now: int) -> list[str]:
    """The motions that ``crowd`` could carry now, in the order of their buttons."""
    asked = [f"{AGREE} {each.seq}" for each in table.agreements.requests]
    return [each for each in (*asked, DRAW, UNDO, RESIGN) if _possible(table, crowd, now, each)]


def _possible(table: Table, crowd: Person, now: int, motion: str) -> bool:
    try:
        return bool(act_of(motion)(table, Act(crowd, now)))
    except (RulesError, MissingHistory):
        return False


def told(table: Table, seat: Seat, choice: str) -> str:
    """A choice in words, of the turn of ``seat`` that begins at ``table``."""
    kind, _, number = choice.partition(" ")
    if kind in WORDS:
        return gettext(WORDS[kind])
    if kind == AGREE:
        ask = next((each for each in table.agreements.requests if str(each.seq) == number), None)
        return table_text.request_label(ask, "agree") if ask is not None else gettext("agreeing")
    parts = []
    for move in actions_of(choice):
        path = next((path for path, each in table.paths(seat).items() if str(each) == move), None)
        if path is None:
            return choice
        parts += drafts.labels(table, seat, path)
        table = table.after(seat, table.paths(seat)[path])
        if table.status == "playing" and seat not in table.acting and table.acting:
            seat = table.acting[0]
    return " ".join(parts)


# What wins


def counted(ballots: Iterable[Ballot]) -> list[tuple[str, int]]:
    """The choices with their votes: the most first, and of equal ones the earlier.

    A choice is as early as the first of its votes.
    """
    found: dict[str, list[tuple[int, int]]] = {}
    for each in ballots:
        found.setdefault(each.choice, []).append((each.at, each.person))
    order = sorted(found, key=lambda choice: (-len(found[choice]), min(found[choice])))
    return [(choice, len(found[choice])) for choice in order]


def decided(ballots: Sequence[Ballot], before: int) -> str:
    """What a crowd has decided; empty for nothing.

    A motion needs two thirds of those who vote now, or at the crowd's last turn (``before``) if they were
    more: few can't end a game while the others are away.
    """
    counts = counted(ballots)
    for choice, votes in counts:
        if is_motion(choice) and 3 * votes >= 2 * max(len(ballots), before):
            return choice
    return next((choice for choice, _ in counts if not is_motion(choice)), "")


def result(ballots: Sequence[Ballot], choice: str) -> list[tuple[str, int]]:
    """The count of a vote, with what was decided first."""
    return sorted(counted(ballots), key=lambda each: each[0] != choice)


# When it closes


def rounds_over(every: int, since: int, now: int) -> int:
    """How often a vote that is open since then has been open for its whole time, ``ROUNDS`` at most."""
    return max(0, min(ROUNDS, (now - since) // every))


def closes(every: int, since: int, first: int) -> int:
    """When a vote that is open since then closes, whose earliest vote was given at ``first``."""
    whole = (first - since) // every
    return since + every * (max(0, whole) + 1) if whole < ROUNDS else first + every


# Once it's closed


def shown_count(table: Table, poll: tuple[int, Counts]) -> tuple[Table, Seat, Counts] | None:
    """The position at which a vote was held, whose turn it was, and its count; None if that is long ago.

    It's told with the move that was chosen, and with what computers and chance have added.
    """
    seq, counts = poll
    found = (place for place, turn in enumerate(table.turns) if turn.seq == seq and turn.seat != CHANCE)
    if (place := next(found, None)) is None:
        return None
    since = [turn for turn in table.turns[place:] if turn.seat != CHANCE]
    crowd = table.player_of(since[0])
    others = {table.player_of(turn) for turn in since} - {
        crowd,
        *(each.id for each in table.seating.computers),
    }
    if others:
        return None
    before = table.rewound(place)
    return before.changed(status="playing", ending=None), since[0].seat, counts
