"""The Go Text Protocol, version 2: how commands are read, and answers written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TextIO

LONGEST_LINE: Final = 10_000
"""The most characters read of a line; commands never need a tenth of that."""

_CONTROLS: Final = dict.fromkeys((*range(0x20), *range(0x7F, 0xA0), 0xFEFF)) | {ord("\t"): " "}
_BLANKS: Final = " \t\r\ufeff"
"""What an empty line may contain. Whoever sends other control characters waits for an answer."""


@dataclass(frozen=True, slots=True)
class Command:
    """A parsed line of input."""

    number: str
    """The number before the command, repeated in the answer; often empty."""
    name: str
    words: str
    """The rest of the line after the name, stripped."""
    whole: bool = True
    """Whether the line was short enough to be read completely."""

    def answer(self, text: str) -> str:
        """The framed answer, without empty lines; a leading one puts ``text`` on a line after the sign."""
        lines = [line.rstrip() for line in text.split("\n")]
        kept = "\n".join(line for line in lines if line)
        gap = "" if not kept else "\n" if text.startswith("\n") else " "
        return f"={self.number}{gap}{kept}\n\n"

    def refusal(self, why: str) -> str:
        """The framed refusal, with the reason ``why`` on one line."""
        return f"?{self.number} {' '.join(why.split())[:1000] or 'refused'}\n\n"


def read_command(line: str) -> Command | None:
    """Parse a line. Returns None for an empty line or a comment."""
    written = line.partition("#")[0]
    text = written.translate(_CONTROLS).strip()
    if not text and not written.strip(_BLANKS):
        return None
    first, _, rest = text.partition(" ")
    number = ""
    if first.isascii() and first.isdigit() and len(first) <= 20:
        number = first
        first, _, rest = rest.strip().partition(" ")
    return Command(number, first, rest.strip(), len(line) <= LONGEST_LINE)


class Lines:
    """Standard input by lines, safe for input of any length."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def next(self) -> str | None:
        """The next line without its newline; None at the end of input.

        A line that is too long is cut to ``LONGEST_LINE`` + 1 characters.
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
        """The unchanged lines before one with a single dot, and whether that line was found.

        All of them are read, but not kept beyond ``longest`` characters.
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
