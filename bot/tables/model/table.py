"""A table at one version: an immutable value, folded from its log."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.games.core import CHANCE, AnyGame, AnyState, Options, Outcome, Placement, Seat
from bot.languages import gettext, spoken
from bot.people.computers import is_computer, level_of
from bot.tables import text
from bot.tables.errors import MissingHistory
from data.store.records import NOWHERE, Address, Header, SeatRow

from .agreements import Agreements, Ending, Request
from .clock import Timing
from .seating import Person, Seating

LIVE: Final = ("lobby", "playing")
"""The statuses of unfinished tables."""

FEWEST_TURNS: Final = 4
"""Turns that a lean table has at least, for controls that somebody still has."""
MOST_TURNS: Final = 48
"""Those it has at most for somebody who hasn't moved for long."""
Legal = tuple[Any, ...] | Placement
"""A seat's legal actions: a tuple of all of them, or a placement."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One action that was played, including those of chance."""

    seq: int
    seat: Seat
    action: Any = field(repr=False)
    at: int
    before: AnyState = field(repr=False)
    """The position before the action."""
    after: AnyState = field(repr=False)
    """The position that it led to."""
    by_hand: bool = False
    """Whether somebody pressed or typed it; only the first of the actions that were sent together says so."""
    finished: Mapping[Seat, int] = field(default_factory=dict, repr=False, compare=False)
    """How many turns each slot had finished before."""
    _told: dict[tuple[Seat | None, str], str] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def slot(self) -> Seat:
        """The slot that it counts for; chance has its own."""
        return self.before.slot(self.seat) if self.seat != CHANCE else CHANCE

    def narration(self, viewer: Seat | None) -> str:
        """A sentence that describes the action to ``viewer``; told once, for several cards say it."""
        key = (viewer, spoken())
        if key not in self._told:
            self._told[key] = self.before.narrate(self.seat, self.action, viewer, self.after)
        return self._told[key]


@dataclass(frozen=True, slots=True)
class Commitment:
    """The log's commitment to a secret placement."""

    seq: int
    """The placement's number in the log."""
    seat: Seat
    placement: str = field(repr=False)
    """In the game's notation; secret until the game is over."""
    salt: str = field(repr=False)
    """32 hexadecimal digits; secret until the game is over."""
    digest: str
    """64 hexadecimal digits; public from the start."""


