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


def forbidden(error: Exception) -> str:
    """What to do about an error that a file is somebody else's; empty for any other."""
    if not isinstance(error, PermissionError) or error.filename is None:
        return ""
    return f"You may not use {error.filename}. Run the command as the bot’s user, or with sudo."
