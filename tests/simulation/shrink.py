"""Shrinks a story that ends badly to a short one that ends badly in the same way."""

from __future__ import annotations

import re
from collections.abc import Callable

from .run import Outcome, run
from .story import Story

DIGITS = re.compile(r"\d+")


def kinds(outcome: Outcome) -> set[str]:
    """What is wrong, without the numbers."""
    return {DIGITS.sub("#", each)[:60] for each in outcome.wrong}


def shrink(outcome: Outcome) -> Outcome:
    """The outcome of the shortest story that was found: without any one of its events all is well."""
    known, last = kinds(outcome), outcome

    def fails(story: Story) -> bool:
        nonlocal last
        again = run(outcome.seed, story)
        if bad := bool(kinds(again) & known):
            last = again
        return bad

    _shortest(outcome.story, fails)
    return last


def _shortest(story: Story, fails: Callable[[Story], bool]) -> Story:
    """``story`` without all pieces that it fails without: large pieces first, then single events."""
    size = len(story) // 2
    while size:
        place = 0
        while place < len(story):
            shorter = story[:place] + story[place + size :]
            if shorter and fails(shorter):
                story = shorter
            else:
                place += size
        size //= 2
    return story


def as_test(outcome: Outcome) -> str:
    """A story as it stands in ``stories.toml``, to be kept."""
    wrong = "".join(f"# {each[:90]}\n" for each in outcome.wrong[:3])
    events = "".join(f'    [{each.at}, "{each.what}", {each.seed}],\n' for each in outcome.story)
    return f'[""]\n{wrong}seed = {outcome.seed}\nevents = [\n{events}]\n'
