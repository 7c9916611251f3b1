"""Makes, posts and edits bulletins: each once, whatever happens meanwhile.

When one is due, it becomes that day's in one step, which one process takes. It is noted down before it is
sent, and its message after. What was sent without an answer is sent again with its nonce for two minutes, and
later looked for in the channel. One that Discord refuses waits for the next day: ``/server rules`` says so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from typing import Final

import discord
import structlog

from bot.components.hooks import BotContext, Interaction, Posted, Week, given
from bot.components.interactions import channels, visibility
from bot.components.interactions.card import Card, layout, rows
from bot.components.interactions.discord_errors import CONNECTION_ERRORS, UNKNOWN_CHANNEL, outcome_of
from bot.components.publishing import posting
from bot.languages import gettext, gettext_noop, speaking
from bot.tables.days import day_at, read_day
from bot.tables.jobs.retries import Outcome, Retries
from bot.tables.model.pace import DAY as DAY_MS
from bot.tables.model.pace import MINUTE
from data.store.queries import bulletins
from data.store.queries.bulletins import DAY, NOTHING, WEEK, Bulletin
from data.store.records import NOWHERE

from .times import DAY as DAY_MINUTES
from .times import following, weekday, written

log: Final = structlog.get_logger(__name__)
EDIT_PAUSE_S: Final = 300.0
"""Seconds between two edits of one bulletin."""
WEEK_MS: Final = 7 * DAY_MS
LATEST: Final = 2 * DAY_MS
"""Milliseconds after which a week's log comes no more."""
GOLD: Final = 0xCBA45C
"""The accent of what a server shows."""


