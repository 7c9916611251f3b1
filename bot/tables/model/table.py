"""A table at one version: an immutable value, folded from its log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.games.core import CHANCE, Game, Options, Outcome, Placement, Seat, State
from data.store.records import NOWHERE, Address, Header, SeatRow

from .clock import Clock

LIVE: Final = ("lobby", "playing")
"""The statuses of tables that are not over."""

Legal = tuple[Any, ...] | Placement
"""What a seat may do: its actions one by one, or a placement."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays: Discord's id, and the name that they went by."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Seated:
    """A slot and who holds it."""

    slot: Seat
    person: Person


@dataclass(frozen=True, slots=True)
class Turn:
    """One action that was played, chance's included."""

    seq: int
    seat: Seat
    action: Any = field(repr=False)
    at: int
    before: State[Any, Any] = field(repr=False)
    """The position in which it was played."""

    def narration(self, viewer: Seat | None) -> str:
        """What ``viewer`` is told of it."""
        return self.before.narrate(self.seat, self.action, viewer)


@dataclass(frozen=True, slots=True)
class Commitment:
    """What the log keeps of one secret placement beside the placement itself."""

    seq: int
    """The placement's place in the log."""
    seat: Seat
    salt: str = field(repr=False)
    """Secret until the game is over; 32 hexadecimal digits."""
    digest: str
    """Public from the start; 64 hexadecimal digits."""


@dataclass(frozen=True, slots=True)
class Request:
    """What one person asked and the others have to agree to."""

    kind: str
    """``undo``, ``pause``, ``resume`` or ``seat`` (to take over for somebody who leaves)."""
    by: Person
    seq: int
    """The event that asked: the request's number."""
    text: str = ""
    """The version to go back to, or a slot of the person who leaves."""
    agreed: frozenset[int] = frozenset()

    def agreed_by(self, person: int) -> Request:
        """The request with one more who agrees."""
        return replace(self, agreed=self.agreed | {person})


