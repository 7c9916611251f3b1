"""The tests' own PostgreSQL server."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import Final

from tests.databases import require_postgres

STARTS_A_SERVER: Final = """
import os, tempfile
from tests import postgres

os.environ[postgres.FOLDER] = tempfile.mkdtemp(prefix="ct-", suffix=f"-{os.getpid()}")
postgres.running()
"""


async def test_the_process_that_starts_the_server_ends_without_a_warning() -> None:
    await require_postgres()
    command = [sys.executable, "-W", "always::ResourceWarning", "-c", STARTS_A_SERVER]
    ended = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
