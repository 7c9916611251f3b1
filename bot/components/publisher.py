"""The publisher: brings what was committed to Discord. Per table, latest wins, retried, resumed at start-up.

Success writes ``shown``; whatever is behind is published again after a restart. A new turn gets a new card,
one ping, and the card before it loses its controls; parts of one turn change the card in place.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final, cast

import discord
import structlog

from bot.sessions import server_rules
from bot.sessions.snapshot import Snapshot
from data.store.records import NOWHERE

from . import adrift, boards, nudges, places, posting
from .answering import CONNECTION
from .card import Card, layout, mentions
from .house import House
from .pings import Pings
from .secrets import Charts
from .voices import Voices

log: Final = structlog.get_logger(__name__)
PAUSES: Final = (1, 2, 5, 15, 60, 300)
"""Seconds between attempts; after the last one a table waits for its next change or the next start."""
EDITED_FOR: Final = timedelta(hours=1)
"""How long a card is changed in place where a server wants that: edits of older ones are refused (30046)."""


class Publisher:
    """One task a table while there is something to show."""

    def __init__(self, house: House, client: discord.Client) -> None:
        self._house = house
        self._sessions = house.sessions
        self._studio = house.studio
        self._client = client
        self._charts = Charts(house, client)
        self.pings = Pings(house, client)
        self._voices = Voices()
        self.edited_for = EDITED_FOR
        self.on_shown: Callable[[int], None] = lambda _session: None
        """Called with a table's number after each attempt to show it."""
        self._calls: dict[int, discord.Message] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._closing = False

    def wake(self, session: int) -> None:
        """Something was committed at ``session``: show it soon. Never blocks, never raises."""
        if self._closing:
            return
        self._voices.hear(session)
        if session in self._tasks:
            self._again.add(session)
            return
        self._begin(session)

    def _begin(self, session: int) -> None:
        task = asyncio.get_running_loop().create_task(self._run(session), name=f"publish-{session}")
        self._tasks[session] = task
        task.add_done_callback(lambda _done: self._done(session))

    def _done(self, session: int) -> None:
        self._tasks.pop(session, None)
        self.on_shown(session)
        if session in self._again:
            self._again.discard(session)
            self._begin(session)

    async def reconcile(self) -> int:
        """Show all that was committed and not shown, after a start; the number of tables."""
        behind = await self._sessions.store.unshown()
        for session in behind:
            self.wake(session)
        return len(behind)

    async def settle(self) -> None:
        """Wait until everything under way is shown or given up."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)
            await asyncio.sleep(0)

    async def close(self, patience: float) -> None:
        """Finish within ``patience`` seconds; what is left is shown after the next start."""
        self._again.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        self._closing = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, session: int) -> None:
        with structlog.contextvars.bound_contextvars(table=session):
            for pause in (*PAUSES, None):
                try:
                    await self._publish(session)
                except discord.HTTPException as error:
                    if error.status in (401, 403, 404) or pause is None:
                        log.warning("table can't be shown", code=error.code, error=error.text)
                        return
                    log.info("publishing again soon", code=error.code, pause=pause)
                except CONNECTION as error:
                    log.info("publishing again soon", error=str(error), pause=pause)
                except Exception:
                    # A fault in one game's words, or a store out of order, ends no other table.
                    log.exception("publishing failed", pause=pause)
                else:
                    return
                if pause is None:
                    return
                await asyncio.sleep(pause)

    async def _publish(self, session: int) -> None:
        table = await self._sessions.snapshot(session)
        while table.address.shown < table.version:
            if not await self._publish_version(table):
                return
            await self._sessions.store.set_address(session, shown=table.version)
            table = await self._sessions.snapshot(session)

    async def _publish_version(self, table: Snapshot) -> bool:
        """Whether the table is shown as it stands now."""
        if table.private:
            return True
        if not places.reachable(self._client, table):
            return await self._answer(table)
        self._voices.drop(table.id)
        before = await self._sessions.at(table, table.address.shown)
        if before is None or before.status != "playing" or table.status != "playing":
            await self._lobby(table)
        if table.state is not None:
            await self._charts.deliver(table)
        table = await self._sessions.snapshot(table.id)
        if table.address.channel is not None:
            await self._board(table, before)
            if (line := nudges.reminder(before, table)) is not None:
                await self._call(table, line)
        return True

    async def _lobby(self, table: Snapshot) -> None:
        """Keep the lobby card true, and open the table's thread."""
        address = table.address
        if address.channel is not None and table.address.lobby is None:
            return
        home = places.channel(self._client, address.guild, address.home)
        lobby = address.lobby
        if lobby is None and table.status == "lobby":
            card = await self.pings.heed(table, boards.lobby_card(table))
            message = await home.send(
                view=layout(card),
                allowed_mentions=mentions(card),
                nonce=f"ct{table.id}l",
                silent=not card.pings,
            )
            lobby = message.id
            await self._sessions.store.set_address(table.id, lobby=lobby)
        if table.status == "playing" and address.channel is None:
            rules = await server_rules.load(self._sessions.store, address.guild)
            wanted = lobby is not None and rules.threads
            thread = await places.open_thread(self._client, table) if wanted else None
            await self._sessions.store.set_address(table.id, channel=thread or address.home)
        if lobby is not None and address.lobby is not None:
            fresh = await self._sessions.snapshot(table.id)
            await posting.change(self._client, home, lobby, boards.lobby_card(fresh), pictures=False)

    async def _answer(self, table: Snapshot) -> bool:
        """Show a table where the bot can only answer; without a voice it is shown with the next answer."""
        if table.state is not None:
            await self._charts.deliver(table)
        address = table.address
        await self._voices.alter(table.id, address.lobby, boards.lobby_card(table))
        if table.state is None:
            return True
        card = await self.pings.heed(table, await self._card(table))
        message = await self._voices.say(table.id, card)
        if message is None:
            return False
        channel = NOWHERE if address.channel is None else address.channel
        await self._sessions.store.set_address(table.id, card=message, channel=channel, shown=table.version)
        return True

    async def _card(self, table: Snapshot) -> Card:
        """The card of a table; one that says so where the game's own parts fail."""
        try:
            return await boards.table_card(self._studio, table)
        except Exception:
            # A fault in one game hides that game's board, and no table.
            log.exception("a card can't be made", game=table.game.key)
            return boards.blank_card(table)

    async def _board(self, table: Snapshot, before: Snapshot | None) -> None:
        address = table.address
        assert address.channel is not None
        channel = places.channel(self._client, address.guild, address.channel)
        card = await self._card(table)
        same = before is not None and boards.same_turn(before, table)
        if asked := nudges.asked(before, table):
            # An edit notifies nobody: what somebody has to answer gets a new card.
            card = replace(card, pings=asked if same else tuple(dict.fromkeys((*card.pings, *asked))))
            same = False
        if address.card is not None and (same or await self._stays(table, before)):
            if await posting.change(self._client, channel, address.card, card):
                if not same:
                    await self._call(table, nudges.turn(card, asked))
                return
        elif address.card is not None and before is not None and before.status == "playing":
            bare = (await self._card(before)).bare()
            await posting.change(self._client, channel, address.card, bare, pictures=False)
        await self._post(table, card)

    async def _post(self, table: Snapshot, card: Card) -> None:
        """A new card of a table, in the place of the one that was its newest."""
        here = await self.pings.heed(table, card)
        try:
            message = await posting.post(self._client, table, here, f"ct{table.id}.{table.version}")
        except discord.HTTPException as error:
            if not posting.lost(error) or not await self._without_channel(table, card):
                raise
            return
        moved = {"channel": message.channel.id} if message.channel.id != table.address.channel else {}
        # Noted at once with what it shows: a start in between would take the buttons off the new card.
        await self._sessions.store.set_address(table.id, card=message.id, shown=table.version, **moved)
        await self._uncall(table)

    async def _without_channel(self, table: Snapshot, card: Card) -> bool:
        """Every place of the table refuses: it goes on by direct message, or by answers; whether it could."""
        await self._sessions.store.set_address(table.id, channel=NOWHERE, card=None)
        table = await self._sessions.snapshot(table.id)
        if not places.reachable(self._client, table):
            return await self._answer(table)
        return await adrift.deliver(self._house, self._client, table, card)

    async def _stays(self, table: Snapshot, before: Snapshot | None) -> bool:
        """Whether the next turn changes the card that stands: where the server wants it, within an hour."""
        card = table.address.card
        if card is None or before is None or not before.status == table.status == "playing":
            return False
        rules = await server_rules.load(self._sessions.store, table.address.guild)
        age = discord.utils.utcnow() - discord.utils.snowflake_time(card)
        return rules.cards == "edit" and age < self.edited_for

    async def _call(self, table: Snapshot, line: Card) -> None:
        """A line that notifies, since an edit notifies nobody; it takes the place of the one before."""
        await self._uncall(table)
        line = await self.pings.heed(table, line)
        if line.pings:
            message = await posting.post(self._client, table, line, f"cn{table.id}.{table.version}")
            self._calls[table.id] = message

    async def _uncall(self, table: Snapshot) -> None:
        if (line := self._calls.pop(table.id, None)) is not None:
            with contextlib.suppress(discord.HTTPException):
                await line.delete()

    def busy(self, session: int) -> bool:
        """Whether ``session`` is being shown now, or will be after a pause."""
        return session in self._tasks

    async def restore(self, session: int) -> bool:
        """Bring the newest card of a live table up to date; True when it was lost and is posted again."""
        table = await self._sessions.snapshot(session)
        address, lobby = table.address, table.status == "lobby"
        place, message = (address.home, address.lobby) if lobby else (address.channel, address.card)
        if not place or table.status not in ("lobby", "playing") or not places.reachable(self._client, table):
            self.wake(session)
            return False
        card = boards.lobby_card(table) if lobby else await self._card(table)
        channel = places.channel(self._client, address.guild, place)
        if message is not None and await posting.change(self._client, channel, message, card):
            return False
        if lobby:
            sent = await channel.send(view=layout(card), silent=True)
            await self._sessions.store.set_address(table.id, lobby=sent.id, shown=table.version)
        else:
            # Whoever is to act was called when the turn began.
            await self._post(table, replace(card, pings=()))
        return True


def publisher_of(interaction: discord.Interaction[Any]) -> Publisher:
    """The publisher of the bot that received ``interaction``."""
    return cast("Publisher", interaction.client.publisher)
