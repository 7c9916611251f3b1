"""Who was forgotten, as keyed digests: restoring a copy of the database must not bring them back.

A row of ``kv`` for each person: its key is the digest of the person's id, its value the time and the key of
the digest. With the key beside it, a row means the same in every database it is copied to.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Iterator
from typing import Final

import sqlalchemy as sa

from data.store import schema

PREFIX: Final = "forgotten "
_KEY: Final = schema.kv.c.key
_FIRST, _BEHIND = f"{PREFIX}0", f"{PREFIX}g"
_NOTED: Final = (_KEY >= _FIRST, _KEY < _BEHIND)
"""The rows, whose keys go on in hexadecimal: a range is found by the index."""
KEY_BYTES: Final = 32


class Erasures:
    """When who was forgotten. Nobody can be read from it, but a given person can be looked up.

    ``rows`` are keys and values of ``kv``.
    """

    def __init__(self, rows: Iterable[tuple[str, str]]) -> None:
        self._times: dict[bytes, dict[str, int]] = {}
        for name, value in rows:
            at, _, key = value.partition(" ")
            self._times.setdefault(bytes.fromhex(key), {})[name] = int(at)

    def __bool__(self) -> bool:
        return bool(self._times)

    def last(self, person: int) -> int | None:
        """When ``person`` was last forgotten, in milliseconds; None: never."""
        times = [known.get(_name(key, person)) for key, known in self._times.items()]
        return max((at for at in times if at is not None), default=None)

    def rows(self) -> Iterator[tuple[str, str]]:
        """Keys and values of ``kv``."""
        for key, known in self._times.items():
            for name, at in known.items():
                yield name, f"{at} {key.hex()}"


def _name(key: bytes, person: int) -> str:
    return PREFIX + hmac.digest(key, str(person).encode("ascii"), "sha256").hex()


def erasures(connection: sa.Connection) -> Erasures:
    """All that the database knows."""
    found = connection.execute(sa.select(_KEY, schema.kv.c.value).where(*_NOTED))
    return Erasures((name, value) for name, value in found)


def note(connection: sa.Connection, person: int, at: int) -> None:
    """Note that ``person`` was forgotten at ``at``, in the transaction that does so."""
    used = connection.scalar(sa.select(schema.kv.c.value).where(*_NOTED).limit(1))
    key = bytes.fromhex(used.partition(" ")[2]) if used is not None else secrets.token_bytes(KEY_BYTES)
    _put(connection, _name(key, person), f"{at} {key.hex()}")


def merge(connection: sa.Connection, other: Erasures) -> None:
    """Add what another database knew, where it was later."""
    own = dict(erasures(connection).rows())
    for name, value in other.rows():
        if name not in own or int(own[name].partition(" ")[0]) < int(value.partition(" ")[0]):
            _put(connection, name, value)


def _put(connection: sa.Connection, name: str, value: str) -> None:
    schema.upsert(connection, schema.kv, {"key": name}, {"value": value})
