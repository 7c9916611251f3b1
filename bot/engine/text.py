"""The sentences with which the engine refuses commands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

CHOOSE_FORM: Final = "Name the seat to choose for. For example: genmove purple level=deckhand seed=7"
HIDING_FORM: Final = "Only the mines of one seat of Depth Charge can stay a secret: play north mines ?"
WRONG_ANSWER: Final = (
    "No mines fit that. After =, say what the program that knows the mines has answered. "
    "For example: play south sound c5 = ping 3 5"
)


def no_player(game: str, known: Iterable[str]) -> str:
    others = ", ".join(known)
    return f"There’s no computer player for {game}.{f' There is one for {others}.' if others else ''}"
