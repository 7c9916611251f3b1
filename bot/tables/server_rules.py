"""What those who manage a server chose for it, kept as JSON by the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, get_args

from bot.tables.model.pace import read as read_pace
from data.store.queries.people import settings_in
from data.store.queries.servers import change_server
from data.store.store import Store

from .errors import TableError

Cards = Literal["post", "edit"]
CARDS: Final[tuple[Cards, ...]] = get_args(Cards)
MOST: Final = 1000
"""The largest limit on open tables."""


@dataclass(frozen=True, slots=True)
class ServerRules:
    """One server's rules for its tables."""

    channels: tuple[int, ...] = ()
    """Where tables may be opened; empty for everywhere."""
    threads: bool = True
    """Whether a table gets a thread of its own."""
    cards: Cards = "post"
    """Whether each turn posts a new card, or changes the one that stands."""
    pace: str = ""
    """The clock of a table that was opened without one, as its host would write it; empty for none."""
    tables: int = 0
    """How many tables may be open or running at once; 0 for any number."""
    each: int = 0
    """How many of them one member may have opened; 0 for any number."""
    board_channel: int = 0
    """The channel of the list of tables; 0 for none."""
    board_message: int = 0
    """The message of that list; 0 while it has to be posted."""


def read(stored: Mapping[str, Any]) -> ServerRules:
    """Rules from what is stored; what makes no sense (any more) is left at its default."""
    usual = asdict(ServerRules())
    chosen: dict[str, Any] = {
        name: value for name, value in stored.items() if name in usual and type(value) is type(usual[name])
    }
    if isinstance(channels := stored.get("channels"), list):
        chosen["channels"] = tuple(number for number in channels if type(number) is int)
    if chosen.get("cards", "post") not in CARDS:
        del chosen["cards"]
    for name in ("tables", "each"):
        if not 0 <= chosen.get(name, 0) <= MOST:
            del chosen[name]
    return ServerRules(**chosen)


async def load(store: Store, server: int | None) -> ServerRules:
    """The rules of ``server``; outside servers (None) there are the usual ones."""
    text = await store.server_settings(server) if server is not None else None
    return read(settings_in(text))


async def change(store: Store, server: int, **chosen: str | bool | int | Sequence[int] | None) -> ServerRules:
    """Keep some rules of ``server`` as ``chosen``; gives them all.

    :raises TableError: when one of them can't be.
    """
    if "pace" in chosen:
        pace = read_pace(str(chosen["pace"]))
        chosen["pace"] = str(pace) if pace else ""
    for name in ("tables", "each"):
        limit = chosen.get(name, 0)
        if not isinstance(limit, int) or not 0 <= limit <= MOST:
            raise TableError(f"A limit is a number from 1 to {MOST}, or 0 for none.")
    await change_server(store, server, chosen)
    return await load(store, server)


async def allow(store: Store, server: int, channel: int) -> ServerRules:
    """Put ``channel`` on the list of those where tables may be opened; gives all rules."""

    def longer(stored: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"channels": [*dict.fromkeys((*read(stored).channels, channel))]}

    await change_server(store, server, longer)
    return await load(store, server)


async def forbid(store: Store, server: int, channel: int) -> ServerRules:
    """Take ``channel`` from that list; gives all rules.

    :raises TableError: when it is not on it.
    """

    def shorter(stored: Mapping[str, Any]) -> Mapping[str, Any]:
        channels = read(stored).channels
        if channel not in channels:
            raise TableError(
                f"<#{channel}> is none of the allowed channels. Allow those that you want with "
                f"`/server allow`: then all others are forbidden."
            )
        return {"channels": [each for each in channels if each != channel]}

    await change_server(store, server, shorter)
    return await load(store, server)


def require_channel(rules: ServerRules, *channels: int | None) -> None:
    """:raises TableError: when none of ``channels`` (a channel; a thread and its parent) is allowed."""
    if rules.channels and not set(channels) & set(rules.channels):
        listed = ", ".join(f"<#{number}>" for number in rules.channels[:20])
        raise TableError(f"Tables are opened in {listed} on this server. Try it there.")
