#!/bin/sh
# Pillow 13.0.0: a GIF whose frames come from a generator is held in memory as a whole all the same.
#
# A good guess: save(append_images=generator) writes one frame after another, so that a film of 400 frames needs little
# more memory than one of 20: the argument takes any iterable, and GIF is written from front to back.
# Seen: all frames are alive until the last one has come; the peak grows by about a frame each.
# Why it matters: a replay as an animation. On a small machine the length of a game decides whether the process lives.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q pillow==13.0.0
"$folder/venv/bin/python" - <<'PYTHON'
import subprocess
import sys

FILM = """
import io, resource
from PIL import Image, ImageDraw
def frames(count):
    for number in range(count):
        frame = Image.new("P", (800, 800), 0)
        frame.putpalette([0, 0, 0, 255, 255, 255])
        ImageDraw.Draw(frame).rectangle((number, number, number + 40, number + 40), fill=1)
        yield frame
source = frames(COUNT)
next(source).save(io.BytesIO(), "GIF", save_all=True, append_images=source, duration=100, optimize=False)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def peak(count: int) -> int:
    """The most megabytes of a process that writes ``count`` frames."""
    code = FILM.replace("COUNT", str(count))
    return int(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)


short, long = peak(20), peak(220)
print(f"20 frames: {short} MB; 220 frames: {long} MB, each of 0.64 MB")
assert long - short > 100, "they are no longer all held"
PYTHON
