"""PNG: pictures of at most 256 colours as files, smaller and sooner than Pillow writes them.

A picture of at most 16 colours is written with two pixels a byte, so that deflate’s window of 32 KB sees
twice as many lines.
"""

from __future__ import annotations

import zlib
from struct import pack
from typing import Final

from PIL import Image, ImageChops

try:
    from zlib_ng.zlib_ng import compress
except ImportError:
    # There is no build of it for this machine: as small, but slower.
    from zlib import compress

QUICK: Final = 2
"""How hard deflate tries, of 9, when lines are told as differences: the next step takes a third more time."""
DENSE: Final = 4
"""How hard it tries for pictures whose every line is unlike the one above."""
SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
FEW: Final = 16
"""Colours that four bits can tell apart."""
AS_IT_IS: Final = 0
AS_ABOVE: Final = 2
"""The filter of a line that is given as its difference from the line above."""


def png(image: Image.Image, *, dense: bool = False) -> bytes:
    """``image`` (in P) as a PNG file; a ``dense`` one has few rows of pixels that are like their neighbours.

    Lines are written as differences from the ones above, which deflate finds its way through in half the
    time, for a tenth more of bytes than by trying harder. (Pillow never does so in P.) A dense picture would
    grow by a quarter: its lines stay as they are.
    """
    width, height = image.size
    colours = bytes(image.getpalette("RGB") or ())
    few = len(colours) <= 3 * FEW
    pixels = image.tobytes("raw", "P;4") if few else image.tobytes()
    stride = (width + 1) // 2 if few else width
    lines = Image.frombuffer("L", (stride, height), pixels, "raw", "L", 0, 1)
    filtered = Image.new("L", (stride + 1, height), AS_IT_IS if dense else AS_ABOVE)
    if not dense:
        above = Image.frombuffer("L", lines.size, bytes(stride) + pixels[:-stride], "raw", "L", 0, 1)
        lines = ImageChops.subtract_modulo(lines, above)
    filtered.paste(lines, (1, 0))
    head = pack(">2I5B", width, height, 4 if few else 8, 3, 0, 0, 0)
    parts = (
        (b"IHDR", head),
        (b"PLTE", colours),
        (b"IDAT", compress(filtered.tobytes(), DENSE if dense else QUICK)),
        (b"IEND", b""),
    )
    return SIGNATURE + b"".join(_chunk(name, data) for name, data in parts)


def _chunk(name: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + name + data + pack(">I", zlib.crc32(name + data))
