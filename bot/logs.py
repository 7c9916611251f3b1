"""Structured logs: one line per event, with table and interaction ids where there are any."""

from __future__ import annotations

import hashlib
import logging
import re
import sys
import time
import traceback
from collections.abc import Callable, Hashable, Iterable, MutableMapping
from typing import Any, Final

import structlog

from data.store.connection_errors import outage

HIDDEN: Final = "[hidden]"
SECRETS: Final = (
    re.compile(r"[\w-]{18,40}\.[\w-]{6}\.[\w-]{25,110}"),
    re.compile(r"((?:webhooks|interactions)/\d+/)[^\s/?'\"<>\\]+"),
    re.compile(r"(token\\*['\"]\s*:\s*\\*['\"])[^'\"\\]+"),
    re.compile(r"(://[^\s:/@'\"]*:)[^\s/'\"]+(?=@)"),
    re.compile(r"(password\\*['\"]?\s*[:=]\s*\\*['\"]?)[^\s'\"\\,)}]+"),
)
"""Bot tokens, tokens of interactions and webhooks in URLs and in gateway messages, and passwords.

A password is hidden where it is one: it may be a word that is also said otherwise.
"""

PAGE: Final = re.compile(r"<(?:!doctype|html|head|\?xml)\b.*?(?:</html>|\Z)", re.DOTALL | re.IGNORECASE)
"""A web page, such as a proxy's, which discord.py puts into an error's text."""
POOL: Final = "sqlalchemy.pool"
"""The logger that tells of database connections which were lost in use."""
QUIET_S: Final = 60.0
"""Seconds between two lines of a kind."""
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
            # On Windows, structlog needs another package for colours, and raises an error without it.
            colors=sys.stderr.isatty() and sys.platform != "win32",
            exception_formatter=structlog.dev.plain_traceback,
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


class Faults(logging.Filter):
    """Logs the same fault once in :data:`QUIET_S`; the next line says how many there were in between.

    A lost connection is one line without a traceback, which doesn't help: the libraries open another one.
    While the database can't be used, all that a logger says in the same words is the same fault. ``now``
    gives seconds, and never goes back.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._told: dict[tuple[Hashable, ...], tuple[float, int]] = {}
        """When there was a line of each kind, and how many have been left out since.

        The last of a kind is its :func:`fault`; None: a lost connection.
        """

    def filter(self, record: logging.LogRecord) -> bool:
        if hasattr(record, "trouble_over"):
            self._told = {kind: told for kind, told in self._told.items() if kind[-1] is not None}
        # structlog's records have a dictionary in place of a message.
        said: dict[str, Any] = record.msg if isinstance(record.msg, dict) else {}
        error = _error_of(said.get("exc_info") or record.exc_info)
        if error is None:
            return True
        of_pool = record.name.startswith(POOL)
        lost = outage(error) or (error if of_pool else None)
        # What discord.py says of its own lost connection begins like this.
        if lost is None and str(record.msg).startswith("Attempting a reconnect"):
            _shorten(record, record.getMessage(), error)
            return True
        if lost is None and record.levelno < logging.ERROR:
            return True
        place = fault(error) if lost is None else None
        kind = record.name, str(said.get("event") or record.msg), said.get("name"), place
        (at, left_out), now = self._told.get(kind, (-QUIET_S, 0)), self._now()
        if now < at + QUIET_S:
            self._told[kind] = at, left_out + 1
            return False
        self._told[kind] = now, 0
        if said:
            told = said if lost is None else {**said, "exc_info": None, "error": _text(lost)}
            record.msg = {**told, "times_since_then": left_out} if left_out else told
            return True
        if lost is not None:
            _shorten(record, CONNECTION_LOST if of_pool else record.getMessage(), lost)
        if left_out:
            record.msg, record.args = f"{record.getMessage()} (and {left_out} times since then)", None
        return True


def fault(error: BaseException) -> str:
    """A few letters that stand for a fault: the kind of error, and the line that raised it."""
    place = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)[-1:]]
    return hashlib.blake2s(repr((type(error).__qualname__, place)).encode(), digest_size=3).hexdigest()


def _error_of(given: object) -> BaseException | None:
    """The exception of a record's ``exc_info``, in all its forms."""
    if isinstance(given, tuple):
        given = given[1]
    elif given is True:
        given = sys.exc_info()[1]
    return given if isinstance(given, BaseException) else None


def _shorten(record: logging.LogRecord, what: str, error: BaseException) -> None:
    record.msg, record.args, record.exc_info = f"{what}: {_text(error)}", None, None


def _text(error: BaseException) -> str:
    return str(error) or type(error).__name__


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
    handler.addFilter(Faults())
    handler.setFormatter(formatter(form, secrets))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    # At INFO and DEBUG discord.py logs every heartbeat and request; hosts only need its warnings.
    for name in ("discord", "alembic", "sqlalchemy", "asyncio", "aiohttp", "PIL"):
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelName(level)))
