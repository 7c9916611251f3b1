"""Pictures of at most 256 colours as PNG files, six times as fast as Pillow writes them.

A picture of at most 16 colours takes half a byte per pixel: deflate's window of 32 KB then covers twice as
many lines.
"""

from __future__ import annotations

from struct import pack
from typing import Final

from PIL import Image, ImageChops

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
FEW: Final = 16
"""Colours that fit into four bits."""
AS_IT_IS: Final = 0
AS_ABOVE: Final = 2
"""The filter of a line written as its difference from the line above."""


def png(*parts: Image.Image, paired: bool = False) -> bytes:
    """Equally wide ``parts`` in P of the same colours, one below the other, as a PNG file.

    ``paired``: the lines of each, an even number, come in equal pairs.

    Lines are written unfiltered, since differences between colour numbers mean nothing, except for the second
    line of a pair: its difference from the first is all zeros.
    """
    width, height = parts[-1].width, sum(part.height for part in parts)
    colours = bytes(parts[-1].getpalette("RGB") or ())
    few = len(colours) <= 3 * FEW
    stride = (width + 1) // 2 if few else width
    head = pack(">2I5B", width, height, 4 if few else 8, 3, 0, 0, 0)
    filtered = _pairs if paired else _plain
    lines = b"".join([filtered(_pixels(part, few), stride, part.height).tobytes() for part in parts])
    chunks = (
        (b"IHDR", head),
        (b"PLTE", colours),
        (b"IDAT", compress(lines, QUICK)),
        (b"IEND", b""),
    )
    return SIGNATURE + b"".join(_chunk(name, data) for name, data in chunks)


def _pixels(image: Image.Image, few: bool) -> bytes:
    """The numbers of the colours; ``few``: two of them in a byte."""
    return image.tobytes("raw", "P;4") if few else image.tobytes()


def _plain(pixels: bytes, stride: int, height: int) -> Image.Image:
    """Lines, each after its filter byte."""
    lines = Image.new("L", (stride + 1, height), AS_IT_IS)
    lines.paste(Image.frombuffer("L", (stride, height), pixels, "raw", "L", 0, 1), (1, 0))
    return lines


def _pairs(pixels: bytes, stride: int, height: int) -> Image.Image:
    """Pairs of lines side by side, each line after its filter byte."""
    pairs = Image.frombuffer("L", (2 * stride, height // 2), pixels, "raw", "L", 0, 1)
    lines = Image.new("L", (2 * stride + 2, height // 2), AS_IT_IS)
    lines.paste(pairs, (1, 0))
    lines.paste(AS_ABOVE, (stride + 1, 0, stride + 2, height // 2))
    second = pairs.crop((stride, 0, 2 * stride, height // 2))
    lines.paste(ImageChops.subtract_modulo(second, pairs), (stride + 2, 0))
    return lines


def _chunk(name: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + name + data + pack(">I", crc32(name + data))
