"""What holds for all tests: the same each time, however slow and busy the machine is."""

from __future__ import annotations

import gc
import importlib
import os
import sys
from pathlib import Path

import hypothesis
import pytest
import structlog

from bot import logs
from bot.local import server
from bot.local.api import interactions
from tests.fuzz.effort import TIMES

from . import statements
from .patience import PATIENCE
from .processors import at_hand

pytest_plugins = ["tests.databases", "tests.discord.fixtures", "tests.faults.fixtures"]

# Among the modules hardly any garbage is found: looking for it took a quarter of the time until tests begin.
gc.set_threshold(1_000_000)
statements.share()
# Everything is compiled once, not in each process of a run and those that its tests start.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The same examples each time, and as long as they take; other ones where more are asked for.
hypothesis.settings.register_profile(
    "steady",
    deadline=None,
    derandomize=TIMES == 1,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("steady")

# Errors are logged without the values of all variables, which took up to seconds to write.
structlog.configure(
    processors=[
        *structlog.get_config()["processors"][:-1],
        structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback),
    ]
)


def pytest_xdist_auto_num_workers() -> int | None:
    """As many processes as this machine can feed (``-n auto``); None: as its environment says."""
    return None if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else at_hand()


def pytest_collection(session: pytest.Session) -> None:
    """Let each process of a whole run compile a part of the tests, and find the rest compiled."""
    worker = getattr(session.config, "workerinput", None)
    if worker is not None and session.config.args == session.config.getini("testpaths"):
        files = sorted(Path(__file__).parent.rglob("test_*.py"))
        for file in files[int(worker["workerid"][2:]) :: worker["workercount"]]:
            importlib.import_module(".".join(file.with_suffix("").relative_to(session.config.rootpath).parts))


def pytest_collection_finish() -> None:
    """Look for garbage seldom, and never among the modules: that took a third of many tests' time.

    Nor is what loading left looked for: that took a second in each process.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A local Discord that waits longer than three seconds for the bot, and at its own end for nobody.

    How fast the bot is is measured elsewhere.
    """
    monkeypatch.setattr(interactions, "ANSWER_TIMEOUT_S", PATIENCE)
    monkeypatch.setattr(server, "STOP_S", 0.05)


@pytest.fixture(autouse=True)
def own_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that starts in a test's own process leaves the log of all tests as it is."""
    monkeypatch.setattr(logs, "configure", lambda *_, **__: None)
