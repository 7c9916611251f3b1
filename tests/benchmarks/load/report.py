"""The report: what was measured, as the tables of ``tests/benchmarks/README.md``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from bot.games import GAMES

HEADINGS: Final = (
    "| load | wanted | measured |",
    "| a picture | ms | kB | a chessboard takes |",
    "| a turn | ms | echoes |",
)
"""The first lines of the tables, but for the store's, whose columns are what was asked for."""


def _table(heading: str, rows: Iterable[Sequence[str]]) -> str:
    columns = heading.count("|") - 1
    lines = [heading, "|" + "---|" * columns, *(f"| {' | '.join(row)} |" for row in rows)]
    return "\n".join(lines)


def load(figures: Mapping[str, Any], restart: Mapping[str, Any], tables: int) -> str:
    """Start, memory, rate and waits."""
    wait, share = figures["click to card"], figures["threads"]
    used = figures["processor a turn"]
    rows = [
        ("tables that are played", "10,000", f"{tables:,}"),
        ("ready after a restart", "5 s", f"{restart['ready']:.1f} s"),
        (
            "memory once ready (no painter), with all sprites, after the turns",
            "250 MB",
            ", ".join(f"{figures[f'memory {when}']:.0f}" for when in ("at start", "warm", "after")) + " MB",
        ),
        (
            f"turns a second, {figures['turns']:,} of them",
            "100",
            f"{figures['rate']:.1f}; {figures['behind']} under way at the end",
        ),
        (
            "from a click to the card in the HTTP client’s hands: p50, p95, p99",
            "p99 300 ms",
            f"{wait['p50']:.0f}, {wait['p95']:.0f}, {wait['p99']:.0f} ms",
        ),
        (
            "processor a turn: in all, loop, pictures, store",
            "20 ms on two cores",
            (
                f"{used:.1f}, {share['loop']:.1f}, {share['studio']:.1f}, {share['store']:.1f} ms; "
                f"beside them Discord’s part, {share['discord']:.1f}"
            ),
        ),
        (
            "pictures and requests a turn",
            "",
            f"{figures['pictures a turn']:.1f} and {figures['requests a turn']:.1f}",
        ),
    ]
    return _table(HEADINGS[0], rows)


def pictures(measured: Mapping[str, tuple[float, float]]) -> str:
    """Our pictures against the chessboard."""
    named = {key: f"{GAMES[key].title}, 960 to 1,200 px" for key in GAMES}
    named["chess"] = "a chessboard, 800 px: python-chess and CairoSVG"
    chess = measured["chess"][0]
    rows = [
        (named[key], f"{took:.1f}", f"{size:.0f}", f"{chess / took:.1f} times as long")
        for key, (took, size) in measured.items()
    ]
    return _table(HEADINGS[1], rows)


def turns(measured: Mapping[str, float]) -> str:
    """A whole turn against an echo."""
    echo = measured["an echo"]
    names = {
        "an echo": "a bare command that posts a stored picture",
        "a turn’s card": "a confirmed turn, until its new picture is posted",
        "a whole turn": "and until all is answered, kept and tidied",
    }
    rows = [(name, f"{measured[key]:.1f}", f"{measured[key] / echo:.1f}") for key, name in names.items()]
    return _table(HEADINGS[2], rows)


def store(measured: Mapping[int, Mapping[str, float]]) -> str:
    """The store's statements among more and more tables."""
    heading = f"| the store, ms, with tables: | {' | '.join(f'{tables:,}' for tables in measured)} |"
    asked = next(iter(measured.values()))
    return _table(heading, [(name, *(f"{row[name]:.2f}" for row in measured.values())) for name in asked])
