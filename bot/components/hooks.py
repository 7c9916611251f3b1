"""What a feature can hook into.

A feature is a folder in ``bot/features`` and a line in ``FEATURES`` there. One of its modules has a record,
``FEATURE``, that says with one optional function for each hook where it takes part. The rest of the bot calls
:class:`Features`, which asks the features in their order and knows none by name.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

import discord
from discord import app_commands

from bot.components.interactions.card import Card, CardImage, Control
from bot.components.interactions.context import InteractionClient, InteractionContext, Seen, person_of
from bot.games.core import AnyGame, Games
from bot.people import preferences
from bot.people.settings import Chosen, Setting, in_order
from bot.tables.automatic_turns import AutomaticTurns
from bot.tables.jobs.scheduler import Scheduler
from bot.tables.model.drafts import Draft
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.notes import Marks
from bot.tables.server_rules import ServerRules
from bot.tables.service import (
    Chance,
    Export,
    Forget,
    Job,
    KeyedLocks,
    Refuse,
    Settle,
    TableHooks,
    TableService,
    together,
)
from bot.thinking.thinkers import Thinkers
from rendering.studio import Studio

Command: TypeAlias = app_commands.Command[Any, ..., None]
T = TypeVar("T")
Place: TypeAlias = Literal["lobby", "begun", "turn", "more", "result", "end", "shared"]
"""Where a table has buttons: its lobby; its card before a person has moved; the card of a turn, unless
somebody plays alone, and the own view of whoever only watches; **More**; its lobby after the game; its final
card; a shared film."""


class ProfileFact(NamedTuple):
    """What a feature knows of a person, for their profile."""

    label: str
    text: str
    """In words; empty: it isn't worth a line."""
    game: str | None = None
    """The key of the game whose cell shows ``figure``; empty: it has a cell of its own; None: words only."""
    figure: str = ""
    """Large in the cell; empty: nothing yet."""
    below: str = ""
    """What the figure means."""


@dataclass(frozen=True, slots=True)
class Extras:
    """What features add to the cards of a table."""

    beside: Mapping[int, str] = field(default_factory=dict)
    """What stands beside the names of people in the lobby."""
    top: tuple[str, ...] = ()
    """Lines above all others in the lobby."""
    lines: tuple[str, ...] = ()
    """Lines below the names of the people, or below whose turn it is."""
    threatened: tuple[str, ...] = ()
    """Squares of a game in play that its picture rings: what is there could be taken."""
    pings: tuple[int, ...] = ()
    """People and roles besides those whose turn it is whom a new card may notify; a line mentions them."""

    def __add__(self, other: Extras) -> Extras:
        if other is NO_EXTRAS:
            return self
        both = {
            person: " · ".join(each[person] for each in (self.beside, other.beside) if person in each)
            for person in {**self.beside, **other.beside}
        }
        return Extras(
            both,
            (*self.top, *other.top),
            (*self.lines, *other.lines),
            (*self.threatened, *other.threatened),
            (*self.pings, *other.pings),
        )


NO_EXTRAS: Final = Extras()


@dataclass(frozen=True, slots=True)
class Advice:
    """What a picker says of the next choice, and what its picture shows instead of all choices."""

    lines: tuple[str, ...]
    """Empty ones are left out."""
    chosen: tuple[str, ...] | None = None
    """The steps to draw; None: what the reader has chosen, and all choices."""
    choices: tuple[Any, ...] = ()
    """The actions to draw."""
    notes: Marks = ()
    """What it says is known of squares, drawn and heeded like the reader's own marks."""
    path: tuple[str, ...] = ()
    """The steps that it tells: a switch among them is on."""


class BulletinPart(NamedTuple):
    """What a feature adds to what the bot posts by itself for everybody in a channel."""

    lines: tuple[str, ...]
    pictures: tuple[CardImage, ...] = ()
    controls: tuple[Control, ...] = ()
    below: tuple[str, ...] = ()
    """Lines below those of all others, about the day before."""


class Week(NamedTuple):
    """A week in a server, of which the bot tells in a channel."""

    server: int
    since: int
    """When it began, in milliseconds since 1970."""
    until: int
    seen: Callable[[int], bool]
    """Whether everybody who reads it may know what happens in another channel."""