@dataclass(frozen=True, repr=False)
class Table:
    """A table at ``version``.

    In memory it has only its latest turns (:meth:`lean`); who needs all asks for its history.
    """

    header: Header
    game: AnyGame
    options: Options
    seating: Seating
    seats: tuple[SeatRow, ...] = ()
    version: int = 0
    status: str = "lobby"
    """``lobby``, ``playing``, ``over``, ``closed`` (without a result) or ``frozen`` (it can't be folded)."""
    challenged: str = ""
    """The name of the one person who may join, as the log has it; empty for an open table."""
    closing: str = ""
    """Why the table was closed or frozen, in English, as the log has it."""
    state: AnyState | None = None
    turns: tuple[Turn, ...] = ()
    """The latest actions, or all of them."""
    played: Mapping[Seat, int] = field(default_factory=dict)
    """How many actions each slot has played since the start, and chance; undone ones don't count."""
    finished: Mapping[Seat, int] = field(default_factory=dict)
    """How many turns each slot has finished; undone ones don't count."""
    commitments: tuple[Commitment, ...] = ()
    """The commitments to secret placements, in order."""
    hints: frozenset[Seat] = frozenset()
    """The slots whose holders have asked for a hint; a game with any is unrated."""
    timing: Timing = field(default_factory=Timing)
    agreements: Agreements = field(default_factory=Agreements)
    ending: Ending | None = None
    """How the people ended the game; None while it goes on, or if it ended by its rules."""
    undone_to: int = 0
    """The version of the latest undo; controls from before it are stale."""
    recovered_at: int = 0
    """The version at which the table was last recovered from being frozen; 0: never."""
    last_activity: int = 0
    """When somebody last did something, in milliseconds since 1970."""
    waiting_since: int = 0
    """When the position came about or its clock resumed, later by the time that was given back since."""
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
    def turn_began(self) -> int:
        """The version at which the present turn came about; 0: with the game."""
        return max(self.turns[-1].seq if self.turns else 0, self.undone_to)

    @property
    def word(self) -> str:
        """Why the table was closed or frozen."""
        for message in (text.DECLINED, text.CANCELLED):
            if (name := self.closing.removesuffix(message.removeprefix("{name}"))) != self.closing:
                return gettext(message, name=name)
        return gettext(self.closing)

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
        if self.ending is not None:
            return self.ending.outcome
        return self.state.outcome if self.state is not None else None

    @property
    def winners(self) -> frozenset[int]:
        """The people who have won."""
        seats = self.outcome.winners if self.outcome is not None else ()
        return frozenset(person.id for person in map(self.holder, seats) if person is not None)

    @property
    def moves(self) -> int:
        """How many actions were played since the start, those of chance included."""
        return sum(self.played.values())

    @property
    def thinking(self) -> tuple[Person, Seat] | None:
        """A computer whose turn it is, and its seat; None when none is to move."""
        if not self.seating.computers or self.timing.paused:
            return None
        held = ((self.holder(seat), seat) for seat in self.acting)
        return next(((who, seat) for who, seat in held if who is not None and is_computer(who.id)), None)

    @property
    def may_be_rated(self) -> bool:
        """Whether the game will be rated, by what its host chose and what has happened so far."""
        return self._would_be_rated and not self._unrated

    @property
    def unrated(self) -> str:
        """Why its options alone keep the game from being rated; empty if they don't."""
        return self._unrated if self._would_be_rated else ""

    @property
    def _unrated(self) -> str:
        here = dict.fromkeys(level_of(person.id).key for person in self.seating.computers)
        return self.game.unrated(self.options, [*here])

    @property
    def _would_be_rated(self) -> bool:
        seating, chosen = self.seating, self.header.rated
        wanted = chosen == "yes" or (chosen == "people" and not seating.computers)
        helped = self.undone_to or seating.taken_over or self.hints
        sides = [seating.side_people(side) for side in seating.sides]
        mixed = any(len({is_computer(person.id) for person in side}) > 1 for side in sides)
        return wanted and len(sides) == 2 and not helped and not mixed

    @property
    def solo(self) -> bool:
        """Whether one person plays, with computers or with nobody: the public card stays the same message."""
        return len(self.seating.humans) == len(self.seating.deciding) == 1

    @property
    def alone(self) -> bool:
        """Whether somebody plays solo and nothing is hidden: one card is enough then."""
        return self.solo and not self.game.secrets

    @property
    def undone_freely(self) -> bool:
        """Whether an undo costs nothing: somebody plays computers alone, and unrated."""
        return self.alone and bool(self.seating.computers) and not self.may_be_rated

    @property
    def undone(self) -> bool:
        """Whether the last thing that happened to the position was an undo."""
        return self.undone_to > (self.turns[-1].seq if self.turns else 0)

    @property
    def planned(self) -> bool:
        """Whether somebody has a plan or a standing order here."""
        return any(row.plan for row in self.seats)

    @property
    def stalled(self) -> bool:
        """Whether a computer is to move that can't play at the moment; nobody runs out of time meanwhile."""
        return self.thinking is not None and not self.game.computer

    @property
    def computers_next(self) -> bool:
        """Whether nobody but computers is to do something now: to move, or to answer a draw offer."""
        if self.status != "playing" or not self.seating.computers:
            return False
        offering, computers = self.agreements.offering, self.seating.computers
        if offering and any(person.id not in offering for person in computers):
            return True
        return self.thinking is not None and all(is_computer(person.id) for person in self.awaited)

    @property
    def claimants(self) -> tuple[Person, ...]:
        """The people who can claim the win: those with time left, once somebody has run out of it."""
        seating = self.seating
        sides = [seating.sides[number] for number in self.timing.flagged]
        late = {person.id for side in sides for person in seating.side_people(side)}
        return tuple(person for person in seating.humans if late and person.id not in late)

    def replaceable(self, slot: str) -> bool:
        """Whether the person in ``slot`` may be replaced: they are leaving, or ran out of time."""
        seating, person = self.seating, self.seating.person_at(slot)
        if person is None or person not in seating.humans:
            return False
        return person.id in seating.leaving or bool(self.timing.flagged & seating.sides_of([Seat(slot)]))

    def player_of(self, turn: Turn) -> int | None:
        """The person who now holds the seat that played ``turn``; None for chance."""
        person = self.seating.person_at(turn.slot)
        return person.id if person is not None else None

    def pending_answers(self, ask: Request) -> tuple[Person, ...]:
        """The people who have yet to agree; those who are leaving have no say in who replaces them."""
        silent = {ask.by.id, *ask.agreed}
        if ask.kind == "resume":
            # Nobody votes while the clock is paused.
            silent |= {person.id for person in self.seating.crowds}
        if ask.kind == "seat":
            holder = self.seating.person_at(ask.text)
            silent |= self.seating.leaving | {holder.id if holder is not None else 0}
        return tuple(person for person in self.seating.deciding if person.id not in silent)

    @property
    def wanted(self) -> frozenset[int]:
        """The people whose seat somebody asks for, while others have yet to agree."""
        asked = (each for each in self.agreements.requests if each.kind == "seat")
        holders = (self.seating.person_at(each.text) for each in asked if self.pending_answers(each))
        return frozenset(holder.id for holder in holders if holder is not None)

    def still_to_resign(self, resigning: frozenset[int]) -> frozenset[int]:
        """The people who still have to resign for the sides of ``resigning`` to lose."""
        seating = self.seating
        sides = {side for side in seating.sides for p in seating.side_people(side) if p.id in resigning}
        people = frozenset(p.id for side in sides for p in seating.side_people(side) if p in seating.humans)
        return people - self.agreements.resigning

    @property
    def has_to_answer(self) -> frozenset[int]:
        """The people with an open question: a request, a draw offer, or their own side's resignation."""
        asked = self.agreements
        found = self.still_to_resign(asked.resigning) | {
            person.id for ask in asked.requests for person in self.pending_answers(ask)
        }
        return found | ({p.id for p in self.seating.humans} - asked.offering if asked.offering else set())

    def holder(self, seat: Seat) -> Person | None:
        """The person who plays ``seat`` now."""
        return self.seating.person_at(self.state.slot(seat) if self.state is not None else seat)

    @property
    def acting(self) -> tuple[Seat, ...]:
        """The seats to act, in the game's order, cached; empty unless the game is in play."""
        if (found := self._derived.get(("acting", None))) is None:
            seats = self.state.to_act if self.status == "playing" and self.state is not None else ()
            order = {seat: place for place, seat in enumerate(self.game.seat_styles)}
            found = tuple(sorted(seats, key=lambda seat: order.get(seat, len(order))))
            self._derived["acting", None] = found
        acting: tuple[Seat, ...] = found
        return acting

    @property
    def awaited(self) -> tuple[Person, ...]:
        """The people whose turn it is, once each."""
        found = {person.id: person for seat in self.acting if (person := self.holder(seat))}
        return tuple(found.values())

    @property
    def crowd(self) -> Person | None:
        """The crowd whose turn it is, if it's one's."""
        return next((person for person in self.awaited if person in self.seating.crowds), None)

    def awaited_at(self, state: AnyState) -> frozenset[int]:
        """The people whom ``state`` waits for, as the slots are held now."""
        found = (self.seating.person_at(state.slot(seat)) for seat in state.to_act if seat != CHANCE)
        return frozenset(person.id for person in found if person is not None)

    def acting_seat(self, person: int) -> Seat | None:
        """The seat that ``person`` may act for now."""
        if (found := self._derived.get(("acting seats", None))) is None:
            held = [(self.holder(seat), seat) for seat in reversed(self.acting)]
            found = self._derived["acting seats", None] = {who.id: seat for who, seat in held if who}
        seat: Seat | None = found.get(person)
        return seat

    def viewer(self, person: int) -> Seat | None:
        """The seat whose view ``person`` gets; None, the public view, for people who don't play."""
        if self.state is None:
            return None
        if (seat := self.acting_seat(person)) is not None:
            return seat
        seats = (*self.game.seats, *(sitter.slot for sitter in self.seating.seated))
        return next((s for s in seats if (holder := self.holder(s)) and holder.id == person), None)

    @property
    def only_moves(self) -> tuple[tuple[Person, Any], ...]:
        """The people who have just one legal move now, each with that move.

        A move that was undone isn't forced again before somebody has played, and nobody's open question is
        answered by a move. In a game with secrets, a move that comes at once would tell that it's the only
        one.
        """
        if self.status != "playing" or self.game.secrets or self.timing.paused or self.undone:
            return ()
        held = [(self.holder(seat), self.legal(seat)) for seat in self.acting]
        return tuple(
            (person, legal[0])
            for person, legal in held
            if not isinstance(legal, Placement)
            and len(legal) == 1
            and person in self.seating.humans
            and person.id not in self.has_to_answer | self.agreements.resigning
        )

    def seats_of(self, person: int) -> tuple[Seat, ...]:
        """The seats that ``person`` plays now, as named in results."""
        return tuple(seat for seat in self.result_seats if (p := self.holder(seat)) and p.id == person)

    @property
    def result_seats(self) -> tuple[Seat, ...]:
        """The seats named in a result: the game's seats, or the slots until seats are assigned to them."""
        seats = tuple(seat for seat in self.game.seats if self.holder(seat))
        return seats or tuple(slot for side in self.seating.sides for slot in side)

    def view_for(self, viewer: Seat | None) -> Any:
        """The view of ``viewer``, cached; if the players ended the game early, everything is revealed."""
        state, key = self.state, ("view", viewer)
        assert state is not None
        if key not in self._derived:
            # The rules don't know that a game was ended early: their view would still have somebody to act.
            ended_early = self.ending is not None
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

    def paths(self, seat: Seat) -> Mapping[tuple[str, ...], Any]:
        """The legal actions of ``seat`` that are chosen in steps, by those; cached."""
        state, legal, key = self.state, self.legal(seat), ("paths", seat)
        if state is None or isinstance(legal, Placement):
            return {}
        if key not in self._derived:
            self._derived[key] = dict(zip(state.paths(legal), legal, strict=True))
        found: Mapping[tuple[str, ...], Any] = self._derived[key]
        return found

    def changed(self, **fields: Any) -> Table:
        """The table with other ``fields``; ``replace`` takes five times as long."""
        new = object.__new__(Table)
        vars(new).update(vars(self), _derived={}, _after={}, **fields)
        return new

    def stored_as(self, header: Header, seats: tuple[SeatRow, ...]) -> Table:
        """The same version with other rows in the store, such as another address."""
        same = self.changed(header=header, seats=seats)
        same._derived.update(self._derived)
        return same

    def known_to_all(self) -> Table | None:
        """The table as far as everybody knows it, without people's marks and drafts.

        There turns are proposed; None where nobody but the players could name any.
        """
        if self.state is None or (known := self.state.public_position()) is None:
            return None
        same = known is self.state
        return self.stored_as(self.header, ()) if same else self.changed(state=known, seats=())

    def after(self, seat: Seat, action: Any) -> Table:
        """The table as it would be after a legal ``action``; computed once.

        :raises IllegalAction: when it isn't legal.
        """
        key = (seat, str(action))
        if key not in self._after:
            assert self.state is not None
            self._after[key] = self.changed(state=self.state.play(seat, action))
        return self._after[key]

    def at(self, place: int) -> Table:
        """The table as it was after ``place`` actions; after the last one, the table itself.

        :raises MissingHistory: when a lean table doesn't go back that far.
        """
        if place >= self.moves:
            return self
        kept = place - (self.moves - len(self.turns))
        if kept < 0:
            raise MissingHistory
        return replace(self.rewound(kept), status="playing", ending=None, version=self.turns[kept].seq - 1)

    def rewound(self, kept: int) -> Table:
        """The table without its turns from number ``kept`` of :attr:`turns` on."""
        played, first = dict(self.played), self.turns[kept]
        for turn in self.turns[kept:]:
            played[turn.slot] -= 1
        return replace(
            self, state=first.before, turns=self.turns[:kept], played=played, finished=first.finished
        )

    def reaches(self, version: int) -> bool:
        """Whether the turns since ``version`` are all in :attr:`turns`."""
        if len(self.turns) == self.moves:
            return True
        return bool(self.turns) and self.turns[0].seq <= version

    def lean(self) -> Table:
        """The table with no more turns than its cards need.

        These are the turns since each player's last one, those since somebody's plan begins, and those that
        somebody would like to undo.
        """
        since = [json.loads(row.plan)["since"] for row in self.seats if row.plan]
        since += [int(ask.text) for ask in self.agreements.requests if ask.kind == "undo"]
        oldest, unseen = min(since, default=self.version), {person.id for person in self.seating.people}
        holders = {sitter.slot: sitter.person.id for sitter in self.seating.seated}
        for count, turn in enumerate(reversed(self.turns), 1):
            unseen.discard(holders.get(turn.slot, 0))
            seen = not unseen or count >= MOST_TURNS
            if seen and count >= FEWEST_TURNS and turn.seq <= oldest:
                return self.changed(turns=self.turns[-count:])
        return self

    def state_at(self, version: int) -> AnyState | None:
        """The position at an earlier version, which the table reaches."""
        return next((turn.before for turn in self.turns if turn.seq > version), self.state)

    def is_stale(self, seat: Seat, version: int) -> bool:
        """Whether a control made for ``seat`` at ``version`` no longer means the same.

        Actions of other seats since then don't matter, unless they changed what this seat may do.
        """
        if not self.undone_to <= version <= self.version or not self.reaches(version):
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

    def seat_row(self, seat: Seat | None) -> SeatRow | None:
        """The stored row of the slot that plays ``seat``."""
        slot = self.state.slot(seat) if self.state is not None and seat is not None else seat
        return next((row for row in self.seats if row.seat == slot), None)

    def row_of(self, person: int) -> SeatRow | None:
        """The stored row of ``person``."""
        return next((row for row in self.seats if row.person == person), None)
