"""Why the program's commands can't start."""

from __future__ import annotations

from typing import ClassVar


class StartError(Exception):
    """A command can't start; the message says what to do."""

    status: ClassVar[int] = 1
    """The exit status."""


class InvalidSettings(StartError):
    """The bot can't start before the host changes a setting."""

    status = 78
    """EX_CONFIG, the configuration error of sysexits.h."""


class Stopped(StartError):
    """The bot can't go on; the message says what to do."""
