"""What is known without asking: tables and settings as they were read or written last.

Only for a program that is alone at its database, so that whatever changes there passes through here. What is
not sure is not kept, and is read again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

from .records import Header, SeatRow, Stored

SESSIONS: Final = 512
"""Headers that are kept, those used last."""
TEXTS: Final = 2048
"""Settings of people and servers that are kept."""
SLOTS: Final = 4096
"""Counters of writes; tables share them."""

Seats: TypeAlias = tuple[SeatRow, ...]
Mark: TypeAlias = tuple[int, int]
"""When a reading began: it is of no use once something was written meanwhile."""
Change: TypeAlias = Callable[[Header, Seats], tuple[Header, Seats] | None]
"""What a write makes of a table; None where it has to be read again."""
Key: TypeAlias = tuple[str, int | str]
"""A table's name and a row's key."""


class Recent:
    """Tables and settings that need not be read again."""

    def __init__(self) -> None:
        self._sessions: OrderedDict[int, tuple[Header, Seats]] = OrderedDict()
        self._texts: OrderedDict[Key, str | None] = OrderedDict()
        self._era = 0
        self._writes = [0] * SLOTS
        self._unsure: set[int] = set()
        """Tables of which a write was left before its end: it may be done at any later moment."""
        self._sure = True
        """Not while the same is so of a transaction, which may write anything."""

    def mark(self, session: int = 0) -> Mark:
        """To be taken before something is read."""
        return self._era, self._writes[session % SLOTS]

    def session(self, number: int, after: int) -> Stored | None:
        """A table without events, where that is all there is behind ``after``; None: it has to be read."""
        found = self._sessions.get(number)
        if found is None or found[0].version > after:
            return None
        self._sessions.move_to_end(number)
        return Stored(found[0], (), found[1])

    def keep_session(self, stored: Stored, mark: Mark) -> None:
        """Keep what was read of a table, if it is still so."""
        number = stored.header.id
        if self._sure and mark == self.mark(number) and number not in self._unsure:
            _put(self._sessions, number, (stored.header, stored.seats), SESSIONS)

    @contextmanager
    def writing(self, session: int, change: Change | None) -> Iterator[None]:
        """Around a write to one table, which makes ``change`` of it (None: it is to be read again)."""
        self._writes[session % SLOTS] += 1
        try:
            yield
        except Exception:
            self._sessions.pop(session, None)
            raise
        except BaseException:
            # Nobody waits for it any more, and it goes on.
            self._sessions.pop(session, None)
            self._unsure.add(session)
            raise
        finally:
            self._writes[session % SLOTS] += 1
        found = self._sessions.pop(session, None)
        if found is not None and change is not None:
            changed = change(*found)
            if changed is not None:
                _put(self._sessions, session, changed, SESSIONS)

    def text(self, key: Key) -> tuple[str | None] | None:
        """The text under ``key``, which may be none; None: it has to be read."""
        if key not in self._texts:
            return None
        self._texts.move_to_end(key)
        return (self._texts[key],)

    def keep_texts(self, found: Mapping[Key, str | None], mark: Mark) -> None:
        """Keep texts that were read, if they are still so."""
        if self._sure and mark[0] == self._era:
            for key, text in found.items():
                _put(self._texts, key, text, TEXTS)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Around what may write anything, while nothing else is being written."""
        try:
            yield
        except Exception:
            self._clear()
            raise
        except BaseException:
            # Its connection may still be committing: the next one to write waits until it has ended.
            self._clear()
            self._sure = False
            raise
        self._clear()
        self._sure = True

    def _clear(self) -> None:
        self._era += 1
        self._sessions.clear()
        self._texts.clear()
        self._unsure.clear()


def _put(kept: OrderedDict[Any, Any], key: object, value: object, most: int) -> None:
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > most:
        kept.popitem(last=False)
