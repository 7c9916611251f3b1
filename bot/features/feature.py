"""What a feature can hook into.

A feature is a folder in ``bot/features`` and a line in ``FEATURES`` there. Its module ``hooks`` has a record
that says, with one optional function for each hook, where it takes part. The rooms below call
:class:`Features`, which asks the features in their order; no room knows one by name. (This module is all
that they may import from here.)
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, NamedTuple, ParamSpec, TypeAlias, TypeVar

import structlog

from bot.components.interactions.card import Card, Control
from bot.components.interactions.context import BotClient, BotContext, Interaction
from bot.games.core import Game
from bot.people import preferences
from bot.people.settings import Setting, in_order
from bot.tables.automatic_turns import TurnSource
from bot.tables.jobs.scheduler import Timed
from bot.tables.model.drafts import Draft
from bot.tables.model.table import Table
from bot.tables.server_rules import ServerRules
from bot.tables.service import Chance, Export, Job, Refuse, Settle, TableHooks, TableService, together
from bot.thinking.thinkers import Thinkers
from data.store.queries.people import Forget
from data.store.store import Store

log: Final = structlog.get_logger(__name__)

P = ParamSpec("P")
T = TypeVar("T")
TableControls: TypeAlias = Callable[[Table], Sequence[Control]]
GameControls: TypeAlias = Callable[[Game[Any, Any]], Sequence[Control]]
PersonalLines: TypeAlias = Callable[[Table, int], Sequence[str]]
PersonalControls: TypeAlias = Callable[[Table, int], Sequence[Control]]


@dataclass(frozen=True, slots=True)
class Extras:
    """What features add to the lobby and the final card of a table."""

    beside: Mapping[int, str] = field(default_factory=dict)
    """What stands beside the names of people in the lobby."""
    top: tuple[str, ...] = ()
    """Lines above all others in the lobby."""
    lines: tuple[str, ...] = ()
    """Lines below the names of the people."""

    def __add__(self, other: Extras) -> Extras:
        return Extras({**self.beside, **other.beside}, (*self.top, *other.top), (*self.lines, *other.lines))


NO_EXTRAS: Final = Extras()


class Posted(NamedTuple):
    """Something that was lost in a server, such as a card."""

    name: str
    again: bool
    """Whether it is posted again; otherwise Discord refused it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """One thing that a table can do without, and where it takes part."""

    name: str
    cogs: tuple[str, ...] = ()
    """The modules of ``cogs`` with its commands."""
    open: Callable[[BotClient], Iterable[object]] | None = None
    """Make what it keeps in memory; its handlers find each part by class in ``context.parts``."""

    # The life of the bot
    taught: Callable[[Game[Any, Any], Thinkers], Game[Any, Any]] | None = None
    """A game with what the thinking processes offer for it."""
    start: Callable[[BotContext], Awaitable[object]] | None = None
    """When the bot is ready: do or show what was left undone. Repeated after an error."""
    reconcile: Callable[[BotContext], Awaitable[object]] | None = None
    """Show what was committed and not shown: after an error of the database, and in a new server."""
    close: Callable[[BotContext], Awaitable[object]] | None = None
    """When the bot stops; the next start repeats what is left."""
    timed: Callable[[BotContext], Timed] | None = None
    """What it does at certain times."""
    sweep: Callable[[TableService], Awaitable[object]] | None = None
    """Once a day: delete what need not be kept."""

    # Changes to tables
    settle: Settle | None = None
    """What the transaction that appends events writes besides."""
    refuse: Refuse | None = None
    """Why people may not change a table in some way."""
    chance: Chance | None = None
    """Where the results of chance at a table come from."""
    holds: Callable[[BotContext, Table], Awaitable[bool]] | None = None
    """Wait before a table is shown; whether it may have changed since."""
    shown: Callable[[BotContext, int], None] | None = None
    """After the newest card of a table was shown, or given up. Never blocks."""
    turns: Callable[[BotContext], TurnSource] | None = None
    """Turns that are played automatically."""

    # Cards
    extras: Callable[[BotContext, Table], Awaitable[Extras]] | None = None
    """What it adds to lobbies and final cards."""
    lobby_controls: TableControls | None = None
    """Buttons of lobbies."""
    more_controls: TableControls | None = None
    """Buttons under **More**."""
    result_controls: TableControls | None = None
    """Buttons of a lobby whose game is over."""
    end_controls: TableControls | None = None
    """Buttons of the final card."""
    shared_controls: TableControls | None = None
    """Buttons of a film that is shown to everybody."""
    book_controls: GameControls | None = None
    """Buttons of the last page of a rule book."""
    help_lines: tuple[str, ...] = ()
    """Sentences of ``/help``."""
    help_controls: Callable[[BotContext], Sequence[Control]] | None = None
    """Buttons of ``/help``."""
    own_controls: PersonalControls | None = None
    """Buttons of somebody's own view."""
    own_lines: PersonalLines | None = None
    """Lines of somebody's own view."""
    picker_controls: Callable[[BotContext, Draft, str], Sequence[Control]] | None = None
    """Buttons of the picker, in which the given text is chosen."""
    picker_lines: Callable[[BotContext, Draft], Sequence[str]] | None = None
    """Lines of the picker."""
    end_card: Callable[[BotContext, Table, int], Awaitable[Card | None]] | None = None
    """What a player sees instead of the public end of a private table."""
    opened: Callable[[Interaction, Table], Awaitable[object]] | None = None
    """After a lobby was shown to whoever opened it."""

    # Servers and people
    settings: tuple[Setting[Any], ...] = ()
    """What people can choose for themselves."""
    settle_settings: Callable[[int, Collection[Setting[Any]]], Job | None] | None = None
    """What the transaction that changes these settings of a person writes besides."""
    settings_changed: Callable[[BotContext, int, Mapping[Setting[Any], Any]], Awaitable[object]] | None = None
    """After a person has changed these of their settings, to these values."""
    channel_deleted: Callable[[BotContext, int, int], Awaitable[object]] | None = None
    """A channel of a server was deleted. Repeated after an error."""
    channels_used: Callable[[Interaction, int], Awaitable[Iterable[int]]] | None = None
    """The channels of a server in which it posts, as far as the caller may know."""
    post_again: Callable[[Interaction, int], Awaitable[Sequence[Posted]]] | None = None
    """Post again what it has lost in a server."""
    rules_note: Callable[[Store, int, ServerRules], Awaitable[str]] | None = None
    """A note beside a server's rules; empty for none."""
    profile_facts: Callable[[TableService, int], Awaitable[Sequence[tuple[str, str]]]] | None = None
    """What it says of a person in their profile: labels and values."""
    data_note: str = ""
    """What it stores, as a line of ``/privacy``."""
    export: Export | None = None
    """All that it has stored about a person."""
    forget: Forget | None = None
    """Take a person out of all that it has stored, in the transaction that forgets them."""
    forget_warning: Callable[[BotContext, int], Awaitable[str]] | None = None
    """What somebody loses who is forgotten; empty for nothing."""


