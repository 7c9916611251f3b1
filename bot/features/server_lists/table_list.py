"""The list of a server's tables: one card in a chosen channel, which updates itself.

A list is made from the tables' headers; a table itself is read only if it is shown and its header has
changed. It is edited at most once in ten seconds. A list that was deleted, or is too old to be edited, is
posted again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import accumulate
from typing import Any, Final, NamedTuple, TypeAlias

import discord
import structlog
from cachetools import LRUCache
from discord import app_commands

from bot.components.cards import text as table_text
from bot.components.cards.table_cards import MAX_BOARDS, QUIET, SMALL, small_board
from bot.components.hooks import BotClient, BotContext, Feature
from bot.components.interactions import channels, visibility
from bot.components.interactions.card import (
    TEXT_LIMIT,
    Card,
    CardImage,
    Control,
    Section,
    Style,
    rows,
)
from bot.components.interactions.discord_errors import (
    CONNECTION_ERRORS,
    UNKNOWN_CHANNEL,
    attempt,
    lost,
    passes,
)
from bot.components.interactions.routing import command_handler, on_button
from bot.components.lobbies.lobby import sit_down
from bot.components.play.autocomplete import game_choices
from bot.components.publishing import posting
from bot.components.publishing.publisher import Interaction
from bot.components.servers.settings import require_manager
from bot.languages import gettext, gettext_noop, labelled, ngettext, speaking, spoken
from bot.tables import server_rules
from bot.tables.errors import TableError, TryAgainError
from bot.tables.jobs.retries import Outcome, Retries
from bot.tables.model.table import LIVE, Table
from bot.tables.server_rules import ServerRules
from bot.tables.service import KeyedLocks, TableService
from data.store.queries import servers
from data.store.records import NOWHERE, Header

log: Final = structlog.get_logger(__name__)
REFRESH_PAUSE_S: Final = 10.0
"""Seconds between two edits of one list."""
RETRY_FACTORS: Final = (0, 1, 3, 7, 15)
"""How many more of these pauses come before another attempt at a list: the whole pause doubles each time."""
GIVEN_UP_FACTOR: Final = 32
"""How many of these pauses, about five minutes, a list is left alone that can't be shown."""
MAX_COUNTED: Final = 100
"""The most live tables of a server that a list counts, the latest."""
MAX_RESULTS: Final = 5
EVERYTHING: Final = ServerRules()
"""The rules of a server whose list leaves nothing out."""
TITLES: Final = {
    "lobby": (gettext_noop("**Open tables**"), 8),
    "playing": (gettext_noop("**Games in progress**"), 8),
    "over": (gettext_noop("**Latest results**"), MAX_RESULTS),
}
"""By status: the title, and how many tables are listed."""
CACHE_SIZE: Final = 256
"""Servers whose lines are kept (least recently shown out): up to 24 KB each."""


Told: TypeAlias = tuple[str, str, str]
"""A table's linked title, who sits there (empty if the result names them), and how it stands."""
Line: TypeAlias = tuple[Header, Told]
"""What is told of a table, valid while its header is this one."""


NO_BOARDS: Final[Mapping[int, CardImage]] = {}


class TableLines(NamedTuple):
    """What a list says."""

    lines: dict[str, list[Line]]
    """By status, the latest first."""
    more: Counter[str]
    """How many have no line."""


