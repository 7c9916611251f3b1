"""How Snorkels is learnt: by searches that the net guides, in games against itself (``training.c``)."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bot.players.snorkels.net import LEARNT
from tests.players.train import Training

TRAINING: Final = Training(
    LEARNT, Path(__file__).with_name("training.c"), given=str, games=140_000, games_a_second=300
)
