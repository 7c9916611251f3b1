"""Who wins small boards of Snorkels: empty, after each first snorkel, and with each placement of stones.

``python -m tests.players.snorkels.boards [BOARD …] [--positions N] [--table N]`` proves what ``boards.tsv``
beside this file doesn't have yet, adds it there, and writes the table between its marks in
``bot/players/README.md``. Each proof is followed by a second program, which knows nothing but the rules and
shares nothing with the first. It only takes advice of it: which square to try first. Both are in C, compiled
with the system's ``cc``.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from tests.players.ladder import README, update
from tests.players.programs import Program, compiled

FOLDER: Final = Path(__file__).parent
FOUND: Final = FOLDER / "boards.tsv"
POSITIONS: Final = 500_000_000
"""The most for one question."""
TABLE: Final = 24
"""The size of the first program's table of positions, as a power of two; each takes 24 bytes."""
Squares: TypeAlias = tuple[int, ...]
"""In ascending order; column * rows + row."""


class Question(NamedTuple):
    """Who wins with these stones, after purple's first snorkel if there is one."""

    stones: Squares = ()
    first: Squares = ()


class Answer(NamedTuple):
    """What was found out."""

    won: bool
    """Whether whoever is to play wins."""
    checked: bool
    """Whether the second program has found the same."""


@dataclass(frozen=True, slots=True)
class Small:
    """A board, and what is asked of it."""

    columns: int
    rows: int
    stones: int = 0
    """Up to so many stones are placed in every way."""

    @property
    def squares(self) -> range:
        """All squares."""
        return range(self.columns * self.rows)

    def __str__(self) -> str:
        return f"{self.columns}×{self.rows}"

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

    def questions(self) -> list[Question]:
        """What is asked: the first squares, those in the middle first, the empty board, then stones."""
        first = sorted(self.placements(1), key=lambda each: -self._from_edge(each[0]))
        stones = [each for count in range(1, self.stones + 1) for each in self.placements(count)]
        return [*(Question((), each) for each in first), Question(), *(Question(each) for each in stones)]

    def _from_edge(self, square: int) -> int:
        column, row = divmod(square, self.rows)
        return min(column, self.columns - 1 - column) + min(row, self.rows - 1 - row)


BOARDS: Final = (
    Small(3, 3, 3),
    Small(3, 4, 3),
    Small(3, 5, 3),
    Small(3, 6, 2),
    Small(3, 7, 2),
    Small(4, 4, 3),
    Small(4, 5, 3),
    Small(4, 6, 2),
    Small(5, 5, 2),
    Small(5, 6),
    Small(6, 6),
)
Found: TypeAlias = dict[tuple[str, Question], Answer]
"""By the board's name."""


class Solver(Program):
    """One of the two programs, at a board; it answers one question after the other."""

    def __init__(self, path: Path, board: Small, most: int, *more: object) -> None:
        super().__init__([str(each) for each in (path, board.columns, board.rows, most, *more)])

    def ask(self, question: Question) -> bool | None:
        """Whether whoever is to play wins; None: not found out."""
        self.write(f"{_bits(question.stones):x} {_bits(question.first):x}")
        return {"1": True, "0": False, "?": None}[self.read()[0]]


class Solvers:
    """The two programs."""

    def __init__(self, folder: str, table: int = TABLE) -> None:
        """:raises subprocess.CalledProcessError: when they can't be compiled."""
        self.table, self.advice = table, Path(folder, "advice")
        self.programs = {name: compiled(FOLDER / f"{name}.c") for name in ("boards", "plain")}

    def ask(
        self, name: str, board: Small, questions: Iterable[Question], most: int, *more: object
    ) -> list[bool | None]:
        """What one program says."""
        with Solver(self.programs[name], board, most, *more) as program:
            return [program.ask(each) for each in questions]

    def answers(
        self, board: Small, questions: Iterable[Question], most: int = POSITIONS
    ) -> Iterator[tuple[Question, Answer | None]]:
        """What the first program proves, and whether the second one finds the same.

        :raises AssertionError: when the second one has another answer.
        """
        self.advice.touch()
        with (
            Solver(self.programs["boards"], board, most, self.table, self.advice) as prover,
            Solver(self.programs["plain"], board, most, self.advice) as checker,
        ):
            for question in questions:
                won = prover.ask(question)
                again = None if won is None else checker.ask(question)
                if won is not None and again not in (None, won):
                    raise AssertionError(f"{board}: {question} is {won}, and {again} by the rules")
                yield question, None if won is None else Answer(won, again is not None)


