"""Who may do what, and when: the host's bans, whose turn it is, who sits at a table, and stale controls."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.core import Seat
from data.store.queries import bans
from data.store.store import Store

from . import text
from .errors import NotSeated, NotStarted, NotYourTurn, Stale, TableError, TableOver
from .model.seating import Person, names_of
from .model.table import Table


class Bans:
    """Whom the host has banned, and why, as last read: they get that sentence, and nothing else."""

    def __init__(self) -> None:
        self._people: Mapping[int, str] = {}
        self._servers: Mapping[int, str] = {}

    async def look(self, store: Store) -> None:
        """Read them."""
        self._people = await bans.reasons(store, "person")
        self._servers = await bans.reasons(store, "server")

    def require_none(self, person: int, server: int | None) -> None:
        """Refuse a banned ``person``, and anybody in a banned ``server``.

        :raises TableError: with the host's reason.
        """
        if reason := self._people.get(person):
            raise TableError(
                "The bot’s host has banned you from this bot: {reason}\nIf you think that’s a mistake, write "
                "to the host. Only `/privacy` still works for you.",
                reason=reason,
            )
        if server is not None and (reason := self._servers.get(server)):
            raise TableError(
                "The bot’s host has banned this server from this bot: {reason}\nIf you think that’s a "
                "mistake, write to the host. Only `/privacy` still works here.",
                reason=reason,
            )


def require_live(table: Table) -> None:
    """:raises TableOver: unless the table is a lobby or in play."""
    if table.status == "frozen":
        raise TableOver(table.word)
    if table.status not in ("lobby", "playing"):
        raise TableOver(
            "The game at Table {table} is over. Start a new one with `/{key} start`.",
            table=table.id,
            key=table.game.key,
        )


def require_playing(table: Table) -> None:
    """:raises TableError: unless the game is in play."""
    require_live(table)
    if table.status == "lobby":
        raise NotStarted("Table {table} hasn’t started yet. It’s waiting for players.", table=table.id)


def require_seat(table: Table, person: Person) -> None:
    """:raises NotSeated: when ``person`` doesn't sit here."""
    if person.id in table.seating:
        return
    if table.status == "lobby":
        raise NotSeated("You haven’t joined Table {table} yet. Press **Join** to play.", table=table.id)
    raise NotSeated(text.NOT_PLAYING, table=table.id)


def require_player(table: Table, person: Person) -> None:
    """:raises TableError: unless the game is in play and ``person`` sits here."""
    require_playing(table)
    require_seat(table, person)


def require_turn(table: Table, person: Person, version: int | None = None) -> Seat:
    """The seat that ``person`` may play now, with a control made at ``version`` (None: without one).

    :raises TableError: when it isn't their turn, or the control no longer means the same.
    """
    require_playing(table)
    seat = table.acting_seat(person.id)
    if seat is None:
        require_seat(table, person)
    if table.timing.paused:
        raise TableError(
            "The clock is paused, and so is the game. To continue, press **Resume** under **More**."
        )
    if seat is None:
        raise NotYourTurn(
            "It isn’t your turn at Table {table}. Waiting for {names}.",
            names=names_of(table.awaited),
            table=table.id,
        )
    require_fresh(table, seat, version)
    return seat


def require_fresh(table: Table, seat: Seat, version: int | None) -> None:
    """:raises Stale: when a control made at ``version`` no longer means the same."""
    if version is not None and table.is_stale(seat, version):
        raise Stale
