"""Bans: the people and servers for whom the bot does nothing, each with the host's reason."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import sqlalchemy as sa

from data.store import schema
from data.store.compiled_statements import Compiled
from data.store.store import Store

Kind: TypeAlias = Literal["person", "server"]
_WHOM: Final[dict[Kind, sa.Column[int]]] = {
    "person": schema.banned_person.c.person,
    "server": schema.banned_server.c.guild,
}


_REASONS: Final = {
    kind: Compiled(sa.select(whom, whom.table.c.reason).order_by(whom.table.c.at, whom))
    for kind, whom in _WHOM.items()
}


async def reasons(store: Store, kind: Kind) -> dict[int, str]:
    """Why each person or server is banned, the first ban first."""
    return {number: str(reason) for number, reason in await store.found(_REASONS[kind])}


async def ban(store: Store, kind: Kind, number: int, reason: str, at: int) -> None:
    """Ban a person or a server, or change the reason."""
    row = {_WHOM[kind].name: number, "reason": reason, "at": at}
    await store.write(lambda connection: schema.upsert(connection, _WHOM[kind].table, **row))


async def unban(store: Store, kind: Kind, number: int) -> bool:
    """Lift a ban. Returns whether there was one."""
    whom = _WHOM[kind]
    gone = sa.delete(whom.table).where(whom == number)
    return await store.write(lambda connection: connection.execute(gone).rowcount > 0)
