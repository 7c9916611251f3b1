"""How Captain's Curse is learnt: ``learning.c`` plays, on the newest map."""

from __future__ import annotations

from array import array
from pathlib import Path
from typing import Final

from bot.games.curse.island import NEWEST, island
from bot.players.curse.outlook import LEARNT, hopes, numbers, placed, shore
from bot.players.curse.tides import tide
from bot.players.learnt import tables
from tests.players.train import Training


def map_of_tides() -> str:
    """What can have sunk and sink next, what is hoped for, and all lines: as ``learning.c`` reads it."""
    known = numbers()
    lines = [f"{len(known)} {known[0]}"]
    for sunk in known:
        now = tide(NEWEST, sunk)
        falls = (f"{known[fall.after.sunk]} {fall.count} {takes}" for fall, takes in shore(now).falls)
        lines.append(" ".join((f"{now.land} {now.spare} {placed(sunk)} {len(now.falls)}", *falls)))
    lines += (" ".join(map(str, layer)) for layers in hopes() for layer in layers)
    lines += (f"{placed(line.extent)} {placed(line.gates)}" for line in island(NEWEST).lines)
    return "\n".join(lines)


TRAINING: Final = Training(
    LEARNT, Path(__file__).with_name("learning.c"), map_of_tides, games=500_000, games_a_second=1_900
)


def played(games: int, seed: int, folder: Path, *, carefully: bool) -> list[str]:
    """What the helper says of games that it plays by the file in use; carefully as the player does.

    ``folder`` is for the numbers that the helper reads.
    """
    learnt = tables(LEARNT)
    assert learnt is not None
    file = folder / "numbers"
    file.write_bytes(b"".join(array("i", each).tobytes() for each in learnt))
    more = ["carefully"] if carefully else []
    found = TRAINING.run(TRAINING.given(), str(games), str(seed), file, *more)
    return found.stdout.decode().splitlines()
