"""Structured logs: one line per event, with table and interaction ids where there are any."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterable, MutableMapping
from typing import Any, Final

import structlog

HIDDEN: Final = "[hidden]"
SECRETS: Final = (
    re.compile(r"[\w-]{18,40}\.[\w-]{6}\.[\w-]{25,110}"),
    re.compile(r"((?:webhooks|interactions)/\d+/)[^\s/?'\"<>\\]+"),
    re.compile(r"(token\\*['\"]\s*:\s*\\*['\"])[^'\"\\]+"),
)
"""Bot tokens, and tokens of interactions and webhooks in URLs and in gateway messages."""

PAGE: Final = re.compile(r"<(?:!doctype|html|head|\?xml)\b.*?(?:</html>|\Z)", re.DOTALL | re.IGNORECASE)
"""A web page, such as a proxy's, which discord.py puts into an error's text."""
POOL: Final = "sqlalchemy.pool"
"""The logger that tells of database connections which were lost in use."""
CONNECTION_LOST: Final = "a connection to the database was lost; another one takes its place"


class RedactingFormatter(logging.Formatter):
    """Formats log lines with another formatter and removes secrets from them, tracebacks included."""

    def __init__(self, inner: logging.Formatter, secrets: Iterable[str]) -> None:
        super().__init__()
        self._inner = inner
        self._secrets = tuple(secret for secret in secrets if secret)

    def format(self, record: logging.LogRecord) -> str:
        line = self._inner.format(record)
        for secret in self._secrets:
            line = line.replace(secret, HIDDEN)
        for pattern in SECRETS:
            line = pattern.sub(lambda found: "".join(found.groups()) + HIDDEN, line)
        return line


def without_pages(text: str) -> str:
    """``text`` with a word in the place of each web page in it."""
    return PAGE.sub("[web page]", text)


def _shorten_pages(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    return {name: without_pages(value) if isinstance(value, str) else value for name, value in event.items()}


def _shared() -> list[Any]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]


def formatter(form: str, secrets: Iterable[str] = ()) -> logging.Formatter:
    """A formatter for ``form`` (text or json) that hides ``secrets``."""
    final: Any = (
        structlog.processors.JSONRenderer()
        if form == "json"
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    )
    lines = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=_shared(),
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            _shorten_pages,
            final,
        ],
    )
    return RedactingFormatter(lines, secrets)


def shorten_lost_connections(record: logging.LogRecord) -> bool:
    """Log a lost connection as one line: the libraries open another one, so a traceback doesn't help.

    What was under way on a connection to the database has failed with an error of its own.
    """
    of_pool = record.name.startswith(POOL)
    # What discord.py says of its own lost connection begins like this.
    if record.exc_info and (of_pool or str(record.msg).startswith("Attempting a reconnect")):
        what, error = CONNECTION_LOST if of_pool else record.getMessage(), record.exc_info[1]
        record.msg, record.args = f"{what}: {str(error) or type(error).__name__}", None
        record.exc_info = None
    return True


def configure(level: str, form: str, secrets: Iterable[str] = ()) -> None:
    """Log the program and its libraries to standard error in ``form``, without ``secrets``."""
    structlog.configure(
        # Filter by level first: skipped messages then cost little.
        processors=[
            structlog.stdlib.filter_by_level,
            *_shared(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(shorten_lost_connections)
    handler.setFormatter(formatter(form, secrets))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    # At INFO and DEBUG discord.py logs every heartbeat and request; hosts only need its warnings.
    for name in ("discord", "alembic", "sqlalchemy", "asyncio", "aiohttp", "PIL"):
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelName(level)))
