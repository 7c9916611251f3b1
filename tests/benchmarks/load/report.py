"""The report: what was measured, as the tables of ``tests/benchmarks/README.md``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from bot.games import GAMES

HEADINGS: Final = (
    "| load | wanted | SQLite | PostgreSQL |",
    "| a picture | ms | kB | a chessboard takes |",
    "| a turn | ms | echoes |",
    "| turns among 1,000 tables, ms | p50 | p99 | slowest |",
)
"""The first lines of the tables, but for the store's, whose columns are what was asked for."""


def _table(heading: str, rows: Iterable[Sequence[str]]) -> str:
    columns = heading.count("|") - 1
    lines = [heading, "|" + "---|" * columns, *(f"| {' | '.join(row)} |" for row in rows)]
    return "\n".join(lines)


def load(measured: Mapping[str, Mapping[str, Any]], tables: int) -> str:
    """Start, memory, rate, waits and costs, on a SQLite file and on a PostgreSQL server."""
    wanted = {
        "tables that are played": "10,000",
        "ready after a restart": "5 s",
        "memory once ready (no painter), with all sprites, after the turns": "250 MB",
        "turns a second": "100",
        "from a click to the card in the HTTP client’s hands: p50, p95, p99": "p99 300 ms",
        "processor a turn: in all, loop, pictures, store": "20 ms on two cores",
    }
    columns = [_load(figures, tables) for figures in measured.values()]
    return _table(
        HEADINGS[0], ((row, wanted.get(row, ""), *(each[row] for each in columns)) for row in columns[0])
    )


def _load(figures: Mapping[str, Any], tables: int) -> dict[str, str]:
    wait, share, rows = figures["click to card"], figures["threads"], Counter(figures["rows a turn"])
    memory = (figures[f"memory {when}"] for when in ("at start", "warm", "after"))
    serving = figures["server memory"] > 0
    return {
        "tables that are played": f"{tables:,}",
        "ready after a restart": f"{figures['ready again']:.1f} s",
        "all tables in memory, while nobody plays": f"{figures['read ahead']:.0f} s after",
        "memory once ready (no painter), with all sprites, after the turns": (
            ", ".join(f"{each:.0f}" for each in memory) + " MB"
        ),
        "turns a second": (
            f"{figures['rate']:.1f}, {figures['turns']:,} in all; {figures['behind']} under way at the end"
        ),
        "from a click to the card in the HTTP client’s hands: p50, p95, p99": (
            f"{wait['p50']:.0f}, {wait['p95']:.0f}, {wait['p99']:.0f} ms"
        ),
        "processor a turn: in all, loop, pictures, store": (
            f"{figures['processor a turn']:.1f}, {share['loop']:.1f}, {share['studio']:.1f}, "
            f"{share['store']:.1f} ms; beside them Discord’s part, {share['discord']:.1f}"
        ),
        "the server’s processes: processor a turn, memory": (
            f"{figures['server processor a turn']:.1f} ms, {figures['server memory']:.0f} MB"
            if serving
            else "–"
        ),
        "requests a turn: in all, that Discord limits, with a picture": (
            f"{figures['requests a turn']:.1f}, {figures['limited requests a turn']:.1f}, "
            f"{figures['pictures a turn']:.1f}"
        ),
        "sent to Discord a turn": f"{figures['sent a turn']:.0f} kB",
        "rows written a turn": (
            f"{rows.total():.1f}: "
            + ", ".join(f"{name} {number:.1f}" for name, number in rows.most_common(3))
        ),
        "written to the file, or to the server’s log, a turn": f"{figures['written a turn']:.0f} kB",
        "the database grows a turn": f"{figures['growth a turn']:.1f} kB",
    }


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


def looks(measured: Mapping[str, Any]) -> str:
    """Turns without and beside people who look at lists, leagues and profiles."""
    names = {
        "without looks": "nobody looks at anything else",
        "beside looks": "four people a second use `/games`, `/league standings`, `/profile`, `/rank`",
    }
    rows = [
        (name, *(f"{measured[key][part]:.0f}" for part in ("p50", "p99", "max")))
        for key, name in names.items()
    ]
    return _table(HEADINGS[3], rows)


def store(measured: Mapping[int, Mapping[str, float]]) -> str:
    """The store's statements among more and more tables."""
    heading = f"| the store, ms, with tables: | {' | '.join(f'{tables:,}' for tables in measured)} |"
    asked = next(iter(measured.values()))
    return _table(heading, [(name, *(f"{row[name]:.2f}" for row in measured.values())) for name in asked])
