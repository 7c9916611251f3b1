"""Languages that change while cards are open: each message stays whole, in one language or the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.components.interactions.languages import Languages
from bot.languages import names, spoken
from rendering.scene import Picture
from rendering.studio import Studio
from tests.blank import BLANK
from tests.languages import pseudo

from .audiences import said
from .simulation import Simulation
from .tour import FOLDER, Tour

pytestmark = pytest.mark.usefixtures("inline_thinkers")


@pytest.fixture
def now_spoken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The language that everybody speaks, people and servers; pictures tell theirs."""
    pseudo.teach(monkeypatch)
    for tag in pseudo.BRACKETS:
        monkeypatch.setitem(names(), tag, tag)
    language = [pseudo.TAG]

    async def of_anybody(*_asked: Any, **_options: Any) -> str:
        return language[0]

    for name in ("of_person", "of_server", "of_somebody"):
        monkeypatch.setattr(Languages, name, of_anybody)

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
    """A tour on which the language changes before each deed."""

    def __init__(self, sim: Simulation, language: list[str]) -> None:
        super().__init__(sim)
        self._language = language
        self.mixed: dict[str, str] = {}
        """Messages in two languages, and after what."""

    async def _told_all(self) -> None:
        await super()._told_all()
        deed = next(line for line in reversed(self.lines) if line.startswith("\n"))
        for each in mixed(self.sim):
            self.mixed.setdefault(each, deed)
        self._language[0] = pseudo.SERVERS if self._language[0] == pseudo.TAG else pseudo.TAG


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda file: file.stem)
async def test_no_message_is_in_two_languages(sim: Simulation, file: Path, now_spoken: list[str]) -> None:
    tour = Restless(sim, now_spoken)
    await tour.walk(file)
    assert tour.mixed == {}
    told = pseudo.english("\n".join(tour.lines))
    assert "went wrong" not in told
    assert "another version of the bot" not in told


async def test_after_a_restart_an_older_card_keeps_its_picture_and_its_language(
    sim: Simulation, now_spoken: list[str]
) -> None:
    await sim.begin(pie="off")
    old = sim.card()
    await sim.restart()
    now_spoken[0] = pseudo.SERVERS
    await sim.ann.move("d4")
    await sim.settled()
    assert sim.card().id != old.id
    assert sim.again(old).buttons == []
    assert sim.again(old).files == old.files == [f"board-{pseudo.TAG}.png"]
    assert [*mixed(sim)] == []
