"""The sentences of rule books."""

from __future__ import annotations


def page_of(page: int, pages: int) -> str:
    return f"-# Rules, page {page} of {pages}"
