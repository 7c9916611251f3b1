"""Pictures of at most 256 colours as PNG files, six times as fast as Pillow writes them.

A picture of at most 16 colours takes half a byte per pixel: deflate's window of 32 KB then covers twice as
many lines.
"""

from __future__ import annotations

from struct import pack
from typing import Final

from PIL import Image, ImageChops

from .canvas import Canvas, put, shared

try:
    from isal.isal_zlib import compress, crc32
except ImportError:
    # isal isn't built for every machine; zlib's files are as small, but slower.
    from zlib import compress, crc32

    QUICK = 3
else:
    QUICK = 1
"""The compression level: the lowest that makes small files, with either library."""
SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
AS_ABOVE: Final = 2
"""The filter of a line written as its difference from the line above."""


def png(canvas: Canvas, *above: Image.Image, paired: bool = False) -> bytes:
    """``canvas``, which is used up, below equally wide parts of the same colours, as a PNG file.

    ``paired``: the lines of each, an even number, come in equal pairs.

    Lines are written unfiltered, since differences between colour numbers mean nothing, except for the second
    line of a pair: its difference from the first is all zeros.
    """
    lines, height = canvas.lines(above), canvas.height + sum(part.height for part in above)
    if paired:
        lines = _paired(lines, height)
    head = pack(">2I5B", canvas.width, height, 4 if canvas.few else 8, 3, 0, 0, 0)
    chunks = (
        (b"IHDR", head),
        (b"PLTE", canvas.colours),
        (b"IDAT", compress(lines, QUICK)),
        (b"IEND", b""),
    )
    return SIGNATURE + b"".join(
        pack(">I", len(data)) + name + data + pack(">I", crc32(name + data)) for name, data in chunks
    )


def _paired(lines: bytes | memoryview, height: int) -> memoryview:
    """``lines``, the second of each pair as its difference from the first."""
    if isinstance(lines, bytes):
        lines = memoryview(bytearray(lines))
    stride = len(lines) // height
    pairs = shared(lines, (2 * stride, height // 2))
    second = pairs.crop((stride, 0, 2 * stride, pairs.height))
    first = shared(lines, second.size, 2 * stride)
    put(pairs, ImageChops.subtract_modulo(second, first), (stride, 0))
    pairs.paste(AS_ABOVE, (stride, 0, stride + 1, pairs.height))
    return lines
