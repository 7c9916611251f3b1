"""Who wins small boards of Snorkels: empty, after each first snorkel, and with each placement of stones.

``python -m tests.players.snorkels.boards [--positions N]`` proves them, compares with
a second solver, which knows nothing but the rules, as far as that one gets, and writes the table between its
marks in ``bot/players/README.md``. Both solvers are in C, compiled with the system's ``cc``.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Final, TypeAlias

from tests.players.ladder import README, update

FOLDER: Final = Path(__file__).parent
POSITIONS: Final = 5_000_000
"""The most for one question."""
PLAIN_POSITIONS: Final = 2_000_000
"""The same for the second solver."""
Squares: TypeAlias = tuple[int, ...]
"""In ascending order; column * rows + row."""


@dataclass(frozen=True, slots=True)
class Small:
    """A board, and what is asked of it."""

    columns: int
    rows: int
    stones: int = 0
    """Up to so many stones are placed in every way."""
    plain: bool = True
    """Whether the second solver is asked, too."""

    @property
    def squares(self) -> range:
        """All squares."""
        return range(self.columns * self.rows)

    def name(self, square: int) -> str:
        """Such as ``b3``: the column's letter and the row's number."""
        column, row = divmod(square, self.rows)
        return f"{chr(ord('a') + column)}{row + 1}"

    def least(self, squares: Iterable[int]) -> Squares:
        """The first of the placements that are the same, turned or mirrored."""
        last_column, last_row = self.columns - 1, self.rows - 1
        places = [divmod(square, self.rows) for square in squares]
        found = []
        for across in (False, True):
            for up in (False, True):
                turned = [(last_column - x if across else x, last_row - y if up else y) for x, y in places]
                found.append(tuple(sorted(x * self.rows + y for x, y in turned)))
                if self.columns == self.rows:
                    found.append(tuple(sorted(y * self.rows + x for x, y in turned)))
        return min(found)

    def placements(self, count: int) -> Counter[Squares]:
        """The placements of so many pieces that differ, and how many are the same as each."""
        return Counter(self.least(each) for each in combinations(self.squares, count))


BOARDS: Final = (
    Small(3, 3, 2),
    Small(3, 4, 2),
    Small(3, 5, 2),
    Small(3, 6),
    Small(3, 7, plain=False),
    Small(4, 4, 3),
    Small(4, 5, 2, plain=False),
    Small(4, 6, plain=False),
    Small(5, 5, 1, plain=False),
    Small(5, 6, plain=False),
)


class Solvers:
    """The two programs."""

    def __init__(self, folder: str) -> None:
        """:raises subprocess.CalledProcessError: when they can't be compiled."""
        self.programs = {}
        self.agreed = Counter[Small]()
        """How many answers of each board the second program has given, too."""
        for name in ("boards", "plain"):
            self.programs[name] = Path(folder, name)
            flags = ["-O2", "-std=c11", "-Wall", "-Wextra", "-Werror"]
            subprocess.run(["cc", *flags, "-o", self.programs[name], FOLDER / f"{name}.c"], check=True)

    def ask(
        self, name: str, board: Small, questions: Sequence[tuple[Squares, Squares]], most: int
    ) -> list[bool | None]:
        """Whether whoever is to play wins, with these stones and purple snorkels; None: not found out."""
        told = "".join(f"{_bits(stones):x} {_bits(snorkels):x}\n" for stones, snorkels in questions)
        command = [str(self.programs[name]), str(board.columns), str(board.rows), str(most)]
        found = subprocess.run(command, input=told, capture_output=True, check=True, text=True).stdout
        return [{"1": True, "0": False}.get(line[0]) for line in found.splitlines()]

    def answers(
        self, board: Small, questions: Sequence[tuple[Squares, Squares]], most: int = POSITIONS
    ) -> list[bool | None]:
        """The first program's answers.

        :raises AssertionError: when the second one has another answer.
        """
        found = self.ask("boards", board, questions, most)
        if board.plain:
            for question, one, other in zip(
                questions, found, self.ask("plain", board, questions, PLAIN_POSITIONS), strict=True
            ):
                if None in (one, other):
                    continue
                if one != other:
                    raise AssertionError(f"{board}: {question} is {one}, and {other} by the rules")
                self.agreed[board] += 1
        return found


def _bits(squares: Squares) -> int:
    return sum(1 << square for square in squares)


def row(solvers: Solvers, board: Small, most: int) -> tuple[str, ...]:
    """The cells of a board's row."""
    first = [*board.placements(1)]
    empty, *after = solvers.answers(board, [((), ()), *(((), each) for each in first)], most)
    winning = [board.name(each[0]) for each, answer in zip(first, after, strict=True) if answer is False]
    unknown = [board.name(each[0]) for each, answer in zip(first, after, strict=True) if answer is None]
    moves = ", ".join(winning) or ("none" if not unknown else "–")
    if unknown:
        moves += f" (not known: {', '.join(unknown)})"
    who = {True: "purple", False: "green", None: "not known"}[empty]
    if empty is None and winning:
        who = "purple"
    return (
        f"{board.columns}×{board.rows}",
        who,
        moves,
        *_with_stones(solvers, board, most),
        f"{solvers.agreed[board]} of {1 + len(first) + _placed(board)}",
    )


def _placed(board: Small) -> int:
    """How many placements of stones are asked about."""
    return sum(len(board.placements(count)) for count in range(1, board.stones + 1))


def _with_stones(solvers: Solvers, board: Small, most: int) -> Iterator[str]:
    """Of the placements of one, two and three stones, how many purple wins."""
    for count in (1, 2, 3):
        if count > board.stones:
            yield "–"
            continue
        placements = board.placements(count)
        answers = solvers.answers(board, [(each, ()) for each in placements], most)
        won = sum(number for number, answer in zip(placements.values(), answers, strict=True) if answer)
        unknown = sum(
            number for number, answer in zip(placements.values(), answers, strict=True) if answer is None
        )
        yield f"{won} of {placements.total()}" + (f", {unknown} not known" if unknown else "")


HEADINGS: Final = ("board", "won by", "first squares that win", "1 stone", "2 stones", "3 stones", "checked")


def main(arguments: Sequence[str] | None = None, readme: Path = README) -> None:
    """Prove the boards and write their table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--positions", type=int, default=POSITIONS, help="the most for one question")
    given = parser.parse_args(arguments)
    rows: list[Sequence[str]] = [HEADINGS, ("---",) * len(HEADINGS)]
    with tempfile.TemporaryDirectory() as folder:
        solvers = Solvers(folder)
        for board in BOARDS:
            rows.append(row(solvers, board, given.positions))
            print(" | ".join(rows[-1]), flush=True)
    written = "".join(f"| {' | '.join(cells)} |\n" for cells in rows)
    readme.write_text(update(readme.read_text("utf-8"), "boards", "snorkels", written), "utf-8")


if __name__ == "__main__":
    main()
