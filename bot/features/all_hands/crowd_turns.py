"""The turns of crowds: votes are closed in time, and what was decided is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from operator import attrgetter
from typing import Final

import sqlalchemy as sa
import structlog
from cachetools import LRUCache

from bot.components.hooks import BotContext
from bot.components.interactions.discord_errors import attempt
from bot.components.interactions.visibility import members_of
from bot.components.play import proposals
from bot.components.publishing.publisher import PublishingClient
from bot.games.core import CHANCE, RulesError
from bot.languages import gettext_noop
from bot.people import crowds
from bot.tables.automatic_turns import TurnSource
from bot.tables.errors import Stale, TableBusy, TableError, TryAgainError
from bot.tables.events.moves import Act
from bot.tables.jobs.retries import Outcome, Retries
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from data.store.queries import ballots
from data.store.queries.ballots import Ballot, Rules, Vote
from data.store.records import Event

from . import votes

log: Final = structlog.get_logger(__name__)
SHOWN_EVERY_S: Final = 30.0
"""Seconds between two edits of a card while votes come in."""
ATTEMPTS: Final = 5
"""How often a vote is stored anew because the table has gone on meanwhile."""
MOST_TABLES: Final = 1024
CLOSED: Final = gettext_noop("That vote has just closed. Here’s where things stand now.")


class CrowdTurns(TurnSource):
    """Closes the votes of crowds, and plays for them."""

    name = "crowds"
    too_late = (RulesError,)
    concerns = attrgetter("seating.crowds")

    def __init__(self, bot: PublishingClient) -> None:
        self._bot = bot
        self.context: BotContext = bot.context
        self._service = bot.context.tables
        self._rules: LRUCache[int, Rules] = LRUCache(MOST_TABLES)
        self._said: LRUCache[int, tuple[int, int, bool]] = LRUCache(MOST_TABLES)
        """By table, as its card says: the turn, how often it was voted on, and whether anybody has voted."""
        self.cards = Retries(
            "votes",
            self._show,
            lookout=self._service.lookout,
        )

    async def tables(self) -> Iterable[int]:
        return await self._service.store.played_by(crowds.IDS)

    async def rules(self, table_id: int) -> Rules:
        """How the crowd at a table votes."""
        if (known := self._rules.get(table_id)) is None:
            known = await ballots.rules_of(self._service.store, table_id) or Rules(every=0)
            self._rules[table_id] = known
        return known

    async def votes(self, table: Table) -> list[Ballot]:
        """The votes at the present turn, the earlier first."""
        return await ballots.of_turn(self._service.store, table.id, table.turn_began)

    async def closes(self, table: Table, first: int) -> int:
        """When the present vote closes, whose earliest vote was given at ``first``."""
        every = (await self.rules(table.id)).every
        given_back = await ballots.given_back(self._service.store, table.id, first)
        return votes.closes(every, table.waiting_since, first + given_back)

    async def due(self, table: Table) -> int | None:
        if (crowd := votes.voting(table)) is None:
            return None
        now, rules, since = self._service.now(), await self.rules(table.id), table.waiting_since
        if votes.only_turn(table, votes.seat_of(table, crowd)):
            return now
        given = await self.votes(table)
        over = votes.rounds_over(rules.every, since, now)
        state = table.turn_began, over, bool(given)
        if over and self._said.get(table.id) != state:
            self._said[table.id] = state
            self.cards.wake(table.id)
        if given:
            enough = 0 < rules.quorum <= len(given)
            return now if enough else await self.closes(table, given[0].at)
        return since + rules.every * (over + 1) if over < votes.ROUNDS else None

    async def play(self, table: Table) -> bool:
        if (crowd := votes.voting(table)) is None:
            return False
        if await self._service.owed_since(table.id) is not None:
            # The time in which nobody could vote is given back first.
            raise TableBusy
        store, turn, seat = self._service.store, table.turn_began, votes.seat_of(table, crowd)
        if choice := votes.only_turn(table, seat):
            await self._carry_out(table, crowd, turn, choice, lambda _votes: choice)
            return True
        given = await self.votes(table)
        if not given:
            # They have just been taken back: whoever voted is forgotten.
            return True
        if gone := await self._gone(table, [each.person for each in given]):
            await ballots.drop(store, table.id, gone)
            return True
        decided = partial(votes.decided, before=await ballots.turnout(store, table.id, crowd.id))
        if not (choice := decided(given)):
            await ballots.spend(store, table.id, turn, given)
            return True
        try:
            await self._carry_out(table, crowd, turn, choice, decided)
        except TableError as refusal:
            if not votes.is_motion(choice):
                raise
            # What it was about has gone by.
            log.info("a motion came too late", reason=type(refusal).__name__, table=table.id)
            await ballots.spend(store, table.id, turn, given)
        return True

    async def _carry_out(
        self,
        table: Table,
        crowd: Person,
        turn: int,
        choice: str,
        decided: Callable[[Sequence[Ballot]], str],
    ) -> None:
        """Do what was ``decided``, if it still is when that is stored; the votes are counted then."""

        def keep(after: Table, connection: sa.Connection) -> None:
            new = [each.seq for each in after.turns if each.seq > table.version and each.seat != CHANCE]
            result = partial(votes.result, choice=choice)
            ballots.count(connection, table.id, turn, min(new, default=after.version), result)

        same = ballots.deciding(table.id, turn, lambda given: decided(given) == choice)
        if votes.is_motion(choice):
            move = votes.act_of(choice)

            def still(now: Table, act: Act) -> Sequence[Event]:
                if now.turn_began != turn:
                    raise Stale
                return move(now, act)

            await self._service.change_as(table.id, crowd, still, precondition=same, keep=keep)
            return
        await self._service.play(
            table.id,
            crowd,
            *votes.actions_of(choice),
            version=table.version,
            precondition=same,
            keep=keep,
        )

    async def vote(self, table: Table, person: Person, number: int, choice: str) -> None:
        """Store what ``person`` votes for, by interaction ``number``, at the turn that ``table`` shows.

        :raises TableError: when they can't vote, or the vote has closed.
        """
        turn = table.turn_began
        rules = await self.rules(table.id)
        for _ in range(ATTEMPTS):
            crowd = require_voter(table, person)
            side = table.seating.side_number(crowd.id) or 0
            vote = Vote(side, turn, choice, self._service.now())
            cast = await ballots.cast(
                self._service.store, table.id, table.version, person.id, number, vote, rules.quorum
            )
            if cast is not None:
                if cast.side != side:
                    other = table.game.side_title(table.seating.sides[cast.side])
                    raise TableError("In this game, you vote for {side}. Wait for their turn.", side=other)
                if cast.matters:
                    self.context.turns.wake(table.id)
                if rules.open:
                    self.cards.wake(table.id)
                return
            table = await self._service.get(table.id)
            if table.turn_began != turn:
                break
        raise TableError(CLOSED)

    async def _gone(self, table: Table, people: Sequence[int]) -> list[int]:
        """Those of ``people`` who have left the server, or were banned.

        :raises TryAgainError: when Discord doesn't say so for now.
        """
        guild = self._bot.get_guild(table.address.guild or 0)
        try:
            here = {member.id for member in await members_of(guild, people)} if guild is not None else None
        except OSError as error:
            here = None
            log.info(
                "who has left a server isn’t known", reason=type(error.__cause__).__name__, table=table.id
            )
        if here is None:
            raise TryAgainError(
                "The bot can’t find out who’s in the server right now. Try again in a moment."
            )
        return [person for person in people if person not in here]

    async def _show(self, table_id: int, _last: bool) -> Outcome:
        """Bring a table's card up to date: what it says of the vote has changed."""
        self.cards.spacing[table_id] = SHOWN_EVERY_S
        return await attempt("a vote couldn't be shown", self._restore(table_id))

    async def _restore(self, table_id: int) -> None:
        with suppress(TableError, TryAgainError):
            table = await self._service.get(table_id)
            if table.status == "playing" and table.address.shown >= table.version:
                await self._bot.publisher.restore(table_id)


def require_voter(table: Table, person: Person) -> Person:
    """The crowd for which ``person`` can vote now.

    :raises TableError: when it isn't a crowd's turn, or they play against it.
    """
    proposals.require_going_on(table)
    crowd = votes.voting(table)
    if crowd is None:
        raise TableError(
            "There’s no vote at Table {table} right now. Wait for the next turn.", table=table.id
        )
    if person.id in table.seating:
        raise TableError("You’re playing against {name}, so you can’t vote.", name=crowd.called)
    return crowd
