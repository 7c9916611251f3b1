"""What the bot sends to people who try nearly everything, compared with what it sent before."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.features.lessons import newcomers
from bot.games.curse import prompts
from tests.languages import pseudo

from .simulation import Simulation
from .tour import FOLDER, Tour, check, unspoken

pytestmark = pytest.mark.usefixtures("inline_thinkers")


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda file: file.stem)
@pytest.mark.parametrize("language", ["English", pytest.param("pseudo", marks=pytest.mark.thorough)])
async def test_a_tour_goes_as_before(
    sim: Simulation, file: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if language == "pseudo":
        pseudo.speak_it(monkeypatch)
        pseudo.servers_speak_another(monkeypatch)
        # Its sentences and words are longer.
        monkeypatch.setattr(newcomers, "FITTING", 2 * newcomers.FITTING)
        monkeypatch.setattr(prompts, "ROOM", 4 * prompts.ROOM)
    tour = Tour(sim)
    await tour.walk(file)
    if language == "pseudo":
        assert unspoken(tour.private) == unspoken(tour.public) == [], "that goes through no catalogue"
    for texts, other in ((tour.private, pseudo.SERVERS), (tour.public, pseudo.TAG)):
        assert [each for each in texts if pseudo.BRACKETS[other][0] in each] == [], "whose language is that?"
    check(file, tour)