class TableListCards:
    """The lists of all servers, as cards."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._kept: LRUCache[tuple[int, str], dict[int, Line]] = LRUCache(CACHE_SIZE)

    def forget(self, _person: int) -> None:
        """Somebody is forgotten, whom any line may name: make all lines again."""
        self._kept.clear()

    async def read(
        self, server: int, seen: Callable[[int], bool], rules: ServerRules = EVERYTHING
    ) -> TableLines:
        """What the list of ``server`` says; ``seen``: whether readers of the list may see a channel."""
        store, seen, kept = self._service.store, cache(seen), self._kept.get((server, spoken()), {})
        only = rules.board_game or None
        wanted = ("lobby",) if rules.board_open else LIVE
        live = await servers.headers_in(store, server, wanted, MAX_COUNTED, only)
        over = []
        if not rules.board_open:
            over = await servers.headers_in(store, server, ("over",), 2 * MAX_RESULTS, only)
        lines: dict[str, list[Line]] = {status: [] for status in TITLES}
        more: Counter[str] = Counter()
        for header in (*live, *over):
            home = header.address.home
            if home == NOWHERE or self._service.cache.rules_of(header) is None or not seen(home):
                continue
            if len(lines[header.status]) == TITLES[header.status][1]:
                more[header.status] += 1
            elif (line := await self._line(header, kept.get(header.id))) is not None:
                lines[header.status].append(line)
        self._kept[server, spoken()] = {line[0].id: line for section in lines.values() for line in section}
        return TableLines(lines, more)

    async def _line(self, header: Header, kept: Line | None) -> Line | None:
        if kept is not None and kept[0] == header:
            return kept
        # A table that can't be read must not hide the others.
        with contextlib.suppress(TableError, TryAgainError):
            table = await self._service.get(header.id, keep=False)
            # If its status has changed by now, another update of the list follows.
            if table.status == header.status:
                named = table.status == "over" and table.winners
                people = "" if named else table_text.emblems(table)
                return table.header, (table_text.linked(table), people, _status(table))
        return None


def list_card(
    listed: TableLines, boards: Mapping[int, CardImage] = NO_BOARDS, ways: Sequence[Control] = ()
) -> Card:
    """A list as a card; games in play with one of the small ``boards``, by table, have it beside them.

    ``ways``: the buttons that lead into a game, where no table is open.
    """
    lines, more = listed
    joins = [
        Control(
            "seat",
            gettext("Join Table {table}", table=header.id),
            header.id,
            header.version,
            style=Style.success,
        )
        for header, _ in lines["lobby"]
        if header.opponent is None
    ]
    shown: list[str] = []
    for status, (title, _) in TITLES.items():
        told = [_bullet(*each) for header, each in lines[status] if header.id not in boards]
        shown += [gettext(title), *told] if told else []
        if more[status] and status in LIVE:
            shown.append(gettext("- … and {number} more.", number=more[status]))
    if not lines["lobby"]:
        shown.append(gettext("No open tables right now. **Start a Game** opens one."))
    beside = [Section(told, boards[header.id]) for header, told in lines["playing"] if header.id in boards]
    sections = (Section((gettext(TITLES["playing"][0]),)), *beside) if beside else ()
    text = tuple(_fitting(shown))
    return Card(gettext("### Tables"), (), text, rows(joins or [*ways]), QUIET, sections=sections)


def _bullet(title: str, people: str, status: str) -> str:
    return f"- {labelled(f'{title} {people}', status) if people else f'{title} · {status}'}"


def _status(table: Table) -> str:
    if table.status == "over":
        return " ".join(table_text.result(table))
    if table.status == "playing":
        names = table_text.mentions(table.awaited)
        waits = (
            gettext("Waiting for {people}.", people=names) if names else gettext("Not waiting for anybody.")
        )
        return f"{waits} {table_text.time_left(table)}".rstrip()
    if table.header.opponent is not None:
        return gettext(
            "Waiting for {name} to accept the challenge.",
            name=table_text.mention(table.header.opponent),
        )
    low, high = table.game.people
    seated = len(table.seating.people)
    seats = ngettext("{number} open seat.", "{number} open seats.", high - seated)
    if low <= seated and low != high:
        return gettext("{seats} Ready to start.", seats=seats)
    return seats


def _fitting(lines: list[str]) -> list[str]:
    """As many ``lines`` as a message holds."""
    lengths = accumulate(len(line) + 1 for line in lines)
    return [line for line, length in zip(lines, lengths, strict=True) if length <= TEXT_LIMIT]


class ShownBoard(NamedTuple):
    """A small board that a list shows."""

    file: posting.KeptFile
    alt: str
    language: str
    """That of ``alt``."""


def _shown(card: Card, sent: Any) -> dict[str, ShownBoard]:
    """The boards of ``card`` by name, as the message has them that Discord answered."""
    (frame,) = sent["components"]
    beside = [
        part["accessory"]["media"] for part in frame["components"] if "media" in part.get("accessory", ())
    ]
    return {
        each.name: ShownBoard(posting.KeptFile(int(media["attachment_id"]), each.name), each.alt, spoken())
        for each, media in zip(card.images, beside, strict=False)
        # What isn't known is sent again.
        if media.get("attachment_id")
    }


class ServerTableLists:
    """Keeps the lists of all servers up to date."""

    def __init__(self, context: BotContext, client: discord.Client) -> None:
        self._context = context
        self._service = context.tables
        self._client = client
        self._boards: LRUCache[int, dict[str, ShownBoard]] = LRUCache(CACHE_SIZE)
        """The boards that each list shows, by its message: what is unchanged isn't sent again."""
        self._languages = context.languages
        self.listing = TableListCards(context.tables)
        self.pause = REFRESH_PAUSE_S
        self.locks: KeyedLocks[int] = KeyedLocks()
        """By server: two who post its list at once would leave one that nobody updates."""
        self.tasks = Retries(
            "list",
            self._attempt,
            pauses=[factor * REFRESH_PAUSE_S for factor in RETRY_FACTORS],
            subject="server",
            lookout=self._service.lookout,
        )
        self._asked = Retries("listed", self._locate, pauses=())
        """Tables whose server has to be looked up."""
        self._without: dict[int, float] = {}
        """When these servers were last found to have no list (the loop's time, seconds)."""

    def table_changed(self, table_id: int) -> None:
        """Update the list of the table's server soon."""
        if (table := self._service.cache.peek(table_id)) is not None:
            self._hear(table)
        else:
            self._asked.wake(table_id)

    async def _locate(self, table_id: int, _last: bool) -> Outcome:
        with contextlib.suppress(TableError, TryAgainError):
            self._hear(await self._service.get(table_id, keep=False))
        return "done"

    def _hear(self, table: Table) -> None:
        server = table.address.guild
        if server is None or not self._service.store.part.holds(server):
            return
        looked = self._without.get(server)
        if looked is None or asyncio.get_running_loop().time() - looked >= self.pause:
            self.tasks.wake(server)

    async def _attempt(self, server: int, last: bool) -> Outcome:
        """Update a list. Returns what came of it."""
        self.tasks.spacing[server] = self.pause
        outcome = await attempt("can't show the list of tables", self.refresh(server))
        if server in self._without:
            del self.tasks.spacing[server]
        elif outcome == "refused" or (last and outcome != "done"):
            self.tasks.spacing[server] = GIVEN_UP_FACTOR * self.pause
        return outcome

    async def refresh(self, server: int, **chosen: Any) -> bool:
        """Update the list of ``server``. Returns False if it has none.

        With ``chosen`` settings it is posted anew; the old one is kept, with its own, unless that succeeds.
        """
        store = self._service.store
        async with self.locks.lock(server):
            before = await server_rules.load(store, server)
            rules = replace(before, **chosen)
            if not rules.board_channel:
                self._without[server] = asyncio.get_running_loop().time()
                return False
            self._without.pop(server, None)
            seen = partial(self._may_be_seen, server, rules.board_channel)
            with speaking(await self._languages.of_server(server)):
                listed = await self.listing.read(server, seen, rules)
                ways = [
                    control
                    for each in self._context.features.all
                    for control in each.help_controls(self._context)
                ]
                known = self._boards.get(rules.board_message, {}) if not chosen else {}
                boards = partial(self._small_boards, server, rules.board_channel, listed.lines["playing"])
                card = list_card(listed, await boards(known), ways)
            if rules.board_message and not chosen:
                where = (rules.board_channel, rules.board_message)
                kept = [known[each.name].file for each in card.images if each.picture is None]
                try:
                    sent = await posting.edit_in(self._client, *where, card, kept=kept)
                except discord.HTTPException as error:
                    if passes(error):
                        raise
                    log.info("a list of tables can't be edited any more", code=error.code)
                    await self.remove(server, rules)
                    card = list_card(listed, await boards({}), ways)
                else:
                    self._boards[rules.board_message] = _shown(card, sent)
                    return True
            # The answer may be lost, and two lists would leave one that nobody updates.
            once = posting.nonce(f"list{server}", rules.board_channel, rules.board_message)
            try:
                message = await posting.post_once(self._client, rules.board_channel, card, once, silent=True)
            except discord.HTTPException as error:
                if error.code != UNKNOWN_CHANNEL:
                    raise
                if not chosen:
                    await server_rules.change(store, server, board_channel=0)
                    log.info("list of tables dropped: its channel is gone", server=server)
                return False
            await server_rules.change(store, server, **chosen, board_message=message.id)
            if chosen:
                await self.remove(server, before)
            return True

    async def _small_boards(
        self, server: int, channel: int, playing: Sequence[Line], known: Mapping[str, ShownBoard]
    ) -> dict[int, CardImage]:
        """The boards of the latest games in play, by table; those that are ``known`` stay where they are."""
        found: dict[int, CardImage] = {}
        if not channels.may_attach(self._client, server, channel):
            return found
        for header, _ in playing[:MAX_BOARDS]:
            number = f"{header.id}-{header.version}"
            shown = known.get(SMALL.format(number))
            if shown is not None and shown.language == spoken():
                found[header.id] = CardImage(shown.alt, None, SMALL.format(number))
                continue
            # A table that can't be read must not hide the others.
            with contextlib.suppress(TableError, TryAgainError):
                table = await self._service.get(header.id, keep=False)
                if (board := await small_board(self._context, table, None, number)) is not None:
                    found[header.id] = board
        return found

    async def remove(self, server: int, rules: ServerRules) -> None:
        """Delete the list that stands where ``rules`` say, if possible."""
        channel = channels.partial_channel(self._client, server, rules.board_channel)
        with contextlib.suppress(*CONNECTION_ERRORS):
            await channel.get_partial_message(rules.board_message).delete()

    def _may_be_seen(self, server: int, channel: int, home: int) -> bool:
        """Whether a list in ``channel`` may name a table in ``home``: its readers must see both."""
        guild = self._client.get_guild(server)
        return home == channel if guild is None else visibility.readers_can_see(guild, home, channel)

    async def reconcile(self) -> None:
        """Update every list after a start."""
        for server in await servers.servers_with_settings(self._service.store):
            self.tasks.wake(server)

    async def settle(self) -> None:
        """Wait until every update is done."""
        await self._asked.settle()
        await self.tasks.settle()

    async def close(self) -> None:
        """Stop updating."""
        await self._asked.close()
        await self.tasks.close()


