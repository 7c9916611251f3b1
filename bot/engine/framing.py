"""The framing of the Go Text Protocol, version 2: lines in, answers out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TextIO

LONGEST_LINE: Final = 10_000
"""Characters of a line that are looked at; a command never needs a tenth of it."""

_CONTROLS: Final = dict.fromkeys((*range(0x20), *range(0x7F, 0xA0), 0xFEFF)) | {ord("\t"): " "}


@dataclass(frozen=True, slots=True)
class Command:
    """One line of input, taken apart."""

    number: str
    """The number before the command, which the answer repeats; often empty."""
    name: str
    words: str
    """What follows the name, its ends trimmed."""
    whole: bool = True
    """Whether the line was short enough to be read to its end."""

    def answer(self, text: str) -> str:
        """The framed answer ``text`` without empty lines; one at its start sets it apart from the sign."""
        lines = [line.rstrip() for line in text.split("\n")]
        kept = "\n".join(line for line in lines if line)
        gap = "" if not kept else "\n" if text.startswith("\n") else " "
        return f"={self.number}{gap}{kept}\n\n"

    def refusal(self, why: str) -> str:
        """The framed refusal, one line that says ``why``."""
        return f"?{self.number} {' '.join(why.split())[:1000] or 'refused'}\n\n"


def read_command(line: str) -> Command | None:
    """The command that ``line`` holds; None for an empty line or a comment."""
    text = line.translate(_CONTROLS).partition("#")[0].strip()
    if not text:
        return None
    first, _, rest = text.partition(" ")
    number = ""
    if first.isascii() and first.isdigit() and len(first) <= 20:
        number = first
        first, _, rest = rest.strip().partition(" ")
    return Command(number, first, rest.strip(), len(line) <= LONGEST_LINE)


class Lines:
    """Standard input, line by line, whatever is in it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def next(self) -> str | None:
        """The next line without its end; None at the end of input.

        Of a line that is too long the first ``LONGEST_LINE`` + 1 characters are given.
        """
        line = self._stream.readline(LONGEST_LINE + 1)
        if not line:
            return None
        if line.endswith("\n"):
            return line[:-1]
        rest = line
        while len(rest) == LONGEST_LINE + 1 and not rest.endswith("\n"):
            rest = self._stream.readline(LONGEST_LINE + 1)
        return line

    def upto_dot(self, longest: int) -> tuple[str, bool]:
        """The lines before one with a single dot, as they are, and whether that one came.

        All are read; once more than ``longest`` characters are kept the rest is dropped.
        """
        lines: list[str] = []
        size = 0
        while (line := self.next()) is not None:
            if line.strip() == ".":
                return "\n".join(lines), True
            if size <= longest + 1:
                size += len(line) + 1
                lines.append(line)
        return "\n".join(lines), False
