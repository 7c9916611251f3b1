"""Stories in which the simulator found a fault, at their shortest, and some that chance seldom tells."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from .run import run
from .story import Event

STORIES: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("stories.toml").read_text("utf-8")
)


@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES)
def test_a_story_ends_well(story: dict[str, Any]) -> None:
    assert run(story["seed"], tuple(Event(*each) for each in story["events"])).wrong == []
