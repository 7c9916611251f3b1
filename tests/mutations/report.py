"""The results as Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .faults import Fault
from .trial import HANGS, NOTICED, SURVIVED, Verdict

Result = tuple[Fault, Verdict]


def noticed(results: Sequence[Result]) -> int:
    """How many were noticed; a test that hangs has noticed."""
    return sum(verdict.outcome in (NOTICED, HANGS) for _, verdict in results)


def share(results: Sequence[Result]) -> str:
    """Like "51 of 60 (85 %)"."""
    found = noticed(results)
    return f"{found} of {len(results)} ({100 * found / len(results):.0f} %)" if results else "0 of 0"


def markdown(results: Sequence[Result], title: str, targets: Sequence[str]) -> str:
    """Shares for each package and kind, then each fault that was not noticed."""
    lines = [f"# {title}", "", f"Noticed: {share(results)}.", "", "| where | noticed |", "|---|---|"]
    for target in targets:
        of = [one for one in results if one[0].path.startswith(f"{target}/")]
        if of:
            lines.append(f"| `{target}` | {share(of)} |")
    lines += ["", "| kind | noticed |", "|---|---|"]
    for kind in sorted(Counter(fault.kind for fault, _ in results)):
        lines.append(f"| {kind} | {share([one for one in results if one[0].kind == kind])} |")
    lines += ["", "## Not noticed", ""]
    for fault, verdict in sorted(results, key=lambda one: (one[0].path, one[0].line)):
        if verdict.outcome in (NOTICED, HANGS):
            continue
        tested = (
            f"{verdict.tests} of {verdict.covering} tests that run it"
            if verdict.outcome == SURVIVED
            else "no test runs it"
        )
        lines += [
            f"- `{fault.path}:{fault.line}` {fault.kind} ({tested})",
            f"  `{_short(fault.before)}` → `{_short(fault.after)}`",
        ]
    return "\n".join(lines) + "\n"


def _short(text: str) -> str:
    flat = " ".join(text.split()).replace("`", "'")
    return flat if len(flat) <= 160 else f"{flat[:159]}…"
