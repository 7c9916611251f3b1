"""Pictures of at most 256 colours as PNG files, six times as fast as Pillow writes them.

A picture of at most 16 colours takes half a byte per pixel: deflate's window of 32 KB then covers twice as
many lines.
"""

from __future__ import annotations

from struct import pack
from typing import Final

from PIL import Image

from .canvas import Canvas

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


def png(canvas: Canvas, *above: Image.Image) -> bytes:
    """``canvas``, which is used up, below equally wide parts of the same colours, as a PNG file.

    Lines are written unfiltered, since differences between colour numbers mean nothing.
    """
    height = canvas.height + sum(part.height for part in above)
    head = pack(">2I5B", canvas.width, height, 4 if canvas.few else 8, 3, 0, 0, 0)
    chunks = (
        (b"IHDR", head),
        (b"PLTE", canvas.colours),
        (b"IDAT", compress(canvas.lines(above), QUICK)),
        (b"IEND", b""),
    )
    parts = [SIGNATURE]
    for name, data in chunks:
        parts += pack(">I4s", len(data), name), data, pack(">I", crc32(data, crc32(name)))
    return b"".join(parts)
