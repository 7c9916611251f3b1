"""The publisher: brings what was committed to Discord. Per table, latest wins, retried, resumed at start-up.

Success writes ``shown``; whatever is behind is published again after a restart. A new turn gets a new card,
one ping, and the card before it loses its controls; parts of one turn change the card in place.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, Final

import discord
import structlog

from bot.sessions.snapshot import Snapshot

from . import boards, places
from .answering import CONNECTION
from .card import Card, files, layout, mentions
from .house import House
from .secrets import Charts

log: Final = structlog.get_logger(__name__)
PAUSES: Final = (1, 2, 5, 15, 60, 300)
"""Seconds between attempts; after the last one a table waits for its next change or the next start."""
GONE: Final = (10003, 10008)
"""Discord's codes for a channel or message that is no more."""
ARCHIVED: Final = 50083


class Publisher:
    """One task a table while there is something to show."""

    def __init__(self, house: House, client: discord.Client) -> None:
        self._sessions = house.sessions
        self._studio = house.studio
        self._client = client
        self._charts = Charts(house, client)
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._closing = False

    def wake(self, session: int) -> None:
        """Something was committed at ``session``: show it soon. Never blocks, never raises."""
        if self._closing:
            return
        if session in self._tasks:
            self._again.add(session)
            return
        task = asyncio.get_running_loop().create_task(self._run(session), name=f"publish-{session}")
        self._tasks[session] = task
        task.add_done_callback(lambda _done: self._done(session))

    def _done(self, session: int) -> None:
        self._tasks.pop(session, None)
        if session in self._again:
            self._again.discard(session)
            self.wake(session)

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
                    if pause is None:
                        log.warning("table can't be shown", error=str(error))
                        return
                except Exception:
                    # A fault in one game's words or painter ends no other table.
                    log.exception("publishing failed")
                    return
                else:
                    return
                await asyncio.sleep(pause)

    async def _publish(self, session: int) -> None:
        table = await self._sessions.snapshot(session)
        while table.address.shown < table.version:
            await self._publish_version(table)
            await self._sessions.store.set_address(session, shown=table.version)
            table = await self._sessions.snapshot(session)

    async def _publish_version(self, table: Snapshot) -> None:
        before = await self._sessions.at(table, table.address.shown)
        if before is None or before.status != "playing" or table.status != "playing":
            await self._lobby(table)
        if table.state is not None:
            await self._charts.deliver(table)
        table = await self._sessions.snapshot(table.id)
        if table.address.channel is not None:
            await self._board(table, before)

    async def _lobby(self, table: Snapshot) -> None:
        """Keep the lobby card true, and open the table's thread."""
        address = table.address
        if address.channel is not None and table.address.lobby is None:
            return
        home = places.channel(self._client, address.guild, address.home)
        lobby = address.lobby
        if lobby is None and table.status == "lobby":
            card = boards.lobby_card(table)
            lobby = (await self._send(home, card, f"ct{table.id}l")).id
            await self._sessions.store.set_address(table.id, lobby=lobby)
        if table.status == "playing" and address.channel is None:
            thread = await places.open_thread(self._client, table) if lobby else None
            await self._sessions.store.set_address(table.id, channel=thread or address.home)
        if lobby is not None and address.lobby is not None:
            fresh = await self._sessions.snapshot(table.id)
            with contextlib.suppress(discord.NotFound, discord.Forbidden):
                await home.get_partial_message(lobby).edit(view=layout(boards.lobby_card(fresh)))

    async def _board(self, table: Snapshot, before: Snapshot | None) -> None:
        address = table.address
        assert address.channel is not None
        channel = places.channel(self._client, address.guild, address.channel)
        card = await boards.table_card(self._studio, table)
        if address.card is not None and before is not None and _same_turn(before, table):
            if await self._edit(channel, address.card, card):
                return
        elif address.card is not None and before is not None and before.status == "playing":
            bare = (await boards.table_card(self._studio, before)).bare()
            await self._edit(channel, address.card, bare, pictures=False)
        try:
            message = await self._send(channel, card, f"ct{table.id}.{table.version}")
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            await places.reopen(self._client, address.channel)
            message = await self._send(channel, card, f"ct{table.id}.{table.version}")
        await self._sessions.store.set_address(table.id, card=message.id)

    async def _send(self, channel: discord.PartialMessageable, card: Card, nonce: str) -> discord.Message:
        """A new message. The nonce makes Discord drop the second copy when a lost answer is retried."""
        return await channel.send(
            view=layout(card),
            files=files(card),
            nonce=nonce,
            allowed_mentions=mentions(card),
            silent=not card.pings,
        )

    async def _edit(
        self, channel: discord.PartialMessageable, message: int, card: Card, *, pictures: bool = True
    ) -> bool:
        """Change a message; False when it is gone or can't be changed any more."""
        options: dict[str, Any] = {"attachments": files(card)} if pictures else {}
        try:
            await channel.get_partial_message(message).edit(
                view=layout(card), allowed_mentions=discord.AllowedMentions.none(), **options
            )
        except discord.HTTPException as error:
            if error.code == ARCHIVED:
                await places.reopen(self._client, channel.id)
                return await self._edit(channel, message, card, pictures=pictures)
            if error.status >= 500 or error.status == 429:
                raise
            log.info("card could not be changed", code=error.code)
            return False
        return True


def _same_turn(before: Snapshot, now: Snapshot) -> bool:
    """Whether ``now`` is another part of the turn that the card shows."""
    if before.status != now.status or before.state is None or now.state is None:
        return False
    if now.status != "playing":
        return True
    turn: Callable[[Any], Any] = now.game.turn
    return bool(turn(before.state.view_for(None)) == turn(now.state.view_for(None)))
