"""The program's commands: ``python -m bot`` and others. Each imports what it needs, and no more."""

from __future__ import annotations

import argparse
import gc
import io
import os
import sys
import time
from pathlib import Path

from data.files import UnreadableFile
from data.store.program import INSTALLED, program

from .errors import StartError, forbidden


def main(argv: list[str] | None = None) -> int:
    """Run one command. Returns the exit status."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Not every console has all characters of every language.
        sys.stdout.reconfigure(errors="replace")
    chosen = _parser().parse_args(argv)
    try:
        return _run(chosen)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read the output is gone; the interpreter would complain when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except ModuleNotFoundError as error:
        if str(error.name).partition(".")[0] in ("bot", "cogs", "data", "rendering"):
            raise
        print(
            f"{sys.executable} has no package {error.name}. Start the bot with the Python in its .venv. "
            f"If that’s the one, run this in the bot’s folder: {sys.executable} -m pip install '.[local]'",
            file=sys.stderr,
        )
        return 1
    except (StartError, UnreadableFile) as error:
        print(error, file=sys.stderr)
        return error.status if isinstance(error, StartError) else 1


def _run(chosen: argparse.Namespace) -> int:
    if chosen.version:
        from importlib import metadata

        print(f"Captain’s Table {metadata.version(INSTALLED)}")
        return 0
    match chosen.command:
        case "engine":
            return _engine()
        case "local":
            from .local_table import run_local

            return run_local(
                chosen.port, chosen.database, chosen.language, open_browser=not chosen.no_browser
            )
        case "replay" | "ratings" | "backup" | "restore" | "forget" | "ban" | "unban" | "bans" | "notice":
            return _on_database(chosen)
        case "doctor":
            from bot.hosting.doctor import doctor

            return doctor(_now())
        case "setup":
            from bot.hosting.setup import setup

            return setup(_now(), questions=not chosen.no_questions)
        case "service":
            from bot.hosting.service_unit import unit

            print(unit(several=chosen.several), end="")
            return 0
        case "health":
            from bot.hosting.health_client import health

            return health()
        case _:
            # What is imported stays: looking for cycles in it meanwhile took a tenth of a second.
            gc.disable()
            from .run import run

            gc.freeze()
            gc.enable()
            return run()


def _discord_id(written: str) -> int:
    try:
        return int(written)
    except ValueError:
        raise argparse.ArgumentTypeError(
            "it has to be a number, such as 80351110224678912 (in Discord, with Developer Mode on: "
            "right-click, Copy ID)"
        ) from None


def _port(written: str) -> int:
    try:
        return int(written)
    except ValueError:
        raise argparse.ArgumentTypeError("it has to be a number from 0 to 65535") from None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(program(), description="Captain’s Table: board games for Discord.")
    parser.add_argument("--version", action="store_true", help="print the program's version")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("run", help="run the bot on Discord (the default command)")
    setup = commands.add_parser("setup", help="ask for the token, check everything, and say how to start")
    setup.add_argument(
        "--no-questions", action="store_true", help="take DISCORD_TOKEN from the environment, and ask nothing"
    )
    service = commands.add_parser(
        "service", help="print a systemd service that starts this bot with the machine"
    )
    service.add_argument(
        "--several", action="store_true", help="a template, for several processes on one PostgreSQL database"
    )
    local = commands.add_parser("local", help="play in the browser, without Discord")
    local.add_argument("--port", type=_port, default=0, help="the page's port (default: any free port)")
    local.add_argument(
        "--language", default="en-US", help="the language of everybody’s Discord, such as de (default: en-US)"
    )
    local.add_argument("--database", help="save the tables in this file (default: a temporary file)")
    local.add_argument(
        "--no-browser", action="store_true", help="print the address without opening a browser"
    )
    commands.add_parser("engine", help="play the games over standard input and output")
    replay = commands.add_parser("replay", help="check that every stored table can be replayed")
    replay.add_argument("--database", type=Path, help="the database to check (default: the bot’s)")
    ratings = commands.add_parser("ratings", help="recompute all ratings from the stored games")
    ratings.add_argument("what", choices=["recompute"], help="the only choice so far")
    ratings.add_argument("--database", type=Path, help="the database (default: the bot’s)")
    backup = commands.add_parser("backup", help="back up the database, even while the bot is running")
    backup.add_argument("file", type=Path, help="the backup file to write, or the folder to put it in")
    restore = commands.add_parser("restore", help="replace the database with a backup")
    restore.add_argument("file", type=Path, help="the backup to restore")
    restore.add_argument(
        "--force", action="store_true", help="restore it even if some tables can't be resumed"
    )
    forget = commands.add_parser(
        "forget", help="erase all that is stored about a person, with the bot stopped"
    )
    forget.add_argument("person", type=_discord_id, help="their Discord ID")
    ban = commands.add_parser("ban", help="ban a person or a server from the bot, even while it is running")
    unban = commands.add_parser("unban", help="lift a ban")
    for each in (ban, unban):
        each.add_argument("kind", choices=["person", "server"], help="what the ID is of")
        each.add_argument("id", type=_discord_id, help="the Discord ID")
    ban.add_argument("reason", help="why, in a sentence that they will read")
    commands.add_parser("bans", help="list all bans with their reasons")
    notice = commands.add_parser(
        "notice", help="tell everybody something on cards, such as an upgrade tonight"
    )
    notice.add_argument("text", nargs="?", help="the notice in a sentence (default: show the one there is)")
    notice.add_argument("--until", help="when it's over, such as 21:00 on this machine's clock")
    notice.add_argument("--remove", action="store_true", help="remove it")
    commands.add_parser("doctor", help="check the setup for mistakes (exit status 0 if there are none)")
    commands.add_parser("health", help="check that the bot is running well (exit status 0 if it is)")
    return parser


def _on_database(chosen: argparse.Namespace) -> int:
    """A command on databases; whatever keeps it from its work is told in a sentence."""
    from data.store.records import StoreError

    try:
        if chosen.command == "replay":
            from .replay import replay as play_again

            return play_again(chosen.database)
        from bot.hosting import bans, database_commands, notices

        match chosen.command:
            case "ratings":
                return database_commands.recompute(chosen.database)
            case "backup":
                database_commands.backup(chosen.file, _now())
            case "forget":
                database_commands.forget(chosen.person, _now())
            case "ban":
                bans.ban(chosen.kind, chosen.id, chosen.reason, _now())
            case "unban":
                bans.unban(chosen.kind, chosen.id)
            case "bans":
                bans.show()
            case "notice" if chosen.text is not None or chosen.until is not None:
                if chosen.remove:
                    raise StartError("Use --remove alone, or give a notice without it.")
                notices.notice(chosen.text or "", chosen.until or "", _now())
            case "notice" if chosen.remove:
                notices.remove()
            case "notice":
                notices.show(_now())
            case _:
                database_commands.restore(chosen.file, _now(), force=chosen.force)
    except BrokenPipeError:
        raise
    except (StartError, StoreError, OSError) as error:
        print(forbidden(error) or error, file=sys.stderr)
        return 1
    return 0


def _now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _engine() -> int:
    from .engine import main as engine

    for stream in (sys.stdin, sys.stdout):
        # Only a line feed ends a line of the protocol, on every platform.
        stream.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    return engine(sys.stdin, sys.stdout)


if __name__ == "__main__":
    sys.exit(main())
