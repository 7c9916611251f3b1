"""Phrases that sentences of every game are made of: enumerations, counts, numbers below zero."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def listed(parts: Iterable[str], last: str = "and") -> str:
    """``parts`` as in a sentence: “a”, “a and b”, “a, b and c”; empty for none."""
    *most, final = [*parts] or [""]
    return f"{', '.join(most)} {last} {final}" if most else final


def some(parts: Sequence[str], most: int) -> list[str]:
    """The first ``most`` of ``parts``, and how many more there are: “a”, “b”, “5 more”."""
    more = len(parts) - most
    return [*parts[:most], f"{more} more"] if more > 0 else [*parts]


def counted(number: int, thing: str) -> str:
    """``number`` and ``thing``, in the plural where it needs one: “1 mine”, “2 misses”."""
    if number == 1:
        return f"1 {thing}"
    return f"{number} {thing}{'es' if thing.endswith('s') else 's'}"


def plural(number: int, one: str, many: str) -> str:
    """``one`` where ``number`` is 1, else ``many``: each a whole sentence or label."""
    return one if number == 1 else many


def written(number: int) -> str:
    """``number`` with a minus, not a hyphen, where it's below zero: “7”, “−7”."""
    return str(number).replace("-", "−")
