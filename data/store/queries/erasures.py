"""Who was erased, as keyed digests, so that restoring a backup doesn't bring them back.

One row of ``kv`` per person: its key is the digest of the person's id, its value the time and the digest's
key. Since the key is stored with it, a row remains valid in any database that it is copied to. A list, which
is a file outside the database, has each row as a line: somebody may put an older database in place by hand.
"""

from __future__ import annotations

import hmac
import logging
import os
import re
import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from data.store import schema
from data.store.sqlite.files import FILE_MODE, create_private_folder, leave_to_owner

LOG: Final = logging.getLogger(__name__)
PREFIX: Final = "forgotten "
_KEY: Final = schema.kv.c.key
_FIRST, _BEHIND = f"{PREFIX}0", f"{PREFIX}g"
_NOTED: Final = (_KEY >= _FIRST, _KEY < _BEHIND)
"""The condition for these rows, as a range of keys that the index can use: digests are hexadecimal."""
KEY_BYTES: Final = 32
LINE: Final = re.compile(rf"({PREFIX}[0-9a-f]{{64}}) (\d+ [0-9a-f]{{64}})", re.ASCII)
"""A line of the list; anything else in there counts for nothing."""


class Erasures:
    """When each person was erased. It doesn't list people, but a given person can be looked up.

    ``rows`` are keys and values of ``kv``; of several about the same erasure, the latest counts.
    """

    def __init__(self, rows: Iterable[tuple[str, str]]) -> None:
        self._times: dict[bytes, dict[str, int]] = {}
        for name, value in rows:
            at, _, key = value.partition(" ")
            known = self._times.setdefault(bytes.fromhex(key), {})
            known[name] = max(int(at), known.get(name, 0))

    def __bool__(self) -> bool:
        return bool(self._times)

    def last(self, person: int) -> int | None:
        """When ``person`` was last erased, in milliseconds since 1970; None if never."""
        times = [known.get(_name(key, person)) for key, known in self._times.items()]
        return max((at for at in times if at is not None), default=None)

    def rows(self) -> Iterator[tuple[str, str]]:
        """The keys and values for ``kv``."""
        for key, known in self._times.items():
            for name, at in known.items():
                yield name, f"{at} {key.hex()}"


def _name(key: bytes, person: int) -> str:
    return PREFIX + hmac.digest(key, str(person).encode("ascii"), "sha256").hex()


def erasures(connection: sa.Connection) -> Erasures:
    """All erasures in the database."""
    found = connection.execute(sa.select(_KEY, schema.kv.c.value).where(*_NOTED))
    return Erasures((name, value) for name, value in found)


def note(connection: sa.Connection, person: int, at: int) -> None:
    """Record that ``person`` was erased at ``at``; call it in the transaction that erases them."""
    used = connection.scalar(sa.select(schema.kv.c.value).where(*_NOTED).limit(1))
    key = bytes.fromhex(used.partition(" ")[2]) if used is not None else secrets.token_bytes(KEY_BYTES)
    schema.upsert(connection, schema.kv, key=_name(key, person), value=f"{at} {key.hex()}")


def merge(connection: sa.Connection, other: Erasures) -> None:
    """Add another database's erasures; the later time wins."""
    own = dict(erasures(connection).rows())
    for name, value in other.rows():
        if name not in own or int(own[name].partition(" ")[0]) < int(value.partition(" ")[0]):
            schema.upsert(connection, schema.kv, key=name, value=value)


def together(*known: Erasures) -> Erasures:
    """All of them."""
    return Erasures(row for each in known for row in each.rows())


def listed(file: Path) -> Erasures:
    """Those in a list; none if there is no such file.

    :raises OSError: when it can't be read.
    """
    return Erasures(LINE.findall(file.read_text("ascii", "replace")) if file.exists() else ())


def keep_listed(connection: sa.Connection, file: Path) -> None:
    """Add those in the database to a list. If that fails, it is logged: the next time adds them."""
    try:
        before = listed(file)
        fresh = {*together(before, erasures(connection)).rows()} - {*before.rows()}
        if not fresh:
            return
        create_private_folder(file.parent)
        # In one piece: several processes may have the same list. A line that was cut short ends first.
        handle = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, FILE_MODE)
        with os.fdopen(handle, "ab", buffering=0) as lines:
            lines.write("".join(f"\n{name} {value}" for name, value in sorted(fresh)).encode())
        leave_to_owner(file.parent, file)
    except OSError as error:
        LOG.warning(
            "can't write %s (%s): whoever is forgotten now comes back if somebody puts an older database in "
            "place by hand",
            file,
            error.strerror,
        )
