"""The file that keeps a local world, so that the table is as it was when the program starts again.

It is written before each request that changes something is answered, as Discord would: what the bot believes
to have posted is there, however the program ends.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from pathlib import Path

from bot.local.api.errors import Json
from bot.local.api.gateway import dumps
from bot.local.validate.commands import Commands

from . import ledger
from .world import World

MARK = 0x43544C57
"""SQLite's application id of such a file."""
VERSION = 1
TABLES = """
CREATE TABLE part (name TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE message (id INTEGER PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE file (id INTEGER PRIMARY KEY, data BLOB NOT NULL);
"""
DAMAGED = (sqlite3.DatabaseError, KeyError, TypeError, ValueError, AttributeError)
"""What reading a file that is broken, or somebody else's, may raise."""


class InUse(OSError):
    """Another local table keeps its world in the same file."""


def beside(database: Path) -> Path:
    """The file that keeps the world of the tables in ``database``."""
    return database.with_name(database.name + ".local")


def set_aside(path: Path) -> Path | None:
    """Give a file (with what SQLite keeps beside it) another name; None when there is none."""
    if not path.exists():
        return None
    number = 1
    while (aside := path.with_name(f"{path.name}.aside-{number}")).exists():
        number += 1
    path.rename(aside)
    log = path.with_name(path.name + "-wal")
    if log.exists():
        log.rename(aside.with_name(aside.name + "-wal"))
    return aside


class Keeper:
    """Keeps one world, and the commands that the bot has registered in it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.world = World()
        self.commands = Commands(self.world)
        self._parts: dict[str, str] = {}
        self._messages: dict[int, int] = {}
        """The revisions that the file holds."""
        self._files: set[int] = set()
        self._failed = ""
        self._file = _connect(path)

    @classmethod
    def open(cls, path: Path) -> Keeper:
        """The keeper of the world in ``path``, or of a fresh one; a file that can't be read is set aside.

        :raises InUse: while another process keeps its world there.
        :raises OSError: when there can be no file at ``path``.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            try:
                keeper = cls(path)
                try:
                    keeper._load()
                except DAMAGED:
                    keeper._file.close()
                    raise
                return keeper
            except sqlite3.OperationalError:
                raise
            except DAMAGED as error:
                aside = set_aside(path)
                print(
                    f"The world kept in {path} can’t be read ({error}). A fresh one begins; the old file is "
                    f"now {aside}.",
                    file=sys.stderr,
                )
                return cls(path)
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise InUse(f"Another local table is open with {path}: close that one first.") from None
            raise OSError(f"The file {path} can’t be used: {error}.") from error

    def _load(self) -> None:
        parts = dict(self._file.execute("SELECT name, body FROM part"))
        if not parts:
            return
        data = dict(self._file.execute("SELECT id, data FROM file"))
        rows = self._file.execute("SELECT id, body FROM message ORDER BY id").fetchall()
        bodies: list[Json] = [json.loads(text) for _, text in rows]
        ledger.restore(self.world, json.loads(parts["world"]), bodies, data)
        self.commands.restore(json.loads(parts["commands"]))
        self._parts, self._files = parts, set(data)
        self._messages = {body["id"]: body["revision"] for body in bodies}

    def save(self) -> None:
        """Write down what has changed; a fault is told once, and the next save tries again."""
        world = self.world
        now = {
            "world": dumps(ledger.world_body(world)),
            "commands": dumps(self.commands.registered),
        }
        parts = {name: body for name, body in now.items() if self._parts.get(name) != body}
        fresh = [post for post in world.messages.values() if self._messages.get(post.id) != post.revision]
        gone = [(one,) for one in self._messages if one not in world.messages]
        if not (parts or fresh or gone):
            return
        kept = {file.id: file for post in world.messages.values() for file in post.attachments if file.data}
        texts = [(post.id, dumps(ledger.message_body(post))) for post in fresh]
        try:
            with self._file:
                self._file.execute("BEGIN")
                self._file.executemany("REPLACE INTO part VALUES (?, ?)", parts.items())
                self._file.executemany("REPLACE INTO message VALUES (?, ?)", texts)
                self._file.executemany("DELETE FROM message WHERE id = ?", gone)
                added = [(one, file.data) for one, file in kept.items() if one not in self._files]
                self._file.executemany("REPLACE INTO file VALUES (?, ?)", added)
                dropped = [(one,) for one in self._files if one not in kept]
                self._file.executemany("DELETE FROM file WHERE id = ?", dropped)
        except sqlite3.Error as error:
            if self._failed != str(error):
                self._failed = str(error)
                print(f"The local world can’t be kept in {self.path}: {error}.", file=sys.stderr)
            return
        self._failed = ""
        self._parts, self._files = now, set(kept)
        self._messages = {post.id: post.revision for post in world.messages.values()}

    def close(self) -> None:
        """Save for the last time."""
        self.save()
        self._file.close()


def _connect(path: Path) -> sqlite3.Connection:
    """The file at ``path``, ours alone, made when it is not there.

    :raises sqlite3.OperationalError: when it can't be opened, or is another process's.
    :raises sqlite3.DatabaseError: when it is nothing that this program wrote.
    """
    file = sqlite3.connect(path, timeout=0.5, isolation_level=None)
    try:
        file.execute("PRAGMA locking_mode=EXCLUSIVE")
        marks = [file.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
        empty = not file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if not empty and marks != [MARK, VERSION]:
            # Nothing has been changed in it so far.
            raise sqlite3.DatabaseError("it holds something else, or is from another release")
        file.execute("PRAGMA journal_mode=WAL")
        file.execute("PRAGMA synchronous=NORMAL")
        file.execute("BEGIN EXCLUSIVE")
        if empty:
            for statement in filter(str.strip, TABLES.split(";")):
                file.execute(statement)
            file.execute(f"PRAGMA application_id={MARK}")
            file.execute(f"PRAGMA user_version={VERSION}")
        file.execute("COMMIT")
    except sqlite3.Error:
        file.close()
        raise
    return file
