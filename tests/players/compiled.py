"""A mark for tests whose helper is compiled."""

from __future__ import annotations

import shutil
from typing import Final

import pytest

COMPILED: Final = pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")
