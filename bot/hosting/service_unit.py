"""How the bot is started with the machine, where it's installed here."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

from bot.config import ENV, GUIDE
from bot.errors import StartError
from data.store.program import INSTALLED, program

UNIT: Final = GUIDE.with_name(f"{INSTALLED}.service")
SHIPPED: Final = Path("/opt/captains-table")
"""Where the unit expects the program and its settings."""
HOMES: Final = ("/home", "/root")
PLAIN: Final = re.compile(r"[\w./@+-]+")
"""Paths that mean the same in a unit."""
STRICT: Final = re.compile(
    r"""(?!.*\$\{)(#[^\\]*|\w+=('[^'\\]*'|"[^"\\]*"|[^\s'"\\]([^\s\\]|\s(?!#))*)?)?""", re.ASCII
)
"""Lines of ``.env`` that mean the same to systemd."""
CONTAINERS: Final = Path("/.dockerenv"), Path("/run/.containerenv")
"""One of them is there in a container of Docker or Podman."""
BOOTED: Final = Path("/run/systemd/system")
"""It's there where systemd runs the machine."""
UNITS: Final = Path("/etc/systemd/system")
"""Where a host's units are."""


def in_container() -> bool:
    """Whether the bot runs in a container, whose settings come from outside."""
    return any(mark.exists() for mark in CONTAINERS)


def for_good() -> str:
    """What to type so that the bot starts with the machine; where that isn't known, where to read it."""
    if in_container():
        return "Outside this container, “docker compose up -d” starts it with the machine."
    if not BOOTED.is_dir():
        return f"It stops when this window closes. How it starts with the machine is in {GUIDE}."
    # The file's last line may not end.
    line = rf"printf '\n%s\n' CAPTAINS_TABLE_DB=/var/lib/{INSTALLED}/{INSTALLED}.sqlite3"
    return (
        "To start it with the machine instead:\n"
        f"  {line} >> {ENV.absolute()}\n"
        f"  {program()} service | sudo tee /etc/systemd/system/{INSTALLED}.service\n"
        f"  sudo systemctl enable --now {INSTALLED}"
    )


def require_strict(env: Path) -> None:
    """Refuse a file of settings, if it is there, that systemd would read otherwise than the bot.

    :raises StartError: then, and when it can't be read.
    """
    if not env.exists():
        return
    try:
        lines = env.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError as error:
        raise StartError(f"Can’t read the file {env}: {error.strerror}.") from None
    for number, line in enumerate(lines, 1):
        if not STRICT.fullmatch(line.strip()):
            raise StartError(
                f"A service can’t read line {number} of {env}. Write just NAME=value there, with nothing "
                "before or after it and without backslashes or ${…}, and save the file as UTF-8, without "
                "a mark (BOM) at its beginning."
            )


def unit(*, several: bool = False) -> str:
    """The systemd service for the program where it's installed here, and the ``.env`` of this folder.

    ``several``: a template for several processes, each of which has a file of its own settings beside it.
    What lies in a home folder runs as the owner of that file; anything else as a user of its own.

    :raises StartError: when no service could read it.
    """
    if sys.platform == "win32":
        raise StartError(f"Windows has no systemd. How it starts the bot is in {GUIDE}.")
    command, env = Path(sys.executable).with_name(INSTALLED), ENV.absolute()
    paths = command, env, Path(sys.executable).resolve()
    if wrong := next((path for path in paths if not PLAIN.fullmatch(str(path))), None):
        raise StartError(f"A service can’t use the path {wrong}. Put the program into {SHIPPED}.")
    if not command.exists() or not env.exists():
        raise StartError(
            f"There’s no {command if not command.exists() else env}. Run {program()} setup first."
        )
    for each in {env, *(env.parent.glob("*.env") if several else ())}:
        require_strict(each)
    text = UNIT.read_text(encoding="utf-8")
    text = text.replace(f"{SHIPPED}/.venv/bin/{INSTALLED}", str(command)).replace(f"{SHIPPED}/.env", str(env))
    text = text.replace(f"{SHIPPED}/data/hosting", str(UNIT.parent))
    if several:
        part = f"EnvironmentFile={env.with_name('%i.env')}"
        text = re.sub(r"(?m)^Environment=CAPTAINS_TABLE_DB=.*$", lambda _: part, text)
        text = text.replace("Description=Captain's Table", "Description=Captain's Table, %i")
        # One user of all: the folder of the backups would change hands with each start.
        text = text.replace("DynamicUser=yes", f"DynamicUser=yes\nUser={INSTALLED}")
    if not any(path.is_relative_to(home) for path in paths for home in HOMES):
        return text
    owner = env.owner()
    if owner == "root":
        raise StartError(f"No service can read root’s home folder. Put the program into {SHIPPED}.")
    return re.sub(r"DynamicUser=yes(\nUser=.*)?", f"User={owner}", text).replace(
        "ProtectHome=yes", "ProtectHome=read-only"
    )
