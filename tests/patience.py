"""How long tests wait for what has to come: long, for slow and busy machines; no measure of speed."""

from __future__ import annotations

from typing import Final

PATIENCE: Final = 240.0
"""Seconds after which it counts as missing; the net under all tests is ``faulthandler_timeout``."""
