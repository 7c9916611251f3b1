"""The bot."""

import sys

# Where rich is installed, structlog loads it for tracebacks in colour, which nobody sees here: 5 MB.
sys.modules.setdefault("rich", None)  # type: ignore[arg-type]