class Posted(NamedTuple):
    """Something that was lost in a server, such as a card."""

    name: str
    error: Exception | None = None
    """Why it couldn't be posted again."""


def _nothing(*_asked: object) -> tuple[()]:
    return ()


async def _nothing_found(*_asked: object) -> tuple[()]:
    return ()


async def _done(*_asked: object) -> None:
    pass


async def _never(*_asked: object) -> bool:
    return False


def _never_now(*_asked: object) -> bool:
    return False


async def _no_extras(*_asked: object) -> Extras:
    return NO_EXTRAS


def _none(*_asked: object) -> None:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """One thing that a table can do without, and where it takes part."""

    name: str
    commands: tuple[Command | app_commands.Group, ...] = ()
    """Its slash commands."""
    subcommands: Callable[[Games], Iterable[tuple[str, Command]]] = _nothing
    """Those in groups of the bot's own, each with the name of its group."""
    open: Callable[[Any], Feature] | None = None
    """The feature as the bot runs it: with its ``parts``, and hooks that use them. It is given the bot."""
    parts: tuple[object, ...] = ()
    """What it keeps in memory, of which its handlers find each by class with ``Features.part``.

    A ``TurnSource`` plays a kind of turns, and what is ``Timed`` acts at certain times."""

    # The life of the bot
    taught: Callable[[AnyGame, Thinkers], AnyGame] | None = None
    """A game with what the thinking processes offer for it."""
    start: Callable[[], Awaitable[object]] | None = None
    """When the bot is ready: do or show what was left undone. Repeated after an error."""
    look: Callable[[BotContext], Awaitable[object]] = _done
    """Before the start, and twice a minute: read what the host has changed, in another process."""
    reconcile: Callable[[], Awaitable[object]] = _done
    """Show what was committed and not shown: after an error of the database, and in a new server."""
    close: Callable[[], Awaitable[object]] = _done
    """When the bot stops; the next start repeats what is left."""
    sweep: Callable[[TableService], Awaitable[object]] = _done
    """Once a day: delete what need not be kept."""
    table_shown: Callable[[int], object] = _nothing
    """After the last attempt to show a table. Never blocks, never raises."""
    examine: Callable[[Games], Iterable[str]] | None = None
    """What is wrong with the files that it reads; the doctor asks."""

    # Changes to tables
    settle: Settle | None = None
    """What the transaction that appends events writes besides."""
    refuse: Refuse | None = None
    """Why people may not change a table in some way."""
    chance: Chance | None = None
    """Where the results of chance at a table come from."""
    holds: Callable[[Table], Awaitable[bool]] = _never
    """Wait before a table is shown; whether it may have changed since."""

    # Cards
    extras: Callable[[BotContext, Table], Awaitable[Extras]] = _no_extras
    """What it adds to lobbies and final cards."""
    turn_extras: Callable[[BotContext, Table], Awaitable[Extras]] = _no_extras
    """What it adds to the card of a game in play."""
    controls: Mapping[Place, Callable[[Table], Sequence[Control]]] = field(default_factory=dict)
    """Buttons of a table."""
    book_controls: Callable[[AnyGame], Sequence[Control]] = _nothing
    """Buttons of the last page of a rule book."""
    first_card: Callable[[BotContext], Awaitable[Card | None]] = _done
    """What a host can post in a channel before anybody has typed a command."""
    help_lines: tuple[str, ...] = ()
    """Sentences of ``/help``."""
    help_controls: Callable[[BotContext], Sequence[Control]] = _nothing
    """Buttons of ``/help``."""
    own_controls: Callable[[BotContext, Table, int], Awaitable[Sequence[Control]]] = _nothing_found
    """Buttons of somebody's own view."""
    own_lines: Callable[[Table, int], Sequence[str]] = _nothing
    """Lines of somebody's own view."""
    plays_next: Callable[[Table, int], bool] = _never_now
    """Whether somebody's turn is about to be played for them: nobody asks them for it."""
    more_controls: Callable[[BotContext, Table, int], Awaitable[Sequence[Control]]] = _nothing_found
    """Buttons of somebody under **More**, before those for all."""
    picker_controls: Callable[[BotContext, Draft, str], Sequence[Control]] = _nothing
    """Buttons of the picker, in which the given text is chosen."""
    advice: Callable[[BotContext, Draft], Advice | None] = _none
    """What it says in the picker of the next choice, and draws of it."""
    list_controls: Callable[[Interaction, Sequence[Table]], Sequence[Control]] = _nothing
    """Buttons of somebody's list of games, of which they play these."""
    list_lines: Callable[[Interaction, int], Awaitable[Sequence[str]]] = _nothing_found
    """Lines below a person's list of games."""
    film_lines: Callable[[BotContext, Table], Awaitable[Sequence[str]]] = _nothing_found
    """Lines below the film of a finished game."""
    record_notes: Callable[[TableService, Table], Awaitable[Sequence[tuple[str, str]]]] = _nothing_found
    """Notes in a table's record, each a name and a value."""
    end_card: Callable[[BotContext, Table, int], Awaitable[Card | None]] = _done
    """What a player sees instead of the public end of a private table."""

    # Who is told
    quiet: Callable[[Table, Chosen], bool] = lambda _table, _chosen: False
    """Whether somebody who has chosen this isn't called to a table."""
    also_told: Callable[[BotContext, int], Awaitable[Iterable[int]]] = _nothing_found
    """The people who don't sit at a table and get a direct message when its game is over."""

    # Servers and people
    day: Callable[[BotContext, int, str], Awaitable[BulletinPart | None]] = _done
    """What it has for a server on a day (ISO 8601, UTC)."""
    week: Callable[[BotContext, Week], Awaitable[BulletinPart | None]] = _done
    """A story of a server's week; None: there is none."""
    day_changed: Callable[[int], object] = _nothing
    """Somebody in a server has solved or played what there is for the day. Never blocks, never raises."""
    settings: tuple[Setting[Any], ...] = ()
    """What people can choose for themselves."""
    settle_settings: Callable[[int, Collection[Setting[Any]]], Job | None] = _none
    """What the transaction that changes these settings of a person writes besides."""
    settings_changed: Callable[[BotContext, int, Mapping[Setting[Any], Any]], Awaitable[object]] = _done
    """After a person has changed these of their settings, to these values."""
    channel_deleted: Callable[[int, int], Awaitable[object]] = _done
    """A channel of a server was deleted. Repeated after an error."""
    channels_used: Callable[[Interaction, int], Awaitable[Iterable[int]]] = _nothing_found
    """The channels of a server in which it posts, as far as the caller may know."""
    post_again: Callable[[Interaction, int], Awaitable[Sequence[Posted]]] = _nothing_found
    """Post again what it has lost in a server."""
    rules_notes: Callable[[TableService, int, ServerRules], Awaitable[Sequence[str]]] = _nothing_found
    """Notes beside a server's rules."""
    profile_facts: Callable[[TableService, int], Awaitable[Sequence[ProfileFact]]] = _nothing_found
    """What it says of a person in their profile."""
    data_note: str = ""
    """What it stores, as a line of ``/privacy``."""
    export: Export | None = None
    """All that it has stored about a person."""
    forget: Forget | None = None
    """Take a person out of all that it has stored, in the transaction that forgets them."""
    forgotten: Callable[[int], object] = _nothing
    """Take a person out of what it keeps in memory."""
    forget_warnings: Callable[[BotContext, int], Awaitable[Sequence[str]]] = _nothing_found
    """What somebody loses who is forgotten."""


