"""Structured logs: one line an event, with table and interaction ids where there are any."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog


def configure(level: str, form: str) -> None:
    """Send the program's and its libraries' logs to standard error, in ``form`` (text or json)."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    final: list[Any] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        if form == "json"
        else [
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
            )
        ]
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *final],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    # discord.py tells every heartbeat and request at DEBUG and INFO; its warnings are what a host needs.
    for name in ("discord", "alembic", "aiosqlite", "sqlalchemy", "asyncio", "aiohttp", "PIL"):
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelName(level)))