def _bits(squares: Squares) -> int:
    return sum(1 << square for square in squares)


def read(file: Path = FOUND) -> Found:
    """What has been found out."""
    found: Found = {}
    boards = {str(board): board for board in BOARDS}
    for line in file.read_text("utf-8").splitlines()[1:]:
        name, stones, first, winner, checked = line.split("\t")
        board = boards[name]
        question = Question(_squares(board, stones), _squares(board, first))
        won = (winner == "purple") != bool(question.first)
        found[name, question] = Answer(won, checked == "yes")
    return found


def write(found: Found, file: Path = FOUND) -> None:
    """Write a file that :func:`read` reads."""
    lines = ["\t".join(("board", "stones", "first snorkel", "winner", "checked"))]
    for board in BOARDS:
        for question in board.questions():
            if answer := found.get((str(board), question)):
                stones, first = (",".join(map(board.name, squares)) or "–" for squares in question)
                winner = "purple" if answer.won != bool(question.first) else "green"
                checked = "yes" if answer.checked else "no"
                lines.append("\t".join((str(board), stones, first, winner, checked)))
    file.write_text("\n".join(lines) + "\n", "utf-8")


def _squares(board: Small, names: str) -> Squares:
    every = {board.name(square): square for square in board.squares}
    return tuple(every[name] for name in names.split(",") if name in every)


def row(board: Small, found: Found) -> tuple[str, ...]:
    """The cells of a board's row."""
    first = {each: found.get((str(board), Question((), each))) for each in board.placements(1)}
    empty = found.get((str(board), Question()))
    winning = [board.name(square) for (square,), answer in first.items() if answer and not answer.won]
    unknown = [board.name(square) for (square,), answer in first.items() if answer is None]
    moves = ", ".join(winning) or ("–" if unknown else "none")
    if unknown:
        moves += f" (not known: {', '.join(unknown)})"
    answers = [found.get((str(board), question)) for question in board.questions()]
    return (
        str(board),
        "not known" if empty is None else "purple" if empty.won else "green",
        moves,
        *_with_stones(board, found),
        f"{sum(answer is not None and answer.checked for answer in answers)} of {len(answers)}",
    )


def _with_stones(board: Small, found: Found) -> Iterator[str]:
    """Of the placements of one, two and three stones, how many purple wins."""
    for count in (1, 2, 3):
        if count > board.stones:
            yield "–"
            continue
        placements = board.placements(count)
        answers = {each: found.get((str(board), Question(each))) for each in placements}
        won = sum(placements[each] for each, answer in answers.items() if answer and answer.won)
        unknown = sum(placements[each] for each, answer in answers.items() if answer is None)
        yield f"{won} of {placements.total()}" + (f", {unknown} not known" if unknown else "")


HEADINGS: Final = ("board", "won by", "first squares that win", "1 stone", "2 stones", "3 stones", "checked")


def main(arguments: Sequence[str] | None = None, readme: Path = README, file: Path = FOUND) -> None:
    """Prove what isn't known yet, and write it all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("board", nargs="*", help="such as 4x5 (default: all)")
    parser.add_argument("--positions", type=int, default=POSITIONS, help="the most for one question")
    parser.add_argument("--table", type=int, default=TABLE, help="positions kept, as a power of two")
    given = parser.parse_args(arguments)
    found = read(file) if file.exists() else {}
    with tempfile.TemporaryDirectory() as folder:
        solvers = Solvers(folder, given.table)
        for board in BOARDS:
            if given.board and str(board).replace("×", "x") not in given.board:
                continue
            missing = [
                question
                for question in board.questions()
                if not ((known := found.get((str(board), question))) and known.checked)
            ]
            for question, answer in solvers.answers(board, missing, given.positions):
                if answer:
                    found[str(board), question] = answer
                    if question.first and not answer.won:
                        # Purple wins the empty board by that square.
                        found[str(board), Question()] = answer._replace(won=True)
                    write(found, file)
            print(" | ".join(row(board, found)), flush=True)
    lines = (HEADINGS, ("---",) * len(HEADINGS), *(row(board, found) for board in BOARDS))
    written = "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
    readme.write_text(update(readme.read_text("utf-8"), "boards", "snorkels", written), "utf-8")


if __name__ == "__main__":
    main()
