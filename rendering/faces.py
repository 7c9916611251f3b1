"""The bundled fonts, and whether their files can be read: known without loading what draws."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Final, Literal, TypeAlias

Face: TypeAlias = Literal["bold", "regular", "mono"]
FILES: Final[dict[Face, str]] = {
    "bold": "Nunito-Bold.ttf",
    "regular": "Nunito-Regular.ttf",
    "mono": "JetBrainsMono-Regular.ttf",
}
FONTS: Final = Path(__file__).parent / "fonts"
TRUETYPE: Final = b"\0\1\0\0"


def fault() -> str:
    """Why no text can be drawn; empty if all files are there as a whole."""
    for name in FILES.values():
        path = FONTS / name
        try:
            data = path.read_bytes()
            count = struct.unpack_from(">4xH", data)[0]
            tables = [struct.unpack_from(">8xII", data, 12 + 16 * number) for number in range(count)]
        except (OSError, struct.error) as error:
            return f"{path} can’t be read ({error})"
        if not data.startswith(TRUETYPE) or any(start + length > len(data) for start, length in tables):
            return f"{path} is no whole font"
    return ""
