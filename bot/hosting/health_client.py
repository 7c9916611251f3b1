"""``python -m bot health``: queries the running bot's health, for containers and supervisors.

They ask every half minute, so the settings are only read if the environment isn't enough: reading them is
nine times as much work.
"""

from __future__ import annotations

import http.client
import os
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Final

PORT: Final = "CAPTAINS_TABLE_METRICS_PORT"
HOST: Final = "CAPTAINS_TABLE_METRICS_HOST"
HERE: Final = "127.0.0.1"
"""The default address."""
UNREAD: Final = "ok, but events of Discord that couldn't be read:"
"""What a healthy bot answers that couldn't read as many events since it started."""
SERVER: Final = "Captain's Table"
"""What the bot calls itself in the header ``Server``, unlike any other program at that port."""


def health() -> int:
    """Print the bot's health. Returns the exit status, 0 while people can play."""
    found = _environment() or _settings()
    if isinstance(found, str):
        print(found, file=sys.stderr)
        return 1
    healthy, answer = ask(*found)
    print(answer, file=sys.stdout if healthy else sys.stderr)
    return 0 if healthy else 1


def _environment() -> tuple[str, int] | None:
    """Host and port, if the environment has a valid port and there is no ``.env`` file."""
    environment = {name.upper(): value for name, value in os.environ.items()}
    port = environment.get(PORT, "")
    if not (port.isdecimal() and 0 < int(port) < 1 << 16) or Path(".env").exists():
        return None
    return environment.get(HOST) or HERE, int(port)


def _settings() -> tuple[str, int] | str:
    """Host and port from the settings, or an error message."""
    from bot.config import read_settings
    from bot.errors import StartError

    try:
        settings = read_settings()
    except StartError as error:
        return str(error)
    if not settings.metrics_port:
        return f"No health address is set. Set {PORT} and restart the bot."
    return settings.metrics_host, settings.metrics_port


def ask(host: str, port: int, patience: float = 5.0) -> tuple[bool, str]:
    """Whether the bot at this address is healthy, and its answer."""
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)  # noqa: S104
    url = f"http://{host}:{port}/health"
    try:
        # No proxy, because the bot is on this machine.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(url, timeout=patience) as reply:
            return _answer(url, reply)
    except urllib.error.HTTPError as error:
        with error:
            return _answer(url, error)
    except (OSError, ValueError, http.client.HTTPException) as error:
        # The last if something else than the bot answers there.
        return False, f"the bot isn’t responding at {url}: {getattr(error, 'reason', error)}"


def _answer(url: str, reply: http.client.HTTPResponse | urllib.error.HTTPError) -> tuple[bool, str]:
    if reply.headers.get("Server") != SERVER:
        return (
            False,
            f"another program answers at {url}: the bot needs a CAPTAINS_TABLE_METRICS_PORT of its own",
        )
    return reply.status == 200, reply.read(500).decode("utf-8", "replace").strip()