def given(hooks: Iterable[T | None]) -> tuple[T, ...]:
    """The ``hooks`` that there are."""
    return tuple(hook for hook in hooks if hook is not None)


def joined(hooks: Iterable[Callable[P, Iterable[T]] | None], *args: P.args, **options: P.kwargs) -> list[T]:
    """What all ``hooks`` give."""
    return [each for hook in hooks if hook is not None for each in hook(*args, **options)]


def load(names: Iterable[str]) -> tuple[Feature, ...]:
    """The features in these folders, whose buttons can be pressed from now on."""
    found = []
    for name in names:
        package = importlib.import_module(f"bot.features.{name}")
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
        found.append(importlib.import_module(f"{package.__name__}.hooks").FEATURE)
    return tuple(found)


def table_hooks(features: Sequence[Feature]) -> TableHooks:
    """Where ``features`` take part in changes to tables, and in what is stored about people."""
    return TableHooks(
        settle=tuple(each.settle for each in features if each.settle is not None),
        refuse=tuple(each.refuse for each in features if each.refuse is not None),
        chance=tuple(each.chance for each in features if each.chance is not None),
        export=tuple(each.export for each in features if each.export is not None),
        forget=tuple(each.forget for each in features if each.forget is not None),
    )


def taught(features: Sequence[Feature], game: Game[Any, Any], thinkers: Thinkers) -> Game[Any, Any]:
    """``game``, and its earlier rules, with what the thinking processes offer for it."""
    for feature in features:
        if feature.taught is not None:
            game = feature.taught(game, thinkers)
    return replace(game, older=tuple(taught(features, older, thinkers) for older in game.older))


