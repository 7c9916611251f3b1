"""What the bot sends to people who try nearly everything, compared with what it sent before."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.languages import pseudo
from tests.languages.pseudo import english

from .simulation import Simulation
from .tour import FOLDER, Tour, check, unspoken

pytestmark = pytest.mark.usefixtures("inline_thinkers")


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda file: file.stem)
@pytest.mark.parametrize("language", ["English", "pseudo", "mixed"])
async def test_a_tour_goes_as_before(
    sim: Simulation, file: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if language == "pseudo":
        pseudo.speak_it(monkeypatch)
    elif language == "mixed":
        pseudo.speak_it_alone(monkeypatch)
    tour = Tour(sim)
    await tour.walk(file)
    if language == "mixed":
        assert unspoken(tour.private) == [], "one person reads the server's language"
        assert [each for each in tour.public if english(each) != each] == [], "everybody reads a person's"
    else:
        check(file, tour)
