"""``python -m bot health``: asks the running bot how it is, for containers and supervisors."""

from __future__ import annotations

import sys
import urllib.error
import urllib.request

from bot.config import Settings, StartError, read_settings


def health() -> int:
    """The exit status: 0 while people can play."""
    try:
        well, word = ask(read_settings())
    except StartError as error:
        print(error, file=sys.stderr)
        return 1
    print(word, file=sys.stdout if well else sys.stderr)
    return 0 if well else 1


def ask(settings: Settings, patience: float = 5.0) -> tuple[bool, str]:
    """Whether the running bot is well, and what it says.

    :raises StartError: when it has no health address.
    """
    if not settings.metrics_port:
        raise StartError("There is no health address: set CAPTAINS_TABLE_METRICS_PORT, and restart the bot.")
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.metrics_host, settings.metrics_host)  # noqa: S104
    url = f"http://{host}:{settings.metrics_port}/health"
    try:
        # No proxy stands between a machine and itself.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(url, timeout=patience) as reply:
            return True, reply.read(200).decode("utf-8", "replace").strip()
    except urllib.error.HTTPError as error:
        with error:
            return False, error.read(200).decode("utf-8", "replace").strip() or str(error.code)
    except (OSError, ValueError) as error:
        return False, f"the bot does not answer at {url}: {getattr(error, 'reason', error)}"
