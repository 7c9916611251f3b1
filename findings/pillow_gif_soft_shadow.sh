#!/bin/sh
# Pillow 13.0.0: a piece with a soft shadow, saved as a GIF, loses its transparent ground; without the shadow it keeps
# it.
#
# A good guess: a GIF pixel is transparent or isn't, so of an RGBA picture the clear pixels, perhaps the fainter half
# of the shadow too, become transparent, and the rest opaque.
# Seen: with an antialiased edge only, that is so. With a blurred shadow the whole picture is opaque, its empty corners
# black: they share a palette entry with the shadow's faintest pixels, whose alpha isn't 0, and only an entry with
# alpha 0 becomes the transparent colour. The same palette in a PNG leaves the corners an alpha of 2.
# Why it matters: a film of a board on a clear ground turns into one on black because a designer gave the pieces a
# shadow. Cut the alpha to 0 or 255 before saving.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q pillow==13.0.0
"$folder/venv/bin/python" - <<'PYTHON'
from io import BytesIO

from PIL import Image, ImageDraw, ImageFilter

CLEAR = (0, 0, 0, 0)


def piece(shadow):
    picture = Image.new("RGBA", (200, 200), CLEAR)
    if shadow:
        ImageDraw.Draw(picture).ellipse((40, 40, 160, 160), fill=(0, 0, 0, 160))
        picture = picture.filter(ImageFilter.GaussianBlur(8))
    stone = Image.new("RGBA", (800, 800), CLEAR)
    ImageDraw.Draw(stone).ellipse((180, 140, 620, 580), fill=(200, 30, 30, 255))
    picture.alpha_composite(stone.resize(picture.size, Image.Resampling.LANCZOS))
    return picture


def saved(picture):
    file = BytesIO()
    picture.save(file, "GIF")
    return Image.open(file).convert("RGBA")


def clear(picture):
    return picture.getchannel("A").histogram()[0]


plain, shadowed = piece(shadow=False), piece(shadow=True)
print(f"clear: {clear(plain)} to {clear(saved(plain))}; with a shadow {clear(shadowed)} to {clear(saved(shadowed))}")
assert clear(saved(plain)) >= clear(plain) > 20_000
assert clear(shadowed) > 10_000
assert shadowed.getpixel((0, 0)) == CLEAR
assert clear(saved(shadowed)) == 0
assert saved(shadowed).getpixel((0, 0)) == (0, 0, 0, 255)
PYTHON
