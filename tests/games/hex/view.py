"""The view of a game of Hex, which has no secrets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot.games.core import Seat, View

Phase: TypeAlias = Literal["opening", "choice", "play"]


@dataclass(frozen=True, slots=True)
class HexView(View):
    """A position of Hex as ``viewer`` sees it."""

    phase: Phase
    cells: tuple[Seat | None, ...]
    last: str | None
    """The square of the last stone."""