def given(hooks: Iterable[T | None]) -> tuple[T, ...]:
    """The ``hooks`` that there are."""
    return tuple(hook for hook in hooks if hook is not None)


def load(names: Iterable[str]) -> tuple[Feature, ...]:
    """The features in these folders, whose buttons can be pressed from now on."""
    return tuple(feature for name in names for feature in _loaded(name))


@cache
def _loaded(name: str) -> tuple[Feature, ...]:
    package = importlib.import_module(f"bot.features.{name}")
    modules = pkgutil.iter_modules(package.__path__, f"{package.__name__}.")
    loaded = [importlib.import_module(module.name) for module in modules]
    return tuple(module.FEATURE for module in loaded if hasattr(module, "FEATURE"))


def table_hooks(features: Sequence[Feature]) -> TableHooks:
    """Where ``features`` take part in changes to tables, and in what is stored about people."""
    names = [hook.name for hook in fields(TableHooks)]
    return TableHooks(**{name: given(getattr(each, name) for each in features) for name in names})


def taught(features: Sequence[Feature], game: AnyGame, thinkers: Thinkers) -> AnyGame:
    """``game``, and its earlier rules, with what the thinking processes offer for it."""
    for hook in given(each.taught for each in features):
        game = hook(game, thinkers)
    return replace(game, older=tuple(taught(features, older, thinkers) for older in game.older))


