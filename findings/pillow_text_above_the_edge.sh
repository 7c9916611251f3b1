#!/bin/sh
# Pillow 13.0.0: text drawn half a pixel above the picture's edge loses a row of ink that is well inside the picture.
#
# A good guess: ImageDraw.text((20, -0.5), …) shows what text((20, 0.5), …) shows, one pixel higher: the letters' ink
# begins some pixels below that point, so the picture's edge cuts nothing off.
# Seen: the uppermost row of ink is missing, nine pixels below the edge. So it is at -0.75 and -1.5, but not at -0.25;
# whole numbers lose nothing, nor do positive fractions, nor does the other axis.
# Why it matters: text that is centred on a small badge by arithmetic lands there now and then; an E whose upper bar is
# thinner than the others looks like a font's fault.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q pillow==13.0.0
"$folder/venv/bin/python" - <<'PYTHON'
import io

from PIL import Image, ImageDraw, ImageFont

default = ImageFont.load_default(34)
font = ImageFont.truetype(io.BytesIO(default.font_bytes), 34, layout_engine=ImageFont.Layout.BASIC)


def ink(x: float, y: float) -> tuple[int, tuple[int, int, int, int]]:
    picture = Image.new("L", (120, 80))
    ImageDraw.Draw(picture).text((x, y), "EH", font=font, fill=255)
    return sum(picture.tobytes()), picture.getbbox()


below, above = ink(20, 0.5), ink(20, -0.5)
right, left = ink(0.5, 20), ink(-0.5, 20)
print("half a pixel below the edge and above it:", below, above)
print("half a pixel right of the edge and left of it:", right, left)
assert right[0] == left[0]
assert below[1][1] > 3, "the ink begins well below the point"
assert above[0] < below[0] * 0.99
assert ink(20, -0.75)[0] == ink(20, -1.5)[0] == above[0]
assert {ink(20, y)[0] for y in (-1, -0.25, 0, 1, 1.5)} == {below[0]}
PYTHON
