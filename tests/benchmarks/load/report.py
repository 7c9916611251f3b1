"""The report: what was measured, as the tables of ``tests/benchmarks/README.md``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from bot.games import GAMES

HEADINGS: Final = (
    "| the load | SQLite | PostgreSQL |",
    "| a picture | ms | kB | times faster than a chessboard |",
    "| one turn after another | ms | times a bare command |",
    "| turns among 1,000 tables, ms | p50 | p99 | slowest |",
)
"""The first lines of the tables, but for the store's, whose columns are what was asked for."""


def _table(heading: str, rows: Iterable[Sequence[str]]) -> str:
    columns = heading.count("|") - 1
    lines = [heading, "|" + "---|" * columns, *(f"| {' | '.join(row)} |" for row in rows)]
    return "\n".join(lines)


def result(measured: Mapping[str, Mapping[str, Any]], cores: int | None) -> str:
    """The figure that matters most, as a sentence."""
    figures = measured["SQLite"]
    return (
        f"**{figures['click to card']['p99']:.0f} ms** from a click to the card, for 99 of 100 turns, at "
        f"{figures['rate']:.0f} turns a second on {cores} cores."
    )


def load(measured: Mapping[str, Mapping[str, Any]], tables: int) -> str:
    """Start, memory, rate, waits and costs, on a SQLite file and on a PostgreSQL server."""
    written = Counter(measured["SQLite"]["rows a turn"]).most_common(3)
    columns = [_load(figures, tables, [name for name, _ in written]) for figures in measured.values()]
    return _table(HEADINGS[0], ((row, *(each[row] for each in columns)) for row in columns[0]))


def _load(figures: Mapping[str, Any], tables: int, written: Iterable[str]) -> dict[str, str]:
    wait, share, rows = figures["click to card"], figures["threads"], figures["rows a turn"]
    serving = figures["server memory"] > 0
    return {
        "from a click to the card: half of the turns": f"{wait['p50']:.0f} ms",
        "… 95 of 100": f"{wait['p95']:.0f} ms",
        "… 99 of 100": f"{wait['p99']:.0f} ms",
        "turns a second": f"{figures['rate']:.1f}",
        "turns": f"{figures['turns']:,}",
        "unanswered at the end": f"{figures['behind']}",
        "tables in play": f"{tables:,}",
        "ready after a restart": f"{figures['ready again']:.1f} s",
        "memory when ready, before any picture": f"{figures['memory at start']:.0f} MB",
        "… with all pieces drawn": f"{figures['memory warm']:.0f} MB",
        "… after the turns": f"{figures['memory after']:.0f} MB",
        "processor a turn": f"{figures['processor a turn']:.1f} ms",
        "… the event loop": f"{share['loop']:.1f} ms",
        "… pictures": f"{share['studio']:.1f} ms",
        "… the store": f"{share['store']:.1f} ms",
        "the simulated Discord’s processor a turn, besides": f"{share['discord']:.1f} ms",
        "the database server’s processor a turn": (
            f"{figures['server processor a turn']:.1f} ms" if serving else "–"
        ),
        "the database server’s memory": f"{figures['server memory']:.0f} MB" if serving else "–",
        "requests a turn": f"{figures['requests a turn']:.1f}",
        "… that Discord limits": f"{figures['limited requests a turn']:.1f}",
        "… with a picture": f"{figures['pictures a turn']:.1f}",
        "sent to Discord a turn": f"{figures['sent a turn']:.0f} kB",
        "rows written a turn": f"{sum(rows.values()):.1f}",
        **{f"… to `{name}`": f"{rows.get(name, 0):.1f}" for name in written},
        "written to the disk a turn (file or log)": f"{figures['written a turn']:.0f} kB",
        "the database grows a turn": f"{figures['growth a turn']:.1f} kB",
    }


def pictures(measured: Mapping[str, tuple[float, float]]) -> str:
    """Our pictures against the chessboard."""
    named = {key: f"{GAMES[key].title}, 960 to 1,200 px" for key in GAMES}
    named["chess"] = "a chessboard, 800 px: python-chess and CairoSVG"
    chess = measured["chess"][0]
    rows = [
        (named[key], f"{took:.1f}", f"{size:.0f}", f"{chess / took:.1f}")
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
