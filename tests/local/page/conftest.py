"""A browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from . import chromium


@pytest.fixture(scope="package")
def devtools() -> Iterator[str]:
    """One for all tests of the page."""
    with chromium.launched() as address:
        yield address
