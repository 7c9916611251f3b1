"""The path of a confirmed press, from its arrival until its table is about to be shown.

A step is a call from one function of ours into one of another file, counted once however often it is made;
a return is a step into a file that the path has been in before. Games, pictures, sentences, names and the
store are left out: they are asked on the way, and lead nowhere. The first release took 78 steps through 26
files.
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final, TypeAlias

from .simulation import Simulation

ROOT: Final = Path(__file__).resolve().parents[2]
OURS: Final = tuple(f"{ROOT / part}/" for part in ("bot", "cogs", "data", "rendering"))
ASIDE: Final = tuple(
    f"{ROOT / part}/"
    for part in ("bot/games", "bot/languages", "bot/local", "bot/players", "data", "rendering")
)
RESUMED: Final = inspect.CO_COROUTINE | inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR
STEPS, FILES, RETURNS = 78, 28, 50
Step: TypeAlias = tuple[CodeType | None, CodeType]


def _counts(code: CodeType) -> bool:
    name = code.co_filename
    aside = name.startswith(ASIDE) or name.endswith(("/text.py", "/display_names.py"))
    return name.startswith(OURS) and not aside


class PressPath:
    """The steps of what runs while it is the profiler."""

    def __init__(self) -> None:
        self.steps: dict[Step, None] = {}
        self._begun: dict[int, FrameType] = {}
        self._over = False

    def __call__(self, frame: FrameType, event: str, _argument: Any) -> None:
        code = frame.f_code
        self._over = self._over or code.co_qualname == "Publisher._publish"
        if event != "call" or self._over or not _counts(code) or self._begun.get(id(frame)) is frame:
            return
        if code.co_flags & RESUMED:
            self._begun[id(frame)] = frame
        caller = frame.f_back
        while caller is not None and not caller.f_code.co_filename.startswith(OURS):
            caller = caller.f_back
        above = caller.f_code if caller is not None else None
        if above is None or (above.co_filename != code.co_filename and _counts(above)):
            self.steps[above, code] = None

    @property
    def files(self) -> set[str]:
        """The files in which the path was."""
        return {code.co_filename for _, code in self.steps}


async def test_the_path_of_a_confirmed_press_gets_no_longer(sim: Simulation) -> None:
    await sim.begin()
    card, path = sim.card(), PressPath()
    picker = await sim.ann.click(card, label=card.buttons[0])
    assert picker.response is not None
    for label in ("a", "a1")["a" in card.buttons :]:
        await sim.ann.click(picker.response, label=label)
    sys.setprofile(path)
    try:
        await sim.ann.click(picker.response, label="Confirm")
    finally:
        sys.setprofile(None)
    steps, files = len(path.steps), len(path.files)
    assert files > 20, "the path is seen at all"
    assert (steps <= STEPS, files <= FILES, steps - files <= RETURNS) == (True,) * 3, (steps, files)
