"""A table at one version: an immutable value, folded from its log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.games.core import CHANCE, Game, Options, Outcome, Placement, Seat, State
from bot.people.computers import is_computer
from data.store.records import NOWHERE, Address, Header, SeatRow

from .clock import Clock

LIVE: Final = ("lobby", "playing")
"""The statuses of unfinished tables."""

Legal = tuple[Any, ...] | Placement
"""A seat's legal actions: a tuple of all of them, or a placement."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player: Discord's id or a computer's, and the name they had at the time."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Seated:
    """A slot and the person in it."""

    slot: Seat
    person: Person
    version: int = 0
    """The version of the computer player; 0: a person."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One action that was played, including those of chance."""

    seq: int
    seat: Seat
    action: Any = field(repr=False)
    at: int
    before: State[Any, Any] = field(repr=False)
    """The position before the action."""
    by_hand: bool = False
    """Whether somebody pressed or typed it; only the first of the actions that were sent together says so."""

    def narration(self, viewer: Seat | None) -> str:
        """A sentence that describes the action to ``viewer``."""
        return self.before.narrate(self.seat, self.action, viewer)


@dataclass(frozen=True, slots=True)
class Commitment:
    """The log's commitment to a secret placement."""

    seq: int
    """The placement's number in the log."""
    seat: Seat
    salt: str = field(repr=False)
    """32 hexadecimal digits; secret until the game is over."""
    digest: str
    """64 hexadecimal digits; public from the start."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request that the others have to agree to."""

    kind: str
    """``undo``, ``pause``, ``resume`` or ``seat`` (to take over from somebody who is leaving)."""
    by: Person
    seq: int
    """The number of the event that made the request, which identifies it."""
    text: str = ""
    """The version to go back to, or a slot of the person who is leaving."""
    agreed: frozenset[int] = frozenset()

    def agreed_by(self, person: int) -> Request:
        """The request with ``person``'s agreement added."""
        return replace(self, agreed=self.agreed | {person})


@dataclass(frozen=True, slots=True)
class Declined:
    """A request or draw offer that was declined."""

    kind: str
    """``draw``, or the request's kind."""
    by: int
    """The person who made it."""
    who: int
    """The person who declined it."""
    seq: int
    """The number of the event that declined it."""


@dataclass(frozen=True, slots=True)
class Away:
    """Somebody who is away, and whose side's clock stands still."""

    person: int
    until: int
    """When they are back at the latest, in milliseconds since 1970."""


