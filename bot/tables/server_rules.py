"""A server's settings for its tables, stored as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, get_args

from bot.games.core import OptionError
from bot.languages import listed, names
from bot.tables.model.pace import read as read_pace
from data.store.queries.servers import change_server, servers_with_settings
from data.store.records import NOWHERE, settings_in
from data.store.store import Store

from .errors import TableError

Cards = Literal["post", "edit"]
CARDS: Final[tuple[Cards, ...]] = get_args(Cards)
MOST: Final = 1000
"""The largest limit on open tables."""


@dataclass(frozen=True, slots=True)
class ServerRules:
    """One server's settings for its tables."""

    channels: tuple[int, ...] = ()
    """The channels where tables may be opened; empty: everywhere; ``NOWHERE`` alone: all were deleted."""
    threads: bool = True
    """Whether each table gets its own thread."""
    cards: Cards = "post"
    """Whether each turn posts a new card or edits the last one."""
    pace: str = ""
    """The default time limit in notation; empty: none."""
    tables: int = 0
    """How many tables may be open or in play at once; 0: no limit."""
    each: int = 0
    """How many of those one member may have opened; 0: no limit."""
    board_channel: int = 0
    """The channel with the list of tables; 0: none."""
    board_message: int = 0
    """The message with that list; 0: not posted yet."""
    board_game: str = ""
    """The only game in that list; empty: all games."""
    board_open: bool = False
    """Whether that list shows open tables only."""
    events: bool = False
    """Whether tournaments and everybody's games are events of the server, if the bot may make some."""
    language: str = ""
    """The language of what everybody sees; empty: the server's own."""


USUAL: Final = ServerRules()
DEFAULTS: Final = asdict(USUAL)


def read(stored: Mapping[str, Any]) -> ServerRules:
    """Settings from stored values, with defaults for what isn't valid."""
    chosen = {
        name: stored[name]
        for name, usual in DEFAULTS.items()
        if name in stored and type(stored[name]) is type(usual)
    }
    if isinstance(channels := stored.get("channels"), list):
        chosen["channels"] = tuple(number for number in channels if type(number) is int)
    if chosen.get("cards", "post") not in CARDS:
        del chosen["cards"]
    for name in ("tables", "each"):
        if not 0 <= chosen.get(name, 0) <= MOST:
            del chosen[name]
    if (language := chosen.get("language")) and language not in names():
        del chosen["language"]
    return ServerRules(**chosen)


async def load(store: Store, server: int | None) -> ServerRules:
    """The settings of ``server``; defaults outside servers (None)."""
    stored = await store.server_settings(server) if server is not None else None
    return read(settings_in(stored)) if stored else USUAL


async def all_rules(store: Store) -> dict[int, ServerRules]:
    """The settings of each server that has any and that this process looks after."""
    found = await servers_with_settings(store)
    return {server: read(settings_in(stored)) for server, stored in found.items()}


async def change(store: Store, server: int, **chosen: str | bool | int | Sequence[int] | None) -> ServerRules:
    """Store the ``chosen`` settings for ``server``. Returns all of its settings.

    :raises RulesError: for an invalid time limit or an out-of-bounds number of tables.
    """
    if "pace" in chosen:
        pace = read_pace(str(chosen["pace"]))
        chosen["pace"] = str(pace) if pace else ""
    for name in ("tables", "each"):
        limit = chosen.get(name, 0)
        if not isinstance(limit, int) or not 0 <= limit <= MOST:
            raise OptionError("A limit is a number from 1 to {most}, or 0 for no limit.", most=MOST)
    await change_server(store, server, chosen)
    return await load(store, server)


async def allow(store: Store, server: int, channel: int) -> ServerRules:
    """Add ``channel`` to the channels where tables may be opened. Returns all settings."""
    return await _edit_channels(
        store,
        server,
        lambda listed: [*dict.fromkeys((*(each for each in listed if each != NOWHERE), channel))],
    )


async def forbid(store: Store, server: int, channel: int) -> ServerRules:
    """Remove ``channel`` from those channels. Returns all settings.

    :raises TableError: when it isn't one of them.
    """

    def edit(listed: Sequence[int]) -> Sequence[int]:
        if channel not in listed:
            raise TableError(
                "{channel} isn’t on the list of allowed channels. To allow tables only in "
                "certain channels, add those with `/server allow`.",
                channel=f"<#{channel}>",
            )
        return [each for each in listed if each != channel]

    return await _edit_channels(store, server, edit)


async def forget(store: Store, server: int, gone: int) -> None:
    """Take a channel that was deleted off the list.

    Without the last one, no table may be opened anywhere: they were wanted in certain channels only.
    """
    await _edit_channels(
        store,
        server,
        lambda listed: [each for each in listed if each != gone] or [NOWHERE] if gone in listed else listed,
    )


async def _edit_channels(
    store: Store, server: int, edit: Callable[[Sequence[int]], Sequence[int]]
) -> ServerRules:
    def changes(stored: Mapping[str, Any]) -> Mapping[str, Any]:
        before = read(stored).channels
        after = edit(before)
        return {} if after is before else {"channels": after}

    await change_server(store, server, changes)
    return await load(store, server)


def require_channel(rules: ServerRules, *channels: int | None) -> None:
    """:raises TableError: when none of ``channels`` (a thread and its parent) is allowed."""
    if rules.channels == (NOWHERE,):
        raise TableError(
            "The only channel for games in this server was deleted. Ask somebody with the **Manage Server** "
            "permission to allow another one with `/server allow`."
        )
    if rules.channels and not set(channels) & set(rules.channels):
        others = listed((f"<#{each}>" for each in rules.channels[:20]), "or")
        raise TableError("In this server, you can start games in {channels}.", channels=others)
