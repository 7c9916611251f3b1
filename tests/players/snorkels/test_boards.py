"""The table of small boards: two programs that agree, and what they are known to find."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.players import ladder
from tests.players.compiled import COMPILED

from .boards import POSITIONS, Small, Solvers, row


def test_placements_that_are_the_same_turned_or_mirrored_are_counted_together() -> None:
    assert Small(3, 3).placements(1) == {(0,): 4, (1,): 4, (4,): 1}
    assert [Small(3, 5).name(square) for square, *_ in Small(3, 5).placements(1)] == [
        "a1",
        "a2",
        "a3",
        "b1",
        "b2",
        "b3",
    ]
    assert Small(4, 4).placements(2).total() == 120


@COMPILED
def test_both_programs_agree_and_the_table_has_what_they_find(tmp_path: Path) -> None:
    solvers, written = Solvers(str(tmp_path)), ladder.README.read_text("utf-8")
    for board in (Small(3, 3, 2), Small(3, 4, 2), Small(4, 4)):
        cells = row(solvers, board, POSITIONS)
        assert f"| {' | '.join(cells[:3])} |" in written
        assert cells[-1] == f"{solvers.agreed[board]} of {solvers.agreed[board]}"


@COMPILED
def test_two_programs_that_differ_are_noticed(tmp_path: Path) -> None:
    solvers = Solvers(str(tmp_path))
    Path(solvers.programs["plain"]).write_text("#!/bin/sh\nwhile read -r _; do echo '0 1'; done\n", "utf-8")
    with pytest.raises(AssertionError, match="by the rules"):
        solvers.answers(Small(3, 3), [((), ())])


@COMPILED
def test_what_takes_too_long_is_not_known(tmp_path: Path) -> None:
    assert Solvers(str(tmp_path)).answers(Small(4, 5, plain=False), [((), ())], 100) == [None]