@on_button("seat", reply="private")
async def seat(interaction: Interaction, control: Control) -> str:
    """**Join Table 12** on a list: the reply says where the table is."""
    table = await sit_down(interaction, control.table_id, None)
    where = table_text.linked(table)
    return (
        gettext("The game has begun: {table}.", table=where)
        if table.status == "playing"
        else gettext("You’ve joined {table}.", table=where)
    )


@app_commands.command(description="Post a list of this server’s tables that updates itself")
@app_commands.describe(
    channel="The channel for the list (this one if left out)",
    remove="Remove the list",
    game="List only this game (all of them if left out)",
    only_open="List only tables that people can join",
)
@app_commands.choices(game=game_choices())
@command_handler(cost="list")
async def board(
    interaction: Interaction,
    channel: discord.TextChannel | None = None,
    remove: bool = False,
    game: str | None = None,
    only_open: bool = False,
) -> str:
    """``/server board``: post, move or remove the list of tables."""
    server, context = require_manager(interaction), interaction.client.context
    number = 0 if remove else channels.chosen_channel(interaction, channel)
    store, lists = context.tables.store, context.features.part(ServerTableLists)
    chosen: dict[str, Any] = {"board_channel": number, "board_game": game or "", "board_open": only_open}
    async with lists.locks.lock(server):
        before = await server_rules.load(store, server)
        moves = before.board_channel and before.board_message and number
        if remove and before.board_message:
            await lists.remove(server, before)
        if not moves:
            await server_rules.change(store, server, **chosen)
    if remove:
        return gettext("The list of tables has been removed. `/server board` posts a new one.")
    try:
        if not await lists.refresh(server, **(chosen if moves else {})):
            raise TableError("That channel is gone. Choose another one.")
    except discord.HTTPException as error:
        if lost(error):
            raise channels.refused_in(number) from error
        raise
    return gettext("The list of tables is in {channel}, and it updates itself.", channel=f"<#{number}>")


def _open(bot: BotClient) -> Feature:
    lists = ServerTableLists(bot.context, bot)
    return replace(
        FEATURE,
        parts=(lists,),
        start=lists.reconcile,
        close=lists.close,
        table_shown=lists.table_changed,
        forgotten=lists.listing.forget,
    )


FEATURE: Final = Feature(
    name="server lists",
    subcommands=lambda _games: [("server", board)],
    open=_open,
)
