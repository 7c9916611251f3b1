"""The sentences of rule books."""

from __future__ import annotations

from typing import Final

WHICH_RULES: Final = "Which game’s rules would you like to read?"


def page_of(page: int, pages: int) -> str:
    return f"-# Rules, page {page} of {pages}"
