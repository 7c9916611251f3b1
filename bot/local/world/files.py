"""The bytes of attachments, the oldest let go of when there are too many."""

from __future__ import annotations

from .model import Attachment

ROOM = 256 * 1024 * 1024
"""Bytes kept in memory."""


class Files:
    """Attachments by id. What a message no longer shows stays for a while: its address was given out."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._kept: dict[int, Attachment] = {}
        self._bytes = 0

    def keep(self, file: Attachment) -> None:
        """Keep a file, at the cost of the oldest ones."""
        self._kept[file.id] = file
        self._bytes += file.size
        while self._bytes > self._room:
            self.drop(next(iter(self._kept.values())))

    def drop(self, file: Attachment) -> None:
        """Forget a file's bytes."""
        if self._kept.pop(file.id, None) is not None:
            self._bytes -= file.size
            file.data = b""

    def get(self, number: int) -> Attachment | None:
        """The file of that id, if it is still here."""
        return self._kept.get(number)