class Features:
    """The features of a bot, asked in their order."""

    def __init__(self, features: Sequence[Feature]) -> None:
        self.all = tuple(features)
        self._parts: dict[type, Any] = {}

    def open(self, bot: BotClient) -> list[object]:
        """Have them keep what they need in memory; all of that."""
        self.all = tuple(each.open(bot) if each.open is not None else each for each in self.all)
        parts = [part for each in self.all for part in each.parts]
        self._parts = {type(part): part for part in parts}
        return parts

    def part(self, kind: type[T]) -> T:
        """What a feature keeps, for its own handlers."""
        found: T = self._parts[kind]
        return found

    def add_commands(self, tree: app_commands.CommandTree[Any], games: Games) -> None:
        """Add all slash commands to the tree, which has the groups of the bot's own."""
        for own in (command for each in self.all for command in each.commands):
            tree.add_command(own)
        for name, command in (found for each in self.all for found in each.subcommands(games)):
            group = tree.get_command(name)
            assert isinstance(group, app_commands.Group)
            group.add_command(command)

    async def first(self, ask: Callable[[Feature], Awaitable[T | None]]) -> T | None:
        """What the first one gives that gives anything."""
        for each in self.all:
            if (found := await ask(each)) is not None:
                return found
        return None

    async def hold(self, table: Table) -> bool:
        """Wait before a table is shown. Returns whether it may have changed since."""
        for each in self.all:
            if await each.holds(table):
                return True
        return False

    def advice(self, context: BotContext, draft: Draft) -> Advice | None:
        """What the first one says that says anything."""
        return next(filter(None, (each.advice(context, draft) for each in self.all)), None)

    async def extras(self, context: BotContext, table: Table) -> Extras:
        """What they add to a lobby or a final card."""
        return sum([await each.extras(context, table) for each in self.all], NO_EXTRAS)

    async def turn_extras(self, context: BotContext, table: Table) -> Extras:
        """What they add to the card of a game in play."""
        return sum([await each.turn_extras(context, table) for each in self.all], NO_EXTRAS)

    def controls(self, place: Place, table: Table) -> list[Control]:
        """Their buttons of a table."""
        asked = [each.controls[place] for each in self.all if place in each.controls]
        return [control for ask in asked for control in ask(table)]

    @property
    def settings(self) -> tuple[Setting[Any], ...]:
        """All that people can choose for themselves, in the order in which it is shown."""
        return in_order([*preferences.SETTINGS, *[setting for each in self.all for setting in each.settings]])

    def settle_settings(self, person: int, chosen: Collection[Setting[Any]]) -> Job | None:
        """What the transaction that changes these settings of a person writes besides."""
        return together(each.settle_settings(person, chosen) for each in self.all)


@dataclass(frozen=True, slots=True, kw_only=True)
class BotContext(InteractionContext):
    """What cards and features work with."""

    features: Features
    studio: Studio
    thinkers: Thinkers
    turns: AutomaticTurns
    deadlines: Scheduler
    hinted: Seen = field(default_factory=Seen)
    """Table and person, where somebody was told that their DMs are closed."""
    seeking: KeyedLocks[int] = field(default_factory=KeyedLocks)
    """By server; held while somebody finds a seat with ``/play`` or opens a table."""


class BotClient(InteractionClient):
    """The bot as cards and features know it."""

    context: BotContext

    def forgotten(self, person: int) -> None:
        """Take a person out of what is kept in memory."""


Interaction: TypeAlias = discord.Interaction[BotClient]
"""A command, press, form or autocomplete, for what needs the features."""


def asked_by(interaction: Interaction) -> tuple[BotContext, Person]:
    """The bot's context, and who has pressed or typed."""
    return interaction.client.context, person_of(interaction.user)
