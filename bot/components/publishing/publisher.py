"""The publisher: shows the latest change of each table on Discord, with retries, and again after a start.

Where several processes share a database, a table is shown by the one that looks after its server; where the
bot can only reply, by the one that received the interaction. ``table_messages`` shows a table and then notes
the version in its column ``shown``; tables that are behind are published again after a start.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final, TypeAlias

import discord
import structlog

from bot.components.hooks import BotClient, BotContext
from bot.components.interactions import channels
from bot.components.interactions.card import Control
from bot.components.interactions.context import Seen
from bot.components.interactions.discord_errors import CONNECTION_ERRORS, outcome_of
from bot.languages import speak
from bot.tables.errors import NoSuchTable, UnknownGame
from bot.tables.jobs.retries import Outcome, Retries
from bot.tables.model.table import Table
from bot.tables.pending_followups import Followup
from data.store.records import NOWHERE

from . import text
from .table_messages import TableMessages

log: Final = structlog.get_logger(__name__)
ONLY_THE_NEWEST: Final = {"join", "start", "cancel", "move", "first", "pick", "takeback"}
"""The verbs of buttons that only a table's lobby and its newest card keep."""


class Publisher:
    """Shows each table whenever it has changed."""

    def __init__(
        self, context: BotContext, client: discord.Client, after_showing: Callable[[int], None]
    ) -> None:
        self._service = context.tables
        self._client = client
        self.messages = TableMessages(context, client)
        self._followups = self.messages.followups
        self.notifications = self.messages.notifications
        self._context = context
        self._languages = context.languages
        self.shown = after_showing
        """Called with a table's number after the last attempt to show it, or instead of one."""
        self.tasks = Retries(
            "publish",
            self._attempt,
            self.shown,
            lookout=self._service.lookout,
        )
        self._failures = context.metrics.failures
        self._closing = False
        self._strays = Seen()

    def late_line(self, table: Table) -> str:
        """That ``table`` has no card yet that shows its newest version, because of Discord; usually empty."""
        outcome = self.tasks.owed.get(table.id)
        return f"-# {text.behind(table, outcome)}" if outcome == "unanswered" else ""

    def wake(self, table_id: int, table: Table | None = None) -> None:
        """Show soon what was committed at a table. Never blocks, never raises.

        However many wait, each is read and folded once: ``table`` stays in memory until then.
        """
        if self._closing:
            return
        self.messages.reply_tokens.remember(table_id)
        self.tasks.wake(table_id, table)

    async def before_press(self, interaction: discord.Interaction, control: Control, table: Table) -> None:
        """Take the buttons off a message that nobody knew of: Discord's answer or the note was lost."""
        message = interaction.message
        if control.verb not in ONLY_THE_NEWEST or message is None or message.flags.ephemeral:
            return
        address = table.address
        known = {address.lobby, address.card} - {None}
        if (
            # In direct messages, private cards have such buttons as well.
            address.guild is not None
            and address.guild == interaction.guild_id
            and channels.can_post(self._client, table)
            # The first one is still to be noted; so is one that is newer than what is noted.
            and (known or address.channel == NOWHERE)
            and control.version <= address.shown
            and message.id not in known
            and self._strays.add(message.id)
        ):
            stray = Followup("card", control.version, channel=message.channel.id, message=message.id)
            await self._followups.add(table.id, stray)

    async def reconcile(self) -> int:
        """Show all that was committed and not shown. Returns the number of tables."""
        behind = await self._service.store.unshown()
        for table_id in behind:
            self.wake(table_id)
        await self._followups.resume()
        return len(behind)

    async def settle(self) -> None:
        """Wait until everything is shown or given up."""
        while under_way := [*self.tasks.all, *self._followups.tasks.all]:
            await asyncio.gather(*under_way, return_exceptions=True)
            await asyncio.sleep(0)

    async def attempted(self) -> None:
        """Wait for what is being shown or followed up now; not for what follows a pause."""
        for tasks in (self.tasks, self._followups.tasks):
            await asyncio.gather(*map(tasks.attempted, tasks))

    async def close(self, timeout_s: float) -> None:
        """Finish within ``timeout_s`` seconds; what is left is shown after the next start."""
        ends = asyncio.get_running_loop().time() + timeout_s
        for tasks in (self.tasks, self._followups.tasks):
            tasks.finish()
        # A table that is shown may get follow-ups.
        while working := [*self.tasks.working, *self._followups.tasks.working]:
            left = max(0.0, ends - asyncio.get_running_loop().time())
            if (await asyncio.wait(working, timeout=left))[1]:
                break
            await asyncio.sleep(0)
        self._closing = True
        await self.tasks.close()
        await self._followups.close()

    @property
    def waiting(self) -> int:
        """How many tables are being shown, or will be after a pause."""
        return len(self.tasks) + len(self._followups.tasks)

    async def _attempt(self, table_id: int, last: bool) -> Outcome:
        """Show a table. Returns what came of it."""
        outcome: Outcome = "failed"
        # A picture takes as long as twenty of them.
        await self._context.acknowledgements.all_begun()
        try:
            await self._publish(table_id)
        except CONNECTION_ERRORS as error:
            outcome = outcome_of(error)
            level = logging.INFO if outcome == "unanswered" else logging.WARNING
            log.log(level, "a table couldn't be shown", outcome=outcome, error=str(error))
        except (NoSuchTable, UnknownGame) as gone:
            log.info("a table can't be shown", reason=type(gone).__name__)
            return "done"
        except Exception:
            # An error in one game's text or in the store must end no other table's task.
            log.exception("a table couldn't be shown", last=last)
        else:
            return "done"
        self._failures.labels("no" if last or outcome == "refused" else "yes").inc()
        return outcome

    async def _publish(self, table_id: int) -> None:
        # What somebody else shows, as a reply or again, is noted first.
        async with self.messages.locks.lock(table_id):
            # Whatever is committed from here on asks for another attempt.
            self.tasks.begin_attempt(table_id)
            table = await self._service.get(table_id)
            speak(await self._languages.of_table(table))
            if await self._context.features.hold(table):
                self.tasks.begin_attempt(table_id)
                table = await self._service.get(table_id)
            if not self._is_ours(table):
                self.messages.reply_tokens.drop(table_id)
            elif (
                table.address.shown < table.version
                and await self._show(table)
                and self.tasks.woken(table_id)
                and table.status != (await self._service.get(table_id)).status == "frozen"
            ):
                # It froze while it was being shown. That is no new version, so what was noted isn't true.
                await self._service.set_address(table_id, shown=0)

    async def _show(self, table: Table) -> bool:
        shown = False
        try:
            shown = await self.messages.show(table)
            if shown and channels.is_member(self._client, table.address.guild):
                self.messages.reply_tokens.drop(table.id)
            return shown
        finally:
            # What was refused before may be possible now, unless this was refused as well.
            if shown or table.id not in self._followups.tasks.owed:
                self._followups.wake(table.id)

    def _is_ours(self, table: Table) -> bool:
        guild = table.address.guild
        return self._service.store.part.holds(guild) or self.messages.reply_tokens.last_used_in(
            table.id, guild
        )

    async def restore(self, table_id: int) -> bool:
        """Bring a table's newest card up to date. Returns whether it was lost and is posted again.

        One attempt; what it can't show is shown later, like any change.
        """
        await self.tasks.attempted(table_id)
        # What happens meanwhile is shown after it, not below it.
        async with self.messages.locks.lock(table_id):
            table = await self._service.get(table_id)
            speak(await self._languages.of_table(table))
            place = table.address.home if table.status == "lobby" else table.address.channel
            shown = table.status in ("lobby", "playing", "over")
            try:
                if place and shown and channels.can_post(self._client, table):
                    return await self.messages.restore(table)
            except CONNECTION_ERRORS:
                if table.address.card is None and table.status == "playing":
                    # It has no card at all: showing it is tried again like any change.
                    await self._service.set_address(table_id, shown=table.version - 1)
                    self.wake(table_id)
                raise
        self.wake(table_id)
        return False

    async def leave_channel(self, table_id: int, gone: int) -> None:
        """Show a table elsewhere: the channel ``gone``, its own or that of its thread, was deleted."""
        # A card that is on its way there is noted as shown first; or it finds out, and goes elsewhere.
        async with self.messages.locks.lock(table_id):
            table = await self._service.get(table_id)
            address = table.address
            inside = address.channel == gone or (address.home == gone and address.channel != NOWHERE)
            # If it isn't shown yet, its next card may be posted already: its nonce is made of the old one.
            if table.status == "playing" and inside and address.shown >= table.version:
                await self._service.set_address(table_id, card=None, shown=table.version - 1)
        self._service.changed(table_id)


class PublishingClient(BotClient):
    """The bot as those who show tables know it."""

    publisher: Publisher


Interaction: TypeAlias = discord.Interaction[PublishingClient]
"""A command, press or form, for what needs the publisher."""
