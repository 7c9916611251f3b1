"""The program without what it draws beforehand, without discord.py's two seconds of waiting for servers, and
with less of a pause before it logs in or connects to a database again: each takes longer than most tests of a
program.

Importing this loads all that the program loads; each process that runs it is forked from one that has.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Mapping
from functools import partialmethod
from pathlib import Path
from typing import Any
from unittest import mock

from discord.state import ConnectionState

import bot.run  # noqa: F401 (for the processes to come)
from bot.__main__ import main
from bot.app import COGS
from bot.languages import catalogues
from rendering.scene import Picture
from rendering.studio import Studio
from tests.blank import BLANK

for cog in COGS:
    importlib.import_module(cog)
for language in catalogues.names():
    catalogues.of(language)


async def blank(*_given: Any, **_options: Any) -> Picture:
    """One pixel, without a process that paints."""
    return BLANK


def run(log: Path, settings: Mapping[str, str], paints: bool, migrations: Path) -> None:
    """Be the program: write to the end of ``log``. Its release is the one that has these ``migrations``."""
    with log.open("ab") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    os.environ.clear()
    os.environ.update(settings)
    hurried = partialmethod(ConnectionState.__init__, guild_ready_timeout=0.05)
    with (
        contextlib.nullcontext() if paints else mock.patch.object(Studio, "draw", blank),
        mock.patch("data.store.schema_upgrade.MIGRATIONS", migrations),
        mock.patch("bot.app.warm_up", return_value=()),
        mock.patch.object(ConnectionState, "__init__", hurried),
        mock.patch("bot.lifecycle.login.PAUSES_S", [0.01] * 100),
        mock.patch("data.store.postgres.kept_connection.RECONNECT_S", 1.0),
    ):
        sys.exit(main([]))
