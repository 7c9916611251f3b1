"""Languages that change while cards are open: each message stays whole, in one language or the other.

People and servers speak different ones, so that it is seen whose a message is in, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from bot.components.interactions.languages import Languages
from bot.languages import names, spoken
from rendering.scene import Picture
from rendering.studio import Studio
from tests.blank import BLANK
from tests.languages import pseudo
from tests.thorough import examples

from .audiences import said
from .simulation import Simulation
from .tour import FOLDER, Tour, unspoken

pytestmark = pytest.mark.usefixtures("inline_thinkers")


@pytest.fixture
def now_spoken(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What people and servers speak, by what they spoke at first; pictures tell their language."""
    pseudo.teach(monkeypatch)
    for tag in pseudo.BRACKETS:
        monkeypatch.setitem(names(), tag, tag)
    language = {tag: tag for tag in pseudo.AFTERWARDS}

    async def of_somebody(*_asked: Any, **_options: Any) -> str:
        return language[pseudo.TAG]

    async def of_server(*_asked: Any) -> str:
        return language[pseudo.SERVERS]

    monkeypatch.setattr(Languages, "of_person", of_somebody)
    monkeypatch.setattr(Languages, "of_somebody", of_somebody)
    monkeypatch.setattr(Languages, "of_server", of_server)

    async def draw(_studio: Studio, kind: str, *_asked: Any, **_options: Any) -> Picture:
        # Nothing is written on small boards, which stay where a list is brought up to date.
        return BLANK if kind == "small" else BLANK._replace(data=BLANK.data + spoken().encode())

    monkeypatch.setattr(Studio, "draw", draw)
    return language


def mixed(sim: Simulation) -> Iterator[str]:
    """The messages that are in two languages."""
    for post in sim.env.world.messages.values():
        words = " ".join([post.content, *said(post.components)])
        drawn = [sim.env.world.files[each.path].data for each in post.attachments]
        found = {
            tag
            for tag, (begin, _) in pseudo.BRACKETS.items()
            if begin in words or any(data.endswith(tag.encode()) for data in drawn)
        }
        if len(found) > 1:
            yield f"{words} {[data[-5:] for data in drawn]}"


class Restless(Tour):
    """A tour on which all languages change before each deed."""

    def __init__(self, sim: Simulation, language: dict[str, str]) -> None:
        super().__init__(sim)
        self._language = language
        self.mixed: dict[str, str] = {}
        """Messages in two languages, and after what."""

    async def _told_all(self) -> None:
        await super()._told_all()
        deed = next(line for line in reversed(self.lines) if line.startswith("\n"))
        for each in mixed(self.sim):
            self.mixed.setdefault(each, deed)
        for first, then in pseudo.AFTERWARDS.items():
            self._language[first] = then if self._language[first] == first else first


EVERY_RUN: Final = (
    "a_finished_game",
    "a_league",
    "a_server",
    "against_the_computer",
    "lessons",
    "puzzles",
    "secrets",
)


@pytest.mark.parametrize(
    "file",
    examples(sorted(FOLDER.glob("*.txt")), lambda file: file.stem in EVERY_RUN),
    ids=lambda file: file.stem,
)
async def test_no_message_is_in_two_languages_or_in_somebody_else_s(
    sim: Simulation, file: Path, now_spoken: dict[str, str]
) -> None:
    tour = Restless(sim, now_spoken)
    await tour.walk(file)
    assert tour.mixed == {}
    assert unspoken(tour.private) == unspoken(tour.public) == [], "that goes through no catalogue"
    for texts, other in ((tour.private, pseudo.SERVERS), (tour.public, pseudo.TAG)):
        begins = [pseudo.BRACKETS[tag][0] for tag in (other, pseudo.AFTERWARDS[other])]
        assert [each for each in texts if any(map(each.count, begins))] == [], "whose language is that?"
    told = pseudo.english("\n".join(tour.lines))
    assert "went wrong" not in told
    assert "another version of the bot" not in told


async def test_after_a_restart_an_older_card_keeps_its_picture_and_its_language(
    sim: Simulation, now_spoken: dict[str, str]
) -> None:
    await sim.begin(pie="off")
    old = sim.card()
    await sim.restart()
    now_spoken |= pseudo.AFTERWARDS
    await sim.ann.move("d4")
    await sim.settled()
    assert sim.card().id != old.id
    assert sim.again(old).buttons == []
    assert sim.again(old).files == old.files == [f"board-{pseudo.SERVERS}.png"]
    assert [*mixed(sim)] == []