@dataclass(frozen=True, slots=True)
class Declined:
    """What one person asked, or offered, and another turned down."""

    kind: str
    """``draw``, or the request's."""
    by: int
    """The person who asked."""
    who: int
    """The person who said no."""
    seq: int
    """The event by which they did."""


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """All that is known of a table at ``version``."""

    header: Header
    game: Game[Any, Any]
    options: Options
    seats: tuple[SeatRow, ...] = ()
    version: int = 0
    status: str = "lobby"
    """``lobby``, ``playing``, ``over``, ``closed`` (without a result) or ``void`` (it no longer folds)."""
    seated: tuple[Seated, ...] = ()
    state: State[Any, Any] | None = None
    turns: tuple[Turn, ...] = ()
    commitments: tuple[Commitment, ...] = ()
    """Of the secret placements, in the order in which they were made."""
    agreed: Outcome | None = None
    """An end that the people agreed on: a resignation or a draw."""
    agreed_at: int = 0
    """When they did."""
    agreed_by: int | None = None
    """The person whose word made it so."""
    resigning: frozenset[int] = frozenset()
    """People who want their side to resign, while others of the side have not said so."""
    offering: frozenset[int] = frozenset()
    """People who offer a draw."""
    rematching: frozenset[int] = frozenset()
    """People who asked for a rematch."""
    clock: Clock | None = None
    """The time that the sides have; None without a pace, and before the start."""
    flagged: frozenset[int] = frozenset()
    """The sides, by number, whose time is over and who have not played since."""
    reminded: frozenset[tuple[int, str]] = frozenset()
    """Who was reminded in the present turn, and of what."""
    requests: tuple[Request, ...] = ()
    """What was asked and not answered by all yet."""
    declined: tuple[Declined, ...] = ()
    """What was turned down since the last action."""
    leaving: frozenset[int] = frozenset()
    """People who look for somebody to take over."""
    undone_to: int = 0
    """The version at which an action was taken back last: no control from before means what it did."""
    recovered_at: int = 0
    """The version at which it went on last after it was frozen; 0 where it never was."""
    last_activity: int = 0
    """When somebody did something last."""
    word: str = ""
    """Why the table was closed or is void."""
    _legal: dict[Seat, Legal] = field(default_factory=dict, init=False, compare=False)
    """What :meth:`legal` has found out; each position has its own."""
    _after: dict[tuple[Seat, str], Table] = field(default_factory=dict, init=False, compare=False)
    """What :meth:`after` has found out."""

    def __repr__(self) -> str:
        # A game holds its rule book, and each turn a position: logs and tracebacks get a line.
        return f"<Table {self.id}: {self.game.key}, {self.status}, version {self.version}>"

    @property
    def id(self) -> int:
        """The table's number."""
        return self.header.id

    @property
    def address(self) -> Address:
        """Where the table is shown."""
        return self.header.address

    @property
    def private(self) -> bool:
        """Whether only those who sit here may see anything of it."""
        return self.address.home == NOWHERE

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why; None while the game goes on."""
        return self.agreed or (self.state.outcome if self.state is not None else None)

    @property
    def people(self) -> tuple[Person, ...]:
        """Everybody who sits here, once each, in the order of their slots."""
        return tuple({sitter.person.id: sitter.person for sitter in self.seated}.values())

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The slots, grouped by side."""
        return self.game.sides(self.options)

    def side_people(self, side: tuple[Seat, ...]) -> tuple[Person, ...]:
        """Those who sit on ``side``, once each."""
        found = {sitter.person.id: sitter.person for sitter in self.seated if sitter.slot in side}
        return tuple(found.values())

    def side_of(self, person: int) -> tuple[Seat, ...] | None:
        """The side on which ``person`` sits."""
        slots = {sitter.slot for sitter in self.seated if sitter.person.id == person}
        return next((side for side in self.sides if slots & set(side)), None)

    def side_number(self, person: int) -> int | None:
        """The number of the side on which ``person`` sits."""
        side = self.side_of(person)
        return None if side is None else self.sides.index(side)

    def sides_of(self, slots: Iterable[Seat]) -> frozenset[int]:
        """The numbers of the sides that ``slots`` belong to."""
        found = set(slots)
        return frozenset(number for number, side in enumerate(self.sides) if found & set(side))

    def person_at(self, slot: str) -> Person | None:
        """Who sits on ``slot``."""
        return next((sitter.person for sitter in self.seated if sitter.slot == slot), None)

    def player_of(self, turn: Turn) -> int | None:
        """The person who holds now what played ``turn``; None for chance."""
        person = self.person_at(turn.before.slot(turn.seat)) if turn.seat != CHANCE else None
        return person.id if person is not None else None

    def pending_answers(self, ask: Request) -> tuple[Person, ...]:
        """Those who have not agreed yet; whoever leaves has no say in who follows."""
        silent = {ask.by.id, *ask.agreed, *(self.leaving if ask.kind == "seat" else ())}
        return tuple(person for person in self.people if person.id not in silent)

    def declined_but(self, kind: str, by: int) -> tuple[Declined, ...]:
        """What was turned down, without the request of this kind that ``by`` makes anew."""
        return tuple(said for said in self.declined if (said.kind, said.by) != (kind, by))

    def still_to_resign(self, resigning: frozenset[int]) -> frozenset[int]:
        """Those on whose word it depends whether the sides of ``resigning`` resign."""
        sides = {side for side in self.sides for p in self.side_people(side) if p.id in resigning}
        return frozenset(p.id for side in sides for p in self.side_people(side)) - self.resigning

    @property
    def has_to_answer(self) -> frozenset[int]:
        """The people who have something to answer: a request, a draw, a resignation of their own side."""
        found = self.still_to_resign(self.resigning) | {
            p.id for ask in self.requests for p in self.pending_answers(ask)
        }
        return found | ({p.id for p in self.people} - self.offering if self.offering else set())

    def holder(self, seat: Seat) -> Person | None:
        """Who plays ``seat`` now."""
        slot = self.state.slot(seat) if self.state is not None else seat
        return next((sitter.person for sitter in self.seated if sitter.slot == slot), None)

    @property
    def acting(self) -> tuple[Seat, ...]:
        """The seats to act, in the game's order; empty unless the game is on."""
        if self.status != "playing" or self.state is None:
            return ()
        order = {seat: place for place, seat in enumerate(self.game.seat_styles)}
        return tuple(sorted(self.state.to_act, key=lambda seat: order.get(seat, len(order))))

    @property
    def awaited(self) -> tuple[Person, ...]:
        """The people whom the table waits for, once each."""
        found = {person.id: person for seat in self.acting if (person := self.holder(seat))}
        return tuple(found.values())

    def awaited_at(self, state: State[Any, Any]) -> frozenset[int]:
        """The people whom ``state`` waits for, as the slots are held now."""
        found = (self.person_at(state.slot(seat)) for seat in state.to_act if seat != CHANCE)
        return frozenset(person.id for person in found if person is not None)

    def acting_seat(self, person: int) -> Seat | None:
        """The seat that ``person`` may act for now."""
        return next((s for s in self.acting if (holder := self.holder(s)) and holder.id == person), None)

    def viewer(self, person: int) -> Seat | None:
        """The seat whose view ``person`` gets; None (the public's) for those who don't play."""
        if self.state is None:
            return None
        if (seat := self.acting_seat(person)) is not None:
            return seat
        seats = (*self.game.seats, *(sitter.slot for sitter in self.seated))
        return next((s for s in seats if (holder := self.holder(s)) and holder.id == person), None)

    def seats_of(self, person: int) -> tuple[Seat, ...]:
        """The seats that ``person`` plays now, by the names that they have in results."""
        return tuple(seat for seat in self.result_seats if (p := self.holder(seat)) and p.id == person)

    @property
    def result_seats(self) -> tuple[Seat, ...]:
        """The seats that a result names: the game's own, or the slots while nobody has chosen."""
        seats = tuple(seat for seat in self.game.seats if self.holder(seat))
        return seats or tuple(slot for side in self.sides for slot in side)

    def view_for(self, viewer: Seat | None) -> Any:
        """What ``viewer`` may see; a table that people ended early shows all, and nobody to act."""
        assert self.state is not None
        if self.agreed is None:
            return self.state.view_for(viewer)
        # What the people agree on is no part of the rules' view.
        return replace(self.state.reveal(), to_act=())

    def legal(self, seat: Seat) -> Legal:
        """What ``seat`` may do now; computed once."""
        if self.state is None or self.status != "playing":
            return ()
        if seat not in self._legal:
            legal = self.state.legal(seat)
            self._legal[seat] = legal if isinstance(legal, Placement) else tuple(legal)
        return self._legal[seat]

    def after(self, seat: Seat, action: Any) -> Table:
        """The table as it would be after a legal ``action``; computed once.

        :raises IllegalAction: when it isn't legal.
        """
        key = (seat, str(action))
        if key not in self._after:
            assert self.state is not None
            self._after[key] = replace(self, state=self.state.play(seat, action))
        return self._after[key]

    def state_at(self, version: int) -> State[Any, Any] | None:
        """The position at an earlier version."""
        return next((turn.before for turn in self.turns if turn.seq > version), self.state)

    def is_stale(self, seat: Seat, version: int) -> bool:
        """Whether a control made for ``seat`` at ``version`` no longer means what it did.

        Judged by seat: what others did meanwhile does not matter, unless it changed what the seat may do.
        """
        if not self.undone_to <= version <= self.version:
            return True
        if any(turn.seq > version and turn.seat == seat for turn in self.turns):
            return True
        before = self.state_at(version)
        if before is None or self.state is None or before is self.state:
            return before is None or self.state is None
        if seat not in before.to_act:
            return True
        offered, legal = before.legal(seat), self.legal(seat)
        return (offered if isinstance(offered, Placement) else tuple(offered)) != legal

    @property
    def recovered(self) -> bool:
        """Whether it was frozen, and nobody has played since it goes on."""
        return self.recovered_at > 0 and not (self.turns and self.turns[-1].seq > self.recovered_at)

    def seat_row(self, seat: Seat) -> SeatRow | None:
        """The stored row of the slot that plays ``seat``."""
        slot = self.state.slot(seat) if self.state is not None else seat
        return next((row for row in self.seats if row.seat == slot), None)
