"""The program's commands: ``python -m bot engine`` and others. Each imports what it needs, and no more."""

from __future__ import annotations

import argparse
import os
import sys


def main(argv: list[str] | None = None) -> int:
    """Run one command; the exit status."""
    parser = argparse.ArgumentParser("bot", description="Captain’s Table: five board games for Discord.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("engine", help="play the games over standard input and output")
    chosen = parser.parse_args(argv)
    if chosen.command == "engine":
        return _engine()
    raise AssertionError(chosen.command)


def _engine() -> int:
    from bot.engine import main as engine

    for stream in (sys.stdin, sys.stdout):
        # Only a line feed ends a line of the protocol, on every platform.
        stream.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        return engine(sys.stdin, sys.stdout)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read the answers is gone; the interpreter would complain when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


if __name__ == "__main__":
    sys.exit(main())