class Bulletins:
    """All that is posted by itself. It acts at certain times, as ``Timed`` says."""

    def __init__(self, context: BotContext, client: discord.Client) -> None:
        self._context = context
        self._tables = context.tables
        self._store = context.tables.store
        self._client = client
        self.pause = EDIT_PAUSE_S
        self.tasks = Retries(
            "bulletin",
            self._attempt,
            subject="bulletin",
            lookout=self._tables.lookout,
        )
        self.heard = Retries("day", self._locate, pauses=())
        """Servers whose bulletin has to be looked up."""

    # When

    async def earliest(self) -> int | None:
        """When the next bulletin is due."""
        return await bulletins.earliest(self._store)

    async def pass_time(self) -> None:
        """Let each bulletin that is due be today's, and post it soon."""
        now = self._tables.now()
        for number in await bulletins.due(self._store, now):
            row = await bulletins.load(self._store, number)
            if row is not None and row.due is not None:
                await self._begin(row, now)

    async def _begin(self, row: Bulletin, now: int) -> None:
        assert row.due is not None
        today, later = day_at(now), following(row.minute, row.zone, now, weekly=row.kind == WEEK)
        # What there was for a day that is over interests nobody, and a day has one, whatever the clocks do.
        late = now - row.due > LATEST if row.kind == WEEK else day_at(row.due) != today
        missed = late or row.day == today
        new = {} if missed else {"day": today, "message": None, "tried": 0, "shown": "", "refused": 0}
        if await bulletins.change(self._store, row, "due", due=later, **new) and not missed:
            self.tasks.wake(row.id)

    async def give_back(self, beat: int, now: int, server: int | None = None) -> None:
        """Nothing is given back: a bulletin that is late is posted as soon as it can be."""

    async def reconcile(self) -> None:
        """Show today's bulletins as they should be."""
        for number in await bulletins.since(self._store, day_at(self._tables.now())):
            self.tasks.wake(number)

    def day_changed(self, server: int) -> None:
        """Somebody has solved or played something: the bulletin of that server says so soon."""
        self.heard.wake(server)

    async def _locate(self, server: int, _last: bool) -> Outcome:
        for row in await bulletins.in_server(self._store, server):
            if row.kind == DAY and row.day == day_at(self._tables.now()):
                self.tasks.wake(row.id)
        return "done"

    # What

    async def _card(self, row: Bulletin) -> Card | None:
        """What a bulletin says now; None where there is nothing to say."""
        context = self._context
        if row.kind == WEEK:
            now = self._tables.now()
            week = Week(row.guild, now - WEEK_MS, now, partial(self._may_be_told, row))
            said = [await each.week(context, week) for each in context.features.all]
            heading = gettext("### This week’s log · {day}", day=read_day(row.day))
        else:
            said = [await each.day(context, row.guild, row.day) for each in context.features.all]
            heading = gettext("### Today’s challenges · {day}", day=read_day(row.day))
        parts = given(said)
        if not parts:
            return None
        return Card(
            heading,
            tuple(chain(*(part.pictures for part in parts))),
            tuple(chain(*(part.lines for part in parts), *(part.below for part in parts))),
            rows([*chain(*(part.controls for part in parts))]),
            GOLD,
        )

    def _may_be_told(self, row: Bulletin, home: int) -> bool:
        """Whether a bulletin may tell of what happens in another channel: its readers must see both."""
        guild = self._client.get_guild(row.guild)
        return home == row.channel if guild is None else visibility.readers_can_see(guild, home, row.channel)

    # Showing

    async def _attempt(self, number: int, last: bool) -> Outcome:
        """Show a bulletin. Returns what came of it."""
        if (row := await bulletins.load(self._store, number)) is None:
            return "done"
        try:
            await self._refresh(row)
        except CONNECTION_ERRORS as error:
            outcome = outcome_of(error)
            log.info("a bulletin can't be shown", error=str(error), outcome=outcome)
            if outcome == "unanswered" or (outcome == "failed" and not last):
                return outcome
            await self._refused(row, gone=getattr(error, "code", 0) == UNKNOWN_CHANNEL)
        except Exception:
            log.exception("a bulletin can't be shown")
            if not last:
                return "failed"
            await self._refused(row)
        return "done"

    async def _refused(self, row: Bulletin, *, gone: bool = False) -> None:
        """Note that a bulletin can't be posted in its channel, unless another one has been chosen meanwhile.

        It's tried again the next day; if its channel is ``gone``, not before there is another one.
        """
        end = {"due": None} if gone else {}
        await bulletins.change(self._store, row, "channel", refused=1, tried=0, **end)

    async def _refresh(self, row: Bulletin) -> None:
        now = self._tables.now()
        if row.day != day_at(now) or row.message == NOTHING or row.refused or row.channel == NOWHERE:
            return
        if row.kind == WEEK and row.message is not None:
            return  # What a week was like changes no more.
        if not self._store.part.holds(row.guild) or not channels.is_member(self._client, row.guild):
            return
        with speaking(await self._context.languages.of_server(row.guild)):
            card = await self._card(row)
            if card is None:
                await bulletins.change(self._store, row, "message", message=NOTHING)
                return
            shown = hashlib.blake2s(repr(layout(card).to_components()).encode()).hexdigest()[:16]
            if row.message is None:
                await self._post(row, card, shown, now)
            elif shown != row.shown:
                await posting.edit_card(self._client, row.channel, row.message, card, pictures=False)
                await bulletins.change(self._store, row, "message", shown=shown)
                self.tasks.spacing[row.id] = self.pause

    async def _post(self, row: Bulletin, card: Card, shown: str, now: int) -> None:
        place = channels.known_channel(self._client, row.guild, row.channel)
        if place is not None:
            allowed = place.permissions_for(place.guild.me)
            if channels.missing_permissions(allowed):
                await self._refused(row)
                return
        message = None
        # The clock may have been set back.
        remembered = 0 <= now - row.tried < posting.NONCE_MS
        if row.tried and not remembered:
            if place is not None and not allowed.read_message_history:
                # It may stand there, and nothing is worse than a second one.
                message = NOTHING
            else:
                message = await self._posted_earlier(row, card)
        if message is None:
            again = row.tried if remembered else now
            if not await bulletins.change(self._store, row, "channel", "message", "tried", tried=again):
                return
            once = posting.nonce(f"cb{row.kind}", row.guild, row.day)
            message = (await posting.post_once(self._client, row.channel, card, once, silent=True)).id
        await bulletins.change(self._store, row, "channel", message=message, shown=shown, tried=0)

    async def _posted_earlier(self, row: Bulletin, card: Card) -> int | None:
        """The message that was sent before, and whose answer was lost."""
        # It is among the last messages, unless there was much talk; and the clock may have been wrong.
        sent = discord.utils.time_snowflake(datetime.fromtimestamp((row.tried - MINUTE) / 1000, UTC))
        buttons = layout(card).to_components()
        for after in (None, sent):
            for message in await posting.own_messages(self._client, row.channel, after):
                if posting.has_buttons_of(message, buttons) and card.heading in repr(message["components"]):
                    return int(message["id"])
        return None

    # What server managers see and do

    async def channel_deleted(self, server: int, channel: int) -> None:
        """A channel is gone, and so are its bulletins, until another channel is chosen."""
        for row in await bulletins.in_server(self._store, server):
            if row.channel == channel:
                await self._refused(row, gone=True)

    async def channels_used(self, server: int) -> Iterable[int]:
        """Where bulletins are posted."""
        return [row.channel for row in await bulletins.in_server(self._store, server)]

    async def notes(self, server: int) -> list[str]:
        """Where and when bulletins are posted, and what keeps them from it, as notes of a server's rules."""
        return [_note(row) for row in await bulletins.in_server(self._store, server)]

    async def post_again(self, interaction: Interaction, server: int) -> list[Posted]:
        """Post today's bulletins that were refused."""
        found = []
        for row in await bulletins.in_server(self._store, server):
            if row.refused and row.day == day_at(self._tables.now()) and row.message is None:
                await bulletins.change(self._store, row, "refused", refused=0)
                await self._attempt(row.id, last=True)
                now = await bulletins.load(self._store, row.id)
                if now is not None and now.message:
                    found.append(Posted(gettext(_NAMES[row.kind])))
        return found

    async def close(self) -> None:
        """Stop posting; the next start goes on."""
        await self.heard.close()
        await self.tasks.close()


_NAMES: Final = {DAY: gettext_noop("the daily post"), WEEK: gettext_noop("the weekly log")}
_GONE: Final = {
    DAY: gettext_noop("*The channel of the daily post is gone. Choose another one with `/server daily`.*"),
    WEEK: gettext_noop("*The channel of the weekly log is gone. Choose another one with `/server weekly`.*"),
}
_REFUSED: Final = {
    DAY: gettext_noop(
        "*The daily post couldn’t be posted in {channel}. `/doctor` says what the bot is missing there.*"
    ),
    WEEK: gettext_noop(
        "*The weekly log couldn’t be posted in {channel}. `/doctor` says what the bot is missing there.*"
    ),
}


def _note(row: Bulletin) -> str:
    channel, at = f"<#{row.channel}>", written(row.minute)
    if row.due is None:
        return gettext(_GONE[row.kind])
    if row.refused:
        return gettext(_REFUSED[row.kind], channel=channel)
    if row.kind == WEEK:
        where = {"channel": channel, "day": weekday(row.minute // DAY_MINUTES), "time": at, "zone": row.zone}
        return gettext("*Weekly log: {channel}, {day}, {time} ({zone})*", **where)
    return gettext("*Daily post: {channel}, {time} ({zone})*", channel=channel, time=at, zone=row.zone)
