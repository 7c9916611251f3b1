#!/bin/sh
# isal 1.8.0: level 0 compresses, where zlib's level 0 stores.
#
# A good guess: isal_zlib has zlib's functions, so compress(data, 0) is the data in stored blocks, a few bytes longer.
# Seen: of a picture's repeated lines, zlib's level 0 makes 51,211 bytes out of 51,200, isal's about a thousand; its
# level 3 makes half of that, and a level 4 is refused. Nothing in isal_zlib stores.
# Why it matters: a file that is put together from parts of known length, such as a PNG whose bands are stored first and
# patched later, is cut up wrongly; and "level 0 and 1 of both libraries beside each other" compares other things.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q isal==1.8.0
"$folder/venv/bin/python" - <<'PYTHON'
import zlib

from isal import isal_zlib

lines = bytes(range(256)) * 200
stored = [len(library.compress(lines, 0)) for library in (zlib, isal_zlib)]
least = len(isal_zlib.compress(lines, 3))
print(f"{len(lines)} bytes at level 0: zlib {stored[0]}, isal {stored[1]}; isal's level 3: {least}")
assert zlib.decompress(isal_zlib.compress(lines, 0)) == lines
assert stored[0] > len(lines)
assert stored[1] < len(lines) // 20
assert least < stored[1]
try:
    isal_zlib.compress(lines, 4)
except isal_zlib.error as error:
    print(error)
else:
    raise SystemExit("level 4 is taken")
PYTHON
