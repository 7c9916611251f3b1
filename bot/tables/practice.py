"""Practice boards: one person plays on a position that belongs to no table. Pure, except where it is stored.

A board is a record (the start's actions, then the person's and the replies), the seats that the person
plays, and a kind with a subject, which say who judges. Everything else follows from that. It looks like a
table with the number 0, so that pictures, prompts and drafts take it for one; the service doesn't know it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.games import record
from bot.games.core import CHANCE, AnyState, Games, Placement, RandomSource, Seat
from bot.games.record import Entry, Record
from bot.tables.model.seating import Person, Seated, Seating
from bot.tables.model.table import Table
from bot.tables.service import KeyedLocks
from data.store.queries import practice as stored
from data.store.queries.practice import PracticeRow, PractisedRow
from data.store.records import NOWHERE, Address, Header

from .service import TableService

NUMBER: Final = 0
"""The table number that practice boards have."""
MAX_VERSION: Final = 100_000_000
"""Versions of boards that are begun anew start below this: a button's custom_id has room for nine digits."""
DONE: Final = "done"
FAILED: Final = "failed"
LOCKS: Final[KeyedLocks[int]] = KeyedLocks()
"""By person, so that the second of two quick presses sees the effect of the first."""


class CannotContinue(Exception):
    """A judge's replies leave nobody to move, or don't fit: a fault of its data, never of the person."""


@dataclass(frozen=True, slots=True)
class Start:
    """What a practice board begins with."""

    record: Record
    """Up to the position that the person gets."""
    seats: tuple[Seat, ...]
    """The seats that the person plays, all of one side."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a judge says of one action."""

    text: str = ""
    """What the person is told; empty: only what happened."""
    replies: tuple[str, ...] = ()
    """What the other seats and chance then play, each as a record has it: ``green c4``, ``chance roll 5 2``.

    A result of chance that is due and not among them is drawn, unless the board ends."""
    ended: str = ""
    """``DONE``: the task is finished. ``FAILED``: the board shows what follows until it is set back."""
    take_back: bool = False
    """The action is taken back, with ``text`` as the reason, and counts as a wrong try."""
    instead: tuple[str, ...] = ()
    """Secrets of the start that are others from now on, such as ``north mines c9 d11``: each replaces the
    start's entry of the same seat and first word."""


@dataclass(frozen=True, slots=True)
class Board:
    """A practice board at one version."""

    row: PracticeRow
    table: Table
    """The position, as a table that only the person sees; ``over`` once the board has ended."""
    record: Record
    states: tuple[AnyState, ...] = field(repr=False)
    """The position before each action since the start."""

    @property
    def subject(self) -> str:
        """Which one of its kind it is."""
        return self.row.subject

    @property
    def person(self) -> int:
        """Whose board it is."""
        return self.row.person

    def changed(self, games: Games, written: Record, **changes: Any) -> Board:
        """The board with another record, and other columns of its row."""
        row = replace(self.row, record=record.write(written), **changes)
        return read(games, row, self.table.seating.seated[0].person)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that the person plays."""
        return tuple(map(Seat, self.row.seats.split()))

    @property
    def since(self) -> tuple[Entry, ...]:
        """The actions since the start, replies included."""
        return self.record.entries[self.row.begun :]

    @property
    def own(self) -> tuple[Entry, ...]:
        """The person's own actions since the start."""
        slots = {sitter.slot for sitter in self.table.seating.seated}
        acted = zip(self.states, self.since, strict=True)
        return tuple(entry for before, entry in acted if before.slot(entry.seat) in slots)

    @property
    def state(self) -> AnyState:
        """The position, secrets included: for judges; what leaves for the person is ``table.view_for``."""
        assert self.table.state is not None
        return self.table.state

    @property
    def viewer(self) -> Seat:
        """The seat whose view the person gets."""
        return self.table.acting_seat(self.person) or self.seats[0]

    def narration(self, since: int = 0) -> str:
        """What the person is told of the actions from number ``since`` after the start on."""
        entries = self.since[since:]
        told = [
            before.narrate(entry.seat, self.table.game.parse(entry.text), self.viewer)
            for before, entry in zip(self.states[since:], entries, strict=True)
        ]
        return " ".join(told)


def begin(
    games: Games,
    person: Person,
    kind: str,
    subject: str,
    start: Start,
    now: int,
    before: PracticeRow | None,
    tried: PractisedRow | None = None,
) -> Board:
    """A board at the beginning of ``subject``; ``before`` is the person's board so far.

    What they have ``tried`` of the subject earlier still counts.

    :raises RecordError: when the start's record can't be replayed.
    :raises CannotContinue: when none of the person's seats is to move there.
    """
    plain = _plain(start.record)
    version = before.version + 1 if before is not None else now // 1000 % MAX_VERSION
    row = PracticeRow(
        person.id,
        kind,
        subject,
        record.write(plain),
        len(plain.entries),
        " ".join(start.seats),
        tries=tried.tries if tried is not None else 0,
        hints=tried.hints if tried is not None else 0,
        version=version,
        at=now,
    )
    board = read(games, row, person)
    _require_turn(board)
    return board


