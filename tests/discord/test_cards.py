"""Every card and line of a table in each of its states reads as it did."""

from __future__ import annotations

import difflib

import pytest

from . import cards


def test_cards_and_lines_read_as_they_did() -> None:
    kept, made = cards.FILE.read_text(encoding="utf-8"), cards.text()
    if made != kept:
        lines = difflib.unified_diff(
            kept.splitlines(), made.splitlines(), "cards.txt", "now", lineterm="", n=2
        )
        told = [line[:300] for line in list(lines)[:40]]
        pytest.fail("\n".join(("If that is meant: python -m tests.discord.cards", *told)), pytrace=False)