class Features:
    """The features of a bot. Each method asks those that hook into something, in their order."""

    def __init__(self, features: Sequence[Feature], context: BotContext) -> None:
        self._all = features
        self._context = context
        # What is asked at every turn.
        self._shown = given(each.shown for each in features)
        self._holds = given(each.holds for each in features)
        self._own_controls = given(each.own_controls for each in features)
        self._own_lines = given(each.own_lines for each in features)
        self._picker_controls = given(each.picker_controls for each in features)
        self._picker_lines = given(each.picker_lines for each in features)

    # The life of the bot

    @property
    def cogs(self) -> tuple[str, ...]:
        """The modules with their commands."""
        return tuple(cog for feature in self._all for cog in feature.cogs)

    def open(self, bot: BotClient) -> None:
        """Make what the features keep in memory."""
        for feature in self._all:
            for part in feature.open(bot) if feature.open is not None else ():
                self._context.parts.add(part)

    def starts(self) -> dict[str, Callable[[], Awaitable[object]]]:
        """What is left undone when the bot is ready, by feature."""
        return {each.name: partial(each.start, self._context) for each in self._all if each.start is not None}

    async def reconcile(self) -> None:
        """Show what was committed and not shown."""
        for feature in self._all:
            if feature.reconcile is not None:
                await feature.reconcile(self._context)

    async def close(self) -> None:
        """Stop."""
        for feature in self._all:
            if feature.close is not None:
                try:
                    await feature.close(self._context)
                except Exception:
                    log.exception("a feature couldn't be stopped")

    def timed(self) -> tuple[Timed, ...]:
        """What happens at certain times."""
        return tuple(each.timed(self._context) for each in self._all if each.timed is not None)

    async def sweep(self) -> None:
        """Delete what need not be kept."""
        for feature in self._all:
            if feature.sweep is not None:
                await feature.sweep(self._context.tables)

    # Changes to tables

    def shown(self, table_id: int) -> None:
        """The newest card of a table was shown, or given up."""
        for hook in self._shown:
            hook(self._context, table_id)

    async def hold(self, table: Table) -> bool:
        """Wait before a table is shown; whether it may have changed since."""
        for hook in self._holds:
            if await hook(self._context, table):
                return True
        return False

    def turn_sources(self) -> tuple[TurnSource, ...]:
        """The kinds of automatic turns."""
        return tuple(each.turns(self._context) for each in self._all if each.turns is not None)

    # Cards

    async def extras(self, table: Table) -> Extras:
        """What stands on the lobby or the final card of a table."""
        found = NO_EXTRAS
        for feature in self._all:
            if feature.extras is not None:
                found += await feature.extras(self._context, table)
        return found

    def lobby_controls(self, table: Table) -> list[Control]:
        """Buttons of a lobby."""
        return joined((each.lobby_controls for each in self._all), table)

    def more_controls(self, table: Table) -> list[Control]:
        """Buttons under **More**."""
        return joined((each.more_controls for each in self._all), table)

    def result_controls(self, table: Table) -> list[Control]:
        """Buttons of a lobby whose game is over."""
        return joined((each.result_controls for each in self._all), table)

    def end_controls(self, table: Table) -> list[Control]:
        """Buttons of the final card."""
        return joined((each.end_controls for each in self._all), table)

    def shared_controls(self, table: Table) -> list[Control]:
        """Buttons of a film that is shown to everybody."""
        return joined((each.shared_controls for each in self._all), table)

    def book_controls(self, game: Game[Any, Any]) -> list[Control]:
        """Buttons of the last page of a rule book."""
        return joined((each.book_controls for each in self._all), game)

    @property
    def help_lines(self) -> list[str]:
        """Sentences of ``/help``."""
        return [line for each in self._all for line in each.help_lines]

    def help_controls(self) -> list[Control]:
        """Buttons of ``/help``."""
        return joined((each.help_controls for each in self._all), self._context)

    def own_controls(self, table: Table, person: int) -> list[Control]:
        """Buttons of somebody's own view."""
        return joined(self._own_controls, table, person)

    def own_lines(self, table: Table, person: int) -> list[str]:
        """Lines of somebody's own view."""
        return joined(self._own_lines, table, person)

    def picker_controls(self, draft: Draft, written: str) -> list[Control]:
        """Buttons of the picker."""
        return joined(self._picker_controls, self._context, draft, written)

    def picker_lines(self, draft: Draft) -> list[str]:
        """Lines of the picker."""
        return joined(self._picker_lines, self._context, draft)

    async def end_card(self, table: Table, person: int) -> Card | None:
        """What a player sees at the end of a private table."""
        for feature in self._all:
            if feature.end_card is not None:
                return await feature.end_card(self._context, table, person)
        return None

    async def opened(self, interaction: Interaction, table: Table) -> None:
        """A lobby was shown to whoever opened it."""
        for feature in self._all:
            if feature.opened is not None:
                await feature.opened(interaction, table)

    # Servers and people

    @property
    def settings(self) -> tuple[Setting[Any], ...]:
        """All that people can choose for themselves, in the order in which it is shown."""
        return in_order([*preferences.SETTINGS, *(each for one in self._all for each in one.settings)])

    def settle_settings(self, person: int, given: Collection[Setting[Any]]) -> Job | None:
        """What the transaction that changes these settings of a person writes besides."""
        hooks = (each.settle_settings for each in self._all)
        return together(hook(person, given) for hook in hooks if hook is not None)

    async def settings_changed(self, person: int, chosen: Mapping[Setting[Any], Any]) -> None:
        """A person has changed these of their settings, to these values."""
        for feature in self._all:
            if feature.settings_changed is not None:
                await feature.settings_changed(self._context, person, chosen)

    async def channel_deleted(self, guild: int, channel: int) -> None:
        """A channel of a server was deleted."""
        for feature in self._all:
            if feature.channel_deleted is not None:
                await feature.channel_deleted(self._context, guild, channel)

    async def channels_used(self, interaction: Interaction, server: int) -> set[int]:
        """The channels of a server in which features post."""
        found: set[int] = set()
        for feature in self._all:
            if feature.channels_used is not None:
                found.update(await feature.channels_used(interaction, server))
        return found

    async def post_again(self, interaction: Interaction, server: int) -> list[Posted]:
        """Post again what is lost in a server."""
        found: list[Posted] = []
        for feature in self._all:
            if feature.post_again is not None:
                found += await feature.post_again(interaction, server)
        return found

    async def rules_notes(self, server: int, rules: ServerRules) -> list[str]:
        """Notes beside a server's rules."""
        store = self._context.tables.store
        hooks = (each.rules_note for each in self._all)
        return [await hook(store, server, rules) for hook in hooks if hook is not None]

    async def profile_facts(self, person: int) -> list[tuple[str, str]]:
        """What features say of a person in their profile."""
        hooks = (each.profile_facts for each in self._all)
        return [
            fact for hook in hooks if hook is not None for fact in await hook(self._context.tables, person)
        ]

    def data_notes(self) -> list[str]:
        """What features store, as lines of ``/privacy``."""
        return [feature.data_note for feature in self._all if feature.data_note]

    async def forget_warnings(self, person: int) -> list[str]:
        """What somebody loses who is forgotten."""
        hooks = (each.forget_warning for each in self._all)
        return [await hook(self._context, person) for hook in hooks if hook is not None]