@dataclass(frozen=True, slots=True, weakref_slot=True, repr=False)
class Table:
    """A table at ``version``."""

    header: Header
    game: Game[Any, Any]
    options: Options
    seats: tuple[SeatRow, ...] = ()
    version: int = 0
    status: str = "lobby"
    """``lobby``, ``playing``, ``over``, ``closed`` (without a result) or ``frozen`` (it can't be folded)."""
    seated: tuple[Seated, ...] = ()
    state: State[Any, Any] | None = None
    turns: tuple[Turn, ...] = ()
    commitments: tuple[Commitment, ...] = ()
    """The commitments to secret placements, in order."""
    agreed: Outcome | None = None
    """An outcome outside the rules: by resignation, agreed draw or claim on time."""
    agreed_at: int = 0
    """When that happened, in milliseconds since 1970."""
    agreed_by: int | None = None
    """The person who caused it: who resigned, accepted or claimed last."""
    resigning: frozenset[int] = frozenset()
    """People who have resigned, while others on their side have not."""
    offering: frozenset[int] = frozenset()
    """People who are offering a draw."""
    rematching: frozenset[int] = frozenset()
    """People who have asked for a rematch."""
    clock: Clock | None = None
    """The sides' clock; None without a time limit, and before the start."""
    flagged: frozenset[int] = frozenset()
    """The numbers of the sides that have run out of time and not played since."""
    reminded: frozenset[tuple[int, str]] = frozenset()
    """The reminders sent in the current turn: person, and ``half`` or ``end``."""
    requests: tuple[Request, ...] = ()
    """The requests that not everybody has answered yet."""
    resume_asked: int = 0
    """When somebody first asked to start the clock again since its last pause; 0: nobody has."""
    declined: tuple[Declined, ...] = ()
    """The requests and offers declined since the last action."""
    leaving: frozenset[int] = frozenset()
    """People who are looking for somebody to take over."""
    left: frozenset[tuple[int, int]] = frozenset()
    """People who were replaced during the game, each with the number of the side that they played."""
    hints: frozenset[Seat] = frozenset()
    """The slots whose holders have asked for a hint; a game with any is unrated."""
    away: tuple[Away, ...] = ()
    """The people who are away, in the order in which they left; challenged people count, too."""
    undone_to: int = 0
    """The version of the latest undo; controls from before it are stale."""
    taken_over: bool = False
    """Whether somebody took over a seat during the game."""
    recovered_at: int = 0
    """The version at which the table was last recovered from being frozen; 0: never."""
    last_activity: int = 0
    """When somebody last did something, in milliseconds since 1970."""
    word: str = ""
    """Why the table was closed or frozen."""
    _derived: dict[tuple[str, Seat | None], Any] = field(default_factory=dict, init=False, compare=False)
    """The cache of what follows from the position: views, legal actions and their paths."""
    _after: dict[tuple[Seat, str], Table] = field(default_factory=dict, init=False, compare=False)
    """The cache of :meth:`after`."""

    def __repr__(self) -> str:
        # The default repr would include the game's rule book and a position per turn.
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
        """Whether only its players may see the table."""
        return self.address.home == NOWHERE

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why; None while the game goes on."""
        return self.agreed or (self.state.outcome if self.state is not None else None)

    @property
    def people(self) -> tuple[Person, ...]:
        """All players, once each, in the order of their slots."""
        return tuple({sitter.person.id: sitter.person for sitter in self.seated}.values())

    @property
    def humans(self) -> tuple[Person, ...]:
        """The players who aren't computers."""
        return tuple(person for person in self.people if not is_computer(person.id))

    @property
    def computers(self) -> tuple[Person, ...]:
        """The computer players."""
        return tuple(person for person in self.people if is_computer(person.id))

    @property
    def has_computer(self) -> bool:
        """Whether a computer plays here."""
        return any(is_computer(sitter.person.id) for sitter in self.seated)

    @property
    def timed_sides(self) -> frozenset[int]:
        """The numbers of the sides whose time runs: those of computers alone never run out of it."""
        return frozenset(
            number
            for number, side in enumerate(self.sides)
            if not all(is_computer(person.id) for person in self.side_people(side))
        )

    @property
    def thinking(self) -> tuple[Person, Seat] | None:
        """A computer whose turn it is, and its seat; None when none is to move."""
        if not self.has_computer or (self.clock is not None and self.clock.paused):
            return None
        held = ((self.holder(seat), seat) for seat in self.acting)
        return next(((who, seat) for who, seat in held if who is not None and is_computer(who.id)), None)

    @property
    def stalled(self) -> bool:
        """Whether a computer is to move that can't play at the moment; nobody runs out of time meanwhile."""
        return self.thinking is not None and not self.game.computer

    @property
    def computers_next(self) -> bool:
        """Whether nobody but computers is to do something now: to move, or to answer a draw offer."""
        if self.status != "playing" or not self.has_computer:
            return False
        if self.offering and any(person.id not in self.offering for person in self.computers):
            return True
        return self.thinking is not None and all(is_computer(person.id) for person in self.awaited)

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The slots, grouped by side."""
        return self.game.sides(self.options)

    def side_people(self, side: tuple[Seat, ...]) -> tuple[Person, ...]:
        """The people on ``side``, once each."""
        found = {sitter.person.id: sitter.person for sitter in self.seated if sitter.slot in side}
        return tuple(found.values())

    def side_of(self, person: int) -> tuple[Seat, ...] | None:
        """The side of ``person``; None if they don't sit here."""
        slots = {sitter.slot for sitter in self.seated if sitter.person.id == person}
        return next((side for side in self.sides if slots & set(side)), None)

    def side_number(self, person: int) -> int | None:
        """The number of ``person``'s side; None if they don't sit here."""
        side = self.side_of(person)
        return None if side is None else self.sides.index(side)

    @property
    def away_sides(self) -> frozenset[int]:
        """The numbers of the sides with somebody who is away."""
        found = (self.side_number(each.person) for each in self.away)
        return frozenset(side for side in found if side is not None)

    @property
    def claimants(self) -> tuple[Person, ...]:
        """The people who can claim the win: those with time left, once somebody has run out of it."""
        late = {person.id for side in self.flagged for person in self.side_people(self.sides[side])}
        return tuple(person for person in self.humans if late and person.id not in late)

    def sides_of(self, slots: Iterable[Seat]) -> frozenset[int]:
        """The numbers of the sides that ``slots`` belong to."""
        found = set(slots)
        return frozenset(number for number, side in enumerate(self.sides) if found & set(side))

    def person_at(self, slot: str) -> Person | None:
        """The person in ``slot``."""
        return next((sitter.person for sitter in self.seated if sitter.slot == slot), None)

    def replaceable(self, slot: str) -> bool:
        """Whether the person in ``slot`` may be replaced: they are leaving, or ran out of time."""
        person = self.person_at(slot)
        if person is None or is_computer(person.id):
            return False
        return person.id in self.leaving or bool(self.flagged & self.sides_of([Seat(slot)]))

    def player_of(self, turn: Turn) -> int | None:
        """The person who now holds the seat that played ``turn``; None for chance."""
        person = self.person_at(turn.before.slot(turn.seat)) if turn.seat != CHANCE else None
        return person.id if person is not None else None

    def pending_answers(self, ask: Request) -> tuple[Person, ...]:
        """The people who have yet to agree; those who are leaving have no say in who replaces them."""
        silent = {ask.by.id, *ask.agreed}
        if ask.kind == "seat":
            holder = self.person_at(ask.text)
            silent |= self.leaving | {holder.id if holder is not None else 0}
        return tuple(person for person in self.humans if person.id not in silent)

    def declined_but(self, kind: str, by: int) -> tuple[Declined, ...]:
        """The declined requests and offers, except those of this kind that ``by`` made."""
        return tuple(each for each in self.declined if (each.kind, each.by) != (kind, by))

    def still_to_resign(self, resigning: frozenset[int]) -> frozenset[int]:
        """The people who still have to resign for the sides of ``resigning`` to lose."""
        sides = {side for side in self.sides for p in self.side_people(side) if p.id in resigning}
        people = frozenset(p.id for side in sides for p in self.side_people(side)) - self.resigning
        return frozenset(person for person in people if not is_computer(person))

    @property
    def has_to_answer(self) -> frozenset[int]:
        """The people with an open question: a request, a draw offer, or their own side's resignation."""
        found = self.still_to_resign(self.resigning) | {
            p.id for ask in self.requests for p in self.pending_answers(ask)
        }
        return found | ({p.id for p in self.humans} - self.offering if self.offering else set())

    def holder(self, seat: Seat) -> Person | None:
        """The person who plays ``seat`` now."""
        slot = self.state.slot(seat) if self.state is not None else seat
        return next((sitter.person for sitter in self.seated if sitter.slot == slot), None)

    @property
    def acting(self) -> tuple[Seat, ...]:
        """The seats to act, in the game's order; empty unless the game is in play."""
        if self.status != "playing" or self.state is None:
            return ()
        seats = tuple(self.state.to_act)
        if len(seats) < 2:
            return seats
        order = {seat: place for place, seat in enumerate(self.game.seat_styles)}
        return tuple(sorted(seats, key=lambda seat: order.get(seat, len(order))))

    @property
    def awaited(self) -> tuple[Person, ...]:
        """The people whose turn it is, once each."""
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
        """The seat whose view ``person`` gets; None, the public view, for people who don't play."""
        if self.state is None:
            return None
        if (seat := self.acting_seat(person)) is not None:
            return seat
        seats = (*self.game.seats, *(sitter.slot for sitter in self.seated))
        return next((s for s in seats if (holder := self.holder(s)) and holder.id == person), None)

    def seats_of(self, person: int) -> tuple[Seat, ...]:
        """The seats that ``person`` plays now, as named in results."""
        return tuple(seat for seat in self.result_seats if (p := self.holder(seat)) and p.id == person)

    @property
    def result_seats(self) -> tuple[Seat, ...]:
        """The seats named in a result: the game's seats, or the slots until seats are assigned to them."""
        seats = tuple(seat for seat in self.game.seats if self.holder(seat))
        return seats or tuple(slot for side in self.sides for slot in side)

    def view_for(self, viewer: Seat | None) -> Any:
        """The view of ``viewer``, cached; if the players ended the game early, everything is revealed."""
        state, key = self.state, ("view", viewer)
        assert state is not None
        if key not in self._derived:
            # The rules don't know that a game was ended early: their view would still have somebody to act.
            ended_early = self.agreed is not None
            view = replace(state.reveal(), to_act=()) if ended_early else state.view_for(viewer)
            self._derived[key] = view
        return self._derived[key]

    def legal(self, seat: Seat) -> Legal:
        """The legal actions of ``seat``, cached."""
        if self.state is None or self.status != "playing":
            return ()
        key = ("legal", seat)
        if key not in self._derived:
            legal = self.state.legal(seat)
            self._derived[key] = legal if isinstance(legal, Placement) else tuple(legal)
        found: Legal = self._derived[key]
        return found

    def paths(self, seat: Seat) -> tuple[tuple[tuple[str, ...], Any], ...]:
        """The legal actions of ``seat`` that are chosen in steps, each after its steps; cached."""
        state, legal, key = self.state, self.legal(seat), ("paths", seat)
        if state is None or isinstance(legal, Placement):
            return ()
        if key not in self._derived:
            self._derived[key] = tuple((state.path(action), action) for action in legal)
        found: tuple[tuple[tuple[str, ...], Any], ...] = self._derived[key]
        return found

    def stored_as(self, header: Header, seats: tuple[SeatRow, ...]) -> Table:
        """The same version with other rows in the store, such as another address."""
        same = replace(self, header=header, seats=seats)
        same._derived.update(self._derived)
        return same

    def after(self, seat: Seat, action: Any) -> Table:
        """The table as it would be after a legal ``action``; computed once.

        :raises IllegalAction: when it isn't legal.
        """
        key = (seat, str(action))
        if key not in self._after:
            assert self.state is not None
            self._after[key] = replace(self, state=self.state.play(seat, action))
        return self._after[key]

    def at(self, place: int) -> Table:
        """The table as it was after ``place`` actions; after the last one, the table itself."""
        if place >= len(self.turns):
            return self
        turn = self.turns[place]
        return replace(
            self,
            status="playing",
            state=turn.before,
            turns=self.turns[:place],
            agreed=None,
            version=turn.seq - 1,
        )

    def state_at(self, version: int) -> State[Any, Any] | None:
        """The position at an earlier version."""
        return next((turn.before for turn in self.turns if turn.seq > version), self.state)

    def is_stale(self, seat: Seat, version: int) -> bool:
        """Whether a control made for ``seat`` at ``version`` no longer means the same.

        Actions of other seats since then don't matter, unless they changed what this seat may do.
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
        """Whether it was frozen and recovered, and nobody has played since."""
        return self.recovered_at > 0 and not (self.turns and self.turns[-1].seq > self.recovered_at)

    def seat_row(self, seat: Seat) -> SeatRow | None:
        """The stored row of the slot that plays ``seat``."""
        slot = self.state.slot(seat) if self.state is not None else seat
        return next((row for row in self.seats if row.seat == slot), None)
