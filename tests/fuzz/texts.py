"""Hostile texts: what people, programs and broken disks may send."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st

LOOKALIKES: Final = {
    **{str(digit): "０１２３４５６７８９"[digit] for digit in range(10)},
    **{letter: chr(ord(letter) + 0xFEE0) for letter in "abcdefghijklmnopqrstuvwxyz"},
    "-": "−",
    " ": "\u00a0",
}
"""Full-width letters and digits, and other signs that look like those of notation."""
ODD: Final = (
    "²",
    "٣",
    "४",
    "İ",
    "ı",
    "ß",
    "ﬀ",
    "\u202e",
    "\u200b",
    "\u0301",
    "\x00",
    "\x1b",
    "�",
    "🦑",
    "\ud800",
)
HOSTILE: Final = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="abcdefgh0123456789 -/|?@#=.:", max_size=60),
    st.lists(st.sampled_from(ODD), max_size=8).map("".join),
    st.tuples(st.text(min_size=1, max_size=4), st.integers(100, 4000)).map(lambda made: made[0] * made[1]),
)


@st.composite
def bent(draw: st.DrawFn, text: str) -> str:
    """``text`` with one or two things wrong with it."""
    for _ in range(draw(st.integers(1, 2))):
        at = draw(st.integers(0, max(0, len(text) - 1)))
        match draw(st.integers(0, 7)):
            case 0:
                text = text[:at] + draw(st.sampled_from(ODD)) + text[at:]
            case 1:
                text = text[:at] + text[at + 1 :]
            case 2:
                text = text[:at] + draw(st.characters(exclude_categories=())) + text[at + 1 :]
            case 3:
                text = text[:at] + LOOKALIKES.get(text[at : at + 1], "") + text[at + 1 :]
            case 4:
                text = text.upper() if draw(st.booleans()) else text.swapcase()
            case 5:
                text = f"{text} {text}"
            case 6:
                text = text[:at] + text[at : at + 1] * draw(st.integers(2, 4000)) + text[at + 1 :]
            case _:
                text = (
                    text[:at]
                    + draw(st.sampled_from(("\n", "\r\n", "\t", "  ", "|", "@", "#", "?")))
                    + text[at:]
                )
    return text


def require_short(refusal: Exception) -> None:
    """Fail for a refusal that no line can show."""
    assert 10 <= len(str(refusal)) < 500
    assert str(refusal).isprintable()