def read(games: Games, row: PracticeRow, person: Person) -> Board:
    """The board that is stored as ``row``.

    :raises RecordError: when it was begun under rules that the bot no longer has.
    """
    written = record.read(row.record)
    game = record.game_of(written, games)
    start, steps = record.follow(written, games)
    states = (start, *(step.after for step in steps))
    begun = states[row.begun]
    options = game.read_options(dict(written.options))
    slots = dict.fromkeys(begun.slot(Seat(seat)) for seat in row.seats.split())
    status = "over" if row.ended or states[-1].outcome is not None else "playing"
    line = game.write_options(options)
    place = Address(None, NOWHERE)
    header = Header(
        NUMBER, game.key, game.rules, line, row.person, None, None, status, row.version, row.at, row.at, place
    )
    table = Table(
        header,
        game,
        options,
        Seating(game.sides(options), tuple(Seated(slot, person) for slot in slots)),
        version=row.version,
        status=status,
        state=states[-1],
    )
    return Board(row, table, written, states[row.begun : -1])


def played(games: Games, board: Board, seat: Seat, action: Any, verdict: Verdict, rng: RandomSource) -> Board:
    """``board`` after ``action`` of the person, the verdict's replies and the chance that is then due.

    :raises CannotContinue: when the replies don't fit, or leave nobody to move.
    """
    if verdict.instead:
        board = _with_secrets(games, board, verdict.instead)
    added = [Entry(seat, str(action))]
    state = board.state.play(seat, action)
    for reply in verdict.replies:
        who, _, text = reply.partition(" ")
        try:
            state = state.play(Seat(who), board.table.game.parse(text))
        except ValueError as error:
            raise CannotContinue(f"{board.row.kind} {board.subject}: {reply}: {error}") from error
        added.append(Entry(Seat(who), text))
    while CHANCE in state.to_act and not verdict.ended:
        drawn = state.sample_chance(rng)
        state = state.play(CHANCE, drawn)
        added.append(Entry(CHANCE, str(drawn)))
    longer = replace(board.record, entries=(*board.record.entries, *added))
    after = board.changed(games, longer, hinted=0, ended=verdict.ended)
    if not verdict.ended:
        _require_turn(after)
    return after


def _with_secrets(games: Games, board: Board, secrets: tuple[str, ...]) -> Board:
    """``board`` as if these secrets had been chosen; the person can't have noticed."""
    chosen = {(seat, text.split()[0]): text for seat, _, text in (each.partition(" ") for each in secrets)}
    entries = tuple(
        replace(entry, text=chosen.get((entry.seat, entry.text.split()[0]), entry.text))
        for entry in board.record.entries
    )
    return board.changed(games, replace(board.record, entries=entries))


def restarted(games: Games, board: Board, start: Start) -> Board:
    """``board`` set back to its ``start``, which a later release may have changed."""
    begun, seats = len(start.record.entries), " ".join(start.seats)
    return board.changed(games, _plain(start.record), begun=begun, seats=seats, hinted=0, ended="")


def _plain(start: Record) -> Record:
    """``start`` without notes, which name people, and times."""
    return replace(start, notes=(), entries=tuple(replace(each, at=None) for each in start.entries))


def _require_turn(board: Board) -> None:
    seat = board.table.acting_seat(board.person)
    if seat is None or isinstance(board.table.legal(seat), Placement):
        raise CannotContinue(
            f"{board.row.kind} {board.subject}: nothing to choose after {board.record.entries[-1:]}"
        )


async def stored_of(service: TableService, person: int) -> PracticeRow | None:
    """The row of a person's board; None if they have none."""
    return await stored.load(service.store, person)


async def store_begun(service: TableService, person: Person, kind: str, subject: str, start: Start) -> Board:
    """Begin ``subject`` on the person's board, instead of what was on it: see :func:`begin`."""
    before = await stored.load(service.store, person.id)
    tried = await stored.tried(service.store, person.id, kind, subject)
    board = begin(service.games, person, kind, subject, start, service.now(), before, tried)
    await stored.save(service.store, board.row)
    return board


async def store_changed(service: TableService, board: Board, guild: int | None = None) -> Board | None:
    """Store a changed board under the next version, and what was tried or finished on it.

    ``guild``: the server that counts what is finished. None if somebody else changed it in between.
    """
    row = replace(board.row, version=board.row.version + 1, at=service.now())
    finished = row.at if row.ended == DONE else 0
    tried = PractisedRow(row.person, row.kind, row.subject, row.tries, row.hints, finished, guild)
    worth_noting = tried if tried.tries or tried.hints or tried.at else None
    if not await stored.save(service.store, row, after=board.row.version, tried=worth_noting):
        return None
    return replace(board, row=row, table=replace(board.table, version=row.version))
